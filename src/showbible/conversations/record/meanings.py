"""Keep what a model makes of memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from showbible.conversations.recall.unplaced import Unplaced
from showbible.storage.database import Database
from showbible.storage.vectors import Vector, VectorIndex, fit, put_many


def meanings(db: Database, index: VectorIndex, made: Sequence[tuple[Unplaced, Any]], *, model: str) -> None:
    """Keep the vectors of memories that still say the same, in the place of any other model's."""
    for dimensions in {len(values) for _, values in made}:
        fit(db, index, dimensions=dimensions)
    with db.transaction():
        for user_id in sorted({each.user_id for each, _ in made}):
            db.hold(f"user:{user_id}")
        now = _texts(db, [each.memory_id for each, _ in made])
        put_many(
            db,
            index,
            [
                Vector(scope=each.pool, item_id=each.memory_id, model=model, values=values)
                for each, values in made
                if now.get(each.memory_id) == each.text
            ],
        )


def _texts(db: Database, memory_ids: Sequence[str]) -> dict[str, str]:
    found = db.all("SELECT memory_id, text FROM memories WHERE memory_id IN :memory_ids", memory_ids=list(memory_ids))
    return {row.memory_id: row.text for row in found}
