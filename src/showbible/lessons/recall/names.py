"""Patterns by the letters of their name."""

from __future__ import annotations

from showbible.storage.database import Database
from showbible.storage.typeahead import MOST_READ, Letters


def named(db: Database, typed: Letters, *, limit: int) -> list[str]:
    """The patterns whose name holds the letters."""
    rows = db.all(
        """
        SELECT DISTINCT pattern
          FROM productions
         WHERE teaches = 1 AND LOWER(REPLACE(pattern, '_', ' ')) LIKE :one ESCAPE '!'
           AND LOWER(REPLACE(pattern, '_', ' ')) LIKE :two ESCAPE '!'
         ORDER BY pattern
         LIMIT :most
        """,
        **typed.patterns,
        most=MOST_READ,
    )
    return typed.best([row.pattern for row in rows], text=lambda name: name.replace("_", " "), limit=limit)
