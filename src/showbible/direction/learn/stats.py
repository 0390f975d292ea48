"""The accepted plans in figures: one scene, and all scenes of a story weighed together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from showbible.direction.model import Cause, EditEvent, EventType, SceneFacts, ShotSummary, Snapshot, Stats
from showbible.direction.recall.card_text import listed_words
from showbible.direction.recall.scenes import SceneMemory
from showbible.vocabulary import plural

MOST_COMMON: Final = 5
_TALLIED: Final = ("changed", "inserted", "removed", "edits")
_COUNTED: Final = ("shot_size", "camera_angle", "camera_movement", "shot_job")


def shot_summary(facts: SceneFacts, shots: Snapshot) -> ShotSummary:
    """What the shots of a scene are like."""
    counts = {name: Counter(word for shot in shots if (word := shot.word(name))) for name in _COUNTED}
    seconds = [shot.seconds for shot in shots if shot.seconds is not None]
    key, beats = _key_shots(facts, shots), len(facts.key_beats)
    return ShotSummary(
        shot_count=len(shots),
        key_shot_count=key,
        filler_shot_count=None if key is None else len(shots) - key,
        key_beat_count=beats,
        avg_shot_seconds=_mean(sum(seconds), len(seconds)),
        avg_shots_per_key_beat=_mean(len(shots), beats),
        common_shot_sizes=_common(counts["shot_size"]),
        common_camera_angles=_common(counts["camera_angle"]),
        common_camera_movements=_common(counts["camera_movement"]),
        common_shot_jobs=_common(counts["shot_job"]),
        counts={name: dict(values) for name, values in counts.items() if values},
        timed_shots=len(seconds),
        summary=_told(len(shots), counts, _mean(sum(seconds), len(seconds))),
    )


def tally(shots: Snapshot, events: Iterable[EditEvent]) -> dict[str, dict[str, int]]:
    """How often each field was changed, each kind of shot inserted or removed, and shots were moved or merged."""
    jobs = {shot.shot_id: shot.word("shot_job") or "shot" for shot in shots}
    found: dict[str, Counter[str]] = {name: Counter() for name in _TALLIED}
    for event in events:
        if event.cause in (Cause.CONTINUITY, Cause.MODEL_ERROR) or event.accepted:
            continue
        found["changed"].update(change.name for change in event.changes)
        found["inserted"].update(shot.word("shot_job") or "shot" for shot in event.inserted)
        found["removed"].update(jobs.get(shot_id, "shot") for shot_id in event.removed)
        found["edits"].update(["merge"] if event.merged else [])
        found["edits"].update(["reorder"] if event.type is EventType.REORDER else [])
    return {name: dict(counted) for name, counted in found.items()}


def story_stats(memories: Sequence[SceneMemory]) -> Stats:
    """A story's figures, every shot and beat weighing the same."""
    finals = [memory.final_shots for memory in memories]
    shots, beats = sum(f.shot_count for f in finals), sum(f.key_beat_count for f in finals)
    timed = sum(f.timed_shots for f in finals)
    seconds = sum((f.avg_shot_seconds or 0.0) * f.timed_shots for f in finals)
    in_beats = sum(f.shot_count for f in finals if f.key_beat_count)
    values = {name: _added(f.counts.get(name, {}) for f in finals) for name in _COUNTED}
    edits = {name: _added(m.tally.get(name, {}) for m in memories) for name in _TALLIED}
    per_scene, length = _mean(shots, len(finals)), _mean(seconds, timed)
    return Stats(
        summary=_story_told(len(finals), per_scene, length, edits["changed"]),
        scene_count=len(finals),
        avg_shots_per_scene=per_scene,
        avg_shots_per_key_beat=_mean(in_beats, beats),
        avg_shot_seconds=length,
        common_shot_sizes=_common(values["shot_size"]),
        common_camera_angles=_common(values["camera_angle"]),
        common_camera_movements=_common(values["camera_movement"]),
        common_shot_jobs=_common(values["shot_job"]),
        common_user_changed_fields=_common(edits["changed"]),
        common_inserted_shot_types=_common(edits["inserted"]),
        common_removed_shot_types=_common(edits["removed"]),
        merges_per_scene=_mean(edits["edits"]["merge"], len(finals)) or 0.0,
        reorders_per_scene=_mean(edits["edits"]["reorder"], len(finals)) or 0.0,
    )


def _key_shots(facts: SceneFacts, shots: Snapshot) -> int | None:
    """The shots that open a confirmed beat; the others support it."""
    beats = {beat.beat_id for beat in facts.key_beats}
    told = {shot.word("beat_id") for shot in shots} & beats
    return len(told) if told else None


def _added(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return total


def _common(counts: Counter[str]) -> tuple[str, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(value for value, _ in ranked[:MOST_COMMON])


def _mean(total: float, number: int) -> float | None:
    return round(total / number, 2) if number else None


def _told(number: int, counts: Mapping[str, Counter[str]], seconds: float | None) -> str:
    sizes = [size.replace("_", " ").lower() for size in _common(counts["shot_size"])[:2]]
    length = f" of {plural(seconds, 'second')} on average" if seconds is not None else ""
    mostly = f", mostly {listed_words(sizes)}" if sizes else ""
    return f"The accepted plan has {plural(number, 'shot')}{length}{mostly}."


def _story_told(scenes: int, per_scene: float | None, seconds: float | None, changed: Counter[str]) -> str:
    length = f", {plural(seconds, 'second')} long on average" if seconds is not None else ""
    often = [name.replace("_", " ") for name in _common(changed)[:2]]
    edits = f" Most often changed: {listed_words(often)}." if often else ""
    accepted = plural(scenes, "accepted scene has", "accepted scenes have")
    return f"{accepted} {plural(per_scene or 0, 'shot')}{'' if scenes == 1 else ' each'}{length}.{edits}"
