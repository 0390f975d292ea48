"""Where the profile was used, and how the learning goes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from showbible.storage.database import ProjectDatabase
from showbible.storage.rows import value_of
from showbible.values import frozen

MOST_USES: Final = 2000


def proposed(db: ProjectDatabase, scene_id: str) -> list[Mapping[str, Any]]:
    """The edits that were proposed for a scene."""
    rows = db.all(
        """
        SELECT edits
          FROM direction_uses
         WHERE project_id = :project_id AND scene_id = :scene_id AND edits <> '[]'
         ORDER BY used_at
        """,
        scene_id=scene_id,
    )
    return [edit for row in rows for edit in json.loads(row.edits)]


@frozen
class Figure:
    """How often something happened, and how long it took in all."""

    number: int = 0
    milliseconds: int = 0


def figures(db: ProjectDatabase) -> dict[str, Figure]:
    """How harvests, aggregations and uses of a story went."""
    rows = db.all("SELECT name, number, milliseconds FROM direction_figures WHERE project_id = :project_id")
    return {row.name: Figure(number=int(row.number), milliseconds=int(row.milliseconds)) for row in rows}


def handed_out(db: ProjectDatabase) -> int:
    """How often tools worked with the profile, whatever is still kept of that."""
    return sum(figure.number for name, figure in figures(db).items() if name.startswith("used."))


def was_used_for(db: ProjectDatabase, scene_id: str) -> bool:
    """Whether the profile was ever used while a scene was planned."""
    return bool(
        db.value(
            "SELECT 1 FROM direction_uses WHERE project_id = :project_id AND scene_id = :scene_id LIMIT 1",
            scene_id=scene_id,
        )
    )


@frozen
class Use:
    """One time that a tool worked with cards."""

    use_id: str
    tool: str
    scene_id: str | None
    run_id: str | None
    card_ids: tuple[str, ...]
    used_at: datetime


def uses(db: ProjectDatabase, *, limit: int = MOST_USES) -> list[Use]:
    """When cards were used, newest first."""
    rows = db.all(
        """
        SELECT use_id, tool, scene_id, run_id, card_ids, used_at
          FROM direction_uses
         WHERE project_id = :project_id
         ORDER BY used_at DESC, use_id DESC
         LIMIT :limit
        """,
        limit=limit,
    )
    return [value_of(Use, row) for row in rows]
