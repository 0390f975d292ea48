"""Memories by the letters of their text, among the newest of everybody."""

from __future__ import annotations

from typing import Final

from showbible.conversations.model import Memory
from showbible.conversations.recall.memories import from_rows
from showbible.storage.database import Database
from showbible.storage.typeahead import MOST_READ, Letters

AMONG: Final = 10_000


def named(db: Database, typed: Letters, *, limit: int) -> list[Memory]:
    """The newest memories that hold the letters and that no newer one has replaced."""
    rows = db.all(NAMED, **typed.patterns, among=AMONG, most=MOST_READ)
    return typed.best(from_rows(db, rows), text=lambda memory: memory.text, limit=limit)


# Ids grow with time, so the primary key knows which are the newest.
NAMED: Final = """
    SELECT *
      FROM memories
     WHERE memory_id IN (SELECT memory_id
                           FROM (SELECT memory_id, text, superseded_by
                                   FROM memories
                                  WHERE type <> 'said'
                                  ORDER BY memory_id DESC
                                  LIMIT :among) AS newest
                          WHERE superseded_by IS NULL
                            AND LOWER(text) LIKE :one ESCAPE '!' AND LOWER(text) LIKE :two ESCAPE '!'
                          LIMIT :most)
     ORDER BY memory_id DESC
    """
