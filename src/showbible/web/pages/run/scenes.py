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

from showbible.runs.learn.measuring import frame_rate
from showbible.runs.model import AssetType, Delivery, PilotStatus, Report, ReportStatus, Run
from showbible.runs.recall.documents import media_url
from showbible.web.pages.kit.charts import Table
from showbible.web.pages.kit.curves import smooth, wave
from showbible.web.pages.kit.marks import letter, tone
from showbible.web.pages.run.reels import MOST_WAVES, Clip, Lane, Reel, Slot, State
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
    waiting = {pilot.pilot_id for pilot in run.pilots if not run.is_over and pilot.status is not PilotStatus.REJECTED}
    owners: list[tuple[str, str, str, str]] = [
        (pilot.pilot_id, letter(n), tone(n), plain(pilot.tier)) for n, pilot in enumerate(run.pilots)
    ]
    if any(shot.asset.pilot_id is None for shot in shots):
        owners.append(("", "·", "shared", "The run"))
    lanes = tuple(
        Lane(
            id=f"lane-{n}",
            letter=mark,
            tone=colour,
            label=label,
            clips=tuple(_clips(owner, slots, shots, making=making, waits=owner in waiting)),
        )
        for n, (owner, mark, colour, label) in enumerate(owners)
    )
    return Reel(
        seconds=whole,
        slots=slots,
        lanes=lanes,
        sounds=_sounds(run, slots, whole),
        tension=_tension(slots, shots, whole),
        beats=_beats(slots, shots),
        arc=_arc(slots, shots),
    )


@dataclass(frozen=True, kw_only=True)
class Shot:
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


def takes(run: Run) -> tuple[Shot, ...]:
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
    return tuple(Shot(scene=scene, asset=made[-1], takes=len(made)) for (_, scene, _), made in found.items())


def _is_take(run: Run, asset: Delivery) -> bool:
    """Whether an asset is part of the film: it belongs to a scene, or it is a film that can be played."""
    if asset.type is AssetType.AUDIO or asset.path == run.final_video_path:
        return False
    return asset.scene_id is not None or (asset.type is AssetType.VIDEO and media_url(asset.path) is not None)


def is_derived(asset: Delivery) -> bool:
    """Whether an asset is only a picture of another one."""
    return asset.type is AssetType.IMAGE and asset.metadata.get("kind") in ("last_frame", "thumbnail")


def _slots(run: Run, shots: Sequence[Shot], making: Making) -> tuple[Slot, ...]:
    known = sorted({shot.scene for shot in shots} | {scene for _, scene in making}, key=natural)
    lengths = {scene: _longest(scene, shots) for scene in known}
    usual = median([length for length in lengths.values() if length] or [USUAL_SECONDS])
    planned = 0 if run.is_over else min(run.total_scenes, len(known) + MOST_WAITING)
    slots, start = [], 0.0
    for scene in [*known, *(f"scene {number}" for number in range(len(known) + 1, planned + 1))]:
        seconds = lengths.get(scene) or usual
        slots.append(Slot(scene_id=scene, title=_title(scene, shots), start=start, seconds=seconds))
        start += seconds
    return tuple(slots)


def _longest(scene: str, shots: Iterable[Shot]) -> float:
    """How long a scene is in the lane where it is longest."""
    lengths: dict[str, float] = {}
    for shot in shots:
        if shot.scene == scene:
            lengths[shot.owner] = lengths.get(shot.owner, 0.0) + shot.seconds
    return max(lengths.values(), default=0.0)


def _title(scene: str, shots: Iterable[Shot]) -> str:
    return next((said for shot in shots if shot.scene == scene and (said := _words(shot.asset, "title"))), scene)


def _words(asset: Delivery, *names: str) -> str | None:
    """The first of some metadata that is a text with something in it."""
    for name in names:
        said = asset.metadata.get(name)
        if isinstance(said, str) and said.strip():
            return said.strip()[:80]
    return None


def _clips(owner: str, slots: Sequence[Slot], shots: Sequence[Shot], *, making: Making, waits: bool) -> Iterable[Clip]:
    """The clips of a lane; unless it `waits` nothing more will come, and gaps stay gaps."""
    own: dict[str, list[Shot]] = {}
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
            yield Clip(
                id=f"{owner or 'run'}-{number}-0",
                number=number,
                title=slot.title,
                state=state,
                start=slot.start,
                seconds=slot.seconds,
                percent=making.get((owner, slot.scene_id)),
            )


