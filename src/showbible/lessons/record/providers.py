"""What runs showed about providers."""

from __future__ import annotations

import json
from typing import Final

from showbible.errors import Invalid, TooLarge
from showbible.lessons.model import LEARNING_LISTS, Learning
from showbible.lessons.recall import providers
from showbible.llm.client import RULE
from showbible.storage.database import Database
from showbible.vocabulary import KIB, METADATA_LIMIT, checked_id, checked_text, new_id, stamp

MOST_SENTENCES: Final = 50


def learn(db: Database, learning: Learning) -> bool:
    """Keep a learning; for one run, what a caller says replaces what was read from the run, never the reverse."""
    row = _checked(learning)
    with db.transaction():
        db.hold(f"provider:{learning.provider}")
        if learning.run_id is not None and learning.made_by == RULE and _known(db, learning):
            return False
        db.run(
            """
            DELETE FROM provider_learnings
             WHERE provider = :provider AND run_id = :run_id AND made_by IN (:rule, :made_by)
            """,
            provider=learning.provider,
            run_id=learning.run_id,
            rule=RULE,
            made_by=learning.made_by,
        )
        db.run(_LEARN, **row)
    return True


def forget(db: Database, learning_id: str) -> Learning:
    """Take away what one run showed about a provider; gives what was taken."""
    with db.transaction():
        taken = providers.learning(db, learning_id)
        db.hold(f"provider:{taken.provider}")
        db.run("DELETE FROM provider_learnings WHERE learning_id = :learning_id", learning_id=learning_id)
    return taken


_LEARN: Final = """
    INSERT INTO provider_learnings (
        learning_id, provider, run_id, made_by, at, success, adherence, quality, concept_type, words, settings)
    VALUES (
        :learning_id, :provider, :run_id, :made_by, :at, :success, :adherence, :quality, :concept_type, :words,
        :settings)
"""


def _known(db: Database, learning: Learning) -> bool:
    return bool(
        db.value(
            "SELECT 1 FROM provider_learnings WHERE provider = :provider AND run_id = :run_id",
            provider=learning.provider,
            run_id=learning.run_id,
        )
    )


def _checked(learning: Learning) -> dict[str, object]:
    for name in ("adherence_score", "quality_score"):
        score = getattr(learning, name)
        if score is not None and not 0 <= score <= 100:
            raise Invalid(f"{name} must lie between 0 and 100.", field=name)
    return {
        "learning_id": new_id(),
        "provider": checked_id("provider", learning.provider),
        "run_id": None if learning.run_id is None else checked_id("run", learning.run_id),
        "made_by": learning.made_by,
        "at": stamp(learning.at),
        "success": int(learning.overall_success),
        "adherence": learning.adherence_score,
        "quality": learning.quality_score,
        "concept_type": learning.concept_type,
        "words": json.dumps({name: _sentences(name, learning) for name in LEARNING_LISTS if name in learning.words}),
        "settings": checked_text(
            "settings", json.dumps(dict(learning.settings), allow_nan=False), limit=METADATA_LIMIT
        ),
    }


def _sentences(name: str, learning: Learning) -> list[str]:
    sentences = learning.words[name]
    if len(sentences) > MOST_SENTENCES:
        raise TooLarge(f"{name} has {len(sentences):,} entries; the limit is {MOST_SENTENCES}.")
    return [checked_text(name, each, limit=2 * KIB, empty=False) for each in sentences]
