"""Memories that no vector of the present model speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.storage.vectors import VectorIndex
from showbible.values import frozen


@frozen
class Unplaced:
    """A memory without a vector, and the words to make one of."""

    memory_id: str
    pool: str
    user_id: str
    text: str
    speaker: str | None
    said_at: datetime
    is_read: bool
    """Whether it is kept how it reads."""


def has_memories(db: Database) -> bool:
    """Whether anything is remembered at all."""
    return bool(db.value("SELECT 1 FROM memories LIMIT 1"))


def number(db: Database, index: VectorIndex, *, model: str) -> int:
    """How many memories have no vector of this model: a memory and its vector come and go together."""
    sql = """
        SELECT (SELECT COUNT(*) FROM memories) - (SELECT COUNT(*) FROM {name}_vectors WHERE model = :model)
    """
    return max(0, int(db.value(index.sql(sql), model=model)))


def unplaced(db: Database, index: VectorIndex, *, model: str, after: str, limit: int) -> list[Unplaced]:
    """The next memories without a vector of this model, in the order of their ids."""
    sql = f"{_UNPLACED} AND memory_id > :after ORDER BY memory_id LIMIT :limit"
    rows = db.all(index.sql(sql), model=model, after=after, limit=limit)
    return [value_of(Unplaced, row) for row in rows]


def among(db: Database, index: VectorIndex, memory_ids: Sequence[str], *, model: str) -> list[Unplaced]:
    """Those of some memories that have no vector of this model."""
    sql = index.sql(f"{_UNPLACED} AND memory_id IN :ids")
    parts = (list(memory_ids[start : start + _BATCH]) for start in range(0, len(memory_ids), _BATCH))
    return [value_of(Unplaced, row) for part in parts for row in db.all(sql, model=model, ids=part)]


_BATCH: Final = 500
_UNPLACED: Final = """
    SELECT memory_id, pool, user_id, text, speaker, said_at, CASE WHEN reading IS NULL THEN 0 ELSE 1 END AS is_read
      FROM memories
     WHERE NOT EXISTS (SELECT 1
                         FROM {name}_vectors AS placed
                        WHERE placed.scope = memories.pool AND placed.item_id = memories.memory_id
                          AND placed.model = :model)
"""
