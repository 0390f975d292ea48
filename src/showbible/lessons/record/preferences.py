"""What a person prefers; every change is written down and can be undone."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from showbible.corrections import Correctable, Fields
from showbible.lessons.model import Choices
from showbible.lessons.recall import preferences as recall
from showbible.lessons.recall.preference_fields import FIELDS, checked
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import stamp


def _fields(found: Choices) -> Fields:
    """Every preference, None where it is left to what is learned, or to its default."""
    return {name: _plain(found.values.get(name)) for name in FIELDS}


def _check(_: Choices, wanted: Fields) -> Fields:
    return {name: None if value is None else _plain(checked(name, value)) for name, value in wanted.items()}


def _write(db: Database, found: Choices, wanted: Fields, at: datetime) -> None:
    for name, value in wanted.items():
        field = {"user_id": found.user_id, "field": name}
        db.run("DELETE FROM user_preferences WHERE user_id = :user_id AND field = :field", **field)
        if value is not None:
            db.run(
                """
                INSERT INTO user_preferences (user_id, field, value, at)
                VALUES (:user_id, :field, :value, :at)
                """,
                **field,
                value=json.dumps(value),
                at=stamp(at),
            )


CHOICES: Final = Correctable[Database, Choices, None](
    name=recall.PREFERENCES,
    read=recall.choices,
    key=lambda _: recall.PREFERENCES,
    owner=lambda found: found.user_id,
    lock=lambda found: f"preferences:{found.user_id}",
    fields=_fields,
    check=_check,
    write=_write,
    called=lambda _: "it",
    unset="left open",
)


def forget_user(db: Database, user_id: str) -> int:
    """Remove what a user prefers; gives how many fields that were."""
    with db.transaction():
        changes.drop(db, **recall.book(user_id))
        return db.run("DELETE FROM user_preferences WHERE user_id = :user_id", user_id=user_id)


def _plain(value: Any) -> Any:
    """A value as a history keeps it."""
    return list(value) if isinstance(value, tuple) else value
