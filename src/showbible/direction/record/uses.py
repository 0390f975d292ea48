"""Note where the profile was used, and count how the learning goes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from showbible.direction.recall.anticipate import Edit
from showbible.direction.recall.uses import Use
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import new_id, stamp, utcnow

MOST_EDITS: Final = 1000
MOST_USES: Final = 5000
"""How many uses a story keeps: how often there were any is counted for good."""


def use(
    db: ProjectDatabase,
    tool: str,
    *,
    card_ids: Sequence[str],
    scene_id: str | None = None,
    run_id: str | None = None,
    edits: Sequence[Edit] = (),
    at: datetime | None = None,
) -> Use:
    """Note which cards a tool was given for a scene or in a run, and which edits were proposed."""
    told = [
        {
            "op": edit.op,
            "shot_id": edit.shot_id,
            "shot_ids": list(edit.shot_ids),
            "field": edit.field,
            "to": edit.to,
            "after_shot_id": edit.after_shot_id,
            "before_shot_id": edit.before_shot_id,
            "shot_job": (edit.shot or {}).get("shot_job"),
        }
        for edit in edits[:MOST_EDITS]
    ]
    made = Use(
        use_id=new_id(), tool=tool, scene_id=scene_id, run_id=run_id, card_ids=tuple(card_ids), used_at=at or utcnow()
    )
    with db.transaction():
        db.run(
            """
            INSERT INTO direction_uses (project_id, use_id, scene_id, run_id, tool, card_ids, edits, used_at)
            VALUES (:project_id, :use_id, :scene_id, :run_id, :tool, :card_ids, :edits, :at)
            """,
            use_id=made.use_id,
            scene_id=scene_id,
            run_id=run_id,
            tool=tool,
            card_ids=json.dumps(made.card_ids),
            edits=json.dumps(told),
            at=stamp(made.used_at),
        )
        db.run(_TRIM, most=MOST_USES)
        count(db, f"used.{tool}")
        count(db, f"cards.{tool}", number=len(card_ids))
    return made


_TRIM: Final = """
    DELETE FROM direction_uses
     WHERE project_id = :project_id
       AND (used_at, use_id) <= (SELECT used_at, use_id
                                   FROM direction_uses
                                  WHERE project_id = :project_id
                                  ORDER BY used_at DESC, use_id DESC
                                  LIMIT 1 OFFSET :most)
"""


def count(db: ProjectDatabase, name: str, *, number: int = 1, milliseconds: int = 0) -> None:
    """Add to one of the story's figures."""
    with db.transaction():
        db.run(
            """
            INSERT INTO direction_figures (project_id, name, number, milliseconds)
            VALUES (:project_id, :name, :number, :milliseconds)
                ON CONFLICT (project_id, name)
                DO UPDATE SET number = direction_figures.number + excluded.number,
                              milliseconds = direction_figures.milliseconds + excluded.milliseconds
            """,
            name=name,
            number=number,
            milliseconds=milliseconds,
        )
