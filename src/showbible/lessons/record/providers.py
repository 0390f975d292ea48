"""What runs showed about providers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from showbible.corrections import AUTHOR, PAUSED, Correctable, Fields
from showbible.errors import Invalid, TooLarge
from showbible.lessons.model import LEARNING_LISTS, ProviderLearning
from showbible.lessons.recall import providers
from showbible.lessons.recall.providers import KIND
from showbible.lessons.record import generations
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import KIB, METADATA_LIMIT, RULE, checked_id, checked_text, new_id, stamp

MOST_SENTENCES: Final = 50
SUCCESS: Final = "overall_success"


def learn(db: Database, learning: ProviderLearning) -> bool:
    """Keep a learning; for one run, what a caller says replaces what was read from the run, never the reverse.

    What takes the place of something paused is paused as well.
    """
    row = _checked(learning)
    with db.transaction():
        db.hold(f"provider:{learning.provider}")
        if learning.run_id is not None and learning.made_by == RULE and _is_known(db, learning):
            return False
        replaced = _earlier(db, learning)
        if any(each.paused for each in replaced):
            row["paused_at"] = row["at"]
        _remove(db, [each.learning_id for each in replaced])
        db.run(_LEARN, **row)
    return True


def forget_run(db: Database, run_id: str, *, until: datetime | None = None) -> None:
    """Take away what a run showed about any provider, up to a moment when one is named."""
    theirs = [each for each in providers.of_run(db, run_id) if until is None or each.at <= until]
    _remove(db, [each.learning_id for each in theirs])


def _check(_: ProviderLearning, wanted: Fields) -> Fields:
    lists = {name: _sentences(name, value) for name, value in wanted.items() if name in LEARNING_LISTS}
    return {**wanted, **lists}


def _fields(found: ProviderLearning) -> Fields:
    words = {name: list(found.words.get(name, ())) for name in LEARNING_LISTS}
    return {SUCCESS: found.overall_success, PAUSED: found.paused, **words, AUTHOR: found.made_by}


def _write(db: Database, found: ProviderLearning, wanted: Fields, at: datetime) -> None:
    after = {**_fields(found), **wanted}
    db.run(
        _CORRECT,
        learning_id=found.learning_id,
        now=stamp(at) if after[PAUSED] else None,
        made_by=after[AUTHOR],
        success=int(after[SUCCESS]),
        words=json.dumps({name: after[name] for name in LEARNING_LISTS if after[name]}),
    )


def _take(db: Database, found: ProviderLearning) -> ProviderLearning:
    _remove(db, [found.learning_id])
    generations.set_aside(db, found.run_id, found.provider, forgotten=True)
    return found


def _put(db: Database, taken: ProviderLearning) -> ProviderLearning:
    learn(db, taken)
    generations.set_aside(db, taken.run_id, taken.provider, forgotten=False)
    return taken


LEARNING: Final = Correctable[Database, ProviderLearning, ProviderLearning](
    name=KIND,
    read=providers.learning,
    check=_check,
    fields=_fields,
    write=_write,
    lock=lambda found: f"provider:{found.provider}",
    mark=lambda found: found.mark,
    called=lambda _: "what this run showed",
    take=_take,
    put=_put,
)


def _earlier(db: Database, learning: ProviderLearning) -> list[ProviderLearning]:
    """What was said of the same provider and run before, by nobody or by the same."""
    said = providers.of_run(db, learning.run_id) if learning.run_id else []
    authors = (RULE, learning.made_by)
    return [each for each in said if each.provider == learning.provider and each.made_by in authors]


def _remove(db: Database, learning_ids: Sequence[str]) -> None:
    for learning_id in learning_ids:
        db.run("DELETE FROM provider_learnings WHERE learning_id = :learning_id", learning_id=learning_id)
        changes.drop(db, **providers.book(learning_id))


_CORRECT: Final = """
    UPDATE provider_learnings
       SET made_by = :made_by, success = :success, words = :words,
           paused_at = CASE WHEN CAST(:now AS BIGINT) IS NOT NULL THEN COALESCE(paused_at, :now) END
     WHERE learning_id = :learning_id
"""


_LEARN: Final = """
    INSERT INTO provider_learnings (
        learning_id, provider, run_id, made_by, at, success, adherence, quality, concept_type, words, settings,
        paused_at)
    VALUES (
        :learning_id, :provider, :run_id, :made_by, :at, :success, :adherence, :quality, :concept_type, :words,
        :settings, :paused_at)
"""


def _is_known(db: Database, learning: ProviderLearning) -> bool:
    return bool(
        db.value(
            "SELECT 1 FROM provider_learnings WHERE provider = :provider AND run_id = :run_id",
            provider=learning.provider,
            run_id=learning.run_id,
        )
    )


def _checked(learning: ProviderLearning) -> dict[str, object]:
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
        "words": json.dumps(
            {name: _sentences(name, learning.words[name]) for name in LEARNING_LISTS if name in learning.words}
        ),
        "settings": checked_text(
            "settings", json.dumps(dict(learning.settings), allow_nan=False), limit=METADATA_LIMIT
        ),
        "paused_at": stamp(learning.at) if learning.paused else None,
    }


def _sentences(name: str, sentences: Sequence[str]) -> list[str]:
    if len(sentences) > MOST_SENTENCES:
        raise TooLarge(f"{name} has {len(sentences):,} entries; the limit is {MOST_SENTENCES}.")
    return [checked_text(name, each, limit=2 * KIB, empty=False) for each in sentences]
