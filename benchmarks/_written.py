"""A story told by hand, with plans and edits made up for it."""

from __future__ import annotations

import random

from benchmarks._directors import READY, Draft, Kit, Scene, expected_edits, filled, last_shots, session_log
from benchmarks._habits import HABITS, PLANS
from benchmarks._sentences import Words, pool


def written_story(story: Scene, *, learned: int, seed: int = 3) -> tuple[Scene, Scene]:
    """A story told by hand, with plans and edits made up for it; so many of its scenes teach, the others come after."""
    rng = random.Random(seed)
    habits = tuple(habit for each in HABITS.values() for habit in each if habit.name in story["habits"])
    kinds = tuple(dict.fromkeys(kind for scene in story["scenes"] for kind in scene["beats"]))
    drafts, scenes, events = [], [], []
    for number, told in enumerate(story["scenes"]):
        scene_id = f"story00_sc_{number:02}"
        draft = Draft(
            scene={"sceneId": scene_id, "sceneIndex": number, "planningStage": READY},
            kind=told["kind"],
            geography=told["geography"],
            moments={f"{scene_id}_b{at}": kind for at, kind in enumerate(told["beats"])},
            bearers={},
        )
        kit = Kit(rng, habits, False, _told_so(told), kinds, PLANS["develop"])
        drafts.append(filled(draft, kit))
        if number < learned:
            session, edits = session_log(draft, kit)
            scenes.append(draft.scene | {"chatSession": session, "shots": last_shots(session)})
            events.append({"sceneId": scene_id, "editEvents": edits})
    probes = [draft.scene | {"userSteering": None} for draft in drafts[learned:]]
    expected = [expected_edits(draft, kit, frozen=False) for draft in drafts[learned:]]
    rules = [{"id": habit.name} for habit in habits]
    return {"storyId": "story00", "scenes": scenes, "probes": probes}, {"rules": rules, "probes": expected}


def _told_so(told: Scene) -> Words:
    """The words of one scene."""
    return Words(
        moments={kind: (sentence,) for kind, sentence in told["beats"].items()},
        premises={told["kind"]: (told["premise"],)},
        places={told["geography"]: (told["place"],)},
        remarks=pool("develop").remarks,
    )
