"""What a run delivers becomes an asset of its project."""

from __future__ import annotations

from collections.abc import Callable

from showbible.assets import record as assets
from showbible.errors import NotFound
from showbible.projects import recall as projects
from showbible.runs import recall
from showbible.storage.database import Database
from showbible.vocabulary import ProjectId


def hand_over(db: Database, project_db: Callable[[ProjectId], Database], run_id: str, asset_id: str) -> None:
    """Write a delivery into the memory of the run's project; one that is gone meanwhile leaves nothing."""
    try:
        project_id = recall.summary(db, run_id).project_id
        projects.project(db, project_id)
        made = recall.asset(db, run_id, asset_id)
    except NotFound:
        return
    given = assets.Given(
        asset_id=made.asset_id,
        kind=made.type,
        path=made.path,
        prompt=made.prompt,
        negative_prompt=made.negative_prompt,
        scene_id=made.scene_id,
        run_id=run_id,
        metadata=made.metadata or None,
    )
    assets.assets(project_db(project_id), project_id, [given])
