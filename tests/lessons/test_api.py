"""`/memory` and `/library` keep the promises of the interface."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.bible import Bible
from showbible.lessons.model import PairRuling
from showbible.settings import Settings
from tests.lessons.conftest import Film, Produce, work_off
from tests.lessons.orders import an_order
from tests.web.conftest import Caller

API = "/api/v1"


@pytest.fixture
def settings(folder: Settings) -> Settings:
    """A folder only: what differs between the databases is tested below the API."""
    return folder


def test_a_production_teaches_from_start_to_suggestion(bible: Bible, call: Caller) -> None:
    run = call("POST", f"{API}/runs", json={"concept": "Podcast intro on bees", "budget": 9, "total_scenes": 3}).json()
    path = f"{API}/runs/{run['run_id']}"
    call("POST", f"{path}/pilots", json={"pilot_id": "p", "tier": "MOTION", "allocated_budget": 5})
    call("PATCH", f"{path}/pilots/p", json={"quality_score": 95, "status": "approved"})
    call("POST", f"{path}/assets", json={"asset_type": "video", "path": "a.mp4", "cost": "1.25", "duration": 15})
    call("PATCH", path, json={"edit_style": "dynamic"})
    call("POST", f"{path}/complete", json={"status": "done"})
    work_off(bible)

    found = call("GET", f"{API}/memory/suggest", params={"concept": "podcast intro about owls"}).json()

    assert {name: found[name] for name in ("pattern", "tier", "scenes", "duration", "edit_style", "evidence")} == {
        "pattern": "podcast_intro",
        "tier": "motion_graphics",
        "scenes": 3,
        "duration": 15,
        "edit_style": "creative",
        "evidence": [run["run_id"]],
    }


def test_a_suggestion_has_its_fields_with_and_without_history(call: Caller, produce: Produce) -> None:
    asked = {"concept": "podcast intro"}
    before = call("GET", f"{API}/memory/suggest", params=asked).json()
    produce()

    after = call("GET", f"{API}/memory/suggest", params=asked).json()

    assert list(before) == list(after)
    assert (before["confidence"], before["expected_score"], after["confidence"]) == ("none", None, "low")


def test_a_started_run_says_what_was_suggested(call: Caller, produce: Produce) -> None:
    produce()

    run = call("POST", f"{API}/runs", json={"concept": "podcast intro", "budget": 1}).json()

    shown = call("GET", f"{API}/runs/{run['run_id']}").json()
    assert run["suggestion"]["pattern"] == "podcast_intro" and shown["suggestion"] == run["suggestion"]


def test_history_is_newest_first_with_a_true_total(call: Caller, produce: Produce) -> None:
    runs = [produce().run_id for _ in range(3)]

    first = call("GET", f"{API}/memory/history", params={"limit": 2}).json()
    rest = call("GET", f"{API}/memory/history", params={"limit": 2, "cursor": first["next_cursor"]}).json()

    assert [each["run_id"] for each in first["runs"] + rest["runs"]] == runs[::-1]
    assert (first["total"], rest["total"], rest["next_cursor"]) == (3, 3, None)


@pytest.mark.parametrize("limit", [0, -1, 201, "many"])
def test_a_limit_out_of_range_is_refused(call: Caller, limit: object) -> None:
    answers = [call("GET", f"{API}/memory/{name}", params={"limit": limit}) for name in ("history", "patterns")]

    assert [answer.status_code for answer in answers] == [422, 422]


@pytest.mark.parametrize("rating", [0, 6, 3.5, True, "great", None, "5", [5]])
def test_a_bad_rating_is_422_and_changes_nothing(call: Caller, produce: Produce, rating: object) -> None:
    run = produce(rating=4)

    answer = call("POST", f"{API}/memory/history/{run.run_id}/rate", json={"rating": rating})

    kept = call("GET", f"{API}/memory/history").json()["runs"][0]["user_rating"]
    assert (answer.status_code, kept) == (422, 4)


def test_rating_answers_updated_and_counts_at_once(call: Caller, film: Film) -> None:
    run = film(mood="calm", music_style="piano")

    answer = call("POST", f"{API}/memory/history/{run.id}/rate", json={"rating": "good", "notes": "warm"})

    shown = call("GET", f"{API}/memory/combinations").json()
    assert (answer.status_code, answer.json()) == (200, {"status": "updated"})
    counted = {"mood": "calm", "music_style": "piano", "good": 1, "total": 1, "success_rate": 1.0}
    assert shown == [{**counted, "state": "active", "verdict": None, "mark": PairRuling().mark}]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/memory/history/nobody/rate", {"rating": 5}),
        ("DELETE", "/memory/history/nobody", None),
        ("DELETE", "/memory/history/nobody/rating", None),
        ("GET", "/memory/patterns/nothing", None),
        ("DELETE", "/memory/patterns/nothing", None),
        ("GET", "/memory/providers/nobody", None),
        ("DELETE", "/library/assets/nothing", None),
        ("DELETE", "/library/brand/nothing", None),
    ],
)
def test_what_is_not_there_is_404(call: Caller, method: str, path: str, body: Any) -> None:
    assert call(method, API + path, json=body).status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"shoe_size": 44},
        {"brand_colors": ["red;}"]},
        {"quality_threshold": 101},
        {"default_voice_speed": 5},
        {"default_voice_speed": True},
        {"preferred_style": "baroque"},
        {"max_budget_per_run": -1},
        {"user_id": "../x"},
    ],
)
def test_a_bad_preference_is_422_and_nothing_changes(call: Caller, change: dict[str, object]) -> None:
    answer = call("PUT", f"{API}/memory/preferences", json={"default_voice": "onyx", **change})

    assert (answer.status_code, call("GET", f"{API}/memory/preferences").json()["default_voice"]) == (422, "nova")


def test_preferences_merge_and_null_resets(call: Caller) -> None:
    call("PUT", f"{API}/memory/preferences", json={"default_voice": "onyx", "max_budget_per_run": "9.50"})

    shown = call("PUT", f"{API}/memory/preferences", json={"default_voice": None}).json()

    assert (shown["default_voice"], shown["max_budget_per_run"]) == ("nova", 9.5)
    assert (shown["sources"]["default_voice"], shown["sources"]["max_budget_per_run"]) == ("default", "set")
    assert call("GET", f"{API}/memory").json()["preferences_set"] is True


def test_a_run_over_the_users_limit_is_422(call: Caller) -> None:
    call("PUT", f"{API}/memory/preferences", json={"max_budget_per_run": 5})

    answers = [call("POST", f"{API}/runs", json={"concept": "x", "budget": budget}) for budget in (5, "5.000001")]

    assert ([answer.status_code for answer in answers], call("GET", f"{API}/runs").json()["total"]) == ([201, 422], 1)


def test_a_forgotten_pattern_is_gone(call: Caller, produce: Produce) -> None:
    produce()
    before = call("GET", f"{API}/memory/patterns").json()

    gone = call("DELETE", f"{API}/memory/patterns/podcast_intro")

    after = call("GET", f"{API}/memory/patterns").json()
    assert ([each["pattern_name"] for each in before["patterns"]], gone.status_code) == (["podcast_intro"], 204)
    assert after == {"patterns": [], "total": 0, "next_cursor": None}


def test_a_learning_is_kept_once_per_idempotency_key(call: Caller) -> None:
    path, body = f"{API}/memory/providers/luma/learnings", {"quality_score": 80, "prompt_tips": ["Name the light"]}

    answers = [call("POST", path, json=body, headers={"Idempotency-Key": "k"}) for _ in range(2)]

    shown = call("GET", f"{API}/memory/providers").json()
    assert [answer.status_code for answer in answers] == [201, 201]
    assert [(each["total_runs"], each["prompt_guidelines"]) for each in shown["providers"]] == [(1, ["Name the light"])]


def test_a_provider_tells_what_orders_at_it_came_to(call: Caller, bible: Bible) -> None:
    for outcome in ("succeeded", "failed"):
        bible.lessons.note_generation(
            an_order("luma", outcome=outcome, charged=500_000, seconds=5.0, why="The only one.")
        )

    (record,) = call("GET", f"{API}/memory/providers/luma").json()["records"]

    assert (record["orders"], record["failures"], record["second_cost"]) == (2, 1, 0.2)
    assert (record["sentences"], record["price"]) == (["Fails 1 of 2 orders (1 of 2)."], None)
    assert [each["why"] for each in record["choices"]] == ["The only one."]


@pytest.mark.parametrize("body", [{"quality_score": 101}, {"adherence_score": "high"}, {"mood": "sunny"}])
def test_a_bad_learning_is_422(call: Caller, body: dict[str, object]) -> None:
    answer = call("POST", f"{API}/memory/providers/luma/learnings", json=body)

    assert (answer.status_code, call("GET", f"{API}/memory/providers").json()["total"]) == (422, 0)


@pytest.mark.parametrize(
    "path", ["/memory", "/memory/analytics", "/memory/long_term.json", "/memory/memory_index.json"]
)
def test_an_empty_memory_answers(call: Caller, path: str) -> None:
    assert call("GET", API + path).status_code == 200


def test_things_are_saved_listed_and_removed(call: Caller) -> None:
    clip = call("POST", f"{API}/library/assets", json={"asset_type": "video", "path": "videos/a.mp4"}).json()
    logo = call("POST", f"{API}/library/brand", json={"id": "mark", "path": "media/logo.png"}).json()
    again = call("POST", f"{API}/library/brand", json={"id": "mark", "path": "media/logo.png"})

    removed = call("DELETE", f"{API}/library/assets/{clip['id']}")

    assert (logo["kind"], again.status_code, removed.status_code) == ("logo", 409, 204)
    assert call("GET", f"{API}/library/assets").json()["assets"] == []
    assert [each["id"] for each in call("GET", f"{API}/library/brand").json()["brand"]] == ["mark"]


@pytest.mark.parametrize("body", [{"asset_type": "hologram", "path": "a"}, {"asset_type": "video", "path": "../a"}])
def test_a_bad_clip_is_422(call: Caller, body: dict[str, object]) -> None:
    assert call("POST", f"{API}/library/assets", json=body).status_code == 422


@pytest.mark.parametrize(
    "asked", [{}, {"concept": " "}, {"concept": "x", "tier": "clay"}, {"concept": "x", "scenes": 0}]
)
def test_a_bad_question_is_422(call: Caller, asked: dict[str, object]) -> None:
    assert call("GET", f"{API}/memory/suggest", params=asked).status_code == 422
