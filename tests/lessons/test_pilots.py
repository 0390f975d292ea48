"""Both pilots of a production are learned from: the film that went on, and the first scene that did not."""

from __future__ import annotations

from showbible.bible import Bible
from showbible.lessons.recall.advice import PilotMark
from showbible.lessons.recall.estimate.plan import Plan
from showbible.runs.model import EditStyle, PilotStyle, Tier
from tests.lessons.conftest import Produce
from tests.web.conftest import Caller


def _raced(bible: Bible, *, lost: float) -> None:
    """A finished run whose animated pilot won, and whose other one scored so much."""
    run = bible.runs.start("Podcast intro about whales", budget="10", total_scenes=2)
    style = PilotStyle(mood="tense", music_style="drums", edit_style="safe")
    bible.runs.add_pilot(run.id, "film", tier="animated", budget="5")
    bible.runs.add_pilot(run.id, "other", tier="motion", budget="5", style=style)
    bible.runs.judge_pilot(run.id, "film", score=80, status="approved")
    bible.runs.judge_pilot(run.id, "other", score=lost, status="rejected")
    bible.runs.describe(run.id, mood="warm", music_style="piano", edit_style="safe")
    bible.runs.finish(run.id, "completed", winning_pilot="film")
    bible.lessons.wrap(run.id)


def test_a_pilot_that_lost_says_what_it_showed(bible: Bible) -> None:
    asked = PilotMark(Plan(Tier.MOTION_GRAPHICS, EditStyle.SAFE, "tense", "drums", 2, 20), None)
    for _ in range(4):
        _raced(bible, lost=30)

    poor = bible.lessons.after_pilots("podcast intro", [asked])

    assert poor[0] < 60


def test_one_better_scene_does_not_overrule_what_many_runs_have_shown(bible: Bible, produce: Produce) -> None:
    for _ in range(12):
        produce(tier="animated", score=85)
        produce(tier="motion", score=60)
    marks = [
        PilotMark(Plan(tier, EditStyle.SAFE, None, None, 4, 20), score)
        for tier, score in ((Tier.ANIMATED, 78.0), (Tier.MOTION_GRAPHICS, 82.0))
    ]

    proven, lucky = bible.lessons.after_pilots("podcast intro", marks)

    assert proven > lucky


def test_a_pilot_with_a_style_of_its_own_keeps_it(call: Caller, bible: Bible) -> None:
    run = bible.runs.start("A teaser", budget="10")
    body = {"pilot_id": "a", "tier": "animated", "allocated_budget": 2, "mood": "tense", "music_style": "drums"}

    answer = call("POST", f"/api/v1/runs/{run.id}/pilots", json=body)

    (pilot,) = answer.json()["pilots"]
    assert (answer.status_code, pilot["mood"], pilot["music_style"], pilot["edit_style"]) == (
        201,
        "tense",
        "drums",
        None,
    )


def test_the_answer_over_http_has_a_plan_and_a_try(call: Caller, produce: Produce) -> None:
    for _ in range(6):
        produce(tier="animated", score=70)

    plan = call("GET", "/api/v1/memory/suggest?concept=podcast+intro&value=balanced").json()
    asked = call("GET", "/api/v1/memory/suggest?concept=podcast+intro&explore=true&value=balanced").json()

    assert (plan["mode"], plan["value"], plan["try"]["mode"]) == ("proven", "balanced", "trying")
    assert (asked["mode"], asked["tier"], asked["try"]["tier"]) == ("trying", plan["try"]["tier"], plan["tier"])


def test_a_value_for_money_that_does_not_exist_is_refused(call: Caller) -> None:
    assert call("GET", "/api/v1/memory/suggest?concept=podcast+intro&value=greedy").status_code == 422
