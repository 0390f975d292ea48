"""What a plan would probably score and cost, learned from few and noisy runs.

A Gaussian process over plans: the score of a plan is a sum of one effect per choice (tier, edit
style, scenes, duration) and a small effect of the whole plan. Part of each effect is shared by all
concepts and part belongs to one kind of concept, so a kind with few runs leans on the general
experience and a kind with many speaks for itself. How sure an estimate is comes with it.
Plain Python will do: the runs are first gathered into at most `MOST_CELLS` groups of equal plans.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import mul
from typing import Any, Final

from showbible.lessons import triangles
from showbible.runs.model import EditStyle, Tier

MOST_CELLS: Final = 96
OWN: Final = ""
"""The kind of concept that is asked about."""

GUIDE_PRICES: Final[Mapping[Tier, float]] = {
    Tier.STATIC_IMAGES: 0.04,
    Tier.MOTION_GRAPHICS: 0.15,
    Tier.ANIMATED: 0.25,
    Tier.PHOTOREALISTIC: 0.50,
}
"""Dollars a second, before any run has shown its own."""
QUALITY_CEILINGS: Final[Mapping[Tier, float]] = {
    Tier.STATIC_IMAGES: 75.0,
    Tier.MOTION_GRAPHICS: 85.0,
    Tier.ANIMATED: 90.0,
    Tier.PHOTOREALISTIC: 95.0,
}
USUAL_SCORE: Final = 70.0
USUAL_SECONDS: Final = 60.0


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a run chooses before it begins; None where nobody knows."""

    tier: Tier | None
    edit_style: EditStyle | None
    scenes: int | None
    duration: int | None


@dataclass(frozen=True, kw_only=True)
class Sample:
    """What one finished run says."""

    kind: str
    plan: Plan
    score: float | None
    weight: float
    """How many evaluator's scores this one is worth."""
    cost: float | None


@dataclass(frozen=True, kw_only=True)
class Prior:
    """How far things may differ before any run was seen, as standard deviations."""

    tier: float
    edit_style: float
    scenes: float
    duration: float
    plan: float
    kind: float
    noise: float
    shared: float
    """The part of every effect, 0 to 1, that all kinds of concept have in common."""

    @property
    def widest(self) -> float:
        """The standard deviation of a plan that nothing is known about."""
        effects = (self.tier, self.edit_style, self.scenes, self.duration, self.plan, self.kind)
        return math.sqrt(sum(each**2 for each in effects))


SCORES: Final = Prior(tier=9, edit_style=7, scenes=7, duration=7, plan=6, kind=8, noise=8, shared=0.4)
COSTS: Final = Prior(tier=0.5, edit_style=0.1, scenes=0.3, duration=0.4, plan=0.1, kind=0.3, noise=0.25, shared=0.8)


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """An expected value and the standard deviation around it."""

    mean: float
    deviation: float


@dataclass(frozen=True, kw_only=True)
class _Cell:
    kind: str
    plan: Plan
    value: float
    weight: float


