"""What people said of runs is kept in the book of changes, like all else that they correct."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from alembic.operations import Operations
from sqlalchemy import text


def upgrade(op: Operations) -> None:
    connection = op.get_bind()
    said = connection.execute(text("SELECT run_id, rating, notes, at FROM production_ratings ORDER BY seq"))
    if changes := list(as_changes(said.mappings().all())):
        connection.execute(
            text(
                """
                INSERT INTO changes (owner, kind, item_id, at, made_by, before, after)
                VALUES (:owner, :kind, :item_id, :at, :made_by, :before, :after)
                """
            ),
            changes,
        )
    op.drop_table("production_ratings")


def as_changes(ratings: Iterable[Mapping[Any, Any]]) -> Iterator[dict[str, Any]]:
    """Ratings in their order, each as the change from the one before it of the same run."""
    stands: dict[str, dict[str, Any]] = {}
    for said in ratings:
        run_id, now = said["run_id"], {"rating": said["rating"], "notes": said["notes"]}
        before = stands.get(run_id, {"rating": None, "notes": None})
        names = [name for name, value in now.items() if before[name] != value]
        if names:
            yield {
                "owner": f"run/{run_id}",
                "kind": "rating",
                "item_id": run_id,
                "at": said["at"],
                "made_by": "person",
                "before": json.dumps({name: before[name] for name in names}, ensure_ascii=False),
                "after": json.dumps({name: now[name] for name in names}, ensure_ascii=False),
            }
        stands[run_id] = now
