"""Choose a plan: what is known to work against what was tried too little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from showbible.lessons import estimate
from showbible.lessons.estimate import GUIDE_PRICES, OWN, Estimate, Field, Plan, Sample
from showbible.lessons.menu import Item, menu
from showbible.lessons.model import POINTS_PER_DOLLAR, Confidence, Wish
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


@dataclass(frozen=True, kw_only=True)
class _Offer:
    plan: Plan
    cost: float
    worth: float


def choose(
    samples: Sequence[Sample],
    wish: Wish,
    *,
    belonging: float = 1.0,
    most_cost: float | None = None,
    curiosity: float = CURIOSITY,
    only_tried: bool = False,
) -> Choice:
    """The best plan within a wish, for the kind of concept whose samples are marked as `OWN`."""
    scores, costs = estimate.scores(samples), estimate.costs(samples)
    known = [each for each in samples if each.kind == OWN] if only_tried else samples
    items = menu(known, wish, only_tried=only_tried)
    offers = [_offer(item, scores, costs, belonging=belonging) for item in items]
    if most_cost is not None:
        offers = [offer for offer in offers if offer.cost <= most_cost] or [min(offers, key=lambda offer: offer.cost)]
    best = max(offers, key=_rounded)
    bonus = curiosity * _familiarity(samples)
    near = [(offer, scores.at(offer.plan, belonging=belonging)) for offer in _near(offers, best, bonus)]
    chosen, score = max(near, key=lambda pair: round(_STEPS * (pair[0].worth + _hope(pair[1], bonus=bonus))))
    return Choice(plan=chosen.plan, score=score, cost=chosen.cost, curious=chosen is not best)


def confidence(choice: Choice, known: int) -> Confidence:
    """How much a choice rests on, when so many scored or rated runs of its kind are known."""
    if known >= 8 and choice.score.deviation < 6.0:
        return Confidence.HIGH
    return Confidence.MEDIUM if known >= 3 and choice.score.deviation < 9.0 else Confidence.LOW


def guide_cost(tier: Tier, seconds: float) -> float:
    """What the guide prices say, in dollars."""
    return GUIDE_PRICES[tier] * seconds


def usual_scenes(seconds: float) -> int:
    """As many scenes as a film of this length usually has."""
    return max(1, round(seconds / SECONDS_A_SCENE))


def _offer(item: Item, scores: Field, costs: Field, *, belonging: float) -> _Offer:
    cost = math.exp(min(costs.mean(item.plan, belonging=belonging), 20.0))
    score = scores.mean(item.plan, belonging=belonging)
    return _Offer(plan=item.plan, cost=cost, worth=score - POINTS_PER_DOLLAR * cost - item.reluctance)


def _familiarity(samples: Sequence[Sample]) -> float:
    own = sum(1 for each in samples if each.kind == OWN)
    return own / (own + PATIENCE)


def _hope(score: Estimate, *, bonus: float) -> float:
    """How much better a plan may turn out than expected: as far as its doubt goes, up to an excellent score."""
    return max(0.0, min(bonus * score.deviation, EXCELLENT - score.mean))


def _near(offers: Sequence[_Offer], best: _Offer, bonus: float) -> list[_Offer]:
    """The offers that doubt could lift above the best: no plan is doubted by more than the prior allows."""
    reach = best.worth - bonus * estimate.SCORES.widest
    close = [offer for offer in offers if offer.worth >= reach and offer is not best]
    return [best, *sorted(close, key=_rounded, reverse=True)[:MOST_DOUBTED]]


def _rounded(offer: _Offer) -> int:
    return round(_STEPS * offer.worth)
