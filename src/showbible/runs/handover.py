"""What a run delivers becomes an asset of its project."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from showbible.assets import record as assets
from showbible.assets.recall import library
from showbible.runs import recall
from showbible.runs.model import Delivery
from showbible.storage.database import Database
from showbible.vocabulary import ProjectId

ProjectDatabase = Callable[[ProjectId], Database]


def hand_over(db: Database, project_id: ProjectId, made: Delivery) -> None:
    """Write a delivery into the memory of its run's project."""
    _write(db, project_id, [made])


def catch_up(db: Database, project_db: ProjectDatabase, run_id: str, newest: str) -> None:
    """Hand over the newest delivery, and whatever else the project has not heard of."""
    project_id = recall.project_of(db, run_id)
    if project_id is None:
        return
    delivered = {made.asset_id: made for made in recall.assets(db, run_id)}
    missing = {newest, *library.unknown(project_db(project_id), project_id, list(delivered))}
    late = [made for asset_id, made in delivered.items() if asset_id in missing]
    _write(project_db(project_id), project_id, late)


def _write(db: Database, project_id: ProjectId, made: Iterable[Delivery]) -> None:
    assets.assets(db, project_id, [_given(each) for each in made], announced=True)


def _given(made: Delivery) -> assets.Given:
    return assets.Given(
        asset_id=made.asset_id,
        kind=made.type,
        path=made.path,
        prompt=made.prompt,
        negative_prompt=made.negative_prompt,
        scene_id=made.scene_id,
        run_id=made.run_id,
        metadata=made.metadata or None,
    )