@dataclass(frozen=True, kw_only=True)
class Field:
    """Everything known about one quantity of plans."""

    prior: Prior
    cells: Sequence[_Cell]
    centre: float
    expected: Callable[[Plan], float]
    """What a plan is thought to give, beside the centre, when nothing else is known."""
    _seen: dict[tuple[str, object], list[float]] = field(default_factory=dict)
    _leanings: dict[float, _Leaning] = field(default_factory=dict)

    def mean(self, plan: Plan, *, belonging: float = 1.0) -> float:
        """What is expected of a plan of the kind asked about; `belonging` says how surely it is that kind."""
        leaning = self._leanings.get(belonging)
        if leaning is None:
            leaning = self._leanings[belonging] = _Leaning(known=self, own=self._belonging(belonging))
        return self.centre + self.expected(plan) + leaning.towards(plan)

    def at(self, plan: Plan, *, belonging: float = 1.0) -> Estimate:
        """The same with its doubt."""
        half = triangles.solved_below(self._factor, self._near(plan, self._belonging(belonging)))
        variance = self.prior.widest**2 - sum(map(mul, half, half))
        return Estimate(mean=self.mean(plan, belonging=belonging), deviation=math.sqrt(max(variance, 1e-9)))

    def _belonging(self, belonging: float) -> list[float]:
        return [belonging if cell.kind == OWN else 0.0 for cell in self.cells]

    @cached_property
    def _factor(self) -> list[list[float]]:
        rows: list[list[float]] = []
        for place, cell in enumerate(self.cells):
            same = [1.0 if cell.kind == other.kind else 0.0 for other in self.cells[: place + 1]]
            row = self._near(cell.plan, same)
            row[place] += self.prior.noise**2 / cell.weight
            rows.append(row)
        return triangles.factored(rows)

    @cached_property
    def _pull(self) -> list[float]:
        offsets = [cell.value - self.centre - self.expected(cell.plan) for cell in self.cells]
        return triangles.solved_above(self._factor, triangles.solved_below(self._factor, offsets))

    def _near(self, plan: Plan, own: Sequence[float]) -> list[float]:
        """How a plan varies together with each cell, when `own` of the cell is of its kind."""
        prior = self.prior
        tier, style, scenes, duration, whole = (
            effect**2 for effect in (prior.tier, prior.edit_style, prior.scenes, prior.duration, prior.plan)
        )
        shared, private, kind = prior.shared, 1 - prior.shared, prior.kind**2
        columns = zip(
            own,
            self._likeness("tier", plan.tier),
            self._likeness("edit_style", plan.edit_style),
            self._likeness("scenes", plan.scenes),
            self._likeness("duration", plan.duration),
            strict=False,
        )
        return [
            (tier * t + style * e + scenes * s + duration * d + whole * t * e * s * d) * (shared + private * o)
            + kind * o
            for o, t, e, s, d in columns
        ]

    def _likeness(self, choice: str, value: object) -> list[float]:
        """How alike one value of a choice is to that of each cell; worked out once for each value."""
        known = self._seen.get((choice, value))
        if known is None:
            alike = _ALIKE[choice]
            known = [alike(value, getattr(cell.plan, choice)) for cell in self.cells]
            self._seen[(choice, value)] = known
        return known


@dataclass(frozen=True, kw_only=True)
class _Leaning:
    """Which way everything known draws a plan, when `own` of each cell is of its kind.

    The sum over all cells is taken apart by choices, as a menu asks for every combination of a few values.
    """

    known: Field
    own: Sequence[float]
    _added: dict[tuple[str, object], float] = field(default_factory=dict)
    _joined: dict[tuple[object, ...], list[float]] = field(default_factory=dict)

    def towards(self, plan: Plan) -> float:
        """How far a plan lies from what is thought of it when nothing is known."""
        alone = (self._alone(choice, getattr(plan, choice)) for choice in _ALIKE)
        together = map(mul, self._joint(plan.tier, plan.edit_style, plan.scenes), self._like("duration", plan.duration))
        return float(self._kind + sum(alone) + self.known.prior.plan**2 * sum(together))

    @cached_property
    def _weights(self) -> list[float]:
        shared = self.known.prior.shared
        return [pull * (shared + (1 - shared) * own) for pull, own in zip(self.known._pull, self.own, strict=True)]

    @cached_property
    def _kind(self) -> float:
        return float(self.known.prior.kind**2 * sum(map(mul, self.known._pull, self.own)))

    def _alone(self, choice: str, value: object) -> float:
        """What one choice adds by itself."""
        key = (choice, value)
        if key not in self._added:
            effect = getattr(self.known.prior, choice) ** 2
            self._added[key] = effect * sum(map(mul, self._weights, self._like(choice, value)))
        return self._added[key]

    def _joint(self, *values: object) -> list[float]:
        """The weight of each cell, by how alike its tier is to that given, then its edit style, then its scenes."""
        if not values:
            return self._weights
        if values not in self._joined:
            like = self._like(("tier", "edit_style", "scenes")[len(values) - 1], values[-1])
            self._joined[values] = list(map(mul, self._joint(*values[:-1]), like))
        return self._joined[values]

    def _like(self, choice: str, value: object) -> list[float]:
        return self.known._likeness(choice, value)


