"""The scenes of a run on one clock: a slot for each scene, a lane for each pilot, lanes for sound.

A scene starts at the same moment in every lane, however long each pilot's take is; the longest take
decides where the next scene begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Final
from urllib.parse import quote

from showbible.runs.model import AssetType, Delivery, PilotStatus, Report, Run
from showbible.runs.recall.files import frame_rate
from showbible.runs.recall.takes import USUAL_SECONDS, Making, ShotTake, making, takes
from showbible.web.addresses import still_url
from showbible.web.pages.kit.curves import wave
from showbible.web.pages.kit.marks import letter, tone
from showbible.web.pages.run.reels import MOST_WAVES, Reel, ReelClip, ReelLane, SceneSlot
from showbible.web.words import natural, plain, usd

MOST_WAITING: Final = 40

Made = Mapping[str, Sequence[ShotTake]]
"""The takes of each scene."""


def reel(run: Run, reports: Sequence[Report] = ()) -> Reel:
    """The scenes of a run, made, in the making and still to come."""
    made, coming = _by_scene(takes(run)), making(reports)
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


def _by_scene(every: Iterable[ShotTake]) -> Made:
    found: dict[str, list[ShotTake]] = {}
    for take in every:
        found.setdefault(take.scene, []).append(take)
    return found


def _slots(run: Run, made: Made, coming: Making) -> tuple[SceneSlot, ...]:
    scenes = sorted({*made, *(scene for _, scene in coming)}, key=natural)
    planned = 0 if run.is_over else min(run.total_scenes, len(scenes) + MOST_WAITING)
    lengths = {scene: _longest(own) for scene, own in made.items()}
    usual = median([length for length in lengths.values() if length] or [USUAL_SECONDS])
    slots, start = [], 0.0
    for scene in [*scenes, *(f"scene {number}" for number in range(len(scenes) + 1, planned + 1))]:
        own = [take.asset for take in made.get(scene, ())]
        title = next((said for asset in own if (said := words_of(asset, "title"))), scene)
        seconds = lengths.get(scene) or usual
        tension, beat = _fact(own, "tension"), _fact(own, "beat")
        slots.append(
            SceneSlot(
                scene_id=scene,
                title=title,
                start=start,
                seconds=seconds,
                tension=float(tension) if isinstance(tension, int | float) and 0 <= tension <= 1 else None,
                beat=beat[:24] if isinstance(beat, str) else None,
            )
        )
        start += seconds
    return tuple(slots)


def _longest(own: Iterable[ShotTake]) -> float:
    """How long a scene is in the lane where it is longest."""
    lengths: dict[str, float] = {}
    for take in own:
        lengths[take.owner] = lengths.get(take.owner, 0.0) + take.seconds
    return max(lengths.values(), default=0.0)


def _fact(assets: Iterable[Delivery], name: str) -> object:
    return next((asset.metadata[name] for asset in assets if name in asset.metadata), None)


def words_of(asset: Delivery, *names: str) -> str | None:
    """The first of some metadata that is a text with something in it."""
    said = (asset.metadata.get(name) for name in names)
    return next((each.strip()[:80] for each in said if isinstance(each, str) and each.strip()), None)


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
