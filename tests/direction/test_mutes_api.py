"""What one run does without, over HTTP: kept with the run, and heard by whoever plans for it."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from tests.direction.builders import plan, taught
from tests.originals import Filling, nothing
from tests.web.conftest import Caller

API = "/api/v1"
BLOCK = f"{API}/projects/whales/preference-block?tool=generate_beat_package"


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """The story is there from the start, for who asks for it."""
    return taught if "story" in request.fixturenames else nothing


@pytest.fixture
def story(bible: Bible) -> Direction:
    """A director who goes closer on humiliation: one card."""
    return bible.direction("whales")


@pytest.fixture
def run_id(bible: Bible, story: Direction) -> str:
    """A run of that story."""
    return bible.runs.start("A breach", budget=5, project_id="whales").run_id


def mutes(run_id: str, card_id: str = "") -> str:
    return f"{API}/runs/{run_id}/mutes" + (f"/card/{card_id}" if card_id else "")


def the_card(story: Direction) -> str:
    return story.profile().cards[0].card_id


def test_a_card_is_muted_listed_and_heard_again(ask: Caller, story: Direction, run_id: str) -> None:
    card_id, kept = the_card(story), []
    for method in ("PUT", "PUT", "DELETE", "DELETE"):
        status = ask(method, mutes(run_id, card_id)).status_code
        kept.append((status, [each["item_id"] for each in ask("GET", mutes(run_id)).json()["mutes"]]))

    assert kept == [(204, [card_id]), (204, [card_id]), (204, []), (204, [])]


def test_a_block_for_a_run_leaves_its_muted_cards_out(ask: Caller, story: Direction, run_id: str) -> None:
    ask("PUT", mutes(run_id, the_card(story)))

    told = [ask("GET", BLOCK + query).json() for query in ("", f"&run_id={run_id}")]

    assert [len(answer["block"]["preferences"]) for answer in told] == [1, 0]
    assert ["close up" in answer["prompt"].lower() for answer in told] == [True, False]


def test_a_muted_card_anticipates_nothing_in_its_run(ask: Caller, story: Direction, run_id: str) -> None:
    beat = {"beatId": "b1", "function": "humiliation", "affectedCharacter": "Lena"}
    scene = {"characters": ["Lena", "Marcus"], "sceneType": "drama", "confirmedKeyBeats": [beat]}
    body = {"scene": scene, "shots": plan("a", "b")}
    ask("PUT", mutes(run_id, the_card(story)))

    asked = [ask("POST", f"{API}/projects/whales/anticipate", json=body | run) for run in ({}, {"runId": run_id})]

    assert [len(answer.json()["edits"]) for answer in asked] == [2, 0]


def test_a_block_for_a_run_that_is_not_there_is_not_found(ask: Caller, story: Direction) -> None:
    assert ask("GET", f"{BLOCK}&run_id=nobody").status_code == 404


def test_a_block_for_a_run_of_another_story_is_refused(ask: Caller, bible: Bible, story: Direction) -> None:
    other = bible.runs.start("Elsewhere", budget=5).run_id

    answer = ask("GET", f"{BLOCK}&run_id={other}")

    assert (answer.status_code, "belongs to project default" in answer.text) == (422, True)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/runs/nobody/mutes/card/a", 404),
        ("/runs/RUN/mutes/card/nobody", 404),
        ("/runs/RUN/mutes/pattern/nobody", 404),
        ("/runs/RUN/mutes/hook/a", 422),
    ],
)
def test_what_is_not_there_cannot_be_muted(ask: Caller, run_id: str, path: str, status: int) -> None:
    assert ask("PUT", API + path.replace("RUN", run_id)).status_code == status


def test_a_run_that_is_over_mutes_nothing(ask: Caller, bible: Bible, story: Direction, run_id: str) -> None:
    bible.runs.finish(run_id)

    assert ask("PUT", mutes(run_id, the_card(story))).status_code == 409


def test_the_mutes_of_an_unknown_run_are_not_found(ask: Caller) -> None:
    assert ask("GET", mutes("nobody")).status_code == 404


def test_a_finished_run_tells_what_it_did_without(ask: Caller, bible: Bible, story: Direction, run_id: str) -> None:
    ask("PUT", mutes(run_id, the_card(story)))
    bible.runs.finish(run_id)

    (muted,) = ask("GET", mutes(run_id)).json()["mutes"]

    assert (muted["kind"], muted["item_id"]) == ("card", the_card(story))