def _step(order: Sequence[object]) -> Callable[[Any, Any], float]:
    """How alike two choices of an ordered list are: each step apart keeps a quarter."""
    place = {choice: number for number, choice in enumerate(order)}

    @lru_cache(maxsize=256)
    def alike(one: object, other: object) -> float:
        if one is None or other is None:
            return 1.0 if one is other else 0.5
        return float(0.25 ** abs(place[one] - place[other]))

    return alike


@lru_cache(maxsize=16384)
def _ratio(one: int | None, other: int | None) -> float:
    """How alike two amounts are by their ratio: half as much is a step apart."""
    if not one or not other:
        return 1.0 if one == other else 0.5
    return math.exp(-0.5 * math.log2(one / other) ** 2)


_ALIKE: Final[Mapping[str, Callable[[Any, Any], float]]] = {
    "tier": _step(list(Tier)),
    "edit_style": _step(list(EditStyle)),
    "scenes": _ratio,
    "duration": _ratio,
}


def scores(samples: Iterable[Sample]) -> Field:
    """What plans score, from 0 to 100."""
    scored = [(each, each.score, each.weight) for each in samples if each.score is not None]
    cells = _gathered((each, score, weight) for each, score, weight in scored)
    expected = _expected_score
    centre = _centre(cells, expected, prior_mean=USUAL_SCORE, prior_weight=2.0)
    return Field(prior=SCORES, cells=cells, centre=centre, expected=expected)


def costs(samples: Iterable[Sample]) -> Field:
    """What plans cost, as the logarithm of dollars."""
    paid = [(each, math.log(each.cost), 1.0) for each in samples if each.cost]
    cells = _gathered(paid)
    centre = _centre(cells, _expected_cost, prior_mean=0.0, prior_weight=0.25)
    return Field(prior=COSTS, cells=cells, centre=centre, expected=_expected_cost)


def _expected_score(plan: Plan) -> float:
    """Half of what the tiers' ceilings promise."""
    return 0.0 if plan.tier is None else 0.5 * (QUALITY_CEILINGS[plan.tier] - 86.25)


def _expected_cost(plan: Plan) -> float:
    return math.log(GUIDE_PRICES[plan.tier or Tier.ANIMATED] * (plan.duration or USUAL_SECONDS))


def _centre(
    cells: Sequence[_Cell], expected: Callable[[Plan], float], *, prior_mean: float, prior_weight: float
) -> float:
    total = prior_weight + sum(min(cell.weight, 3.0) for cell in cells)
    offsets = (min(cell.weight, 3.0) * (cell.value - expected(cell.plan)) for cell in cells)
    return (prior_mean * prior_weight + math.fsum(offsets)) / total


def _gathered(values: Iterable[tuple[Sample, float, float]]) -> list[_Cell]:
    """Runs of one kind with the same plan as one cell, the cells asked about and the heaviest first."""
    sums: dict[tuple[str, Plan], tuple[float, float]] = {}
    for sample, value, weight in values:
        total, heavy = sums.get((sample.kind, sample.plan), (0.0, 0.0))
        sums[(sample.kind, sample.plan)] = (total + value * weight, heavy + weight)
    kept = sorted(sums.items(), key=lambda each: (each[0][0] != OWN, -each[1][1], each[0][0], _spelled(each[0][1])))
    return [
        _Cell(kind=kind, plan=plan, value=total / heavy, weight=heavy)
        for (kind, plan), (total, heavy) in kept[:MOST_CELLS]
    ]


@lru_cache(maxsize=4096)
def _spelled(plan: Plan) -> str:
    """A plan as a text to order by; writing it takes longer than all the rest of the ordering."""
    return str(plan)
