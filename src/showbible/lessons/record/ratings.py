"""Ratings: a person's word on a finished run. A newer one replaces it, and the book of changes keeps all of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from showbible.corrections import Correctable, Corrections, Fields
from showbible.errors import Conflict, Invalid
from showbible.lessons.model import Production, RunRating, checked_rating
from showbible.lessons.recall import history
from showbible.lessons.recall.forgotten import ForgottenRating
from showbible.runs.recall.verdicts import scope
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.vocabulary import checked_text


def rate(
    db: Database, run_id: str, rating: object, *, notes: str | None = None, at: datetime | None = None
) -> Production:
    """Say how good a finished run is: 1 to 5, good or bad."""
    wanted = {"rating": checked_rating(rating), "notes": notes}
    return Corrections(db, RATING).correct(run_id, wanted, at=at)


def _fields(found: Production) -> Fields:
    return {"rating": found.rating, "notes": found.notes}


def _checked(found: Production, wanted: Fields) -> Fields:
    said = {**_fields(found), **wanted}
    if said["rating"] is None and wanted.get("notes") is not None:
        raise Invalid("Notes are kept beside a rating: give one, too.", field="notes")
    if said["rating"] is None:
        return {"rating": None, "notes": None}
    if said["notes"] is not None:
        checked_text("notes", said["notes"])
    return {**said, "rating": checked_rating(said["rating"])}


def _write(db: Database, found: Production, wanted: Fields, _at: datetime) -> None:
    said = {**_fields(found), **wanted}
    _put_down(db, found.run_id, said["rating"], said["notes"])


def _put_down(db: Database, run_id: str, rating: int | None, notes: str | None) -> None:
    db.run(
        "UPDATE productions SET rating = :rating, notes = :notes WHERE run_id = :run_id",
        run_id=run_id,
        rating=rating,
        notes=None if rating is None else notes,
    )


def _undoing(found: Production, change: Change) -> Fields:
    stands = _fields(found)
    if any(stands[name] != value for name, value in change.after.items()):
        raise Conflict(f"Run {found.run_id} was rated again since; that rating stays.")
    return change.before


def _take(db: Database, found: Production) -> ForgottenRating:
    """Take back everything a person said of a run."""
    said = tuple(reversed(history.ratings(db, found.run_id)))
    _put_down(db, found.run_id, None, None)
    return ForgottenRating(run_id=found.run_id, rating=found.rating, notes=found.notes, ratings=said)


def _put(db: Database, taken: ForgottenRating) -> Production:
    found = history.production(db, taken.run_id)
    db.hold(_lock(found))
    if history.production(db, taken.run_id).rating is not None:
        raise Conflict(f"Run {taken.run_id} was rated again since; that rating stays.")
    if taken.rating is not None:
        said = _checked(found, {"rating": taken.rating, "notes": taken.notes})
        _put_down(db, taken.run_id, said["rating"], said["notes"])
        say_again(db, taken.run_id, taken.ratings)
    return history.production(db, taken.run_id)


def say_again(db: Database, run_id: str, ratings: Iterable[RunRating]) -> None:
    """Note what was said of a run once more, oldest first, in the caller's transaction."""
    before: dict[str, Any] = {"rating": None, "notes": None}
    for said in ratings:
        after = {"rating": checked_rating(said.rating), "notes": said.notes}
        changes.note(db, **history.rating_page(run_id), before=before, after=after, at=said.at)
        before = after


def _lock(found: Production) -> str:
    return f"production:{found.run_id}"


RATING: Final = Correctable[Database, Production, ForgottenRating](
    name=history.RATING,
    read=history.production,
    lock=_lock,
    fields=_fields,
    check=_checked,
    write=_write,
    owner=lambda found: scope(found.run_id),
    key=lambda found: found.run_id,
    called=lambda found: f"the rating of run {found.run_id}",
    unset="not given",
    undoing=_undoing,
    take=_take,
    put=_put,
)
