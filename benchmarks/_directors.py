"""Made-up stories: plans of shots, a director with three habits, and what that director would change next."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Shot = dict[str, Any]
Scene = dict[str, Any]

_BEATS = {
    "grief": "{a} opens the letter from the hospital.",
    "pursuit": "{a} runs and {b} follows.",
    "exposition": "{b} explains the plan to {a}.",
    "defiance": "{a} refuses to sign for {b}.",
}
_TYPES = ("drama", "action", "comedy")
_JOBS = ("reaction_emotion", "dialogue_coverage", "physical_detail", "generic_establishing")
_SIZES = ("CLOSE_UP", "MEDIUM_SHOT", "WIDE")
_MOVES = ("STATIC", "HANDHELD", "PAN")


@dataclass(frozen=True)
class Habit:
    """What a made-up director does, and where."""

    name: str
    act: str
    condition: str
    exception: str
    holds: Callable[[Scene, str, Shot], bool]
    unless: str
    change: tuple[str, str] | None = None


HABITS = (
    Habit(
        "low_in_defiance",
        "low angle",
        "defian",
        "comed",
        lambda scene, function, shot: function == "defiance" and shot["cameraAngle"] != "LOW_ANGLE",
        "comedy",
        ("cameraAngle", "LOW_ANGLE"),
    ),
    Habit(
        "still_in_grief",
        "static|still",
        "grief",
        "action",
        lambda scene, function, shot: function == "grief" and shot["cameraMovement"] != "STATIC",
        "action",
        ("cameraMovement", "STATIC"),
    ),
    Habit(
        "no_details_in_pursuit",
        "remove|drop",
        "pursuit",
        "comed",
        lambda scene, function, shot: function == "pursuit" and shot["shotJob"] == "physical_detail",
        "comedy",
    ),
)


def made_up(*, stories: int = 3, seed: int = 6) -> tuple[dict[str, Any], dict[str, Any]]:
    """Stories as the API takes them, and the truth about them."""
    made = [_story(f"story{number:02}", random.Random(seed * 100 + number)) for number in range(stories)]
    return {"stories": [story for story, _ in made]}, {"stories": [true for _, true in made]}


def _story(story_id: str, rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    scenes, events = [], []
    for number in range(8):
        scene = _scene(f"{story_id}_sc_{number:02}", number, rng)
        session, told = _session(scene, rng)
        final = session["messages"][-1]["toolCalls"][0]["data"]["shots"]
        scenes.append(scene | {"chatSession": session, "shots": final})
        events.append({"sceneId": scene["sceneId"], "editEvents": told})
    probes = [_scene(f"{story_id}_p_{number:02}", number, rng) for number in range(6)]
    rules = [{"id": h.name, "act": h.act.split("&"), "cond": [h.condition], "exc": [h.exception]} for h in HABITS]
    words = ["Ada", "Brook", "hospital", "letter"]
    return (
        {"storyId": story_id, "scenes": scenes, "probes": probes},
        {"rules": rules, "plotWords": words, "scenes": events, "probes": [_expected(probe) for probe in probes]},
    )


def _scene(scene_id: str, number: int, rng: random.Random) -> Scene:
    beats = [
        {
            "beatId": f"{scene_id}_b{at}",
            "function": (function := rng.choice(list(_BEATS))),
            "description": _BEATS[function].format(a="Ada", b="Brook"),
            "affectedCharacter": "Ada",
        }
        for at in range(3)
    ]
    shots = [_shot(scene_id, beat["beatId"], at * 4 + n, rng) for at, beat in enumerate(beats) for n in range(4)]
    return {
        "sceneId": scene_id,
        "sceneIndex": number,
        "sceneText": "A scene of the story.",
        "confirmedKeyBeats": beats,
        "characters": ["Ada", "Brook"],
        "sceneType": rng.choice(_TYPES),
        "geography": rng.choice(("simple", "complex")),
        "planningStage": "READY_FOR_SKETCHES",
        "shots": shots,
    }


def _shot(scene_id: str, beat_id: str, at: int, rng: random.Random) -> Shot:
    return {
        "shotId": f"{scene_id}_s{at:02}",
        "shotIndex": at + 1,
        "beatId": beat_id,
        "shotJob": rng.choice(_JOBS),
        "subject": rng.choice(("Ada", "Brook")),
        "shotSize": rng.choice(_SIZES),
        "cameraAngle": rng.choice(("EYE_LEVEL", "EYE_LEVEL", "LOW_ANGLE")),
        "cameraMovement": rng.choice(_MOVES),
        "durationSeconds": rng.choice((1.5, 2.5, 3.5)),
        "isDeleted": False,
    }


def _chances(scene: Scene) -> list[tuple[Habit, Shot]]:
    functions = {beat["beatId"]: beat["function"] for beat in scene["confirmedKeyBeats"]}
    return [
        (habit, shot)
        for shot in scene["shots"]
        for habit in HABITS
        if habit.holds(scene, functions[shot["beatId"]], shot)
    ]


def _session(scene: Scene, rng: random.Random) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    shots = [dict(shot) for shot in scene["shots"]]
    ids = [shot["shotId"] for shot in shots]
    messages = [_call(scene, 1, "generate_scene_shots_from_plan", {}, shots)]
    told = [{"callId": f"{scene['sceneId']}_c01", "type": "initial_generation", "shotRefs": ids, "fields": {}}]
    for number, (habit, shot) in enumerate(_kept(scene, rng), 2):
        shots, event, call = _edited(habit, shot["shotId"], shots)
        messages.append({"role": "user", "content": "Better like this."})
        messages.append(_call(scene, number, *call, shots))
        told.append({"callId": f"{scene['sceneId']}_c{number:02}", **event})
    last = 90
    messages.append(_call(scene, last, "confirm_shots", {}, shots))
    active = [shot["shotId"] for shot in shots if not shot["isDeleted"]]
    told.append({"callId": f"{scene['sceneId']}_c{last}", "type": "acceptance", "shotRefs": active, "fields": {}})
    return {"chatSessionId": f"{scene['sceneId']}_chat", "messages": messages}, told


def _kept(scene: Scene, rng: random.Random) -> list[tuple[Habit, Shot]]:
    """The chances the director takes: none in an exception, and now and then one is overlooked."""
    return [(h, s) for h, s in _chances(scene) if h.unless != scene["sceneType"] and rng.random() > 0.05]


def _edited(habit: Habit, shot_id: str, shots: list[Shot]) -> tuple[list[Shot], dict[str, Any], tuple[str, Shot]]:
    after = [dict(shot) for shot in shots]
    shot = next(shot for shot in after if shot["shotId"] == shot_id)
    if habit.change is None:
        shot["isDeleted"] = True
        event = {"type": "remove", "shotRefs": [shot_id], "fields": {}}
        return after, event, ("remove_shots", {"shotIds": [shot_id]})
    name, value = habit.change
    event = {"type": "modify", "shotRefs": [shot_id], "fields": {name: [shot[name], value]}}
    shot[name] = value
    return after, event, ("modify_shot", {"shotId": shot_id, "changes": {name: value}})


def _call(scene: Scene, number: int, name: str, params: Shot, shots: list[Shot]) -> dict[str, Any]:
    call_id = f"{scene['sceneId']}_c{number:02}"
    data = {"success": True, "shots": [dict(shot) for shot in shots]}
    call = {"callId": call_id, "name": name, "params": params, "data": data}
    return {"role": "assistant", "content": "Done.", "toolCalls": [call]}


def _expected(probe: Scene) -> dict[str, Any]:
    edits: list[Shot] = []
    traps: list[Shot] = []
    for habit, shot in _chances(probe):
        change = habit.change
        edit = {"op": "modify" if change else "remove", "shotId": shot["shotId"]}
        edit |= {"field": change[0], "to": change[1]} if change else {}
        (traps if habit.unless == probe["sceneType"] else edits).append(edit)
    return {"edits": edits, "exception_traps": traps, "steering_traps": []}
