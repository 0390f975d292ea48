"""Choose a plan: what the studio has proven best for a kind of film, and what would be worth a pilot beside it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from showbible.lessons.model import PlanConfidence, PlanRequest
from showbible.lessons.recall.estimate.experience import Estimate, Outlook, PlanDoubt
from showbible.lessons.recall.estimate.failures import NO_FAILURES, TierFailures
from showbible.lessons.recall.estimate.menu import PlanLimits, menu
from showbible.lessons.recall.estimate.money import Prices
from showbible.lessons.recall.estimate.plan import PILOT_WORTH, Plan, Trial
from showbible.lessons.recall.estimate.priors import NOISE
from showbible.runs.model import Tier
from showbible.values import frozen

CAUTION: Final = 0.35
"""How much of its doubt a plan must make up for."""
PROVEN: Final = 4.5
"""So many runs of its kind prove a plan; kin in part counts in part."""
LEAD: Final = 0.5
"""How many standard deviations a plan must lie ahead of a proven one to take its place."""
SHORTLIST: Final = 40
LEAST_GAIN: Final = 0.25
"""The points that a pilot must be expected to gain to be worth its scene."""
_STEPS: Final = 4096
"""Worth is compared in steps of 1/4096 of a point, so that equal plans are equal everywhere."""
_SURE, _SOME, _DOUBT = 5, 2, 5.0


@frozen
class Choice:
    """A plan, what is expected of it, and how many runs of its kind made its tier and its sound."""

    plan: Plan
    score: Estimate
    cost: float
    support: int
    gain: float = 0.0
    """The points that a pilot of it is expected to gain over the plan."""
    passed_over: Tier | None = None
    """The tier that would have made a better film, but fails too often."""

    @property
    def confidence(self) -> PlanConfidence:
        """How much it rests on."""
        if self.support >= _SURE and self.score.deviation < _DOUBT:
            return PlanConfidence.HIGH
        return PlanConfidence.MEDIUM if self.support >= _SOME else PlanConfidence.LOW


@frozen
class Choosing:
    """Everything that a choice is made from."""

    outlook: Outlook
    trials: Sequence[Trial]
    kin: Sequence[float]
    wish: PlanRequest
    limits: PlanLimits
    points_a_dollar: float
    failures: TierFailures = NO_FAILURES

    def choose(self) -> tuple[Choice, Choice | None]:
        """The plan, and one alternative that is worth a pilot."""
        plan = self._plan()
        return replace(self._told(plan), passed_over=self._passed_over(plan)), self._alternative(plan)

    @cached_property
    def _prices(self) -> Prices:
        return Prices.of(self.trials, self.kin)

    @cached_property
    def _worth(self) -> dict[Plan, float]:
        """What every plan on the menu is expected to be worth, within the budget if any is."""
        plans = menu(self.trials, self.kin, self.wish, self.limits)
        most = self.limits.most_cost
        within = [plan for plan in plans if most is None or self._prices.cost(plan) <= most]
        return {plan: self._value(plan) for plan in within or [min(plans, key=self._prices.cost)]}

    def _value(self, plan: Plan) -> float:
        return round(_STEPS * (self.outlook.mean(plan) - self._price(plan) - self._loss(plan))) / _STEPS

    def _price(self, plan: Plan) -> float:
        """Its cost in points; what costs less is better even where nobody counts."""
        return (self.points_a_dollar + 1e-3) * self._prices.cost(plan)

    def _loss(self, plan: Plan) -> float:
        """The points that are lost to films of its tier that never come about: one that fails is worth nothing."""
        return self._shares[plan.tier] * max(self.outlook.mean(plan), 0.0)

    @cached_property
    def _shares(self) -> Mapping[Tier | None, float]:
        return {tier: self.failures.share(tier) for tier in (*Tier, None)}

    def _passed_over(self, chosen: Plan) -> Tier | None:
        """The tier that would promise more if it did not fail more often than the chosen one."""
        if not any(self._shares.values()):
            return None
        worth, least = self._worth[chosen], self._worth[chosen] + self._loss(chosen)
        rivals = {
            plan: self._worth[plan] + self._loss(plan)
            for plan in self._worth
            if plan.tier is not chosen.tier and self._worth[plan] < worth and self._is_known(plan)
        }
        best = max(rivals, key=rivals.__getitem__, default=None)
        return best.tier if best is not None and rivals[best] > least else None

    def _plan(self) -> Plan:
        known = [plan for plan in self._worth if self._is_known(plan)] or list(self._worth)
        proven = [plan for plan in known if self._hearts[plan.heart] >= PROVEN]
        short = self._best(known)
        cautious = self._cautious([*short, *(plan for plan in proven if plan not in short)])
        holder = max(proven, key=cautious.__getitem__, default=None)
        ranked = sorted(cautious, key=cautious.__getitem__, reverse=True)
        if holder is None:
            return ranked[0]
        return next(plan for plan in ranked if plan.heart == holder.heart or self._beats(plan, holder))

    @cached_property
    def _hearts(self) -> Mapping[object, float]:
        """How many judged runs of the kind made each way of making and sounding; kin in part counts in part."""
        found: defaultdict[object, float] = defaultdict(float)
        for each, own in zip(self.trials, self.kin, strict=True):
            if own and each.is_judged and not each.is_pilot:
                found[each.plan.heart] += own
        return found

    def _best(self, plans: Sequence[Plan]) -> list[Plan]:
        return sorted(plans, key=self._worth.__getitem__, reverse=True)[:SHORTLIST]

    def _cautious(self, plans: Sequence[Plan]) -> dict[Plan, float]:
        """What plans are worth, less some of their doubt."""
        estimates = zip(plans, self.outlook.estimates(plans), strict=True)
        return {
            plan: round(_STEPS * (self._worth[plan] - CAUTION * found.deviation)) / _STEPS for plan, found in estimates
        }

    def _is_known(self, plan: Plan) -> bool:
        """Whether the studio has made films of this tier and sound at all: a promise alone is a reason to try."""
        wish = self.wish
        fixed = (wish.tier is not None, wish.mood is not None or bool(self.limits.moods), wish.music_style is not None)
        choices = zip(plan.heart, self._used, fixed, strict=True)
        return all(given or value is None or value in used for value, used, given in choices)

    @cached_property
    def _used(self) -> tuple[frozenset[str | None], ...]:
        hearts = [each.plan.heart for each in self.trials]
        return tuple(frozenset(heart[place] for heart in hearts) for place in range(3))

    def _beats(self, plan: Plan, holder: Plan) -> bool:
        """Whether a plan takes the place of a proven one, even without the run that speaks most for it."""
        dearer = self._price(plan) + self._loss(plan) - self._price(holder) - self._loss(holder)
        doubt, other = self.outlook.doubts([holder, plan])
        apart = math.sqrt(max(doubt.alone + other.alone - 2 * other.both, 0.0))
        return self.outlook.least_lead(plan, holder) > dearer + LEAD * apart

    def _alternative(self, plan: Plan) -> Choice | None:
        """The plan whose pilot beside the chosen one gains most, if that is worth a scene."""
        others = self._best([other for other in self._worth if other != plan and self._is_affordable(other, plan)])
        if not others:
            return None
        field = [plan, *others]
        doubts = self.outlook.doubts(field)
        gains = {
            other: _gain(doubts[0].alone, doubt, ahead=self._worth[other] - self._worth[plan])
            for other, doubt in zip(others, doubts[1:], strict=True)
        }
        best = max(others, key=lambda other: round(_STEPS * gains[other]))
        return self._told(best, gain=gains[best]) if gains[best] >= LEAST_GAIN else None

    def _is_affordable(self, other: Plan, plan: Plan) -> bool:
        """Whether there is money for a film beside which the chosen one could be made."""
        most = self.limits.most_try
        return most is None or self._prices.cost(other) <= max(most, self._prices.cost(plan))

    def _told(self, plan: Plan, *, gain: float = 0.0) -> Choice:
        (score,) = self.outlook.estimates([plan])
        tier = self._runs(lambda made: made.tier == plan.tier)
        sound = self._runs(lambda made: made.heart[1:] == plan.heart[1:])
        return Choice(plan=plan, score=score, cost=self._prices.cost(plan), support=min(tier, sound), gain=gain)

    def _runs(self, alike: Callable[[Plan], bool]) -> int:
        """How many distinct judged runs of the kind were like that."""
        found = zip(self.trials, self.kin, strict=True)
        return len({each.run_id for each, own in found if own >= 0.5 and each.is_judged and alike(each.plan)})


def _gain(one: float, doubt: PlanDoubt, *, ahead: float) -> float:
    """What the choice between two plans gains from a first scene of each, when one is expected to be so far ahead."""
    noise = NOISE**2 / PILOT_WORTH
    two, both = doubt
    whole = (one + noise) * (two + noise) - both * both
    mine, theirs = both - one, two - both
    moved = ((two + noise) * mine * mine - 2 * both * mine * theirs + (one + noise) * theirs * theirs) / whole
    if moved <= 1e-9:
        return max(0.0, ahead)
    wide = math.sqrt(moved)
    far = ahead / wide
    return wide * math.exp(-far * far / 2) / math.sqrt(2 * math.pi) + ahead * (1 + math.erf(far / math.sqrt(2))) / 2
