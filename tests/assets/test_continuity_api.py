"""The continuity of a scene and the price of a change over HTTP: what is promised, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.assets.test_api import Api
from tests.web.conftest import Caller

SHOTS = [
    {"shot_id": "s1", "shot_index": 1, "description": "Ada wears a red coat."},
    {"shot_id": "s2", "shot_index": 2, "description": "Ada, in a blue coat, reads."},
    {"shot_id": "s3", "shot_index": 3, "description": "Ada takes off her coat."},
]
REPORT = "/scenes/ward/continuity"


def _told(settings: Settings) -> Iterator[Api]:
    with Bible(settings) as bible:
        bible.projects.create("whales")
        caller = Caller(create_app(bible))
        api = Api(caller, bible)
        api("PUT", "/scenes/ward", json={"planning_stage": "SHOTS", "scene_index": 4, "shots": SHOTS})
        yield api
        caller.close()


@pytest.fixture
def ward(settings: Settings) -> Iterator[Api]:
    """The routes of a project with one scene, on each database in turn."""
    yield from _told(settings)


@pytest.fixture
def in_folder(folder: Settings) -> Iterator[Api]:
    """The same in a folder."""
    yield from _told(folder)


def _film(api: Api) -> dict[str, Any]:
    """What is answered when Ada's coat becomes green, beside a film in which it is red."""
    api("PUT", "/segments/g1", json={"t_start": 0, "t_end": 2, "kind": "plan"})
    facts = {"kind": "video", "path": "a.mp4", "asset_id": "film", "segment_id": "g1", "prompt": "Ada in a red coat"}
    api("POST", "/assets", json=facts)
    told = {"kind": "character", "state": {"coat": "green"}, "t_start": 0}
    answer: dict[str, Any] = api("POST", "/entities/Ada/states", json=told).json()
    return answer


def test_a_report_tells_facts_conflicts_and_changes(ward: Api) -> None:
    report = ward("GET", REPORT).json()

    facts = [(each["who"], each["what"], each["said"], each["since"], each["until"]) for each in report["facts"]]
    assert facts == [("Ada", "wearing", "red coat", "s1", "s3"), ("Ada", "wearing", "coat off", "s3", None)]
    (conflict,), (change,) = report["conflicts"], report["changes"]
    assert (conflict["shot_id"], conflict["known"], conflict["proposed"], conflict["since"]) == (
        "s2",
        "red",
        "blue",
        "s1",
    )
    assert change | {"words": ""} == {
        "shot_id": "s3",
        "entity": "Ada",
        "field": "coat",
        "from": "red",
        "to": "off",
        "words": "",
        "accepted": False,
    }


def test_what_is_accepted_once_is_accepted_however_often_it_is_sent(ward: Api) -> None:
    body = {"shot_id": "s2", "entity": "Ada", "field": "coat", "value": "blue"}
    sent = [ward("POST", f"{REPORT}/accept", json=body, headers={"Idempotency-Key": "k"}) for _ in range(2)]

    assert [each.status_code for each in sent] == [201, 201]
    assert len(ward("GET", "/entities/Ada/states").json()["states"]) == 1
    assert ward("GET", REPORT).json()["conflicts"] == []


def test_a_change_is_answered_with_what_it_costs(ward: Api) -> None:
    changed = _film(ward)

    (film,) = changed["disagreeing"]
    assert (film["asset_id"], film["at"], film["cost"], film["remake_cost"]) == ("film", 0.0, None, 0.5)
    assert (changed["spent"], changed["unknown_costs"], changed["remake_cost"]) == (0.0, 1, 0.5)
    assert ward("GET", f"/entities/Ada/states/{changed['state_id']}/cost").json() == changed


def test_a_plan_is_carried_out_once_it_is_confirmed(ward: Api) -> None:
    changed = _film(ward)
    here = f"/entities/Ada/states/{changed['state_id']}/remake"

    refused = ward("POST", here, json={"plan": "old"})
    made = ward("POST", here, json={"plan": changed["plan"], "prompts": {"film": "Ada in green"}})

    assert (refused.status_code, made.status_code) == (409, 202)
    run = ward.bible.runs.get(made.json()["run_id"])
    assert (run.project_id, run.budget, run.spent) == ("whales", 500_000, 0)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/scenes/nowhere/continuity", None, 404),
        ("POST", f"{REPORT}/accept", {"shot_id": "s9", "entity": "Ada", "field": "coat", "value": "x"}, 404),
        ("POST", f"{REPORT}/accept", {"shot_id": "s1", "entity": " ", "field": "coat", "value": "x"}, 422),
        ("POST", f"{REPORT}/accept", {"shot_id": "s1", "entity": "Ada", "field": "", "value": "x"}, 422),
        ("GET", "/entities/Bob/states/STATE/cost", None, 404),
        ("GET", "/entities/Ada/states/STATE/cost?tier=gold", None, 422),
        ("POST", "/entities/Ada/states/STATE/remake", {"plan": "PLAN", "asset_ids": ["nothing"]}, 404),
        ("POST", "/entities/Ada/states/STATE/remake", {"plan": "PLAN", "asset_ids": []}, 422),
        ("POST", "/entities/Ada/states/STATE/remake", {"plan": "PLAN", "asset_ids": [7]}, 422),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    in_folder: Api, method: str, path: str, body: dict[str, Any] | None, status: int
) -> None:
    changed = _film(in_folder)
    before = in_folder("GET", "/entities/Ada/states").json()
    sent = None if body is None else {**body, **({"plan": changed["plan"]} if "plan" in body else {})}

    answer = in_folder(method, path.replace("STATE", changed["state_id"]), json=sent)

    assert answer.status_code == status
    assert (in_folder("GET", "/entities/Ada/states").json(), in_folder.bible.runs.list().total) == (before, 0)
