"""Choose a plan: what is known to work against what was tried too little."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from showbible.lessons import estimate
from showbible.lessons.estimate import GUIDE_PRICES, OWN, Estimate, Field, Plan, Sample
from showbible.lessons.menu import Item, menu
from showbible.lessons.model import POINTS_PER_DOLLAR, Wish
from showbible.runs.model import Tier

CURIOSITY: Final = 0.4
"""How many standard deviations of doubt a plan gets as a bonus for being tried."""
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
    chosen = best
    if curiosity:
        doubts = {offer.plan: scores.at(offer.plan, belonging=belonging).deviation for offer in _near(offers, best)}
        chosen = max(
            (offer for offer in offers if offer.plan in doubts),
            key=lambda offer: round(_STEPS * (offer.worth + curiosity * doubts[offer.plan])),
        )
    score = scores.at(chosen.plan, belonging=belonging)
    return Choice(plan=chosen.plan, score=score, cost=chosen.cost, curious=chosen is not best)


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


def _near(offers: Sequence[_Offer], best: _Offer) -> Iterable[_Offer]:
    """The offers that doubt could lift above the best: no plan is doubted by more than the prior allows."""
    reach = CURIOSITY * estimate.SCORES.widest
    return sorted((offer for offer in offers if offer.worth >= best.worth - reach), key=_rounded)[-64:]


def _rounded(offer: _Offer) -> int:
    return round(_STEPS * offer.worth)
