"""Memories that no vector of the present model speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from showbible.conversations.recall.closeness import MEANINGS
from showbible.storage.database import Database


@dataclass(frozen=True, kw_only=True)
class Unplaced:
    """A memory without a vector, and the words to make one of."""

    memory_id: str
    pool: str
    user_id: str
    text: str


def has_memories(db: Database) -> bool:
    """Whether anything is remembered at all."""
    return bool(db.value("SELECT 1 FROM memories LIMIT 1"))


def number(db: Database, *, model: str) -> int:
    """How many memories have no vector of this model: a memory and its vector come and go together."""
    sql = """
        SELECT (SELECT COUNT(*) FROM memories) - (SELECT COUNT(*) FROM {name}_vectors WHERE model = :model)
    """
    return max(0, int(db.value(MEANINGS.sql(sql), model=model)))


def unplaced(db: Database, *, model: str, after: str, limit: int) -> list[Unplaced]:
    """The next memories without a vector of this model, in the order of their ids."""
    sql = """
        SELECT memory_id, pool, user_id, text
          FROM memories
         WHERE memory_id > :after
           AND NOT EXISTS (SELECT 1
                             FROM {name}_vectors AS placed
                            WHERE placed.scope = memories.pool AND placed.item_id = memories.memory_id
                              AND placed.model = :model)
         ORDER BY memory_id
         LIMIT :limit
    """
    found = db.all(MEANINGS.sql(sql), model=model, after=after, limit=limit)
    return [Unplaced(memory_id=row.memory_id, pool=row.pool, user_id=row.user_id, text=row.text) for row in found]