def _coming(making: Making, key: tuple[str, str]) -> State:
    if key not in making:
        return "queued"
    return "failed" if making[key] is None else "making"


def _clip(shot: Shot, slot: Slot, *, number: int, id: str, start: float) -> Clip:  # noqa: A002
    url = media_url(shot.asset.path)
    return Clip(
        id=id,
        number=number,
        title=_words(shot.asset, "title", "caption", "shot_id") or slot.title,
        state="ready" if url else "missing",
        start=start,
        seconds=shot.seconds,
        kind=shot.asset.type,
        src=quote(url) if url else None,
        still=still_url(shot.asset),
        takes=shot.takes,
        fps=frame_rate(shot.asset.metadata),
    )


def still_url(asset: Delivery) -> str | None:
    """Where a picture of an asset is drawn, when its file is in a store of ours."""
    url = media_url(asset.path)
    return quote(f"/stills/{url.removeprefix('/media/')}") if url and asset.type is not AssetType.AUDIO else None


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


def _sounds(run: Run, slots: Sequence[Slot], whole: float) -> tuple[Lane, ...]:
    heard = [asset for asset in run.assets if asset.type is AssetType.AUDIO and media_url(asset.path)]
    starts = {slot.scene_id: slot.start for slot in slots}
    names = list(dict.fromkeys(_part(asset) for asset in heard))
    return tuple(
        Lane(
            id=f"sound-{n}",
            letter="",
            tone="shared",
            label=name.capitalize(),
            clips=tuple(_sound(asset, i, starts, whole) for i, asset in enumerate(heard, 1) if _part(asset) == name),
        )
        for n, name in enumerate(names)
    )


def _part(asset: Delivery) -> str:
    return (_words(asset, "part", "kind") or "audio")[:24]


def _sound(asset: Delivery, number: int, starts: dict[str, float], whole: float) -> Clip:
    start = starts.get(asset.scene_id or "", 0.0)
    seconds = min(asset.duration or whole - start, whole - start)
    url = media_url(asset.path)
    return Clip(
        id=f"sound-{number}",
        number=number,
        title=_words(asset, "title") or asset.scene_id or _part(asset),
        state="ready" if url else "missing",
        start=start,
        seconds=seconds,
        kind=AssetType.AUDIO,
        src=quote(url) if url else None,
        wave=wave(asset.metadata.get("peaks")) if number <= MOST_WAVES else None,
        cost=usd(asset.cost),
    )


def _said(slot: Slot, shots: Iterable[Shot], name: str) -> object:
    facts = (shot.asset.metadata for shot in shots if shot.scene == slot.scene_id)
    return next((each[name] for each in facts if name in each), None)


def _tension(slots: Sequence[Slot], shots: Sequence[Shot], whole: float) -> str | None:
    """The tension that takes were given, between 0 and 1, as a curve over the clock."""
    points = [
        (100 * (slot.start + slot.seconds / 2) / whole, 100 - 86 * value)
        for slot in slots
        if (value := _tense(slot, shots)) is not None
    ]
    return smooth(points) if len(points) > 1 else None


def _tense(slot: Slot, shots: Sequence[Shot]) -> float | None:
    value = _said(slot, shots, "tension")
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _arc(slots: Sequence[Slot], shots: Sequence[Shot]) -> Table | None:
    """The same curve in numbers, with the beat of each scene."""
    rows = []
    for number, slot in enumerate(slots, start=1):
        value, beat = _tense(slot, shots), _said(slot, shots, "beat")
        told = "–" if value is None else f"{100 * value:.0f}%"
        name = f"{number} {slot.title}"
        rows.append((name, clock(slot.start), beat[:24] if isinstance(beat, str) else "–", told))
    known = any(row[2:] != ("–", "–") for row in rows)
    return Table(heads=("Scene", "From", "Beat", "Tension"), rows=tuple(rows)) if known else None


def _beats(slots: Sequence[Slot], shots: Sequence[Shot]) -> tuple[tuple[float, str], ...]:
    """What happens in the scenes, each at the middle of its scene."""
    said = [(slot, _said(slot, shots, "beat")) for slot in slots]
    return tuple((slot.start + slot.seconds / 2, beat[:24]) for slot, beat in said if isinstance(beat, str))
