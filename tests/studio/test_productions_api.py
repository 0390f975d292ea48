"""`/productions` asks for a film, shows its books, and takes a person's word."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.settings import Settings
from showbible.studio import orchestrator
from showbible.studio.ledger import model, paid, turns
from showbible.web.app import create_app
from tests.originals import Filling, nothing
from tests.studio.crews import breaks_off, paints, quick
from tests.web.conftest import Caller, calling, served

CONCEPT = "a snail crosses a road"
ADDRESS = "/api/v1/productions"


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """One production, for who asks for it; it is made once on each database."""
    return _parked if "parked" in request.fixturenames else nothing


@pytest.fixture
def parked(bible: Bible) -> tuple[str, str]:
    """The run and the step of a finished production with one step of unknown outcome."""
    return _unknown(bible, bible.runs.list().items[0].id)


@pytest.fixture
def call(bible: Bible) -> Iterator[Caller]:
    """A caller of the application, on each database in turn."""
    with calling(bible) as caller:
        yield caller


def _parked(bible: Bible) -> tuple[str, str]:
    """A finished production with one step of unknown outcome."""
    bible.lessons.prefer({"preferred_duration": 1, "default_audio_tier": "none"})
    run_id = orchestrator.ask(bible, CONCEPT, budget="0.2")
    orchestrator.produce(bible, run_id, crew=quick(bible, paints, breaks_off, honours_keys=False))
    return _unknown(bible, run_id)


def _unknown(bible: Bible, run_id: str) -> tuple[str, str]:
    unknown = [entry for entry in paid.entries(bible.db, run_id) if entry.state is model.OrderState.UNKNOWN]
    return run_id, unknown[0].intent_id


def test_a_film_is_asked_for_and_waits_to_be_made(bible: Bible, call: Caller) -> None:
    answer = call("POST", ADDRESS, json={"concept": CONCEPT, "budget": 2})

    run_id = answer.json()["run_id"]
    waiting = [found.run_id for found in turns.unattended(bible.db)]
    assert (answer.status_code, answer.json()["url"], waiting) == (202, f"/runs/{run_id}", [run_id])


def test_a_film_asked_for_twice_with_one_key_is_made_once(bible: Bible, call: Caller) -> None:
    asks = [
        call("POST", ADDRESS, json={"concept": CONCEPT, "budget": 2}, headers={"Idempotency-Key": "k"}).json()
        for _ in range(2)
    ]

    assert (asks[0] == asks[1], bible.runs.list().total) == (True, 1)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"concept": CONCEPT, "budget": 0.01}, 422),
        ({"concept": CONCEPT, "budget": "NaN"}, 422),
        ({"concept": CONCEPT, "budget": -1}, 422),
        ({"concept": "", "budget": 2}, 422),
        ({"concept": "a\x00b", "budget": 2}, 422),
        ({"concept": CONCEPT, "budget": 2, "scenes": 0}, 422),
        ({"concept": CONCEPT, "budget": 2, "scenes": "3"}, 422),
        ({"concept": CONCEPT, "budget": 2, "pilots": 9}, 422),
        ({"concept": CONCEPT, "budget": 2, "colour": "red"}, 422),
        ({"concept": "x" * 9000, "budget": 2}, 413),
        ({"concept": CONCEPT, "budget": 2, "project_id": "nowhere"}, 404),
    ],
)
def test_what_cannot_be_made_is_refused_and_leaves_nothing(
    bible: Bible, call: Caller, body: dict[str, Any], status: int
) -> None:
    answer = call("POST", ADDRESS, json=body)

    assert (answer.status_code, bible.runs.list().total) == (status, 0)


def test_the_books_show_every_paid_step_and_what_is_unknown(parked: tuple[str, str], call: Caller) -> None:
    run_id, intent_id = parked

    books = call("GET", f"{ADDRESS}/{run_id}").json()

    states = {line["intent_id"]: line["state"] for line in books["ledger"]}
    assert (books["unknown"], books["held"] > 0, states[intent_id], "film" in books["steps_done"]) == (
        1,
        True,
        "unknown",
        True,
    )


def test_a_person_settles_what_nobody_knew_once(parked: tuple[str, str], call: Caller) -> None:
    run_id, intent_id = parked

    answers = [call("POST", f"{ADDRESS}/{run_id}/ledger/{intent_id}", json={"charged": False}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert call("GET", f"{ADDRESS}/{run_id}").json()["held"] == 0


@pytest.fixture
def deleted(bible: Bible, parked: tuple[str, str]) -> tuple[str, str]:
    """The same, after the run went with its user's data."""
    flow.forget_user(bible.resources, "local")
    return parked


