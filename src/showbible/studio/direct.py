"""Change a script as its story's director would: the edits that the direction memory expects are made beforehand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from showbible.direction.api import Direction
from showbible.direction.model import Op, SceneFacts
from showbible.direction.model import Shot as Planned
from showbible.direction.recall.anticipate import Edit
from showbible.studio.model import Angle, Movement, Script, ScriptScene, ScriptShot, Size
from showbible.values import frozen


@frozen
class _Field:
    """A decision about the camera: what we call it, and what a director's words for it mean to us.

    The first word that means a value is the one we say it with.
    """

    ours: str
    meanings: Mapping[str, StrEnum]

    def said(self, value: StrEnum) -> str:
        """Our value in the director's words."""
        return next(word for word, meaning in self.meanings.items() if meaning is value)


_FIELDS: Final[Mapping[str, _Field]] = {
    "shot_size": _Field(
        ours="size",
        meanings={
            "EXTREME_WIDE": Size.EXTREME_WIDE,
            "WIDE": Size.WIDE,
            "MEDIUM_WIDE": Size.WIDE,
            "MEDIUM_SHOT": Size.MEDIUM,
            "MEDIUM_CLOSE_UP": Size.CLOSE_UP,
            "CLOSE_UP": Size.CLOSE_UP,
            "EXTREME_CLOSE_UP": Size.INSERT,
        },
    ),
    "camera_angle": _Field(
        ours="angle",
        meanings={
            "EYE_LEVEL": Angle.EYE_LEVEL,
            "LOW_ANGLE": Angle.LOW,
            "HIGH_ANGLE": Angle.HIGH,
            "OVERHEAD": Angle.HIGH,
        },
    ),
    "camera_movement": _Field(
        ours="movement",
        meanings={
            "STATIC": Movement.STATIC,
            "PUSH_IN": Movement.PUSH_IN,
            "PULL_OUT": Movement.PULL_OUT,
            "PAN": Movement.PAN_RIGHT,
            "TRACKING": Movement.PAN_RIGHT,
            "PAN_LEFT": Movement.PAN_LEFT,
            "TILT_UP": Movement.TILT_UP,
            "TILT_DOWN": Movement.TILT_DOWN,
        },
    ),
}


def directed(direction: Direction, script: Script, *, setting: str, muted: Collection[str] = ()) -> Script:
    """The script with the camera as its director probably wants it, and a note for each change."""
    scenes, notes = [], list(script.notes)
    for scene in script.scenes:
        facts = SceneFacts(scene_text=scene.title, location=setting)
        shots = tuple(_planned(shot, place) for place, shot in enumerate(scene.shots))
        edits = direction.anticipate(facts, shots, muted=muted)
        changed, told = _changed(scene, edits)
        scenes.append(changed)
        notes += told
    return replace(script, scenes=tuple(scenes), notes=tuple(notes))


def _planned(shot: ScriptShot, place: int) -> Planned:
    return Planned(shot_id=shot.shot_id, index=float(place), fields=planned_fields(shot))


def planned_fields(shot: ScriptShot) -> dict[str, Any]:
    """What a script decides of a shot, in a director's words."""
    camera = {name: field.said(getattr(shot, field.ours)) for name, field in _FIELDS.items()}
    return {**camera, "duration_seconds": shot.seconds, "description": shot.description}


def _changed(scene: ScriptScene, edits: list[Edit]) -> tuple[ScriptScene, list[str]]:
    """Only what the camera does is changed: lengths and numbers of shots are the plan's."""
    notes, shots = [], {shot.shot_id: shot for shot in scene.shots}
    for edit in edits:
        shot = shots.get(edit.shot_id or "")
        value = _meant(edit)
        if edit.op is Op.MODIFY and shot is not None and value is not None:
            changes: dict[str, Any] = {_FIELDS[edit.field or ""].ours: value}
            shots[shot.shot_id] = replace(shot, **changes)
            notes.append(f"As this director would: {shot.shot_id} {value.replace('_', ' ')}. {edit.why}")
    return replace(scene, shots=tuple(shots.values())), notes


def _meant(edit: Edit) -> StrEnum | None:
    """What an edit asks for in our words; None for what we have no word for."""
    field = _FIELDS.get(edit.field or "")
    return field.meanings.get(edit.to.upper()) if field is not None and isinstance(edit.to, str) else None
