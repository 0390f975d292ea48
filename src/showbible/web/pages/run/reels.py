"""A reel: the scenes of a run on one clock, as its page and the page's scripts read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from showbible.web.pages.kit.charts import Table
from showbible.web.pages.kit.curves import smooth
from showbible.web.words import clock, plural

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


@dataclass(frozen=True, kw_only=True)
class SceneSlot:
    """The stretch of the clock that belongs to a scene, with the tension and the beat that its takes were given."""

    scene_id: str
    title: str
    start: float
    seconds: float
    tension: float | None = None
    beat: str | None = None

    @property
    def middle(self) -> float:
        """The moment where what is said of the scene stands."""
        return self.start + self.seconds / 2


@dataclass(frozen=True, kw_only=True)
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
    def words(self) -> str:
        """The clip for who cannot see it."""
        return f"{self.name}, {self.says}"


@dataclass(frozen=True, kw_only=True)
class ReelLane:
    """One row of clips."""

    id: str
    letter: str
    tone: str
    label: str
    clips: tuple[ReelClip, ...]


@dataclass(frozen=True, kw_only=True)
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
        told = [(slot.middle, slot.tension) for slot in self.slots if slot.tension is not None and self.has_arc]
        points = [(100 * at / self.seconds, 100 - 86 * value) for at, value in told]
        return smooth(points) if len(points) > 1 else None

    @property
    def arc(self) -> Table | None:
        """Beats and tension as a table, where any are known."""
        if all(slot.tension is None and slot.beat is None for slot in self.slots):
            return None
        rows = (
            (
                f"{number} {slot.title}",
                clock(slot.start),
                slot.beat or "–",
                "–" if slot.tension is None else f"{100 * slot.tension:.0f}%",
            )
            for number, slot in enumerate(self.slots, start=1)
        )
        return Table(heads=("Scene", "From", "Beat", "Tension"), rows=tuple(rows))

    @property
    def length(self) -> str:
        """How many scenes there are and how long they take; nothing lasts where there is none."""
        scenes = plural(len(self.slots), "scene")
        return f"{scenes}, {self.seconds:.1f} s" if self.slots else "None yet"

    @property
    def heard(self) -> tuple[tuple[ReelLane, ReelClip], ...]:
        """The first sounds, each to be played alone."""
        return tuple((lane, clip) for lane in self.sounds for clip in lane.clips)[:MOST_WAVES]

    @property
    def told(self) -> dict[str, Any]:
        """Everything on the clock, for the scripts of the page: what is as usual is left out."""
        return {
            "seconds": _moment(self.seconds),
            "slots": [{"start": _moment(slot.start)} for slot in self.slots],
            "beats": [[_moment(at), beat] for at, beat in self.beats],
            "lanes": [_lane(lane) for lane in self.lanes],
            "sounds": [_lane(lane) for lane in self.sounds],
        }

    @property
    def has_film(self) -> bool:
        """Whether anything can be played."""
        return any(clip.src for lane in self.lanes for clip in lane.clips)


def _lane(lane: ReelLane) -> dict[str, Any]:
    return {"id": lane.id, "name": lane.letter or lane.label, "clips": [_clip(clip) for clip in lane.clips]}


def _clip(clip: ReelClip) -> dict[str, Any]:
    facts = {
        "n": clip.number,
        "name": clip.name if clip.kind != "audio" else clip.title,
        "says": clip.says,
        "start": _moment(clip.start),
        "seconds": _moment(clip.seconds),
    }
    special = {name: getattr(clip, name) for name, usual in _USUAL.items() if getattr(clip, name) != usual}
    return {**facts, **special}


def _moment(seconds: float) -> float:
    """To the millisecond: finer than any frame."""
    return round(seconds, 3)
