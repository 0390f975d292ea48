"""The newest memories of all characters, for whoever asks what was learned lately."""

from __future__ import annotations

from showbible.conversations.model import Memory
from showbible.conversations.recall.memories import from_rows
from showbible.storage.database import Database


def lately(db: Database, *, limit: int) -> list[Memory]:
    """The memories made last that still hold and are in use; ids are made in the order of time."""
    rows = db.all(
        """
        SELECT *
          FROM memories
         WHERE type <> 'said' AND superseded_by IS NULL AND paused_at IS NULL
         ORDER BY memory_id DESC
         LIMIT :limit
        """,
        limit=limit,
    )
    return from_rows(db, rows)
