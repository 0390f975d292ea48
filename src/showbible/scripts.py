"""The scenes of a story as continuity reads them: their words from direction, their moments from what was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from showbible.assets.recall import readings
from showbible.assets.recall.facts.dialogue import DialogueLine, dialogue_lines
from showbible.assets.recall.script import SceneScript, ScriptPart
from showbible.direction.model import KeyBeat, Scene, Shot
from showbible.direction.recall import scenes, snapshots
from showbible.errors import NotFound
from showbible.storage.database import ProjectDatabase

USUAL_SHOT_MS: Final = 4000
"""How long a shot counts that does not say how long it lasts, so that scenes keep their order in the story."""
_PROSE: Final = ("description", "action", "prompt")
_SPOKEN: Final = ("dialogue", "dialog", "lines")
_SPEAKERS: Final = ("character", "speaker", "name", "who")
_SAID: Final = ("line", "text", "words", "content")


def scripts(db: ProjectDatabase) -> list[SceneScript]:
    """Every scene in story order; one that nothing places in time follows the scene before it."""
    told = scenes.in_story_order(db)
    starts = readings.scene_starts(db, [each.scene_id for each in told])
    clock, found = 0, []
    for scene in told:
        made = _script(scene, starts.get(scene.scene_id, clock))
        found.append(made)
        clock = max([clock, *(each.end_ms or 0 for each in made.parts)])
    return found


def script(db: ProjectDatabase, scene_id: str) -> SceneScript:
    """One scene; its story time depends on those before it."""
    scenes.scene(db, scene_id)
    found = next((each for each in scripts(db) if each.scene_id == scene_id), None)
    if found is None:
        raise NotFound("scene", scene_id)
    return found


def has_unread(db: ProjectDatabase) -> bool:
    """Whether some scene was never read, as those are that an older program kept."""
    return not set(scenes.ids(db)) <= readings.scene_readings(db).keys()


def _script(scene: Scene, start_ms: int) -> SceneScript:
    shots = list(_shots(scene, start_ms))
    end_ms = shots[-1].end_ms if shots else start_ms + USUAL_SHOT_MS
    text = [ScriptPart(text=scene.facts.scene_text, start_ms=start_ms, end_ms=end_ms)] if scene.facts.scene_text else []
    firsts = _first_shots(scene, shots)
    beats = [_beat(each, firsts.get(each.beat_id), start_ms) for each in scene.facts.key_beats if each.description]
    return SceneScript(
        scene_id=scene.scene_id,
        parts=(*text, *beats, *shots),
        characters=scene.facts.characters,
        start_ms=start_ms,
    )


def _shots(scene: Scene, start_ms: int) -> Iterator[ScriptPart]:
    for shot in snapshots.active(scene.shots):
        lasts = USUAL_SHOT_MS if not shot.seconds or shot.seconds < 0 else round(shot.seconds * 1000)
        yield ScriptPart(
            text=_prose(shot),
            lines=tuple(_lines(shot, scene.facts.characters)),
            shot_id=shot.shot_id,
            start_ms=start_ms,
            end_ms=start_ms + lasts,
        )
        start_ms += lasts


def _first_shots(scene: Scene, shots: Sequence[ScriptPart]) -> dict[str, ScriptPart]:
    """The first shot of each beat."""
    found: dict[str, ScriptPart] = {}
    for shot, part in zip(snapshots.active(scene.shots), shots, strict=True):
        found.setdefault(shot.word("beat_id") or "", part)
    return found


def _beat(beat: KeyBeat, first: ScriptPart | None, start_ms: int) -> ScriptPart:
    """A beat from its first shot on, or with the scene where it has none."""
    if first is None:
        return ScriptPart(text=beat.description, start_ms=start_ms)
    return ScriptPart(text=beat.description, start_ms=first.start_ms, end_ms=first.end_ms)


def _prose(shot: Shot) -> str:
    texts = dict.fromkeys(text.strip() for name in _PROSE if (text := shot.word(name)))
    return "\n".join(texts) or (shot.word("subject") or "")


def _lines(shot: Shot, people: Sequence[str]) -> Iterator[DialogueLine]:
    for name in _SPOKEN:
        told = shot.fields.get(name)
        if isinstance(told, str):
            yield from dialogue_lines(told, people)
        elif isinstance(told, Sequence):
            yield from (line for each in told if (line := _line(each, people)) is not None)


def _line(told: Any, people: Sequence[str]) -> DialogueLine | None:
    """A line that says who speaks, as a text or by fields of the usual names."""
    if isinstance(told, str):
        return next(iter(dialogue_lines(told, people)), None)
    if not isinstance(told, Mapping):
        return None
    plain = snapshots.plain(told)
    speaker = next((plain[name] for name in _SPEAKERS if isinstance(plain.get(name), str) and plain[name]), None)
    words = next((plain[name] for name in _SAID if isinstance(plain.get(name), str) and plain[name]), None)
    return DialogueLine(speaker=speaker, words=words) if speaker and words else None
