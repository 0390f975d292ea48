"""What people decided about patterns, and the history of that."""

from __future__ import annotations

from typing import Any, Final

from showbible.lessons.model import Ruling, UseState
from showbible.runs.model import EditStyle, Tier
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database

KIND: Final = "pattern"
"""What a pattern is called in the history of changes."""


def rulings(db: Database) -> dict[str, Ruling]:
    """Every pattern that somebody decided something about."""
    return {row.pattern: _ruling(row) for row in db.all("SELECT * FROM pattern_rulings")}


def ruling(db: Database, name: str) -> Ruling:
    """What was decided about one pattern; nothing, for most."""
    row = db.first("SELECT * FROM pattern_rulings WHERE pattern = :pattern", pattern=name)
    return _ruling(row) if row else Ruling()


def versions(db: Database, name: str) -> list[Change]:
    """Who decided what about a pattern, newest first."""
    return changes.of(db, kind=KIND, item_id=name)


def _ruling(row: Any) -> Ruling:
    return Ruling(
        state=UseState(row.state),
        tier=Tier(row.tier) if row.tier else None,
        edit_style=EditStyle(row.edit_style) if row.edit_style else None,
        scenes=row.scenes,
        duration=row.duration,
    )
