"""Put tags on runs and take them off, one run or many; each is a line in the run's log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from showbible.errors import Invalid
from showbible.runs.recall.tag_words import MOST, each, folded
from showbible.runs.record.log import append_each, changing, hold_log
from showbible.storage.database import Database, Row
from showbible.values import frozen
from showbible.vocabulary import stamp, utcnow

AT_ONCE: Final = 500
MOST_RUNS: Final = 5000
"""How many runs can be tagged in one go: each of them gets a line in its log."""


@frozen
class Tagging:
    """Runs that got a tag together: tag and number take it off them again, and off no others."""

    tag: str
    number: int
    runs: int


def tag(db: Database, run_id: str, tags: Sequence[str], *, at: datetime | None = None) -> tuple[str, ...]:
    """Put tags on a run; gives those it did not have yet."""
    at, wanted = at or utcnow(), each(tags)
    with changing(db, run_id, over=True), _tagging(db):
        new = [word for word in wanted if _put(db, [run_id], word, number=stamp(at))]
        _check_room(db, [run_id])
        _tell(db, [run_id], new, tagged=True, at=at)
    return tuple(new)


def untag(db: Database, run_id: str, tags: Sequence[str], *, at: datetime | None = None) -> tuple[str, ...]:
    """Take tags off a run; gives those it had."""
    at, wanted = at or utcnow(), each(tags)
    with changing(db, run_id, over=True), _tagging(db):
        gone = [word for word in wanted if db.all(_TAKE, ids=[run_id], tag=word)]
        _tell(db, [run_id], gone, tagged=False, at=at)
    return tuple(gone)


def tag_all(db: Database, run_ids: Sequence[str], word: str, *, at: datetime | None = None) -> Tagging:
    """Put one tag on many runs; ids that name no run are passed over. All get it, or none does."""
    at, kept = at or utcnow(), folded(word)
    _check_number(run_ids)
    with _tagging(db):
        newest = int(db.value("SELECT COALESCE(MAX(at), 0) FROM run_tags WHERE tag = :tag", tag=kept))
        number = max(stamp(at), newest + 1)
        new = [row.run_id for ids in _portions(run_ids) for row in _put(db, ids, kept, number=number)]
        _check_room(db, new)
        _tell(db, new, [kept], tagged=True, at=at)
    return Tagging(tag=kept, number=number, runs=len(new))


def untag_all(db: Database, run_ids: Sequence[str], word: str, *, at: datetime | None = None) -> tuple[str, ...]:
    """Take one tag off many runs; gives the ids of those that had it."""
    at, kept = at or utcnow(), folded(word)
    _check_number(run_ids)
    with _tagging(db):
        gone = [row.run_id for ids in _portions(run_ids) for row in db.all(_TAKE, ids=ids, tag=kept)]
        _tell(db, gone, [kept], tagged=False, at=at)
    return tuple(gone)


def undo_tagging(db: Database, word: str, number: int, *, at: datetime | None = None) -> int:
    """Take a tag off the runs that got it together; gives how many still had it."""
    at, kept = at or utcnow(), folded(word)
    with _tagging(db):
        gone = [row.run_id for row in db.all(_UNDO, tag=kept, number=number)]
        _tell(db, gone, [kept], tagged=False, at=at)
    return len(gone)


@contextmanager
def _tagging(db: Database) -> Iterator[None]:
    """A transaction alone with the tags."""
    with db.transaction():
        db.hold("run_tags")
        # Before any row is touched: who deletes a run holds the log first, too.
        hold_log(db)
        yield


def _put(db: Database, run_ids: Sequence[str], word: str, *, number: int) -> Sequence[Row[Any]]:
    return db.all(_PUT, ids=list(run_ids), tag=word, number=number)


_PUT: Final = """
    INSERT INTO run_tags (run_id, tag, at)
    SELECT run_id, :tag, :number FROM runs WHERE run_id IN :ids
        ON CONFLICT (run_id, tag) DO NOTHING
    RETURNING run_id
"""
_TAKE: Final = "DELETE FROM run_tags WHERE run_id IN :ids AND tag = :tag RETURNING run_id"
_UNDO: Final = "DELETE FROM run_tags WHERE tag = :tag AND at = :number RETURNING run_id"


def _tell(db: Database, run_ids: Sequence[str], words: Sequence[str], *, tagged: bool, at: datetime) -> None:
    if words:
        for ids in _portions(run_ids):
            append_each(db, ids, "tag", {"tags": list(words), "tagged": tagged}, at=at)


def _check_room(db: Database, run_ids: Sequence[str]) -> None:
    """Refuse what would leave a run with too many tags; whoever asks is inside the transaction."""
    full = [row.run_id for ids in _portions(run_ids) for row in db.all(_FULL, ids=ids, most=MOST)]
    if full:
        raise Invalid(f"A run has at most {MOST} tags: take one off {full[0]} first.", field="tag")


_FULL: Final = "SELECT run_id FROM run_tags WHERE run_id IN :ids GROUP BY run_id HAVING COUNT(*) > :most"


def _check_number(run_ids: Sequence[str]) -> None:
    if len(run_ids) > MOST_RUNS:
        raise Invalid(f"At most {MOST_RUNS:,} runs can be tagged at once: narrow the list.", field="ids")


def _portions(run_ids: Sequence[str]) -> Iterator[list[str]]:
    for first in range(0, len(run_ids), AT_ONCE):
        yield list(run_ids[first : first + AT_ONCE])
