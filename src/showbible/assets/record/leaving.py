"""What a deleted run leaves in its project: taken away, but for what others use."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from showbible.assets.recall import origins
from showbible.assets.record.library import DELETED, erase
from showbible.jobs.queue import announce
from showbible.storage.database import ProjectDatabase


def forget_run(db: ProjectDatabase, run_id: str, *, until: datetime, spared: Mapping[str, str | None]) -> None:
    """Take away what a run made up to a moment, with captions, search entries and what was read from it.

    What is `spared` stays and belongs to the run named beside it, or to the project alone. It goes portion
    by portion, so that nobody who writes meanwhile waits for long; what is left undone, a second call does.
    """
    made = origins.of_run(db, run_id, until=until)
    for batch in origins.batches(list(made)):
        with db.transaction():
            db.hold(f"assets:{db.project_id}")
            still = origins.of_run(db, run_id, until=until, among=batch)
            _hand_on(db, {each: spared[each] for each in still if each in spared})
            _leave(db, {each: path for each, path in still.items() if each not in spared})


def _hand_on(db: ProjectDatabase, spared: Mapping[str, str | None]) -> None:
    db.many(
        "UPDATE artifacts SET run_id = :run_id WHERE project_id = :project_id AND artifact_id = :asset_id",
        [{"run_id": run_id, "project_id": db.project_id, "asset_id": asset_id} for asset_id, run_id in spared.items()],
    )


def _leave(db: ProjectDatabase, gone: Mapping[str, str]) -> None:
    """Take assets away inside the caller's transaction, and the takes that showed nothing else."""
    if not gone:
        return
    takes = db.all(_TAKES, ids=list(gone))
    erase(db, list(gone))
    db.many(_EMPTY_TAKE, [{"project_id": db.project_id, "clip_id": row.clip_id} for row in takes])
    for path in sorted(set(gone.values())):
        announce(db, DELETED, project_id=db.project_id, path=path)


_TAKES: Final = """
    SELECT DISTINCT clip_id
      FROM artifacts
     WHERE project_id = :project_id AND artifact_id IN :ids AND clip_id IS NOT NULL
"""
_EMPTY_TAKE: Final = """
    DELETE FROM clips
     WHERE project_id = :project_id AND clip_id = :clip_id
       AND NOT EXISTS (SELECT 1
                         FROM artifacts
                        WHERE artifacts.project_id = clips.project_id AND artifacts.clip_id = clips.clip_id
                          AND artifacts.about IS NULL)
"""
"""A take without any asset would be made one again by the next backfill."""