def test_the_books_of_a_deleted_run_can_be_read_and_settled(deleted: tuple[str, str], call: Caller) -> None:
    run_id, intent_id = deleted

    books = call("GET", f"{ADDRESS}/{run_id}").json()
    settled = call("POST", f"{ADDRESS}/{run_id}/ledger/{intent_id}", json={"charged": True})

    assert (books["status"], books["unknown"], books["steps_done"]) == ("deleted", 1, [])
    assert (settled.status_code, settled.json()["cost"] > 0) == (200, True)


def test_what_stands_open_is_listed_by_pages_with_what_to_do(
    bible: Bible, deleted: tuple[str, str], call: Caller
) -> None:
    intents = [deleted[1], _parked(bible)[1]]

    pages = [call("GET", f"{ADDRESS}/ledger?state=unknown&limit=1").json()]
    pages.append(call("GET", f"{ADDRESS}/ledger?state=unknown&limit=1&cursor={pages[0]['next_cursor']}").json())

    lines = [line for page in pages for line in page["ledger"]]
    assert ([line["intent_id"] for line in lines], pages[0]["total"], pages[1]["next_cursor"]) == (
        intents[::-1],
        2,
        None,
    )
    assert all("say whether it was charged" in line["todo"] for line in lines)
    assert call("GET", f"{ADDRESS}/ledger?state=open").json()["ledger"] == []


@pytest.mark.parametrize("query", ["?state=settled", "?state=open&limit=0", "?state=open&cursor=x"])
def test_a_question_for_the_ledger_that_makes_no_sense_is_refused(call: Caller, query: str) -> None:
    assert call("GET", f"{ADDRESS}/ledger{query}").status_code == 422


def test_a_run_with_an_open_order_is_not_deleted_over_http(parked: tuple[str, str], call: Caller) -> None:
    run_id, intent_id = parked

    refused = [call("DELETE", f"/api/v1/runs/{run_id}"), call("DELETE", "/api/v1/projects/default")]
    call("POST", f"{ADDRESS}/{run_id}/ledger/{intent_id}", json={"charged": False})
    deleted = call("DELETE", f"/api/v1/runs/{run_id}")

    assert ([answer.status_code for answer in refused], deleted.status_code) == ([409, 409], 204)
    assert all("1 paid step is still open" in answer.json()["detail"] for answer in refused)
    assert call("GET", f"{ADDRESS}/{run_id}").json()["total"] > 0


@pytest.mark.usefixtures("parked")
def test_the_figures_say_how_many_paid_steps_are_open_and_unknown(call: Caller) -> None:
    told = call("GET", "/metrics").text

    assert "\npaid_unknown 1.0" in told and "\npaid_open 0.0" in told


@pytest.mark.parametrize("path", ["nothing", "nothing/ledger/x"])
def test_a_production_that_never_was_is_not_found(call: Caller, path: str) -> None:
    answer = call("POST" if "ledger" in path else "GET", f"{ADDRESS}/{path}", json={"charged": True})

    assert answer.status_code == 404


def test_a_server_makes_the_film_in_the_background(folder: Settings) -> None:
    from dataclasses import replace

    with Bible(replace(folder, workers=1)) as bible, served(create_app(bible)) as url:
        asked = httpx.post(url + ADDRESS, json={"concept": CONCEPT, "budget": "0.15", "scenes": 1}).json()
        address = f"{url}/api/v1/runs/{asked['run_id']}"
        while (run := httpx.get(address).json())["status"] == "running":
            time.sleep(0.1)
        film = next(asset for asset in run["assets"] if asset["path"] == run["final_video_path"])
        played = httpx.get(url + film["url"], headers={"Range": "bytes=0-99"})

    assert (run["status"], played.status_code, played.headers["content-type"]) == ("completed", 206, "video/mp4")
