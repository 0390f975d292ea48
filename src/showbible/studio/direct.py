"""Change a script as its story's director would: the edits that the direction memory expects are made beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from showbible.direction.face import Direction
from showbible.direction.model import Edit, Op, SceneFacts
from showbible.direction.model import Shot as Planned
from showbible.studio.model import Angle, Movement, Scene, Script, Shot, Size


@dataclass(frozen=True, kw_only=True)
class _Field:
    """A decision about the camera: what both sides call it, and which of their words mean the same."""

    ours: str
    kind: type[StrEnum]
    theirs: Mapping[str, StrEnum]


_FIELDS: Final[Mapping[str, _Field]] = {
    "shot_size": _Field(
        ours="size",
        kind=Size,
        theirs={
            "MEDIUM_WIDE": Size.WIDE,
            "FULL": Size.WIDE,
            "MEDIUM_CLOSE_UP": Size.CLOSE_UP,
            "EXTREME_CLOSE_UP": Size.INSERT,
        },
    ),
    "camera_angle": _Field(ours="angle", kind=Angle, theirs={"LOW_ANGLE": Angle.LOW, "HIGH_ANGLE": Angle.HIGH}),
    "camera_movement": _Field(
        ours="movement",
        kind=Movement,
        theirs={
            "DOLLY_IN": Movement.PUSH_IN,
            "ZOOM_IN": Movement.PUSH_IN,
            "DOLLY_OUT": Movement.PULL_OUT,
            "ZOOM_OUT": Movement.PULL_OUT,
            "LOCKED_OFF": Movement.STATIC,
        },
    ),
}


def directed(direction: Direction, script: Script, *, setting: str) -> Script:
    """The script with the camera as its director probably wants it, and a note for each change."""
    scenes, notes = [], list(script.notes)
    for scene in script.scenes:
        facts = SceneFacts(scene_text=scene.title, location=setting)
        edits = direction.anticipate(facts, tuple(_planned(shot, place) for place, shot in enumerate(scene.shots)))
        changed, told = _changed(scene, edits)
        scenes.append(changed)
        notes += told
    return replace(script, scenes=tuple(scenes), notes=tuple(notes))


def _planned(shot: Shot, place: int) -> Planned:
    fields = {
        "shot_size": shot.size.upper(),
        "camera_angle": {Angle.LOW: "LOW_ANGLE", Angle.HIGH: "HIGH_ANGLE"}.get(shot.angle, "EYE_LEVEL"),
        "camera_movement": shot.movement.upper(),
        "duration_seconds": shot.seconds,
        "description": shot.description,
    }
    return Planned(shot_id=shot.shot_id, index=float(place), fields=fields)


def _changed(scene: Scene, edits: list[Edit]) -> tuple[Scene, list[str]]:
    """Only what the camera does is changed: lengths and numbers of shots are the plan's."""
    notes, shots = [], {shot.shot_id: shot for shot in scene.shots}
    for edit in edits:
        shot = shots.get(edit.shot_id or "")
        value = _meant(edit)
        if edit.op is Op.MODIFY and shot is not None and value is not None:
            shots[shot.shot_id] = replace(shot, **{_FIELDS[edit.field or ""].ours: value})
            notes.append(f"As this director would: {shot.shot_id} {str(value).replace('_', ' ')}. {edit.why}")
    return replace(scene, shots=tuple(shots.values())), notes


def _meant(edit: Edit) -> Any:
    """What an edit asks for in our words; None for what we have no word for."""
    field, wanted = _FIELDS.get(edit.field or ""), edit.to
    if field is None or not isinstance(wanted, str):
        return None
    plain = wanted.lower()
    return field.kind(plain) if plain in {*field.kind} else field.theirs.get(wanted.upper())
