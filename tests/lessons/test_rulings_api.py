"""Patterns, combinations and learnings are decided about over HTTP as on the dashboard."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.settings import Settings
from tests.lessons.conftest import Produce
from tests.web.conftest import Caller

MEMORY = "/api/v1/memory"


@pytest.fixture
def settings(folder: Settings) -> Settings:
    """A folder only: what differs between the databases is tested below the API."""
    return folder


def some(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: body[name] for name in names}


def test_a_pattern_is_corrected_and_paused(call: Caller, produce: Produce) -> None:
    produce(tier="animated", scenes=4)

    answer = call("PATCH", f"{MEMORY}/patterns/podcast_intro", json={"state": "paused", "tier": "motion", "scenes": 9})

    assert some(answer.json(), "recommended_tier", "recommended_scenes", "state", "decided") == {
        "recommended_tier": "motion_graphics",
        "recommended_scenes": 9,
        "state": "paused",
        "decided": ["tier", "scenes"],
    }
    assert call("GET", f"{MEMORY}/patterns/podcast_intro").json() == answer.json()


def test_null_gives_a_choice_back_and_what_is_left_out_stays(call: Caller, produce: Produce) -> None:
    produce(tier="animated", scenes=4)
    call("PATCH", f"{MEMORY}/patterns/podcast_intro", json={"state": "paused", "scenes": 9, "duration": 30})

    shown = call("PATCH", f"{MEMORY}/patterns/podcast_intro", json={"state": None, "scenes": None}).json()

    assert some(shown, "recommended_scenes", "recommended_duration", "state", "decided") == {
        "recommended_scenes": 4,
        "recommended_duration": 30,
        "state": "active",
        "decided": ["duration"],
    }


@pytest.mark.parametrize(
    "change",
    [{"state": "asleep"}, {"tier": "clay"}, {"scenes": 0}, {"scenes": "9"}, {"duration": 10**9}, {"mood": "warm"}],
)
def test_a_bad_decision_about_a_pattern_is_422(call: Caller, produce: Produce, change: dict[str, object]) -> None:
    produce()
    before = call("GET", f"{MEMORY}/patterns/podcast_intro").json()

    answer = call("PATCH", f"{MEMORY}/patterns/podcast_intro", json={"tier": "motion", **change})

    assert (answer.status_code, call("GET", f"{MEMORY}/patterns/podcast_intro").json()) == (422, before)


def test_a_combination_is_judged_paused_and_forgotten(call: Caller, produce: Produce) -> None:
    produce(mood="Warm", music_style="Piano", rating=5)
    pair = {"mood": "warm", "music_style": "piano"}

    judged = call("PATCH", f"{MEMORY}/combinations", json={**pair, "verdict": "works"}).json()
    paused = call("PATCH", f"{MEMORY}/combinations", json={**pair, "state": "paused"}).json()
    gone = call("DELETE", f"{MEMORY}/combinations", params=pair)

    counted = {**pair, "good": 1, "total": 1, "success_rate": 1.0}
    assert judged == {**counted, "state": "active", "verdict": "works", "mark": judged["mark"]}
    assert paused == {**counted, "state": "paused", "verdict": "works", "mark": paused["mark"]}
    assert (gone.status_code, call("GET", f"{MEMORY}/combinations").json()) == (204, [])


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"music_style": "drones", "state": "paused"}, 404),
        ({"state": "asleep"}, 422),
        ({"verdict": "maybe"}, 422),
        ({"verdict": True}, 422),
        ({"good": 9}, 422),
        ({"mood": " "}, 422),
    ],
)
def test_a_bad_decision_about_a_combination_is_refused(
    call: Caller, produce: Produce, change: dict[str, object], status: int
) -> None:
    produce(mood="warm", music_style="piano", rating=5)
    before = call("GET", f"{MEMORY}/combinations").json()

    answer = call("PATCH", f"{MEMORY}/combinations", json={"mood": "warm", "music_style": "piano", **change})

    assert (answer.status_code, call("GET", f"{MEMORY}/combinations").json()) == (status, before)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/patterns/nothing", {"state": "paused"}),
        ("DELETE", "/combinations?mood=warm&music_style=piano", None),
        ("PATCH", "/learnings/nothing", {"overall_success": False}),
        ("DELETE", "/learnings/nothing", None),
    ],
)
def test_what_is_not_there_is_404(call: Caller, method: str, path: str, body: Any) -> None:
    assert call(method, MEMORY + path, json=body).status_code == 404


def test_a_combination_is_forgotten_only_by_both_its_names(call: Caller) -> None:
    assert call("DELETE", f"{MEMORY}/combinations", params={"mood": "warm"}).status_code == 422


def test_a_learning_is_corrected_and_forgotten(call: Caller) -> None:
    body = {"prompt_tips": ["Name the light"], "avoid_list": ["Rain"]}
    known = call("POST", f"{MEMORY}/providers/luma/learnings", json=body).json()["recent_learnings"][0]
    path = f"{MEMORY}/learnings/{known['learning_id']}"

    told = call("PATCH", path, json={"overall_success": False, "avoid_list": []}).json()
    gone = call("DELETE", path)

    assert told == {**known, "overall_success": False, "avoid_list": [], "mark": told["mark"]}
    assert (gone.status_code, call("GET", f"{MEMORY}/providers").json()["total"]) == (204, 0)


@pytest.mark.parametrize("change", [{"overall_success": None}, {"avoid_list": "Rain"}, {"avoid_list": [" "]}, {"x": 1}])
def test_a_bad_correction_of_a_learning_is_422(call: Caller, change: dict[str, object]) -> None:
    body = {"prompt_tips": ["Name the light"]}
    known = call("POST", f"{MEMORY}/providers/luma/learnings", json=body).json()

    answer = call("PATCH", f"{MEMORY}/learnings/{known['recent_learnings'][0]['learning_id']}", json=change)

    assert (answer.status_code, call("GET", f"{MEMORY}/providers/luma").json()) == (422, known)


def test_a_decision_by_somebody_who_saw_something_else_is_409_with_both_texts(call: Caller, produce: Produce) -> None:
    produce(tier="animated", scenes=4)
    path = f"{MEMORY}/patterns/podcast_intro"
    mark = call("GET", path).json()["mark"]
    theirs = call("PATCH", path, json={"scenes": 9, "seen": mark}).json()

    late = call("PATCH", path, json={"scenes": 6, "seen": mark})

    assert (late.status_code, "scenes is 9, you wrote 6" in late.json()["detail"]) == (409, True)
    assert call("GET", path).json() == theirs


def test_a_late_judgement_of_a_combination_is_409(call: Caller, produce: Produce) -> None:
    produce(mood="warm", music_style="piano", rating=5)
    pair = {"mood": "warm", "music_style": "piano", "seen": call("GET", f"{MEMORY}/combinations").json()[0]["mark"]}
    theirs = call("PATCH", f"{MEMORY}/combinations", json={**pair, "verdict": "works"}).json()

    late = call("PATCH", f"{MEMORY}/combinations", json={**pair, "verdict": "fails"})

    assert (late.status_code, call("GET", f"{MEMORY}/combinations").json()) == (409, [theirs])


def test_a_late_correction_of_a_learning_is_409(call: Caller) -> None:
    known = call("POST", f"{MEMORY}/providers/luma/learnings", json={"avoid_list": ["Rain"]}).json()
    (learning,) = known["recent_learnings"]
    path = f"{MEMORY}/learnings/{learning['learning_id']}"
    theirs = call("PATCH", path, json={"avoid_list": ["Snow"], "seen": learning["mark"]}).json()

    late = call("PATCH", path, json={"avoid_list": ["Fog"], "seen": learning["mark"]})

    assert (late.status_code, "is Snow, you wrote Fog" in late.json()["detail"]) == (409, True)
    assert call("GET", f"{MEMORY}/providers/luma").json()["recent_learnings"] == [theirs]
