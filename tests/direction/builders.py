"""Scenes, shots and sessions in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.direction.model import KeyBeat, SceneFacts, SessionMessage, ToolCall
from showbible.direction.recall.plans import NewScene

READY = "READY_FOR_SKETCHES"


def shot(shot_id: str, **fields: Any) -> dict[str, Any]:
    """A shot as a tool's snapshot shows it."""
    usual = {"shotJob": "reaction_emotion", "shotSize": "MEDIUM_SHOT", "cameraMovement": "STATIC", "beatId": "b1"}
    return {"shotId": shot_id, "subject": "Lena", **usual, **fields}


def plan(*shot_ids: str, **fields: Any) -> list[dict[str, Any]]:
    """Shots that are alike, in order."""
    return [shot(shot_id, **fields) for shot_id in shot_ids]


def call(call_id: str, name: str, shots: Any = None, /, error: str | None = None, **params: Any) -> ToolCall:
    """A tool call with the shots it left behind."""
    data = None if shots is None else {"success": True, "shots": _numbered(shots)}
    return ToolCall(call_id=call_id, name=name, params=params, data=data, error=error)


def _numbered(shots: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"shotIndex": number, **each} for number, each in enumerate(shots, 1)]


def said(*turns: ToolCall | str) -> tuple[SessionMessage, ...]:
    """A session: what the user says, and what was then done."""
    return tuple(
        SessionMessage(message_id=f"m{number}", role="user", content=turn)
        if isinstance(turn, str)
        else SessionMessage(message_id=f"m{number}", role="assistant", content="Done.", calls=(turn,))
        for number, turn in enumerate(turns)
    )


def generated(shots: Sequence[dict[str, Any]], call_id: str = "c1") -> ToolCall:
    """The call that makes the first plan."""
    return call(call_id, "generate_scene_shots_from_plan", shots)


def facts(function: str = "humiliation", **more: Any) -> SceneFacts:
    """A scene of one beat in which something happens to Lena."""
    beat = KeyBeat(beat_id="b1", function=function, description="Marcus laughs at Lena.", affected_character="Lena")
    usual: dict[str, Any] = {"characters": ("Lena", "Marcus"), "location": "Pell Tower", "scene_type": "drama"}
    return SceneFacts(key_beats=(beat,), **(usual | more))


def ready(shots: Sequence[dict[str, Any]], function: str = "humiliation", **more: Any) -> NewScene:
    """A scene that is ready for sketches."""
    return NewScene(planning_stage=READY, facts=facts(function, **more), shots=shots)


def teach(
    story: Direction, scene_id: str, function: str, *, closer: bool, changes: dict[str, str] | None = None
) -> None:
    """A ready scene of four shots, all of them made closer or changed otherwise, or left alone."""
    wanted = changes or _CLOSE
    ids = [f"{scene_id}-{number}" for number in range(4)]
    shots, turns = plan(*ids), list[ToolCall | str]()
    turns.append(generated(shots, f"{scene_id}-c0"))
    for at, shot_id in enumerate(ids if closer else ()):
        shots = [each | wanted if each["shotId"] == shot_id else each for each in shots]
        turns += ["Closer here.", call(f"{scene_id}-c{at + 1}", "modify_shot", shots, shotId=shot_id, changes=wanted)]
    story.put(scene_id, ready(shots, function))
    story.append(scene_id, said(*turns), chat_session_id=f"{scene_id}-chat")


_CLOSE = {"shotSize": "CLOSE_UP"}


def taught(bible: Bible, *, closer: int = 3, alone: int = 2) -> Direction:
    """A story whose director goes closer on humiliation and leaves exposition alone, all of it learned."""
    bible.projects.create("whales")
    story = bible.direction("whales")
    for number in range(closer):
        teach(story, f"h{number}", "humiliation", closer=True)
    for number in range(alone):
        teach(story, f"e{number}", "exposition", closer=False)
    bible.worker().run_all()
    return story


def twice_taught(bible: Bible) -> Direction:
    """A story with two cards: closer on humiliation, from three scenes, and handheld at a decision, from two."""
    story = taught(bible)
    for number in range(2):
        teach(story, f"d{number}", "decision", closer=True, changes={"cameraMovement": "HANDHELD"})
    bible.worker().run_all()
    return story
