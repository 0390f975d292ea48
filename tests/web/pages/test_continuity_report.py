"""`/projects/{p}/continuity/{s}` and what a change costs: what a supervisor sees, and what one click does about it."""

from __future__ import annotations

import pytest

from showbible.assets.model import EntityState
from showbible.bible import Bible
from showbible.direction.model import SceneFacts
from showbible.direction.recall.plans import NewScene
from showbible.studio import orchestrator, remaking
from showbible.studio.ledger import turns
from showbible.web.pages.continuity.cost import CostPage
from showbible.web.pages.continuity.report import ReportPage
from tests.web.conftest import Caller
from tests.web.pages.test_entities import HTMX, undone

HERE = "/projects/keeper/continuity/pier"
SHOTS = ("Mara waits in a red coat.", "Tom hands the lantern to Mara.", "Mara, in a blue coat, runs.")


@pytest.fixture
def keeper(any_bible: Bible) -> Bible:
    """A story with one scene of three shots, of which the third breaks what the first says."""
    any_bible.projects.create("keeper", name="The Last Keeper")
    shots = [{"shot_id": f"s{number}", "description": text} for number, text in enumerate(SHOTS, start=1)]
    facts = SceneFacts(characters=("Mara", "Tom", "Ida"), location="Pier")
    any_bible.direction("keeper").put("pier", NewScene(planning_stage="SHOTS", shots=shots, facts=facts))
    return any_bible


@pytest.fixture
def blue(keeper: Bible) -> EntityState:
    """What is so of Mara's coat, beside a film in which it is red."""
    memory = keeper.assets("keeper")
    memory.segment("g1", t_start=0, t_end=2, kind="plan")
    memory.add("video", "videos/keeper/1.mp4", asset_id="film", segment_id="g1", prompt="Mara in a red coat")
    return memory.tell("Mara", kind="character", state={"coat": "blue"}, t_start=0)


def report(bible: Bible) -> ReportPage:
    return ReportPage(bible, "keeper", "pier")


def test_everybody_in_a_scene_has_lines_of_what_they_wear_and_hold(keeper: Bible) -> None:
    lines = {who.name: [(row.what, row.said, row.fact.since) for row in who.rows] for who in report(keeper).entities}

    assert lines["Mara"] == [("Wears", "red coat", "s1"), ("Holds", "lantern", "s2")]
    assert lines["lantern"] == [("State", "held by Mara", "s2")]
    assert lines["Ida"] == []


@pytest.mark.both_databases
def test_a_page_says_what_breaks_and_offers_both_ways_out(keeper: Bible, visit_any: Caller) -> None:
    shown = visit_any("GET", HERE).text

    assert "1 thing breaks in this scene" in shown
    assert "Mara: coat is red, shot s3 says blue" in shown
    assert f'hx-post="{HERE}/accept"' in shown and "Accept the change" in shown and "Correct" in shown


def test_one_click_accepts_a_change_and_another_takes_that_back(keeper: Bible, visit_any: Caller) -> None:
    form = {"shot": "s3", "name": "Mara", "field": "coat", "value": "blue"}

    answer = visit_any("POST", f"{HERE}/accept", data=form, headers=HTMX)

    assert "coat is blue from shot s3 on" in answer.text and not report(keeper).conflicts
    undone(visit_any, answer)
    assert len(report(keeper).conflicts) == 1


def test_a_state_is_corrected_where_it_is_contradicted(keeper: Bible, visit_any: Caller) -> None:
    state = keeper.assets("keeper").tell("Mara", kind="character", state={"coat": "green"})
    form = {"name": "Mara", "kind": "character", "facts": "coat: blue", "seen": state.mark}
    before = [view.conflict.shot.shot_id for view in report(keeper).conflicts]

    visit_any("POST", f"/projects/keeper/entities/{state.state_id}/correct", data=form, headers=HTMX)

    after = [view.conflict.shot.shot_id for view in report(keeper).conflicts]
    assert (before, after) == (["s1", "s3"], ["s1"])


def test_the_place_and_the_scene_lead_to_the_report(keeper: Bible, visit_any: Caller) -> None:
    pages = [visit_any("GET", f"/projects/keeper/{page}").text for page in ("continuity", "direction/scenes/pier")]

    assert [f'href="{HERE}"' in page for page in pages] == [True, True]


def test_a_scene_that_is_not_there_has_no_report(keeper: Bible, visit_any: Caller) -> None:
    assert visit_any("GET", "/projects/keeper/continuity/nowhere").status_code == 404


@pytest.mark.both_databases
def test_a_change_shows_its_price_before_it_is_ordered(keeper: Bible, blue: EntityState, visit_any: Caller) -> None:
    shown = visit_any("GET", f"/projects/keeper/entities/{blue.state_id}/cost").text

    assert "1 asset no longer agrees. Nobody knows what it cost. Making 1 film again costs $0.50." in shown
    assert "Order for $0.50 at most" in shown and ">Mara in a blue coat</textarea>" in shown
    assert keeper.runs.list().total == 0


def test_a_confirmed_plan_becomes_a_production(keeper: Bible, blue: EntityState, visit_any: Caller) -> None:
    here, plan = f"/projects/keeper/entities/{blue.state_id}", remaking.cost(keeper, "keeper", blue.state_id)
    form = {"seen": plan.mark, "tier": plan.tier, "asset_ids": "film", "offered": "film", "prompts": "Mara in blue"}

    answer = visit_any("POST", f"{here}/remake", data=form)

    (run,) = keeper.runs.list().items
    (shot,) = orchestrator.wish_of(turns.production(keeper.db, run.run_id)).reshoots
    assert (answer.status_code, answer.headers["location"]) == (303, f"/runs/{run.run_id}")
    assert (shot.prompt, run.budget) == ("Mara in blue", 500_000)


def test_an_old_plan_is_not_carried_out(keeper: Bible, blue: EntityState, visit_any: Caller) -> None:
    form = {"seen": "old", "asset_ids": "film"}

    answer = visit_any("POST", f"/projects/keeper/entities/{blue.state_id}/remake", data=form)

    assert (answer.status_code, keeper.runs.list().total) == (409, 0)


def test_another_way_of_making_it_has_another_price(keeper: Bible, blue: EntityState) -> None:
    cheap, dear = (CostPage(keeper, "keeper", blue.state_id, tier) for tier in ("static_images", "photorealistic"))

    assert cheap.plan.price < dear.plan.price
