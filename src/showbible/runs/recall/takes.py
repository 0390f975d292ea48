"""The takes of a run: the newest of every shot, and what is in the making."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from showbible.runs.model import AssetType, Delivery, Report, ReportStatus, Run
from showbible.values import frozen

USUAL_SECONDS: Final = 4.0
"""How long a take is thought to be that does not say so."""

Making = dict[tuple[str, str], int | None]
"""What is being made, by pilot and scene, with its percent; None where the last try failed."""


@frozen
class ShotTake:
    """The newest take of a shot, and how many there were."""

    scene: str
    asset: Delivery
    number: int

    @property
    def owner(self) -> str:
        """The pilot that made it, or nobody."""
        return self.asset.pilot_id or ""

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.asset.duration or USUAL_SECONDS


def takes(run: Run) -> tuple[ShotTake, ...]:
    """The newest take of every shot, in the order the shots were first made; a picture only where no film is."""
    filmed = {(asset.pilot_id, asset.scene_id) for asset in run.assets if asset.type is AssetType.VIDEO}
    found: dict[tuple[str | None, str, str], list[Delivery]] = {}
    for asset in run.assets:
        still = asset.type is AssetType.IMAGE
        if not _is_take(run, asset) or (still and ((asset.pilot_id, asset.scene_id) in filmed or is_derived(asset))):
            continue
        shot = asset.metadata.get("shot_id")
        key = (asset.pilot_id, asset.scene_id or asset.asset_id, shot if isinstance(shot, str) else "")
        found.setdefault(key, []).append(asset)
    return tuple(ShotTake(scene=scene, asset=made[-1], number=len(made)) for (_, scene, _), made in found.items())


def _is_take(run: Run, asset: Delivery) -> bool:
    """Whether an asset is part of the film: it belongs to a scene, or it is a film that can be played."""
    if asset.type is AssetType.AUDIO or asset.path == run.final_video_path:
        return False
    return asset.scene_id is not None or (asset.type is AssetType.VIDEO and asset.url is not None)


def is_derived(asset: Delivery) -> bool:
    """Whether an asset is only a picture of another one."""
    return asset.type is AssetType.IMAGE and asset.metadata.get("kind") in ("last_frame", "thumbnail")


def making(reports: Sequence[Report]) -> Making:
    """What agents said they are making, with how far they are: the last word on each pilot and scene."""
    found: Making = {}
    for report in reports:
        data: dict[str, Any] = dict(report.data or {})
        scene, pilot = data.get("scene_id"), data.get("pilot_id")
        if not isinstance(scene, str):
            continue
        key = (pilot if isinstance(pilot, str) else "", scene)
        if report.status in (ReportStatus.STARTED, ReportStatus.RUNNING):
            found[key] = report.progress or 0
        elif report.status is ReportStatus.FAILED:
            found[key] = None
        else:
            found.pop(key, None)
    return found
