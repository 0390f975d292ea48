"""The scenes of a run on one clock: a slot for each scene, a lane for each pilot, lanes for sound.

A scene starts at the same moment in every lane, however long each pilot's take is; the longest take
decides where the next scene begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, Literal
from urllib.parse import quote

from showbible.runs.model import AssetType, Delivery, Report, ReportStatus, Run
from showbible.runs.shapes import media_url
from showbible.web.pages.curves import smooth, wave
from showbible.web.pages.marks import letter, tone
from showbible.web.words import clock, natural

USUAL_SECONDS: Final = 4.0
MOST_WAITING: Final = 40
_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_MOST_TICKS: Final = 13

State = Literal["ready", "making", "queued", "missing"]


@dataclass(frozen=True, kw_only=True)
class Slot:
    """The stretch of the clock that belongs to a scene."""

    scene_id: str
    title: str
    start: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Clip:
    """A take in a lane; positions are percents of the whole. `src` plays it, `still` shows it."""

    id: str
    number: int
    title: str
    state: State
    start: float
    seconds: float
    x: float
    width: float
    kind: str = "video"
    src: str | None = None
    still: str | None = None
    percent: int | None = None
    takes: int = 1
    wave: str | None = None

    @property
    def words(self) -> str:
        """The clip for who cannot see it."""
        state = {"making": f"in the making, {self.percent or 0}%", "queued": "waiting", "missing": "kept elsewhere"}
        return f"{self.number} {self.title}, {state.get(self.state, f'{self.seconds:.1f} seconds')}"


@dataclass(frozen=True, kw_only=True)
class Lane:
    """One row of clips."""

    id: str
    letter: str
    tone: str
    label: str
    clips: tuple[Clip, ...]


@dataclass(frozen=True, kw_only=True)
class Reel:
    """All lanes on one clock."""

    seconds: float
    slots: tuple[Slot, ...]
    ticks: tuple[tuple[float, str], ...]
    lanes: tuple[Lane, ...]
    sounds: tuple[Lane, ...]
    tension: str | None
    beats: tuple[tuple[float, str], ...]

    @property
    def has_film(self) -> bool:
        """Whether anything can be played."""
        return any(clip.src for lane in self.lanes for clip in lane.clips)


def reel(run: Run, reports: Sequence[Report] = ()) -> Reel:
    """The scenes of a run, made, in the making and still to come."""
    pictures = [a for a in run.assets if a.type is not AssetType.AUDIO and a.path != run.final_video_path]
    slots = _slots(run, pictures, reports)
    whole = sum(slot.seconds for slot in slots) or USUAL_SECONDS
    owners: list[tuple[str, str, str, str]] = [
        (pilot.pilot_id, letter(n), tone(n), pilot.tier.replace("_", " ")) for n, pilot in enumerate(run.pilots)
    ]
    if any(asset.pilot_id is None for asset in pictures):
        owners.append(("", "·", "shared", "the run"))
    making = _making(reports)
    lanes = tuple(
        Lane(
            id=f"lane-{n}",
            letter=mark,
            tone=colour,
            label=label.capitalize(),
            clips=tuple(_clips(owner, slots, pictures, whole=whole, making=making)),
        )
        for n, (owner, mark, colour, label) in enumerate(owners)
    )
    return Reel(
        seconds=whole,
        slots=slots,
        ticks=_ticks(whole),
        lanes=lanes,
        sounds=_sounds(run, slots, whole),
        tension=_tension(slots, pictures, whole),
        beats=_beats(slots, pictures, whole),
    )


def _slots(run: Run, pictures: Sequence[Delivery], reports: Sequence[Report]) -> tuple[Slot, ...]:
    named = {asset.scene_id or asset.asset_id for asset in pictures} | {scene for _, scene in _making(reports)}
    known = sorted(named, key=natural)
    lengths = {scene: _longest(scene, pictures) for scene in known}
    usual = median([length for length in lengths.values() if length] or [USUAL_SECONDS])
    planned = 0 if run.is_over else min(run.total_scenes, len(known) + MOST_WAITING)
    waiting = range(len(known) + 1, planned + 1)
    slots, start = [], 0.0
    for scene in [*known, *(f"scene {number}" for number in waiting)]:
        seconds = lengths.get(scene) or usual
        slots.append(Slot(scene_id=scene, title=_title(scene, pictures), start=start, seconds=seconds))
        start += seconds
    return tuple(slots)


def _longest(scene: str, pictures: Iterable[Delivery]) -> float:
    return max((asset.duration or 0.0 for asset in pictures if (asset.scene_id or asset.asset_id) == scene), default=0)


def _title(scene: str, pictures: Iterable[Delivery]) -> str:
    for asset in pictures:
        said = asset.metadata.get("title")
        if (asset.scene_id or asset.asset_id) == scene and isinstance(said, str) and said.strip():
            return said.strip()[:80]
    return scene


def _clips(
    owner: str,
    slots: Sequence[Slot],
    pictures: Sequence[Delivery],
    *,
    whole: float,
    making: dict[tuple[str, str], int],
) -> Iterable[Clip]:
    for number, slot in enumerate(slots, start=1):
        takes = [a for a in pictures if (a.pilot_id or "") == owner and (a.scene_id or a.asset_id) == slot.scene_id]
        seconds = (takes[-1].duration if takes else None) or slot.seconds
        url = media_url(takes[-1].path) if takes else None
        percent = making.get((owner, slot.scene_id))
        yield Clip(
            id=f"{owner or 'run'}-{number}",
            number=number,
            title=slot.title,
            state=("ready" if url else "missing") if takes else "queued" if percent is None else "making",
            start=slot.start,
            seconds=seconds,
            x=100 * slot.start / whole,
            width=100 * seconds / whole,
            kind=takes[-1].type if takes else AssetType.VIDEO,
            src=quote(url) if url else None,
            still=still_url(takes[-1]) if takes else None,
            percent=percent if not takes else None,
            takes=len(takes),
        )


def still_url(asset: Delivery) -> str | None:
    """Where a picture of an asset is drawn, when its file is in a store of ours."""
    url = media_url(asset.path)
    return quote(f"/stills/{url.removeprefix('/media/')}") if url and asset.type is not AssetType.AUDIO else None


def _making(reports: Sequence[Report]) -> dict[tuple[str, str], int]:
    """What agents said they are making, with how far they are: the last word on each pilot and scene."""
    found: dict[tuple[str, str], int] = {}
    for report in reports:
        data = report.data or {}
        scene, pilot = data.get("scene_id"), data.get("pilot_id")
        if not isinstance(scene, str):
            continue
        key = (pilot if isinstance(pilot, str) else "", scene)
        if report.status in (ReportStatus.STARTED, ReportStatus.RUNNING):
            found[key] = report.progress or 0
        else:
            found.pop(key, None)
    return found


def _sounds(run: Run, slots: Sequence[Slot], whole: float) -> tuple[Lane, ...]:
    heard = [asset for asset in run.assets if asset.type is AssetType.AUDIO]
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
    said = asset.metadata.get("part")
    return said.strip()[:24] if isinstance(said, str) and said.strip() else "audio"


def _sound(asset: Delivery, number: int, starts: dict[str, float], whole: float) -> Clip:
    start = starts.get(asset.scene_id or "", 0.0)
    seconds = min(asset.duration or whole - start, whole - start)
    url, said = media_url(asset.path), asset.metadata.get("title")
    return Clip(
        id=f"sound-{number}",
        number=number,
        title=said[:80] if isinstance(said, str) else asset.scene_id or asset.asset_id,
        state="ready" if url else "missing",
        start=start,
        seconds=seconds,
        x=100 * start / whole,
        width=100 * seconds / whole,
        kind=AssetType.AUDIO,
        src=quote(url) if url else None,
        wave=wave(asset.metadata.get("peaks")),
    )


def _ticks(whole: float) -> tuple[tuple[float, str], ...]:
    step = next((step for step in _STEPS if whole / step <= _MOST_TICKS), max(1, round(whole / _MOST_TICKS)))
    return tuple((100 * at / whole, clock(at)) for at in range(0, int(whole) + 1, step) if at < whole)


def _said(slot: Slot, pictures: Iterable[Delivery], name: str) -> object:
    for asset in pictures:
        if (asset.scene_id or asset.asset_id) == slot.scene_id and name in asset.metadata:
            return asset.metadata[name]
    return None


def _tension(slots: Sequence[Slot], pictures: Sequence[Delivery], whole: float) -> str | None:
    """The tension that takes were given, between 0 and 1, as a curve over the clock."""
    points = []
    for slot in slots:
        value = _said(slot, pictures, "tension")
        if isinstance(value, int | float) and 0 <= value <= 1:
            points.append((100 * (slot.start + slot.seconds / 2) / whole, 100 - 86 * float(value)))
    return smooth(points) if len(points) > 1 else None


def _beats(slots: Sequence[Slot], pictures: Sequence[Delivery], whole: float) -> tuple[tuple[float, str], ...]:
    said = [(slot, _said(slot, pictures, "beat")) for slot in slots]
    return tuple(
        (100 * (slot.start + slot.seconds / 2) / whole, beat[:24]) for slot, beat in said if isinstance(beat, str)
    )
