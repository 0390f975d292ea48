"""`/api/v1/runs`: every verb, every field, every refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.runs.recall import documents
from tests.web.conftest import Caller, Visit

RUNS = "/api/v1/runs"

PROMISED = {
    *("run_id", "project_id", "concept", "status", "stage", "progress", "audio_tier", "budget", "pilots"),
    *("winning_pilot", "scenes", "assets", "timeline", "errors", "warnings", "seed_asset_ids", "extracted_themes"),
    *("extracted_colors", "edit_style", "final_video_path", "edl_path", "suggestion", "started_at", "completed_at"),
}


def _start(call: Caller, **fields: Any) -> str:
    answer = call("POST", RUNS, json={"concept": "A lighthouse keeper", "budget": 5, **fields})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["run_id"])


def test_a_run_has_the_promised_fields(visit_any: Caller) -> None:
    run_id = _start(visit_any)

    run = visit_any("GET", f"{RUNS}/{run_id}").json()

    assert set(run) >= PROMISED
    assert run["budget"] == {"total": 5.0, "spent": 0.0, "remaining": 5.0}
    assert run["started_at"].endswith("Z")


def test_a_whole_production_over_http(visit_any: Caller) -> None:
    run_id = _start(visit_any, total_scenes=2)
    at = f"{RUNS}/{run_id}"
    steps = [
        visit_any("POST", f"{at}/stage", json={"stage": "generating_video", "details": {"provider": "embedded"}}),
        visit_any("POST", f"{at}/pilots", json={"pilot_id": "a", "tier": "ANIMATED", "allocated_budget": "2.50"}),
        visit_any(
            "POST",
            f"{at}/assets",
            json={
                "asset_type": "video",
                "path": "a.mp4",
                "scene_id": "s1",
                "pilot_id": "a",
                "cost": 0.38,
                "duration": 4,
            },
        ),
        visit_any("PATCH", f"{at}/pilots/a", json={"quality_score": 82, "status": "approved"}),
        visit_any("POST", f"{at}/warnings", json={"message": "Scene 2 is short."}),
        visit_any("POST", f"{at}/errors", json={"message": "The provider timed out."}),
        visit_any("POST", f"{at}/progress", json={"agent": "editor", "status": "started"}),
        visit_any("PATCH", at, json={"edit_style": "dynamic", "final_video_path": "videos/final.mp4"}),
        visit_any("POST", f"{at}/complete", json={"status": "complete"}),
    ]

    run = visit_any("GET", at).json()

    assert [step.status_code for step in steps] == [200, 201, 201, 200, 201, 201, 201, 200, 200]
    assert (run["status"], run["progress"], run["winning_pilot"], run["score"]) == ("completed", 100, "a", 82.0)
    assert run["budget"] == {"total": 5.0, "spent": 0.38, "remaining": 4.62}
    assert run["pilots"] == [
        {
            "pilot_id": "a",
            "tier": "animated",
            "status": "approved",
            "score": 82.0,
            "budget_allocated": 2.5,
            "budget_spent": 0.38,
            "scenes_generated": 1,
            "rejection_reason": None,
            "mood": None,
            "music_style": None,
            "edit_style": None,
        }
    ]
    assert (run["errors"], run["warnings"]) == (["The provider timed out."], ["Scene 2 is short."])
    assert [event["stage"] for event in run["timeline"]] == ["initialized", "generating_video", "completed"]


def test_a_list_shows_what_is_promised_and_cuts_the_concept(visit_any: Caller) -> None:
    _start(visit_any, concept="x" * 51)
    _start(visit_any, concept="y" * 50)

    answer = visit_any("GET", RUNS).json()

    assert [run["concept"] for run in answer["runs"]] == ["y" * 50, "x" * 50 + "..."]
    assert set(answer["runs"][0]) >= {
        "run_id",
        "project_id",
        "status",
        "stage",
        "progress",
        "budget_total",
        "budget_spent",
    }
    assert (answer["total"], answer["next_cursor"]) == (2, None)


def test_filters_and_pages_work_together(visit_any: Caller) -> None:
    for _ in range(3):
        _start(visit_any)
    done = _start(visit_any, concept="Whales at dusk")
    visit_any("POST", f"{RUNS}/{done}/complete", json={"status": "completed"})

    first = visit_any("GET", f"{RUNS}?status=running&limit=2").json()
    second = visit_any("GET", f"{RUNS}?status=running&limit=2&cursor={first['next_cursor']}").json()
    found = visit_any("GET", f"{RUNS}?q=whale&status=done&sort=cost").json()

    assert (len(first["runs"]), len(second["runs"]), first["total"]) == (2, 1, 3)
    assert [run["run_id"] for run in found["runs"]] == [done]


def test_assets_are_listed_by_type(visit_any: Caller) -> None:
    run_id = _start(visit_any)
    for kind, path in (("video", "videos/a.mp4"), ("audio", "b.wav")):
        visit_any("POST", f"{RUNS}/{run_id}/assets", json={"asset_type": kind, "path": path})

    shown = visit_any("GET", f"{RUNS}/{run_id}/assets?asset_type=video").json()["assets"]

    assert [(asset["type"], asset["url"]) for asset in shown] == [("video", "/media/videos/a.mp4")]


def _with_assets(bible: Bible, number: int, *, prompt: str = "A whale") -> str:
    run_id = bible.runs.start("Whales", budget=1).id
    with bible.db.transaction():
        bible.db.many(
            """
            INSERT INTO run_assets (run_id, asset_id, type, path, cost, prompt, metadata, delivered_at)
            VALUES (:run_id, :asset_id, 'video', 'a.mp4', 0, :prompt, '{}', :at)
            """,
            [{"run_id": run_id, "asset_id": f"a{at}", "prompt": prompt, "at": at} for at in range(number)],
        )
    return run_id


def test_a_long_run_is_shown_in_parts(visit_any: Caller, any_bible: Bible) -> None:
    run_id = _with_assets(any_bible, 250)

    run = visit_any("GET", f"{RUNS}/{run_id}").json()
    older = visit_any("GET", f"{RUNS}/{run_id}/assets?cursor={run['assets_cursor']}").json()

    assert [(len(part["assets"]), part["assets"][0]["asset_id"]) for part in (run, older)] == [(200, "a50"), (50, "a0")]
    assert (run["assets_total"], older["total"], older["next_cursor"]) == (250, 250, None)


def test_a_run_with_much_to_say_stays_within_bounds(visit_any: Caller, any_bible: Bible) -> None:
    run_id = _with_assets(any_bible, 100, prompt="x" * 32_000)

    shown, listed = (visit_any("GET", f"{RUNS}/{run_id}{part}") for part in ("", "/assets"))

    assert max(len(shown.content), len(listed.content)) < 1.1 * 1024 * 1024


def test_an_answer_to_an_act_is_short_and_so_is_what_is_kept_of_it(visit_any: Caller, any_bible: Bible) -> None:
    run_id = _with_assets(any_bible, 2_000, prompt="x" * 300)
    acts = [
        ("POST", "/stage", {"stage": "editing"}),
        ("POST", "/pilots", {"pilot_id": "a", "tier": "animated", "allocated_budget": 1}),
        ("PATCH", "/pilots/a", {"quality_score": 80}),
        ("POST", "/winner", {"pilot_id": "a"}),
        ("POST", "/errors", {"message": "No oil."}),
        ("POST", "/warnings", {"message": "Dusk."}),
        ("PATCH", "", {"mood": "calm"}),
        ("POST", "/complete", {"status": "completed"}),
    ]

    told = [
        visit_any(method, f"{RUNS}/{run_id}{path}", json=body, headers={"Idempotency-Key": path or "run"})
        for method, path, body in acts
    ]

    assert {(len(each.json()["assets"]), each.json()["assets_total"]) for each in told} == {(20, 2_000)}
    assert max(len(each.content) for each in told) < 64 * 1024
    assert any_bible.db.value("SELECT MAX(LENGTH(body)) FROM answers") < 64 * 1024


def test_the_memory_file_of_a_long_run_has_everything(visit_any: Caller, any_bible: Bible) -> None:
    run_id = _with_assets(any_bible, 450)

    memory = visit_any("GET", f"{RUNS}/{run_id}/memory.json").json()

    assert memory == json.loads(json.dumps(documents.short_term_memory(any_bible.runs.get(run_id))))
    assert len(memory["assets"]) == 450


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("complete", "completed"),
        ("Done", "completed"),
        ("COMPLETED", "completed"),
        ("processing", "running"),
        ("in_progress", "running"),
        ("in progress", "running"),
        ("inProgress", "running"),
        ("Started", "started"),
        ("error", "failed"),
    ],
)
def test_an_agent_may_report_in_its_own_words(visit: Visit, said: str, kept: str) -> None:
    call = visit()
    run_id = _start(call)

    answer = call(
        "POST", f"{RUNS}/{run_id}/progress", json={"agent": "director", "status": said, "data": {"mediaCount": 5}}
    )

    (event,) = call("GET", f"{RUNS}/{run_id}/progress").json()["events"]
    assert (answer.status_code, event["status"], event["data"]) == (201, kept, {"mediaCount": 5})


def test_a_word_that_says_nothing_of_the_work_is_refused_with_those_that_do(visit: Visit) -> None:
    call = visit()

    answer = call("POST", f"{RUNS}/{_start(call)}/progress", json={"agent": "a", "status": "bored"})

    assert answer.status_code == 422
    assert all(word in answer.text for word in ("started", "running", "completed", "failed", "complete", "processing"))


def test_progress_can_be_read_from_a_number_on(visit_any: Caller) -> None:
    run_id = _start(visit_any)
    first = visit_any("POST", f"{RUNS}/{run_id}/progress", json={"agent": "a", "status": "started"}).json()["seq"]
    visit_any("POST", f"{RUNS}/{run_id}/progress", json={"agent": "a", "status": "completed", "data": {"n": 1}})

    answer = visit_any("GET", f"{RUNS}/{run_id}/progress?since={first}").json()

    assert ([event["data"] for event in answer["events"]], answer["dropped"]) == ([{"n": 1}], 0)


def test_the_run_comes_as_a_memory_file_too(visit_any: Caller) -> None:
    run_id = _start(visit_any)

    memory = visit_any("GET", f"{RUNS}/{run_id}/memory.json").json()

    assert (memory["current_stage"], memory["progress_percent"], memory["budget_total"]) == ("initialized", 0, 5.0)


def test_the_same_key_has_one_effect(visit_any: Caller) -> None:
    body = {"concept": "Whales", "budget": 1}
    first = visit_any("POST", RUNS, json=body, headers={"Idempotency-Key": "k1"})
    again = visit_any("POST", RUNS, json=body, headers={"Idempotency-Key": "k1"})

    assert (again.status_code, again.json()) == (201, first.json())
    assert visit_any("GET", RUNS).json()["total"] == 1


def test_completing_again_answers_the_same_and_otherwise_is_a_conflict(visit_any: Caller) -> None:
    run_id = _start(visit_any)
    first = visit_any("POST", f"{RUNS}/{run_id}/complete", json={"status": "failed", "error": "No oil."})

    again = visit_any("POST", f"{RUNS}/{run_id}/complete", json={"status": "failed"})
    other = visit_any("POST", f"{RUNS}/{run_id}/complete", json={"status": "completed"})
    late = visit_any("POST", f"{RUNS}/{run_id}/stage", json={"stage": "editing"})

    assert (first.json(), 200, 409, 409) == (again.json(), again.status_code, other.status_code, late.status_code)


def test_a_deleted_run_is_gone(visit_any: Caller) -> None:
    run_id = _start(visit_any)

    statuses = [visit_any("DELETE", f"{RUNS}/{run_id}").status_code, visit_any("GET", f"{RUNS}/{run_id}").status_code]

    assert statuses == [204, 404]


BAD_STARTS: list[tuple[dict[str, Any], int]] = [
    ({"concept": "x"}, 422),
    ({"budget": 1}, 422),
    ({"concept": "", "budget": 1}, 422),
    ({"concept": 7, "budget": 1}, 422),
    ({"concept": "x" * 9000, "budget": 1}, 413),
    ({"concept": "x", "budget": -1}, 422),
    ({"concept": "x", "budget": "NaN"}, 422),
    ({"concept": "x", "budget": "Infinity"}, 422),
    ({"concept": "x", "budget": True}, 422),
    ({"concept": "x", "budget": 1e300}, 422),
    ({"concept": "x", "budget": "0.0000001"}, 422),
    ({"concept": "x", "budget": 1, "run_id": "../../x"}, 422),
    ({"concept": "x", "budget": 1, "project_id": "nowhere"}, 404),
    ({"concept": "x", "budget": 1, "project_id": ".."}, 422),
    ({"concept": "x", "budget": 1, "audio_tier": "loud"}, 422),
    ({"concept": "x", "budget": 1, "total_scenes": -1}, 422),
    ({"concept": "x", "budget": 1, "total_scenes": True}, 422),
    ({"concept": "x", "budget": 1, "buget": 2}, 422),
    ({"concept": "x", "budget": 1, "user_id": "a/b"}, 422),
]


@pytest.mark.parametrize(("body", "status"), BAD_STARTS, ids=lambda value: str(value)[:60])
def test_a_bad_start_is_refused_and_leaves_nothing(bible: Bible, visit: Any, body: dict[str, Any], status: int) -> None:
    call, before = visit(), bible.runs.list().total

    answer = call("POST", RUNS, json=body)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert bible.runs.list().total == before


def test_a_body_of_10_mb_is_refused(bible: Bible, visit: Any) -> None:
    answer = visit()("POST", RUNS, json={"concept": "x" * 10_000_000, "budget": 1})

    assert answer.status_code == 413


BAD_CALLS: list[tuple[str, str, dict[str, Any] | None, int]] = [
    ("GET", "/nope", None, 404),
    ("GET", "/a..b", None, 422),
    ("DELETE", "/nope", None, 404),
    ("PATCH", "/nope", {"mood": "calm"}, 404),
    ("POST", "/nope/stage", {"stage": "editing"}, 404),
    ("POST", "/r1/stage", {"stage": "sleeping"}, 422),
    ("POST", "/r1/pilots", {"pilot_id": "b", "tier": "holographic", "allocated_budget": 1}, 422),
    ("POST", "/r1/pilots", {"pilot_id": "a/b", "tier": "animated", "allocated_budget": 1}, 422),
    ("PATCH", "/r1/pilots/ghost", {"quality_score": 1}, 404),
    ("POST", "/r1/winner", {"pilot_id": "ghost"}, 404),
    ("POST", "/r1/assets", {"asset_type": "smell", "path": "a"}, 422),
    ("POST", "/r1/assets", {"asset_type": "video", "path": "../a"}, 422),
    ("POST", "/r1/assets", {"asset_type": "video", "path": "a", "cost": -1}, 422),
    ("POST", "/r1/assets", {"asset_type": "video", "path": "a", "cost": "1e99"}, 422),
    ("POST", "/r1/assets", {"asset_type": "video", "path": "a", "pilot_id": "ghost"}, 404),
    ("POST", "/r1/assets", {"asset_type": "video", "path": "a", "metadata": []}, 422),
    ("POST", "/r1/errors", {"message": ""}, 422),
    ("POST", "/r1/progress", {"agent": "a", "status": "bored"}, 422),
    ("POST", "/r1/complete", {"status": "running"}, 422),
    ("POST", "/r1/complete", {"status": "completed", "winning_pilot_id": "ghost"}, 404),
    ("PATCH", "/r1", {"budget": 9}, 422),
    ("GET", "/r1/progress?since=-1", None, 422),
    ("GET", "/r1/events?since=x", None, 422),
    ("GET", "/nope/events", None, 404),
    ("GET", "?limit=0", None, 422),
    ("GET", "?limit=201", None, 422),
    ("GET", "?limit=x", None, 422),
    ("GET", "?status=asleep", None, 422),
    ("GET", "?stage=asleep", None, 422),
    ("GET", "?sort=colour", None, 422),
    ("GET", "?cursor=abc", None, 422),
    ("GET", "?q=" + "x" * 1100, None, 422),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), BAD_CALLS)
def test_a_bad_call_is_refused_and_changes_nothing(
    bible: Bible, visit: Any, method: str, path: str, body: dict[str, Any] | None, status: int
) -> None:
    call = visit()
    if bible.runs.list(q="r1").total == 0:
        bible.runs.start("The one run", budget=1, run_id="r1")
    before = bible.runs.get("r1")

    answer = call(method, RUNS + path, json=body) if body is not None else call(method, RUNS + path)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert bible.runs.get("r1") == before


def test_an_archived_run_is_listed_only_when_asked_and_can_come_back(visit_any: Caller) -> None:
    run_id = _start(visit_any)
    visit_any("POST", f"{RUNS}/{run_id}/complete", json={})

    gone = visit_any("POST", f"{RUNS}/{run_id}/archive").status_code
    lists = [visit_any("GET", f"{RUNS}?archived={away}").json()["total"] for away in ("false", "true")]
    visit_any("DELETE", f"{RUNS}/{run_id}/archive")

    assert (gone, lists, visit_any("GET", RUNS).json()["total"]) == (204, [0, 1], 1)


def test_a_run_under_way_is_not_archived(visit_any: Caller) -> None:
    run_id = _start(visit_any)

    refused = visit_any("POST", f"{RUNS}/{run_id}/archive")

    assert (refused.status_code, visit_any("GET", RUNS).json()["total"]) == (409, 1)
