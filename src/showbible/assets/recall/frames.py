"""The last frame of a shot that a run delivered: no take links the two, but their run, scene and shot do."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from typing import Any, Final

from showbible.assets.model import Artifact, Asset
from showbible.assets.recall import library, rows
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import stamp

AROUND: Final = 100
"""Last frames before and after a shot, by time, among which its own is looked for."""


def of_shot(db: ProjectDatabase, shot: Asset) -> Asset | None:
    """The last frame that the run of a shot delivered of the same scene and shot; of several the one filed nearest."""
    made = library.artifact(db, shot.asset_id)
    if made.run_id is None:
        return None
    theirs = [row for row in _around(db, made) if _same_shot(row, made)]
    best = max(theirs, key=lambda row: (_shared(row.path, made.path or ""), row.created_at, row.asset_id), default=None)
    return None if best is None else rows.asset(best)


def _around(db: ProjectDatabase, made: Artifact) -> Iterator[Any]:
    for sql in (_AFTER, _BEFORE):
        yield from db.all(sql, at=stamp(made.created_at), run_id=made.run_id, most=AROUND)


_FRAMES: Final = f"""
    SELECT {rows.ASSET}, scene_id, metadata
      FROM (SELECT asset_index.*, artifacts.run_id, artifacts.scene_id, artifacts.metadata
              FROM asset_index
              JOIN artifacts ON artifacts.project_id = asset_index.project_id
                            AND artifacts.artifact_id = asset_index.asset_id
             WHERE asset_index.project_id = :project_id AND asset_index.kind = 'last_frame'
               AND asset_index.created_at {{side}}
             ORDER BY asset_index.created_at {{order}}, asset_index.asset_id
             LIMIT :most) AS near
     WHERE run_id = :run_id
"""  # noqa: S608
_AFTER: Final = _FRAMES.format(side=">= :at", order="ASC")
_BEFORE: Final = _FRAMES.format(side="< :at", order="DESC")


def _same_shot(row: Any, made: Artifact) -> bool:
    shot = json.loads(row.metadata).get("shot_id")
    return bool(row.scene_id == made.scene_id and shot == made.metadata.get("shot_id"))


def _shared(one: str, other: str) -> int:
    """How much of two paths is the same, their stores aside."""
    return len(posixpath.commonprefix([one.partition("/")[2], other.partition("/")[2]]))
