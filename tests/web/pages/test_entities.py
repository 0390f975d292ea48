"""`/projects/{p}/entities` and `/continuity`: what is so and when, corrected, forgotten, held against a prompt."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from showbible.assets.api import Assets
from showbible.assets.model import EntityState, StateInput
from showbible.assets.record import states
from showbible.bible import Bible
from showbible.storage import changes
from showbible.web.pages.project.entities import EntitiesPage, EntityFilter
from showbible.web.pages.project.story import ContinuityPage
from tests.web.conftest import Caller

HTMX = {"hx-request": "true"}
HERE = "/projects/keeper/entities"


@pytest.fixture
def memory(any_bible: Bible) -> Assets:
    """A story of twenty seconds in which Mara wears red."""
    any_bible.projects.create("keeper", name="The Last Keeper")
    found = any_bible.assets("keeper")
    found.segment("s1", t_start=0, t_end=10, kind="plan")
    found.segment("s2", t_start=10, t_end=20, kind="plan")
    found.add("video", "videos/keeper/2.mp4", asset_id="film", segment_id="s2", prompt="Mara in a blue coat")
    return found


@pytest.fixture
def red(memory: Assets) -> EntityState:
    """What is so of Mara from the fourth second on."""
    return memory.tell("Mara", kind="character", state={"coat": "red", "age": 30}, t_start=4)


def undone(visit: Caller, answer: httpx.Response) -> httpx.Response:
    """What happens when Undo is pressed in the toast of an answer."""
    action = re.findall(r'hx-post="([^"]+)"', answer.text)[0]
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', answer.text)}
    return visit("POST", action, data=fields, headers=HTMX)


def lanes(bible: Bible, *, t: str = "", peek: str = "") -> EntitiesPage:
    return EntitiesPage(bible, "keeper", EntityFilter(t=t), peek=peek)


def form(state: EntityState, **changes: str) -> dict[str, str]:
    return {
        "name": "Mara",
        "kind": "character",
        "facts": "coat: red\nage: 30",
        "start": "4",
        "seen": state.mark,
    } | changes


# Lanes


def test_a_lane_shows_each_field_for_as_long_as_it_holds(any_bible: Bible, memory: Assets, red: EntityState) -> None:
    memory.tell("Mara", kind="character", state={"coat": "black"}, t_start=12, t_end=16)

    (lane,) = lanes(any_bible).list.items

    told = {row.field: [(stay.value, stay.start_ms, stay.end_ms) for stay, _ in row.stays] for row in lane.rows}
    assert told == {
        "coat": [("red", 4000, 12_000), ("black", 12_000, 16_000), ("red", 16_000, 21_000)],
        "age": [("30", 4000, 21_000)],
    }


@pytest.mark.parametrize(("t", "at_ms", "now"), [("2", 2000, ()), ("0:05", 5000, (("coat", "red"), ("age", "30")))])
def test_the_playhead_shows_what_is_so_then(
    any_bible: Bible, red: EntityState, t: str, at_ms: int, now: tuple[tuple[str, str], ...]
) -> None:
    page = lanes(any_bible, t=t)

    assert (page.at_ms, page.list.items[0].now) == (at_ms, now)


def test_names_and_facts_stay_text(visit_any: Caller, memory: Assets) -> None:
    known = memory.tell("<b>Mara</b>", kind="character", state={"<i>coat</i>": "<u>red</u>"})

    answer = visit_any("GET", f"{HERE}?peek={known.state_id}")

    assert not re.search(r"<(b|i|u)>(Mara|coat|red)", answer.text)


# Acts


def test_a_person_tells_something_and_takes_it_back(visit_any: Caller, memory: Assets) -> None:
    told = {"name": "Lamp", "kind": "prop", "facts": "state: lit", "start": "0:12"}
    answer = visit_any("POST", HERE, data=told, headers=HTMX)
    (known,) = memory.states("Lamp")

    undone(visit_any, answer)

    assert (dict(known.state), known.start_ms, memory.entities().total) == ({"state": "lit"}, 12_000, 0)


def test_a_correction_changes_what_it_says_and_nothing_else(
    visit_any: Caller, memory: Assets, red: EntityState
) -> None:
    visit_any("POST", f"{HERE}/{red.state_id}/correct", data=form(red, facts="coat: green\nage: 30"), headers=HTMX)

    (known,) = memory.states("Mara")
    assert (dict(known.state), known.start_ms, known.end_ms) == ({"coat": "green", "age": 30}, 4000, None)


def test_a_correction_is_taken_back_with_its_author(visit_any: Caller, memory: Assets, any_bible: Bible) -> None:
    told = StateInput(entity="Mara", kind="character", state={"coat": "red"}, t_start=4.0)
    guess = states.state(memory.db, told, made_by="rule")
    answer = visit_any("POST", f"{HERE}/{guess.state_id}/correct", data=form(guess, facts="coat: green"), headers=HTMX)

    undone(visit_any, answer)

    (known,) = memory.states("Mara")
    assert (dict(known.state), known.made_by) == ({"coat": "red"}, "rule")


def test_a_state_changed_meanwhile_is_not_overwritten(visit_any: Caller, memory: Assets, red: EntityState) -> None:
    stale = form(red, facts="coat: green")
    visit_any("POST", f"{HERE}/{red.state_id}/correct", data=form(red, facts="coat: white"), headers=HTMX)

    answer = visit_any("POST", f"{HERE}/{red.state_id}/correct", data=stale, headers={"accept": "text/html"})

    assert (answer.status_code, dict(memory.states("Mara")[0].state)) == (409, {"coat": "white"})
    assert "coat: white" in answer.text and "coat: green" in answer.text


def test_what_is_forgotten_is_gone_with_its_history_and_can_be_put_back(
    visit_any: Caller, memory: Assets, red: EntityState
) -> None:
    visit_any("POST", f"{HERE}/{red.state_id}/correct", data=form(red, facts="coat: green"), headers=HTMX)
    answer = visit_any("POST", f"{HERE}/{red.state_id}/forget", headers=HTMX)
    gone = (memory.entities().total, changes.of(memory.db, kind=states.STATE.name, item_id=red.state_id))

    undone(visit_any, answer)

    assert gone == (0, [])
    assert [(each.state_id, dict(each.state)) for each in memory.states("Mara")] == [(red.state_id, {"coat": "green"})]


def test_the_history_of_a_state_can_be_read(any_bible: Bible, visit_any: Caller, red: EntityState) -> None:
    visit_any("POST", f"{HERE}/{red.state_id}/correct", data=form(red, facts="coat: green\nage: 30"), headers=HTMX)

    peek = lanes(any_bible, peek=red.state_id).peek

    assert peek is not None
    ((edit,),) = [version.edits for version in peek.history]
    assert (edit.field, "".join(piece.text for piece in edit.pieces if piece.kind == "new")) == ("What is so", "green")


@pytest.mark.parametrize(
    ("path", "told", "status"),
    [
        ("", {"name": "Lamp", "kind": "prop", "facts": "lit"}, 422),
        ("", {"name": " ", "kind": "prop", "facts": "a: b"}, 422),
        ("/nobody/correct", {"name": "Mara", "facts": "a: b"}, 404),
        ("/nobody/forget", {}, 404),
        ("/nobody/pause", {}, 404),
        ("/nobody/undo", {"seq": "1"}, 404),
        ("/restore", {"taken": "[]"}, 422),
        ("/restore", {"taken": '{"state_id": "x", "made_by": "rule"}'}, 422),
    ],
)
def test_an_act_that_cannot_be_is_refused(
    visit_any: Caller, memory: Assets, path: str, told: dict[str, str], status: int
) -> None:
    assert visit_any("POST", f"{HERE}{path}", data=told, headers=HTMX).status_code == status


@pytest.mark.both_databases
def test_assets_that_show_it_otherwise_are_listed(any_bible: Bible, red: EntityState) -> None:
    peek = lanes(any_bible, peek=red.state_id).peek

    assert peek is not None
    assert peek.verdict == "1 asset of that time shows Mara otherwise."
    assert [tile.why for tile in peek.disagreeing] == ["0:10: coat is red, it shows blue"]


# Pauses


def test_a_paused_state_has_a_lane_of_its_own_and_is_not_so_now(
    any_bible: Bible, memory: Assets, red: EntityState, visit_any: Caller
) -> None:
    memory.state_corrections.pause(red.state_id)

    (lane,) = lanes(any_bible, t="5").list.items

    assert [(row.field, row.is_paused) for row in lane.rows] == [("coat", True), ("age", True)]
    assert (lane.now, visit_any("GET", HERE).text.count("Paused")) == ((), 2)


def test_no_paused_state_hides_another(any_bible: Bible, memory: Assets, red: EntityState) -> None:
    others = [memory.tell("Mara", kind="character", state={"coat": "black"}, t_start=at) for at in (4, 6)]
    for each in (red, *others):
        memory.state_corrections.pause(each.state_id)

    (lane,) = lanes(any_bible).list.items

    drawn = [stay.state.state_id for row in lane.rows if row.field == "coat" for stay, _ in row.stays]
    assert sorted(drawn) == sorted(each.state_id for each in (red, *others))


def test_a_pause_is_undone_and_read_in_the_history(
    any_bible: Bible, visit_any: Caller, memory: Assets, red: EntityState
) -> None:
    answer = visit_any("POST", f"{HERE}/{red.state_id}/pause", data={"seen": red.mark}, headers=HTMX)
    peek = lanes(any_bible, peek=red.state_id).peek

    undone(visit_any, answer)

    assert peek is not None and peek.state.paused
    assert (peek.verdict, [edit.field for version in peek.history for edit in version.edits]) == (
        "While it is paused, nothing is held against it.",
        ["Paused"],
    )
    assert memory.states("Mara", at=5) == [red]


def test_what_changes_nothing_offers_no_undo_of_an_older_change(
    visit_any: Caller, memory: Assets, red: EntityState
) -> None:
    memory.state_corrections.pause(red.state_id)
    paused = visit_any("POST", f"{HERE}/{red.state_id}/pause", headers=HTMX)
    saved = visit_any("POST", f"{HERE}/{red.state_id}/correct", data=form(red), headers=HTMX)

    assert [(each.status_code, "Undo" in each.text) for each in (paused, saved)] == [(200, False), (200, False)]


def test_a_paused_state_is_used_again(visit_any: Caller, memory: Assets, red: EntityState) -> None:
    memory.state_corrections.pause(red.state_id)

    visit_any("POST", f"{HERE}/{red.state_id}/pause", data={"paused": "no"}, headers=HTMX)

    assert memory.states("Mara", at=5) == [red]


def test_a_state_changed_meanwhile_is_not_paused(visit_any: Caller, memory: Assets, red: EntityState) -> None:
    visit_any("POST", f"{HERE}/{red.state_id}/correct", data=form(red, facts="coat: white"), headers=HTMX)

    answer = visit_any("POST", f"{HERE}/{red.state_id}/pause", data={"seen": red.mark}, headers=HTMX)

    assert (answer.status_code, [each.paused for each in memory.states("Mara")]) == (409, [False])


@pytest.mark.both_databases
def test_a_paused_state_that_is_forgotten_comes_back_paused(
    visit_any: Caller, memory: Assets, red: EntityState
) -> None:
    memory.state_corrections.pause(red.state_id)
    answer = visit_any("POST", f"{HERE}/{red.state_id}/forget", headers=HTMX)

    undone(visit_any, answer)

    assert [(each.state_id, each.paused) for each in memory.states("Mara")] == [(red.state_id, True)]


# Continuity


def test_a_prompt_against_the_story_is_named_with_its_proof(any_bible: Bible, memory: Assets) -> None:
    memory.tell("Mara", kind="character", state={"coat": "red"}, t_start=4, source_asset_id="film")

    page = ContinuityPage(any_bible, "keeper", prompt="Mara in a green coat", at="0:12")

    ((found, proof),) = page.found or ()
    assert page.verdict == "1 thing about Mara would break at 0:12."
    assert (found.since, proof and proof.asset.asset_id) == (4000, "film")


def test_a_prompt_that_fits_is_told_so(visit_any: Caller, red: EntityState) -> None:
    answer = visit_any("GET", "/projects/keeper/continuity?prompt=Mara+in+a+red+coat&at=12")

    assert "Nothing known contradicts this at 0:12." in answer.text


@pytest.mark.parametrize("query", ["at=soon", "prompt=x&at=-1", "prompt=%00"])
def test_a_check_that_cannot_be_is_refused(visit_any: Caller, memory: Assets, query: str) -> None:
    assert visit_any("GET", f"/projects/keeper/continuity?{query}").status_code == 422


def test_a_prompt_stays_text(visit_any: Caller, red: EntityState) -> None:
    answer = visit_any("GET", "/projects/keeper/continuity", params={"prompt": "</textarea><b>Mara</b> in a blue coat"})

    assert "<b>Mara" not in answer.text
