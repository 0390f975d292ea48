"""What plans cost: the guide prices, corrected by what runs of each tier have really cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from showbible.lessons.model import ValueForMoney
from showbible.lessons.recall.estimate.plan import Plan, Trial
from showbible.runs.model import Tier
from showbible.values import frozen
from showbible.vocabulary import dollars

GUIDE_PRICES: Final[Mapping[Tier, float]] = {
    Tier.STATIC_IMAGES: 0.04,
    Tier.MOTION_GRAPHICS: 0.15,
    Tier.ANIMATED: 0.25,
    Tier.PHOTOREALISTIC: 0.50,
}
"""Dollars a second, before any run has shown its own."""
POINTS_A_DOLLAR: Final[Mapping[ValueForMoney, float]] = {
    ValueForMoney.QUALITY: 0.0,
    ValueForMoney.BALANCED: 1.2,
    ValueForMoney.THRIFTY: 4.0,
}
"""What a dollar less is worth to a person, in points of score."""
USUAL_SECONDS: Final = 60
_OF_ALL, _OF_TIER, _OF_KIND = 0.25, 0.5, 1.0
"""How many runs it takes to believe half of what they show: all runs, those of one tier, those of one kind."""


@frozen
class Prices:
    """Dollars a second for each tier."""

    second: Mapping[Tier, float]

    @classmethod
    def of(cls, trials: Sequence[Trial], kin: Sequence[float]) -> Prices:
        """The prices that paid runs show, each of them so much of the kind that is asked about."""
        paid = [(each, own) for each, own in zip(trials, kin, strict=True) if each.cost and each.tier]
        tiers: dict[Tier, list[float]] = {tier: [] for tier in Tier}
        for each, _ in paid:
            tiers[Tier(str(each.tier))].append(_off(each))
        common = _drawn([off for found in tiers.values() for off in found], 0.0, _OF_ALL)
        shown = {tier: _drawn(found, common, _OF_TIER) for tier, found in tiers.items()}
        left = sum(own * (_off(each) - shown[Tier(str(each.tier))]) for each, own in paid)
        of_kind = left / (_OF_KIND + sum(own for _, own in paid))
        return cls(second={tier: GUIDE_PRICES[tier] * math.exp(shown[tier] + of_kind) for tier in Tier})

    def cost(self, plan: Plan) -> float:
        """What a plan costs, in dollars."""
        return self.second[plan.tier or Tier.ANIMATED] * (plan.duration or USUAL_SECONDS)


def _off(paid: Trial) -> float:
    """How far a run was from its guide price, as a logarithm."""
    return math.log(dollars(paid.cost) / guide_cost(Tier(str(paid.tier)), round(paid.duration) or USUAL_SECONDS))


def _drawn(found: Sequence[float], common: float, imagined: float) -> float:
    return (sum(found) + imagined * common) / (len(found) + imagined)


def guide_cost(tier: Tier, seconds: float) -> float:
    """What the guide prices say, in dollars."""
    return GUIDE_PRICES[tier] * seconds
