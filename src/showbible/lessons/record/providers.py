"""What runs showed about providers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from showbible.errors import Invalid, NotFound, TooLarge
from showbible.lessons.model import LEARNING_LISTS, Learning
from showbible.lessons.recall import providers
from showbible.lessons.recall.providers import KIND
from showbible.lessons.record.rulings import check_seen
from showbible.llm.client import RULE
from showbible.storage import changes
from showbible.storage.changes import PERSON, Book
from showbible.storage.database import Database
from showbible.vocabulary import KIB, METADATA_LIMIT, checked_id, checked_text, new_id, stamp, utcnow

MOST_SENTENCES: Final = 50


def learn(db: Database, learning: Learning) -> bool:
    """Keep a learning; for one run, what a caller says replaces what was read from the run, never the reverse.

    What takes the place of something paused is paused as well.
    """
    row = _checked(learning)
    with db.transaction():
        db.hold(f"provider:{learning.provider}")
        if learning.run_id is not None and learning.made_by == RULE and _known(db, learning):
            return False
        replaced = _replaced(db, learning)
        if any(each.paused for each in replaced):
            row["paused_at"] = row["at"]
        _remove(db, [each.learning_id for each in replaced])
        db.run(_LEARN, **row)
    return True


def forget(db: Database, learning_id: str) -> Learning:
    """Take away what one run showed about a provider; gives what was taken."""
    with db.transaction():
        taken = providers.learning(db, learning_id)
        db.hold(f"provider:{taken.provider}")
        _remove(db, [learning_id])
    return taken


def forget_run(db: Database, run_id: str, *, until: datetime | None = None) -> None:
    """Take away what a run showed about any provider, up to a moment when one is named."""
    theirs = [each for each in providers.of_run(db, run_id) if until is None or each.at <= until]
    _remove(db, [each.learning_id for each in theirs])


def correct(
    db: Database,
    learning_id: str,
    told: Mapping[str, Any],
    *,
    seen: int | str | None = None,
    at: datetime | None = None,
) -> Learning:
    """Say otherwise what a run showed: whether it went well, or any list of sentences. It is a person's word then.

    `paused` sets it aside, or uses it again, and leaves the word with whoever gave it.
    `seen` is the mark of what its author had before them, or the number of the newest change they knew of, 0 for none.
    """
    with db.transaction():
        found = _held(db, learning_id)
        after = _retold(found, told)
        if seen is not None:
            stands, wanted = (_in_words(each, told) for each in (found, after))
            known = found.mark if isinstance(seen, str) else changes.newest(providers.versions(db, learning_id))
            check_seen("what this run showed", known, seen, stands=stands, wanted=wanted)
        if _whole(replace(after, paused=found.paused)) != _whole(found):
            after = replace(after, made_by=PERSON)
        return found if _whole(after) == _whole(found) else _rewrite(db, found, after, at=at)


def take_back(db: Database, learning_id: str, seq: int) -> Learning:
    """Put back what one correction replaced; that is a change, too."""
    with db.transaction():
        found = _held(db, learning_id)
        change = changes.one(db, Book.STUDIO, scope="", kind=KIND, seq=seq)
        if change is None or change.item_id != learning_id:
            raise NotFound("change", str(seq))
        before = dict(change.before)
        author = before.pop("made_by", found.made_by)
        return _rewrite(db, found, replace(_retold(found, before), made_by=author))


def _held(db: Database, learning_id: str) -> Learning:
    found = providers.learning(db, learning_id)
    db.hold(f"provider:{found.provider}")
    return providers.learning(db, learning_id)


def _retold(found: Learning, told: Mapping[str, Any]) -> Learning:
    """A learning with some of it said otherwise."""
    words = dict(found.words)
    for name, value in told.items():
        if name in LEARNING_LISTS:
            words[name] = tuple(value)
        elif name not in (_SUCCESS, _PAUSED):
            raise Invalid(f"Nothing about a learning is called {name[:80]!r}.", field=name[:80])
    kept = {name: words[name] for name in LEARNING_LISTS if words.get(name)}
    success, paused = told.get(_SUCCESS, found.overall_success), told.get(_PAUSED, found.paused)
    return replace(found, words=kept, overall_success=bool(success), paused=bool(paused))


def _rewrite(db: Database, found: Learning, after: Learning, *, at: datetime | None = None) -> Learning:
    row = {**_checked(after), "learning_id": found.learning_id}
    now = stamp(at or utcnow()) if after.paused else None
    db.run(_CORRECT, now=now, **{name: row[name] for name in ("learning_id", "made_by", "success", "words")})
    before, since = _whole(found), _whole(after)
    changes.note(db, Book.STUDIO, **providers.book(found.learning_id), before=before, after=since, at=at)
    return after


def _whole(found: Learning) -> dict[str, Any]:
    """A learning as its history keeps it."""
    words = {name: list(found.words.get(name, ())) for name in LEARNING_LISTS}
    return {_SUCCESS: found.overall_success, _PAUSED: found.paused, **words, "made_by": found.made_by}


def _in_words(found: Learning, told: Mapping[str, Any]) -> dict[str, str]:
    whole = _whole(found)
    return {name: "; ".join(whole[name]) if name in LEARNING_LISTS else str(whole[name]) for name in told}


def _replaced(db: Database, learning: Learning) -> list[Learning]:
    """What was said of the same provider and run before, by nobody or by the same."""
    said = providers.of_run(db, learning.run_id) if learning.run_id else []
    authors = (RULE, learning.made_by)
    return [each for each in said if each.provider == learning.provider and each.made_by in authors]


def _remove(db: Database, learning_ids: Sequence[str]) -> None:
    for learning_id in learning_ids:
        db.run("DELETE FROM provider_learnings WHERE learning_id = :learning_id", learning_id=learning_id)
        changes.drop(db, Book.STUDIO, **providers.book(learning_id))


_SUCCESS: Final = "overall_success"
_PAUSED: Final = "paused"
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
        "paused_at": stamp(learning.at) if learning.paused else None,
    }


def _sentences(name: str, learning: Learning) -> list[str]:
    sentences = learning.words[name]
    if len(sentences) > MOST_SENTENCES:
        raise TooLarge(f"{name} has {len(sentences):,} entries; the limit is {MOST_SENTENCES}.")
    return [checked_text(name, each, limit=2 * KIB, empty=False) for each in sentences]
