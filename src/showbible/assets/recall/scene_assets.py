"""What was made for a scene: the asset that shows each of its shots, and when in the story that is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from showbible.assets.model import Asset, AssetKind, Segment
from showbible.assets.recall import overview, rows
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen

MOST: Final = 1000
"""How many assets of a scene are looked at, the newest first."""

_BEST_FIRST: Final = (AssetKind.VIDEO, AssetKind.IMAGE, AssetKind.KEYFRAME, AssetKind.LAST_FRAME, AssetKind.AUDIO)


@frozen
class ShotAsset:
    """An asset that shows a shot, whether its words were read, and its stretch of the story where it has one."""

    shot_id: str
    asset: Asset
    is_read: bool
    segment: Segment | None
    asset_ids: frozenset[str]
    """This one and every other that was made of the shot."""


def shown(db: ProjectDatabase, scene_id: str, shot_ids: Sequence[str] | None) -> dict[str, ShotAsset]:
    """The asset that shows each shot: films before pictures, then the newest.

    Without ids, every shot that an asset of the scene names, else the asset itself, in the order of the story.
    """
    found = db.all(_OF_SCENE, scene_id=scene_id, shot_ids=list(shot_ids or [""]), most=MOST)
    segments = overview.segments(db, [row.segment_id for row in found if row.segment_id])
    of_shots: dict[str, list[Any]] = {}
    for row in found:
        if (shot_id := _shot_of(row, shot_ids)) is not None:
            of_shots.setdefault(shot_id, []).append(row)
    made = {name: _made(name, some, segments) for name, some in of_shots.items()}
    return made if shot_ids is not None else dict(sorted(made.items(), key=lambda each: _order(each[1])))


def segments(db: ProjectDatabase, names: Sequence[str]) -> Mapping[str, Segment]:
    """Those of some names that stretches of the story have."""
    return overview.segments(db, names)


def _shot_of(row: Any, shot_ids: Sequence[str] | None) -> str | None:
    told = json.loads(row.metadata).get("shot_id")
    if shot_ids is None:
        return told if isinstance(told, str) and told else row.asset_id
    return next((each for each in (told, row.segment_id, row.clip_id) if each in shot_ids), None)


def _rank(row: Any) -> int:
    return _BEST_FIRST.index(AssetKind(row.kind))


def _made(shot_id: str, found: Sequence[Any], known: Mapping[str, Segment]) -> ShotAsset:
    best = min(found, key=_rank)
    return ShotAsset(
        shot_id=shot_id,
        asset=rows.asset(best),
        is_read=bool(best.is_read),
        segment=known.get(best.segment_id or ""),
        asset_ids=frozenset(row.asset_id for row in found),
    )


def _order(made: ShotAsset) -> tuple[int, int, str]:
    start = made.segment.start_ms if made.segment else 2**62
    return start, round(made.asset.created_at.timestamp() * 1000), made.shot_id


_COLUMNS: Final = ", ".join(f"asset_index.{name.strip()}" for name in rows.ASSET.split(","))
_OF_SCENE: Final = f"""
    SELECT {_COLUMNS}, asset_index.is_read, artifacts.metadata
      FROM artifacts
      JOIN asset_index ON asset_index.project_id = artifacts.project_id AND asset_index.asset_id = artifacts.artifact_id
     WHERE artifacts.project_id = :project_id
       AND (artifacts.scene_id = :scene_id OR artifacts.segment_id IN :shot_ids OR artifacts.clip_id IN :shot_ids)
     ORDER BY artifacts.created_at DESC, artifacts.artifact_id DESC
     LIMIT :most
"""  # noqa: S608
