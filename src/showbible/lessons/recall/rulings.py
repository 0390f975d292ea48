"""What people decided about patterns, and the history of that."""

from __future__ import annotations

from typing import Final

from showbible.lessons.model import Ruling
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.storage.rows import value_of

KIND: Final = "pattern"
"""What a pattern is called in the history of changes."""


def rulings(db: Database) -> dict[str, Ruling]:
    """Every pattern that somebody decided something about."""
    return {row.pattern: value_of(Ruling, row) for row in db.all("SELECT * FROM pattern_rulings")}


def ruling(db: Database, name: str) -> Ruling:
    """What was decided about one pattern; nothing, for most."""
    row = db.first("SELECT * FROM pattern_rulings WHERE pattern = :pattern", pattern=name)
    return value_of(Ruling, row) if row else Ruling()


def versions(db: Database, name: str) -> list[Change]:
    """Who decided what about a pattern, newest first."""
    return changes.of(db, kind=KIND, item_id=name)
