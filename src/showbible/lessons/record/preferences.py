"""What a person prefers; every change is written down and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.errors import Conflict, Invalid, NotFound
from showbible.lessons.recall import preferences as recall
from showbible.lessons.recall.preference_fields import FIELDS, checked
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, stamp, utcnow


def prefer(
    db: Database,
    user_id: str,
    wanted: Mapping[str, Any],
    *,
    seen: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> None:
    """Set some preferences and leave the others; None gives a field back to what is learned, or its default.

    With `seen`, what whoever sets them had before them, a field that was set meanwhile is refused.
    """
    checked_id("user", user_id)
    values = {name: None if value is None else checked(name, value) for name, value in _named(wanted).items()}
    with db.transaction():
        db.hold(f"preferences:{user_id}")
        before = recall.told(db, user_id)
        if seen is not None and any(_plain(before.get(name)) != value for name, value in seen.items()):
            raise Conflict("It was set to something else meanwhile.")
        for name, value in values.items():
            db.run(
                "DELETE FROM user_preferences WHERE user_id = :user_id AND field = :field", user_id=user_id, field=name
            )
            if value is not None:
                db.run(
                    """
                    INSERT INTO user_preferences (user_id, field, value, at)
                    VALUES (:user_id, :field, :value, :at)
                    """,
                    user_id=user_id,
                    field=name,
                    value=json.dumps(value),
                    at=stamp(at or utcnow()),
                )
        was = {name: _plain(before.get(name)) for name in values}
        now = {name: _plain(value) for name, value in values.items()}
        changes.note(db, **recall.book(user_id), before=was, after=now, at=at)


def take_back(db: Database, user_id: str, seq: int, *, at: datetime | None = None) -> None:
    """Set what one change changed to what it was before."""
    checked_id("user", user_id)
    with db.transaction():
        found = changes.one(db, owner=user_id, kind=recall.PREFERENCES, seq=seq)
        if found is None:
            raise NotFound("change", str(seq))
        prefer(db, user_id, found.before, at=at)


def forget_user(db: Database, user_id: str) -> int:
    """Remove what a user prefers; gives how many fields that were."""
    with db.transaction():
        changes.drop(db, **recall.book(user_id))
        return db.run("DELETE FROM user_preferences WHERE user_id = :user_id", user_id=user_id)


def _plain(value: Any) -> Any:
    """A value as a history keeps it."""
    return list(value) if isinstance(value, tuple) else value


def _named(wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """The changes, once every name is a preference's; None alone would pass unchecked."""
    for name in wanted:
        if name not in FIELDS:
            raise Invalid(f"There is no preference {name[:80]!r}.", field=name[:80])
    return wanted
