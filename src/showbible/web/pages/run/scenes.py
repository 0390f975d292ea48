"""The scenes of a run on one clock: a slot for each scene, a lane for each pilot, lanes for sound.

A scene starts at the same moment in every lane, however long each pilot's take is; the longest take
decides where the next scene begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final
from urllib.parse import quote

from showbible.runs.model import AssetType, Delivery, Pilot, PilotStatus, Report, ReportStatus, Run
from showbible.runs.recall.files import frame_rate
from showbible.web.addresses import still_url
from showbible.web.pages.kit.charts import Table
from showbible.web.pages.kit.curves import smooth, wave
from showbible.web.pages.kit.marks import letter, tone
from showbible.web.pages.run.reels import MOST_WAVES, ClipState, Reel, ReelClip, ReelLane, SceneSlot
from showbible.web.words import clock, natural, plain, usd

USUAL_SECONDS: Final = 4.0
MOST_WAITING: Final = 40


Making = dict[tuple[str, str], int | None]
"""What is being made, by pilot and scene, with its percent; None where the last try failed."""


def reel(run: Run, reports: Sequence[Report] = ()) -> Reel:
    """The scenes of a run, made, in the making and still to come."""
    shots = takes(run)
    making = _making(reports)
    slots = _slots(run, shots, making)
    whole = sum(slot.seconds for slot in slots) or USUAL_SECONDS
    lanes = [
        ReelLane(
            id=f"lane-{n}",
            letter=letter(n),
            tone=tone(n),
            label=plain(pilot.tier),
            clips=tuple(_clips(pilot.pilot_id, slots, shots, making=making, waits=_waits(run, pilot))),
        )
        for n, pilot in enumerate(run.pilots)
    ]
    if any(not shot.owner for shot in shots):
        clips = tuple(_clips("", slots, shots, making=making, waits=False))
        lanes.append(ReelLane(id=f"lane-{len(lanes)}", letter="·", tone="shared", label="The run", clips=clips))
    return Reel(
        seconds=whole,
        slots=slots,
        lanes=tuple(lanes),
        sounds=_sounds(run, slots, whole),
        tension=_tension(slots, shots, whole),
        beats=_beats(slots, shots),
        arc=_arc(slots, shots),
    )


def _waits(run: Run, pilot: Pilot) -> bool:
    """Whether a pilot may still make something."""
    return not run.is_over and pilot.status is not PilotStatus.REJECTED


@dataclass(frozen=True, kw_only=True)
class ShownShot:
    """What is shown for a shot: its newest take, and how many there were."""

    scene: str
    asset: Delivery
    takes: int

    @property
    def owner(self) -> str:
        """The pilot that made it."""
        return self.asset.pilot_id or ""

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.asset.duration or USUAL_SECONDS


def takes(run: Run) -> tuple[ShownShot, ...]:
    """The newest take of every shot, in the order the shots were first made; a picture only where no film is."""
    filmed = {(asset.pilot_id, asset.scene_id) for asset in run.assets if asset.type is AssetType.VIDEO}
    found: dict[tuple[str | None, str, str], list[Delivery]] = {}
    for asset in run.assets:
        still = asset.type is AssetType.IMAGE
        if not _is_take(run, asset) or (still and ((asset.pilot_id, asset.scene_id) in filmed or is_derived(asset))):
            continue
        scene = asset.scene_id or asset.asset_id
        shot = asset.metadata.get("shot_id")
        found.setdefault((asset.pilot_id, scene, shot if isinstance(shot, str) else ""), []).append(asset)
    return tuple(ShownShot(scene=scene, asset=made[-1], takes=len(made)) for (_, scene, _), made in found.items())


def _is_take(run: Run, asset: Delivery) -> bool:
    """Whether an asset is part of the film: it belongs to a scene, or it is a film that can be played."""
    if asset.type is AssetType.AUDIO or asset.path == run.final_video_path:
        return False
    return asset.scene_id is not None or (asset.type is AssetType.VIDEO and asset.url is not None)


def is_derived(asset: Delivery) -> bool:
    """Whether an asset is only a picture of another one."""
    return asset.type is AssetType.IMAGE and asset.metadata.get("kind") in ("last_frame", "thumbnail")


def _slots(run: Run, shots: Sequence[ShownShot], making: Making) -> tuple[SceneSlot, ...]:
    known = sorted({shot.scene for shot in shots} | {scene for _, scene in making}, key=natural)
    lengths = {scene: _longest(scene, shots) for scene in known}
    usual = median([length for length in lengths.values() if length] or [USUAL_SECONDS])
    planned = 0 if run.is_over else min(run.total_scenes, len(known) + MOST_WAITING)
    slots, start = [], 0.0
    for scene in [*known, *(f"scene {number}" for number in range(len(known) + 1, planned + 1))]:
        seconds = lengths.get(scene) or usual
        slots.append(SceneSlot(scene_id=scene, title=_title(scene, shots), start=start, seconds=seconds))
        start += seconds
    return tuple(slots)


def _longest(scene: str, shots: Iterable[ShownShot]) -> float:
    """How long a scene is in the lane where it is longest."""
    lengths: dict[str, float] = {}
    for shot in shots:
        if shot.scene == scene:
            lengths[shot.owner] = lengths.get(shot.owner, 0.0) + shot.seconds
    return max(lengths.values(), default=0.0)


def _title(scene: str, shots: Iterable[ShownShot]) -> str:
    return next((said for shot in shots if shot.scene == scene and (said := words_of(shot.asset, "title"))), scene)


def words_of(asset: Delivery, *names: str) -> str | None:
    """The first of some metadata that is a text with something in it."""
    for name in names:
        said = asset.metadata.get(name)
        if isinstance(said, str) and said.strip():
            return said.strip()[:80]
    return None


def _clips(
    owner: str, slots: Sequence[SceneSlot], shots: Sequence[ShownShot], *, making: Making, waits: bool
) -> Iterable[ReelClip]:
    """The clips of a lane; unless it `waits` nothing more will come, and gaps stay gaps."""
    own: dict[str, list[ShownShot]] = {}
    for shot in shots:
        if shot.owner == owner:
            own.setdefault(shot.scene, []).append(shot)
    for number, slot in enumerate(slots, start=1):
        made = own.get(slot.scene_id, [])
        start = slot.start
        for order, shot in enumerate(made):
            yield _clip(shot, slot, number=number, id=f"{owner or 'run'}-{number}-{order}", start=start)
            start += shot.seconds
        state = _coming(making, (owner, slot.scene_id))
        if not made and (waits or state == "failed"):
            yield ReelClip(
                id=f"{owner or 'run'}-{number}-0",
                number=number,
                title=slot.title,
                state=state,
                start=slot.start,
                seconds=slot.seconds,
                percent=making.get((owner, slot.scene_id)),
            )


def _coming(making: Making, key: tuple[str, str]) -> ClipState:
    if key not in making:
        return "queued"
    return "failed" if making[key] is None else "making"


def _clip(shot: ShownShot, slot: SceneSlot, *, number: int, id: str, start: float) -> ReelClip:  # noqa: A002
    url = shot.asset.url
    return ReelClip(
        id=id,
        number=number,
        title=words_of(shot.asset, "title", "caption", "shot_id") or slot.title,
        state="ready" if url else "missing",
        start=start,
        seconds=shot.seconds,
        kind=shot.asset.type,
        src=quote(url) if url else None,
        still=still_url(shot.asset.path),
        takes=shot.takes,
        fps=frame_rate(shot.asset.metadata),
    )


def _making(reports: Sequence[Report]) -> Making:
    """What agents said they are making, with how far they are: the last word on each pilot and scene."""
    found: Making = {}
    for report in reports:
        data = report.data or {}
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


def _sounds(run: Run, slots: Sequence[SceneSlot], whole: float) -> tuple[ReelLane, ...]:
    heard = [asset for asset in run.assets if asset.type is AssetType.AUDIO and asset.url]
    starts = {slot.scene_id: slot.start for slot in slots}
    names = list(dict.fromkeys(_part(asset) for asset in heard))
    return tuple(
        ReelLane(
            id=f"sound-{n}",
            letter="",
            tone="shared",
            label=name.capitalize(),
            clips=tuple(_sound(asset, i, starts, whole) for i, asset in enumerate(heard, 1) if _part(asset) == name),
        )
        for n, name in enumerate(names)
    )


def _part(asset: Delivery) -> str:
    return (words_of(asset, "part", "kind") or "audio")[:24]


def _sound(asset: Delivery, number: int, starts: dict[str, float], whole: float) -> ReelClip:
    start = starts.get(asset.scene_id or "", 0.0)
    seconds = min(asset.duration or whole - start, whole - start)
    return ReelClip(
        id=f"sound-{number}",
        number=number,
        title=words_of(asset, "title") or asset.scene_id or _part(asset),
        state="ready",
        start=start,
        seconds=seconds,
        kind=AssetType.AUDIO,
        src=quote(asset.url or ""),
        wave=wave(asset.metadata.get("peaks")) if number <= MOST_WAVES else None,
        cost=usd(asset.cost),
    )


def _said(slot: SceneSlot, shots: Iterable[ShownShot], name: str) -> object:
    facts = (shot.asset.metadata for shot in shots if shot.scene == slot.scene_id)
    return next((each[name] for each in facts if name in each), None)


def _tension(slots: Sequence[SceneSlot], shots: Sequence[ShownShot], whole: float) -> str | None:
    """The tension that takes were given, between 0 and 1, as a curve over the clock."""
    points = [
        (100 * (slot.start + slot.seconds / 2) / whole, 100 - 86 * value)
        for slot in slots
        if (value := _tense(slot, shots)) is not None
    ]
    return smooth(points) if len(points) > 1 else None


def _tense(slot: SceneSlot, shots: Sequence[ShownShot]) -> float | None:
    value = _said(slot, shots, "tension")
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _arc(slots: Sequence[SceneSlot], shots: Sequence[ShownShot]) -> Table | None:
    """The same curve in numbers, with the beat of each scene."""
    rows = []
    for number, slot in enumerate(slots, start=1):
        value, beat = _tense(slot, shots), _said(slot, shots, "beat")
        told = "–" if value is None else f"{100 * value:.0f}%"
        name = f"{number} {slot.title}"
        rows.append((name, clock(slot.start), beat[:24] if isinstance(beat, str) else "–", told))
    known = any(row[2:] != ("–", "–") for row in rows)
    return Table(heads=("Scene", "From", "Beat", "Tension"), rows=tuple(rows)) if known else None


def _beats(slots: Sequence[SceneSlot], shots: Sequence[ShownShot]) -> tuple[tuple[float, str], ...]:
    """What happens in the scenes, each at the middle of its scene."""
    said = [(slot, _said(slot, shots, "beat")) for slot in slots]
    return tuple((slot.start + slot.seconds / 2, beat[:24]) for slot, beat in said if isinstance(beat, str))
