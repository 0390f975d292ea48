"""Choose a plan: what is known to work against what was tried too little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from showbible.lessons.model import POINTS_PER_DOLLAR, PlanConfidence, PlanRequest
from showbible.lessons.recall.estimate import regression
from showbible.lessons.recall.estimate.candidates import Menu, menu
from showbible.lessons.recall.estimate.priors import SCORES
from showbible.lessons.recall.estimate.regression import GUIDE_PRICES, OWN, Estimate, Field, Grid, Plan, Sample
from showbible.runs.model import Tier

CURIOSITY: Final = 1.0
"""How many standard deviations of doubt a plan gets as a bonus for being tried, at most."""
PATIENCE: Final = 4
"""After so many runs of a kind half of that: what comes up often is worth exploring, what came once may not return."""
EXCELLENT: Final = 92.0
"""A score that needs no improvement: what reaches it is left alone."""
MOST_DOUBTED: Final = 64
USUAL_DURATION: Final = 60
SECONDS_A_SCENE: Final = 8
_STEPS: Final = 4096
"""The worth of plans is compared in steps of 1/4096 of a point, so that equal plans are equal everywhere."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A plan that was chosen, and what is expected of it."""

    plan: Plan
    score: Estimate
    cost: float
    curious: bool
    """Whether another plan is expected to do better, but this one is worth a try."""


def choose(
    samples: Sequence[Sample],
    wish: PlanRequest,
    *,
    belonging: float = 1.0,
    most_cost: float | None = None,
    curiosity: float = CURIOSITY,
    only_tried: bool = False,
) -> Choice:
    """The best plan within a wish, for the kind of concept whose samples are marked as `OWN`."""
    scores = regression.scores(samples)
    known = [each for each in samples if each.kind == OWN] if only_tried else samples
    offers = _offers(menu(known, wish, only_tried=only_tried), scores, regression.costs(samples), belonging=belonging)
    within = offers.within(most_cost)
    best = max(within, key=offers.rounded.__getitem__)
    bonus = curiosity * _familiarity(samples)
    near = _near(offers, within, best, bonus)
    doubts = scores.doubts([offers.grid.plan(place) for place in near], belonging=belonging)
    hopes = {place: _hope(offers.score(place, doubt), bonus=bonus) for place, doubt in zip(near, doubts, strict=True)}
    chosen = max(near, key=lambda place: round(_STEPS * (offers.worth[place] + hopes[place])))
    return Choice(
        plan=offers.grid.plan(chosen),
        score=offers.score(chosen, doubts[near.index(chosen)]),
        cost=offers.costs[chosen],
        curious=chosen != best,
    )


def confidence(choice: Choice, known: int) -> PlanConfidence:
    """How much a choice rests on, when so many scored or rated runs of its kind are known."""
    if known >= 8 and choice.score.deviation < 6.0:
        return PlanConfidence.HIGH
    return PlanConfidence.MEDIUM if known >= 3 and choice.score.deviation < 9.0 else PlanConfidence.LOW


def guide_cost(tier: Tier, seconds: float) -> float:
    """What the guide prices say, in dollars."""
    return GUIDE_PRICES[tier] * seconds


def usual_scenes(seconds: float) -> int:
    """As many scenes as a film of this length usually has."""
    return max(1, round(seconds / SECONDS_A_SCENE))


@dataclass(frozen=True, kw_only=True)
class _Offers:
    """What is expected of every plan on a menu, each called by its place in the grid."""

    grid: Grid
    means: Sequence[float]
    costs: Sequence[float]
    worth: Sequence[float]
    rounded: Sequence[int]

    def within(self, most_cost: float | None) -> Sequence[int]:
        """The plans that cost at most so much, else the cheapest."""
        every = range(len(self.grid))
        if most_cost is None:
            return every
        return [place for place in every if self.costs[place] <= most_cost] or [min(every, key=self.costs.__getitem__)]

    def score(self, place: int, doubt: float) -> Estimate:
        """What a plan is expected to score, with its doubt."""
        return Estimate(mean=self.means[place], deviation=doubt)


def _offers(choices: Menu, scores: Field, costs: Field, *, belonging: float) -> _Offers:
    means = scores.means(choices.grid, belonging=belonging)
    dollars = [math.exp(min(each, 20.0)) for each in costs.means(choices.grid, belonging=belonging)]
    worth = [
        score - POINTS_PER_DOLLAR * cost - reluctance
        for score, cost, reluctance in zip(means, dollars, choices.reluctance, strict=True)
    ]
    rounded = [round(_STEPS * each) for each in worth]
    return _Offers(grid=choices.grid, means=means, costs=dollars, worth=worth, rounded=rounded)


def _familiarity(samples: Sequence[Sample]) -> float:
    own = sum(1 for each in samples if each.kind == OWN)
    return own / (own + PATIENCE)


def _hope(score: Estimate, *, bonus: float) -> float:
    """How much better a plan may turn out than expected: as far as its doubt goes, up to an excellent score."""
    return max(0.0, min(bonus * score.deviation, EXCELLENT - score.mean))


def _near(offers: _Offers, within: Sequence[int], best: int, bonus: float) -> list[int]:
    """The plans that doubt could lift above the best: no plan is doubted by more than the prior allows."""
    reach = offers.worth[best] - bonus * SCORES.widest
    close = [place for place in within if offers.worth[place] >= reach and place != best]
    return [best, *sorted(close, key=offers.rounded.__getitem__, reverse=True)[:MOST_DOUBTED]]
