"""The estimator: few runs lean on the rest, many speak for themselves, and doubt shrinks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showbible.lessons.model import PlanRequest
from showbible.lessons.recall.estimate import plans, regression
from showbible.lessons.recall.estimate.priors import SCORES
from showbible.lessons.recall.estimate.regression import FEW_CELLS, FEW_PLANS, OWN, Field, Grid, Plan, Sample
from showbible.runs.model import EditStyle, Tier

PLAN = Plan(tier=Tier.ANIMATED, edit_style=EditStyle.SAFE, scenes=4, duration=20)

samples = st.builds(
    Sample,
    kind=st.sampled_from([OWN, "trailer", "general"]),
    plan=st.builds(
        Plan,
        tier=st.none() | st.sampled_from(Tier),
        edit_style=st.none() | st.sampled_from(EditStyle),
        scenes=st.none() | st.integers(1, 40),
        duration=st.none() | st.integers(1, 600),
    ),
    score=st.none() | st.floats(0, 100),
    weight=st.sampled_from([1.0, 3.0, 4.0]),
    cost=st.none() | st.floats(0.01, 1000),
)


def _sample(score: float, *, kind: str = OWN, plan: Plan = PLAN) -> Sample:
    return Sample(kind=kind, plan=plan, score=score, weight=1.0, cost=1.0)


def test_with_nothing_known_the_estimate_is_the_usual_score() -> None:
    found = regression.scores([]).at(Plan(tier=None, edit_style=None, scenes=None, duration=None))

    assert (found.mean, found.deviation) == (regression.USUAL_SCORE, SCORES.widest)


def test_one_run_moves_the_estimate_part_of_the_way_and_many_nearly_all() -> None:
    means = [regression.scores([_sample(95)] * number).mean(PLAN) for number in (1, 4, 40)]

    assert 70 < means[0] < means[1] < means[2] < 96
    assert means[2] > 94


def test_doubt_shrinks_with_every_run() -> None:
    doubts = [regression.scores([_sample(80)] * number).at(PLAN).deviation for number in (0, 1, 4, 16)]

    assert doubts == sorted(doubts, reverse=True)


def test_runs_of_another_kind_say_less_than_own_ones() -> None:
    own, other = (regression.scores([_sample(95, kind=kind)] * 4).mean(PLAN) for kind in (OWN, "trailer"))

    assert own > other > regression.USUAL_SCORE


def test_a_guide_price_is_expected_until_runs_show_their_own() -> None:
    priced = plans.choose([_sample(80)] * 8, PlanRequest(tier=Tier.ANIMATED, duration=20))

    assert plans.guide_cost(Tier.ANIMATED, 20) == 5.0
    assert 0.9 < priced.cost < 1.5


GRID = Grid(tiers=[*Tier, None], edit_styles=[*EditStyle], scenes=[2, 5, None], durations=[15, 40, 90])


def _plans(grid: Grid) -> list[Plan]:
    return [grid.plan(place) for place in range(len(grid))]


def _many(seed: int) -> list[Sample]:
    """The runs of a busy studio, some of which leave something open."""
    dice = random.Random(seed)
    return [
        Sample(
            kind=dice.choice([OWN, OWN, "trailer"]),
            plan=Plan(
                tier=dice.choice([*Tier, None]),
                edit_style=dice.choice([*EditStyle]),
                scenes=dice.choice([2, 4, 8, None]),
                duration=dice.randint(5, 90),
            ),
            score=dice.uniform(40, 100),
            weight=dice.choice([1.0, 4.0]),
            cost=dice.uniform(0.1, 20),
        )
        for _ in range(150)
    ]


def test_a_grid_counts_its_plans_as_nested_loops_do() -> None:
    grid = Grid(tiers=[Tier.ANIMATED, None], edit_styles=[EditStyle.SAFE], scenes=[4], durations=[15, 30])

    found = [(plan.tier, plan.edit_style, plan.scenes, plan.duration) for plan in _plans(grid)]

    assert found == [(tier, EditStyle.SAFE, 4, length) for tier in (Tier.ANIMATED, None) for length in (15, 30)]


@pytest.mark.parametrize("belonging", [1.0, 0.3])
@pytest.mark.parametrize(
    "known", [regression.scores(_many(1)), regression.costs(_many(2)), regression.scores(_many(3)[:9])]
)
def test_plans_weighed_together_are_expected_to_give_what_each_is_alone(known: Field, belonging: float) -> None:
    together = known.means(GRID, belonging=belonging)

    assert together == pytest.approx([known.mean(plan, belonging=belonging) for plan in _plans(GRID)], abs=1e-9)


@pytest.mark.parametrize("belonging", [1.0, 0.3])
def test_plans_weighed_together_are_doubted_as_each_is_alone(belonging: float) -> None:
    known, plans_asked = regression.scores(_many(4)), _plans(GRID)

    together = known.doubts(plans_asked, belonging=belonging)

    assert len(known.cells) > FEW_CELLS and len(plans_asked) > FEW_PLANS
    assert together == pytest.approx([known.at(plan, belonging=belonging).deviation for plan in plans_asked], abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(st.lists(samples, max_size=25))
def test_any_history_gives_a_plan_whatever_its_order(history: list[Sample]) -> None:
    found = plans.choose(history, PlanRequest())

    assert found.plan == plans.choose(history[::-1], PlanRequest()).plan
    assert 0 <= found.cost < 1e9 and found.score.deviation <= SCORES.widest


@settings(deadline=None, max_examples=40)
@given(st.lists(samples, min_size=1, max_size=25), st.sampled_from(Tier), st.integers(1, 600))
def test_a_wish_is_always_kept(history: list[Sample], tier: Tier, seconds: int) -> None:
    found = plans.choose(history, PlanRequest(tier=tier, duration=seconds)).plan

    assert (found.tier, found.duration) == (tier, seconds)
