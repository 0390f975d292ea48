"""What a person prefers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.errors import Invalid
from showbible.lessons.preferences import FIELDS, checked
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, stamp, utcnow


def prefer(db: Database, user_id: str, changes: Mapping[str, Any], *, at: datetime | None = None) -> None:
    """Set some preferences and leave the others; None gives a field back to what is learned, or its default."""
    checked_id("user", user_id)
    values = {name: None if value is None else checked(name, value) for name, value in _named(changes).items()}
    with db.transaction():
        db.hold(f"preferences:{user_id}")
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


def forget_user(db: Database, user_id: str) -> int:
    """Remove what a user prefers; gives how many fields that were."""
    with db.transaction():
        return db.run("DELETE FROM user_preferences WHERE user_id = :user_id", user_id=user_id)


def _named(changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The changes, once every name is a preference's; None alone would pass unchecked."""
    for name in changes:
        if name not in FIELDS:
            raise Invalid(f"There is no preference {name[:80]!r}.", field=name[:80])
    return changes
