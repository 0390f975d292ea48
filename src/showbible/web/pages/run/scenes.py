"""The scenes of a run on one clock: a slot for each scene, a lane for each pilot, lanes for sound.

A scene starts at the same moment in every lane, however long each pilot's take is; the longest take
decides where the next scene begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any, Final
from urllib.parse import quote

from showbible.addresses import still_url
from showbible.runs.model import AssetType, Delivery, PilotStatus, Report, Run
from showbible.runs.recall.files import frame_rate
from showbible.runs.recall.run_words import letter
from showbible.runs.recall.takes import USUAL_SECONDS, Making, ShotTake, making, takes
from showbible.values import frozen
from showbible.web.pages.kit.charts import Table
from showbible.web.pages.kit.curves import smooth, wave
from showbible.web.pages.kit.marks import tone
from showbible.words import clock, natural, plain, plural, usd

MOST_WAITING: Final = 40
MOST_WAVES: Final = 24
"""How many sounds are drawn; of more, a lane shows only where they lie."""

_USUAL: Final = {"kind": "video", "state": "ready", "src": None, "fps": None, "percent": None, "wave": None}
_SAYS: Final = {
    "ready": "{seconds:.1f} seconds",
    "making": "in the making, {percent}%",
    "queued": "waiting",
    "failed": "failed",
    "missing": "kept elsewhere",
}
"""How a clip stands, by its state."""

Made = Mapping[str, Sequence[ShotTake]]
"""The takes of each scene."""


class SceneSlot:
    """The stretch of the clock that belongs to a scene, its `middle`, and the tension and beat its takes were given."""

    def __init__(self, scene_id: str, own: Sequence[ShotTake], *, start: float, seconds: float) -> None:
        self.scene_id, self.start, self.seconds, self.middle = scene_id, start, seconds, start + seconds / 2
        self.title = next((words for take in own if (words := words_of(take.asset, "title"))), scene_id)
        facts = {name: value for take in reversed(own) for name, value in take.asset.metadata.items()}
        tension, beat = facts.get("tension"), facts.get("beat")
        self.tension = float(tension) if isinstance(tension, int | float) and 0 <= tension <= 1 else None
        self.beat = beat[:24] if isinstance(beat, str) else None


@frozen
class ReelClip:
    """A take in a lane, at its moment on the clock. `src` plays it, `still` shows it."""

    id: str
    number: int
    title: str
    state: str
    start: float
    seconds: float
    kind: str = "video"
    src: str | None = None
    still: str | None = None
    percent: int | None = None
    takes: int = 1
    wave: str | None = None
    cost: str = ""
    fps: float | None = None

    @property
    def name(self) -> str:
        """What it is called, with the take when it was not the first."""
        return f"{self.number} {self.title}" + (f", take {self.takes}" if self.takes > 1 else "")

    @property
    def says(self) -> str:
        """How it stands."""
        return _SAYS[self.state].format(seconds=self.seconds, percent=self.percent or 0)

    @property
    def as_json(self) -> dict[str, Any]:
        """The clip for the scripts of the page, to the millisecond, which is finer than any frame."""
        special = {name: getattr(self, name) for name, usual in _USUAL.items() if getattr(self, name) != usual}
        return {
            "n": self.number,
            "name": self.name if self.kind != "audio" else self.title,
            "says": self.says,
            "start": round(self.start, 3),
            "seconds": round(self.seconds, 3),
            **special,
        }


@frozen
class ReelLane:
    """One row of clips."""

    id: str
    letter: str
    tone: str
    label: str
    clips: tuple[ReelClip, ...]

    @property
    def as_json(self) -> dict[str, Any]:
        """The lane for the scripts of the page."""
        return {"id": self.id, "name": self.letter or self.label, "clips": [clip.as_json for clip in self.clips]}


@frozen
class Reel:
    """All lanes on one clock."""

    seconds: float
    slots: tuple[SceneSlot, ...]
    lanes: tuple[ReelLane, ...]
    sounds: tuple[ReelLane, ...]
    has_arc: bool = True
    """Whether the scenes are those of one film, whose beats and tension can be told."""

    @property
    def beats(self) -> tuple[tuple[float, str], ...]:
        """What happens in the scenes, each at the middle of its scene."""
        return tuple((slot.middle, slot.beat) for slot in self.slots if slot.beat is not None and self.has_arc)

    @property
    def tension(self) -> str | None:
        """The tension that takes were given, as a curve over the clock."""
        known = [(slot.middle, slot.tension) for slot in self.slots if slot.tension is not None]
        points = [(100 * at / self.seconds, 100 - 86 * tension) for at, tension in known]
        return smooth(points) if len(points) > 1 and self.has_arc else None

    @property
    def arc(self) -> Table | None:
        """Beats and tension as a table, where any are known."""
        if all(slot.tension is None and slot.beat is None for slot in self.slots):
            return None
        percents = ["–" if slot.tension is None else f"{100 * slot.tension:.0f}%" for slot in self.slots]
        rows = (
            (f"{n} {slot.title}", clock(slot.start), slot.beat or "–", percent)
            for n, (slot, percent) in enumerate(zip(self.slots, percents, strict=True), start=1)
        )
        return Table(heads=("Scene", "From", "Beat", "Tension"), rows=tuple(rows))

    @property
    def length(self) -> str:
        """How many scenes there are and how long they take; nothing lasts where there is none."""
        return f"{plural(len(self.slots), 'scene')}, {self.seconds:.1f} s" if self.slots else "None yet"

    @property
    def heard(self) -> tuple[tuple[ReelLane, ReelClip], ...]:
        """The first sounds, each to be played alone."""
        return tuple((lane, clip) for lane in self.sounds for clip in lane.clips)[:MOST_WAVES]

    @property
    def as_json(self) -> dict[str, Any]:
        """Everything on the clock, for the scripts of the page: what is as usual is left out."""
        return {
            "seconds": round(self.seconds, 3),
            "slots": [{"start": round(slot.start, 3)} for slot in self.slots],
            "beats": [[round(at, 3), beat] for at, beat in self.beats],
            "lanes": [lane.as_json for lane in self.lanes],
            "sounds": [lane.as_json for lane in self.sounds],
        }

    @property
    def has_film(self) -> bool:
        """Whether anything can be played."""
        return any(clip.src for lane in self.lanes for clip in lane.clips)


def reel(run: Run, reports: Sequence[Report] = ()) -> Reel:
    """The scenes of a run, made, in the making and still to come."""
    made: dict[str, list[ShotTake]] = {}
    for take in takes(run):
        made.setdefault(take.scene, []).append(take)
    coming = making(reports)
    slots = _slots(run, made, coming)
    lanes = []
    for n, pilot in enumerate(run.pilots):
        waits = not run.is_over and pilot.status is not PilotStatus.REJECTED
        clips = tuple(_clips(pilot.pilot_id, slots, made, coming, waits=waits))
        lanes.append(ReelLane(id=f"lane-{n}", letter=letter(n), tone=tone(n), label=plain(pilot.tier), clips=clips))
    if any(not take.owner for own in made.values() for take in own):
        clips = tuple(_clips("", slots, made, coming, waits=False))
        lanes.append(ReelLane(id=f"lane-{len(lanes)}", letter="·", tone="shared", label="The run", clips=clips))
    whole = sum(slot.seconds for slot in slots) or USUAL_SECONDS
    return Reel(seconds=whole, slots=slots, lanes=tuple(lanes), sounds=_sounds(run, slots, whole))


def _slots(run: Run, made: Made, coming: Making) -> tuple[SceneSlot, ...]:
    scenes = sorted({*made, *(scene for _, scene in coming)}, key=natural)
    planned = 0 if run.is_over else min(run.total_scenes, len(scenes) + MOST_WAITING)
    lengths = {scene: _longest(own) for scene, own in made.items()}
    usual = median([length for length in lengths.values() if length] or [USUAL_SECONDS])
    slots, start = [], 0.0
    for scene in [*scenes, *(f"scene {number}" for number in range(len(scenes) + 1, planned + 1))]:
        slots.append(SceneSlot(scene, made.get(scene, ()), start=start, seconds=lengths.get(scene) or usual))
        start += slots[-1].seconds
    return tuple(slots)


def _longest(own: Iterable[ShotTake]) -> float:
    """How long a scene is in the lane where it is longest."""
    lengths: dict[str, float] = {}
    for take in own:
        lengths[take.owner] = lengths.get(take.owner, 0.0) + take.seconds
    return max(lengths.values(), default=0.0)


def words_of(asset: Delivery, *names: str) -> str | None:
    """The first of some metadata that is a text with something in it."""
    values = (asset.metadata.get(name) for name in names)
    return next((each.strip()[:80] for each in values if isinstance(each, str) and each.strip()), None)


def _clips(owner: str, slots: Sequence[SceneSlot], made: Made, coming: Making, *, waits: bool) -> Iterable[ReelClip]:
    """The clips of a lane; unless it `waits` nothing more will come, and gaps stay gaps."""
    lane = owner or "run"
    for number, slot in enumerate(slots, start=1):
        own, start = [take for take in made.get(slot.scene_id, ()) if take.owner == owner], slot.start
        for order, take in enumerate(own):
            yield _clip(take, slot, number=number, id=f"{lane}-{number}-{order}", start=start)
            start += take.seconds
        key = (owner, slot.scene_id)
        failed = key in coming and coming[key] is None
        if not own and (waits or failed):
            yield ReelClip(
                id=f"{lane}-{number}-0",
                number=number,
                title=slot.title,
                state="failed" if failed else "making" if key in coming else "queued",
                start=slot.start,
                seconds=slot.seconds,
                percent=coming.get(key),
            )


def _clip(take: ShotTake, slot: SceneSlot, *, number: int, id: str, start: float) -> ReelClip:  # noqa: A002
    url = take.asset.url
    return ReelClip(
        id=id,
        number=number,
        title=words_of(take.asset, "title", "caption", "shot_id") or slot.title,
        state="ready" if url else "missing",
        start=start,
        seconds=take.seconds,
        kind=take.asset.type,
        src=quote(url) if url else None,
        still=still_url(take.asset.path),
        takes=take.number,
        fps=frame_rate(take.asset.metadata),
    )


def _sounds(run: Run, slots: Sequence[SceneSlot], whole: float) -> tuple[ReelLane, ...]:
    starts = {slot.scene_id: slot.start for slot in slots}
    heard = [asset for asset in run.assets if asset.type is AssetType.AUDIO and asset.url]
    lanes: dict[str, list[ReelClip]] = {}
    for number, asset in enumerate(heard, 1):
        part = (words_of(asset, "part", "kind") or "audio")[:24]
        start = starts.get(asset.scene_id or "", 0.0)
        clip = ReelClip(
            id=f"sound-{number}",
            number=number,
            title=words_of(asset, "title") or asset.scene_id or part,
            state="ready",
            start=start,
            seconds=min(asset.duration or whole - start, whole - start),
            kind=AssetType.AUDIO,
            src=quote(asset.url or ""),
            wave=wave(asset.metadata.get("peaks")) if number <= MOST_WAVES else None,
            cost=usd(asset.cost),
        )
        lanes.setdefault(part, []).append(clip)
    return tuple(
        ReelLane(id=f"sound-{n}", letter="", tone="shared", label=part.capitalize(), clips=tuple(clips))
        for n, (part, clips) in enumerate(lanes.items())
    )
