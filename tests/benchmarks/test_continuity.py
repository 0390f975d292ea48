"""The benchmarks of continuity tell their cases to real projects and count what comes back."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.continuity import Case, Score, measured
from benchmarks.scenes import SCENES, compared

COAT = {
    "id": "c",
    "kind": "wardrobe",
    "lang": "en",
    "trap": "plain",
    "setup": [
        {
            "story_time": 0,
            "text": "Ada wears a red coat.",
            "states": [{"entity": "Ada", "kind": "character", "state": {"coat": "red"}}],
        }
    ],
    "prompt": "Ada in a green coat.",
    "at": 5,
    "conflict": True,
    "about": ["Ada"],
}


def test_a_case_is_played_with_its_states_and_from_its_texts(tmp_path: Path) -> None:
    cases = [Case.read(json.dumps(COAT)), Case.read(json.dumps({**COAT, "conflict": False, "prompt": "Tom waits."}))]

    marks = measured(cases, home=tmp_path)

    assert {way: [(mark.yes, mark.names_entity) for mark in found] for way, found in marks.items()} == {
        "states": [(True, True), (False, False)],
        "text": [(True, True), (False, False)],
    }
    assert Score.of(marks["states"]) == Score(hits=1, false=0, due=1)


def test_the_report_of_the_invented_scenes_agrees_with_the_supervisors(tmp_path: Path) -> None:
    scenes = json.loads(SCENES.read_text(encoding="utf-8"))["scenes"]

    found = compared(scenes, home=tmp_path)

    agree = {what: sum(len(each.agree) for each in those) for what, those in found.items()}
    false = sum(len(each.told) - len(each.agree) for each in found["conflicts"])
    assert len(scenes) == 15
    assert (agree["lines"] >= 54, agree["conflicts"] >= 15, agree["changes"] >= 23, false) == (True, True, True, 0)
