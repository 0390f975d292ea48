"""What a run delivers becomes an asset of its project, and leaves it with the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from showbible.assets.model import AssetInput, told_kind
from showbible.assets.recall import library, origins
from showbible.assets.record import leaving
from showbible.assets.record import library as asset_library
from showbible.runs.model import Delivery, Gone
from showbible.runs.recall import one, uses
from showbible.storage.database import Database, ProjectDatabase
from showbible.vocabulary import ProjectId, RunId, utcnow

Opening = Callable[[ProjectId], ProjectDatabase]


def hand_over(db: Database, project_db: Opening, made: Delivery) -> None:
    """Write a delivery into the memory of its run's project."""
    _hand_over(db, project_db, made.run_id, [made])


def catch_up(db: Database, project_db: Opening, run_id: str, newest: str) -> None:
    """Hand over the newest delivery, and whatever else the project has not heard of."""
    project_id = one.project_of(db, run_id)
    if project_id is None:
        return
    delivered = {made.asset_id: made for made in one.assets(db, run_id)}
    missing = {newest, *library.unknown(project_db(project_id), list(delivered))}
    _hand_over(db, project_db, run_id, [made for asset_id, made in delivered.items() if asset_id in missing])


def _hand_over(db: Database, project_db: Opening, run_id: str, made: Iterable[Delivery]) -> None:
    project_id = one.project_of(db, run_id)
    if project_id is None:
        return
    run, there = one.bare(db, run_id), project_db(project_id)
    with there.transaction():
        there.hold(f"assets:{project_id}")
        before = run.started_at - timedelta.resolution
        given = [_given(each) for each in made]
        _drop_older(there, run_id, [each["asset_id"] or "" for each in given], before=before)
        asset_library.assets(there, given, announced=True)
    if not one.is_still(db, run):
        clear(db, there, Gone(run_id=RunId(run_id), project_id=project_id, at=utcnow()))


def _drop_older(db: ProjectDatabase, run_id: str, asset_ids: list[str], *, before: datetime) -> None:
    """Take away what a deleted run of the same name left under the same ids: its words are not this run's."""
    for batch in origins.batches(asset_ids):
        if older := origins.of_run(db, run_id, until=before, among=batch):
            asset_library.erase(db, list(older))


def _given(made: Delivery) -> AssetInput:
    return AssetInput(
        asset_id=made.asset_id,
        kind=told_kind(made.type, made.metadata),
        path=made.path,
        prompt=made.prompt,
        negative_prompt=made.negative_prompt,
        scene_id=made.scene_id,
        run_id=made.run_id,
        metadata=made.metadata or None,
    )


def clear(db: Database, there: ProjectDatabase, gone: Gone) -> None:
    """Take away what a deleted run left in its project, but for what living runs use."""
    made = list(origins.of_run(there, gone.run_id, until=gone.at))
    leaving.forget_run(there, gone.run_id, until=gone.at, spared=uses.users(db, gone.project_id, made))
