"""Memory in play on the page of a run: what acts there, and what one run does without."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.direction.api import Direction
from showbible.lessons.model import UseState
from showbible.lessons.recall import rulings
from showbible.runs.model import MuteKind
from showbible.runs.recall import log, mutes
from showbible.runs.recall.log_lines import lines
from showbible.web.app import create_app
from showbible.web.pages.run.memory import Acting
from showbible.web.pages.run.page import RunPage
from tests.direction.builders import taught
from tests.originals import Filling, nothing
from tests.web.conftest import Caller, served
from tests.web.pages.test_run import messages, targets

HTMX = {"HX-Request": "true"}
PERSON = {"accept": "text/html"}


@pytest.fixture
def filling(request: pytest.FixtureRequest) -> Filling:
    """The story is there from the start, for who asks for it."""
    return taught if "story" in request.fixturenames else nothing


@pytest.fixture
def story(any_bible: Bible) -> Direction:
    """A director who goes closer on humiliation: one card."""
    return any_bible.direction("whales")


@pytest.fixture
def run_id(any_bible: Bible, story: Direction) -> str:
    """A run of that story."""
    return any_bible.runs.start("A breach", budget=5, project_id="whales").run_id


def the_card(story: Direction) -> str:
    return story.profile().cards[0].card_id


def acting(bible: Bible, run_id: str) -> tuple[Acting, ...]:
    return RunPage(bible, run_id).memory.acting


def demos(bible: Bible) -> str:
    """A run of a kind that an earlier run has taught something about."""
    made = bible.runs.start("A product demo of a lamp", budget=5).run_id
    bible.runs.finish(made)
    bible.lessons.wrap(made)
    return bible.runs.start("A product demo of a clock", budget=5).run_id


def turn(visit: Caller, path: str, use: str, **headers: str) -> httpx.Response:
    return visit("POST", path, data={"use": use}, headers=headers or HTMX)


def undo(visit: Caller, answer: httpx.Response) -> httpx.Response:
    """Press the button of the toast."""
    (found,) = re.findall(r'action="([^"]+)".*?name="use" value="(\w+)".*?Undo', answer.text)
    return turn(visit, found[0], found[1])


def test_a_run_shows_the_cards_of_its_story(any_bible: Bible, story: Direction, run_id: str) -> None:
    (card,) = story.profile().cards

    (shown,) = acting(any_bible, run_id)

    assert (shown.text, shown.sure, shown.note) == (card.preference, "High confidence, 3 scenes", "Used in this run")


def test_a_run_shows_the_plan_it_was_suggested_and_what_its_user_decided(any_bible: Bible) -> None:
    any_bible.lessons.prefer({"quality_threshold": 80})
    run_id = demos(any_bible)

    shown = [(each.id, each.action is not None) for each in acting(any_bible, run_id)]

    assert shown == [("plan", True), ("preferences", False)]


def test_a_plan_says_why_and_which_runs_taught_it(any_bible: Bible, visit_any: Caller) -> None:
    run_id = demos(any_bible)

    plan = acting(any_bible, run_id)[0]
    page = visit_any("GET", f"/runs/{run_id}", headers=PERSON).text

    assert (list(plan.runs.values()), plan.why in plan.reasons) == (["A product demo of a lamp"], True)
    assert all(f">{reason}</p>" in page for reason in plan.reasons)


def test_a_card_switched_off_is_silent_in_this_run_and_active_elsewhere(
    visit_any: Caller, any_bible: Bible, story: Direction, run_id: str
) -> None:
    other = any_bible.runs.start("Another", budget=5, project_id="whales").run_id

    answer = turn(visit_any, f"/runs/{run_id}/memory/cards/{the_card(story)}", "off")

    assert (answer.status_code, targets([answer.text])) == (200, ["toasts", "run-memory"])
    assert [(each.on, each.note) for run in (run_id, other) for each in acting(any_bible, run)] == [
        (False, "Left out of this run"),
        (True, "Used in this run"),
    ]


@pytest.mark.both_databases
def test_undo_lets_a_card_speak_again_and_the_log_tells_of_both(
    visit_any: Caller, any_bible: Bible, story: Direction, run_id: str
) -> None:
    undo(visit_any, turn(visit_any, f"/runs/{run_id}/memory/cards/{the_card(story)}", "off"))

    told = [line.strong for line in lines(log.newest(any_bible.db, run_id, limit=9))[-2:]]
    assert (mutes.mutes(any_bible.db, run_id), told) == ((), ["Left out of this run", "Used in this run again"])


def test_without_scripts_a_switch_leads_back_to_the_run(
    visit_any: Caller, any_bible: Bible, story: Direction, run_id: str
) -> None:
    answer = turn(visit_any, f"/runs/{run_id}/memory/cards/{the_card(story)}", "off", **PERSON)

    muted = list(mutes.muted(any_bible.db, run_id, MuteKind.CARD))
    assert (answer.status_code, answer.headers["location"], muted) == (303, f"/runs/{run_id}", [the_card(story)])


def test_an_open_page_hears_of_a_mute(any_bible: Bible, story: Direction, run_id: str, visit_any: Caller) -> None:
    seen = RunPage(any_bible, run_id).seq
    turn(visit_any, f"/runs/{run_id}/memory/cards/{the_card(story)}", "off")

    with served(create_app(any_bible)) as address:
        heard = messages(f"{address}/runs/{run_id}/stream?since={seen}", stop="data:")

    assert targets(heard) == ["run-memory"]


def test_a_plan_can_be_left_out_until_it_is_taken(visit_any: Caller, any_bible: Bible) -> None:
    run_id = demos(any_bible)
    before = acting(any_bible, run_id)[0]

    any_bible.runs.enter(run_id, "planning_pilots")

    after = acting(any_bible, run_id)[0]
    assert (before.action is not None, before.note, after.action) == (True, "Used in this run", None)
    assert after.note.startswith("The run is planned")
    assert turn(visit_any, str(before.action), "off").status_code == 409


def test_a_run_that_is_over_has_no_switches(any_bible: Bible, story: Direction, run_id: str) -> None:
    any_bible.runs.finish(run_id)

    assert [(each.action, each.note) for each in acting(any_bible, run_id)] == [(None, "")]


def test_a_card_paused_everywhere_is_paused_in_its_story_and_undo_wakes_it(
    visit_any: Caller, any_bible: Bible, story: Direction, run_id: str
) -> None:
    answer = turn(visit_any, f"/runs/{run_id}/memory/cards/{the_card(story)}/everywhere", "off")
    (paused,) = acting(any_bible, run_id)

    undo(visit_any, answer)

    assert (paused.on, paused.note, paused.action) == (False, "Paused everywhere", None)
    assert story.profile().cards[0].state == "active"


def test_a_pattern_paused_everywhere_suggests_no_more(visit_any: Caller, any_bible: Bible) -> None:
    run_id = demos(any_bible)
    plan = acting(any_bible, run_id)[0]

    answer = turn(visit_any, str(plan.everywhere), "off", **PERSON)

    (ruling,) = rulings.rulings(any_bible.db).values()
    assert (answer.status_code, ruling.state) == (303, UseState.PAUSED)


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("cards/nobody", {"use": "off"}, 404),
        ("patterns/nobody", {"use": "off"}, 404),
        ("hooks/nobody", {"use": "off"}, 422),
        ("cards/a", {"use": "maybe"}, 422),
        ("cards/nobody/everywhere", {"use": "off"}, 404),
        ("patterns/nobody/everywhere", {"use": "off"}, 404),
    ],
)
def test_a_switch_of_nothing_is_refused(
    visit_any: Caller, run_id: str, path: str, fields: dict[str, Any], status: int
) -> None:
    answer = visit_any("POST", f"/runs/{run_id}/memory/{path}", data=fields, headers=PERSON)

    assert answer.status_code == status


def test_hostile_words_of_a_card_stay_text(visit_any: Caller, story: Direction, run_id: str) -> None:
    story.change_card(the_card(story), preference="<script>alert(1)</script>")
    turn(visit_any, f"/runs/{run_id}/memory/cards/{the_card(story)}", "off")

    page = visit_any("GET", f"/runs/{run_id}").text

    assert "<script>alert" not in page and page.count("&lt;script&gt;alert(1)") >= 2
