"""What a plan would probably score and cost, learned from few and noisy runs.

A Gaussian process over plans: the score of a plan is a sum of one effect per choice (tier, edit
style, scenes, duration) and a small effect of the whole plan. Part of each effect is shared by all
concepts and part belongs to one kind of concept, so a kind with few runs leans on the general
experience and a kind with many speaks for itself. How sure an estimate is comes with it.
The runs are first gathered into at most `MOST_CELLS` groups of equal plans; a few of them need no numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import mul
from typing import Final, NamedTuple

from showbible.lessons.recall.estimate import grids, triangles
from showbible.lessons.recall.estimate.priors import ALIKE, COSTS, SCORES, Prior, varying
from showbible.runs.model import EditStyle, Tier

MOST_CELLS: Final = 96
FEW_CELLS: Final = 32
"""So many are weighed in plain Python: to load numpy takes longer."""
FEW_PLANS: Final = 4
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

    # Thousands are looked up for one answer, and a word of an enumeration takes its time to be hashed.
    def __hash__(self) -> int:
        return self._hashed

    @cached_property
    def _hashed(self) -> int:
        return hash((self.tier, self.edit_style, self.scenes, self.duration))

    @cached_property
    def spelled(self) -> str:
        """A text to order plans by; to write it takes longer than all the rest of the ordering."""
        return str(self)


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Every combination of some values for each choice, as `itertools.product` counts them."""

    tiers: Sequence[Tier | None]
    edit_styles: Sequence[EditStyle | None]
    scenes: Sequence[int | None]
    durations: Sequence[int | None]

    @property
    def axes(self) -> tuple[Sequence[object], ...]:
        """The values of each choice, in the order of a plan's."""
        return self.tiers, self.edit_styles, self.scenes, self.durations

    def __len__(self) -> int:
        return math.prod(map(len, self.axes))

    def plan(self, place: int) -> Plan:
        """One combination."""
        rest, duration = divmod(place, len(self.durations))
        rest, scenes = divmod(rest, len(self.scenes))
        tier, edit_style = divmod(rest, len(self.edit_styles))
        return Plan(
            tier=self.tiers[tier],
            edit_style=self.edit_styles[edit_style],
            scenes=self.scenes[scenes],
            duration=self.durations[duration],
        )


# A plain tuple: thousands are made for one answer.
class Sample(NamedTuple):
    """What one finished run says."""

    kind: str
    plan: Plan
    score: float | None
    weight: float
    """How many evaluator's scores this one is worth."""
    cost: float | None


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """An expected value and the standard deviation around it."""

    mean: float
    deviation: float


class _Cell(NamedTuple):
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
    expected: Callable[[Tier | None, int | None], float]
    """What a tier and a duration are thought to give, beside the centre, when nothing else is known."""
    _seen: dict[tuple[str, object], list[float]] = field(default_factory=dict)
    _leanings: dict[float, _Leaning] = field(default_factory=dict)

    def mean(self, plan: Plan, *, belonging: float = 1.0) -> float:
        """What is expected of a plan of the kind asked about; `belonging` says how surely it is that kind."""
        leaning = self._leanings.get(belonging)
        if leaning is None:
            leaning = self._leanings[belonging] = _Leaning(known=self, own=self._belonging(belonging))
        return self.centre + self.expected(plan.tier, plan.duration) + leaning.towards(plan)

    def means(self, grid: Grid, *, belonging: float = 1.0) -> list[float]:
        """The same for every plan of a grid."""
        if self._crowd is None:
            return [self.mean(grid.plan(place), belonging=belonging) for place in range(len(grid))]
        return self._means(self._crowd, grid, _Leaning(known=self, own=self._belonging(belonging)))

    def _means(self, crowd: grids.Crowd, grid: Grid, leaning: _Leaning) -> list[float]:
        import numpy as np

        prior = self.prior
        drawn = grids.leanings(
            leaning.weights,
            [crowd.likeness(choice, values) for choice, values in zip(ALIKE, grid.axes, strict=True)],
            [getattr(prior, choice) ** 2 for choice in ALIKE],
            whole=prior.plan**2,
            kind=leaning.kind,
        )
        expected = np.array([[self.expected(tier, length) for length in grid.durations] for tier in grid.tiers])
        return list((self.centre + expected[:, None, None, :] + drawn).ravel().tolist())

    def at(self, plan: Plan, *, belonging: float = 1.0) -> Estimate:
        """The same with its doubt."""
        (deviation,) = self.doubts([plan], belonging=belonging)
        return Estimate(mean=self.mean(plan, belonging=belonging), deviation=deviation)

    def doubts(self, plans: Sequence[Plan], *, belonging: float = 1.0) -> list[float]:
        """The standard deviation around what is expected of each of some plans."""
        own = self._belonging(belonging)
        one_by_one = self._crowd is None or len(plans) < FEW_PLANS
        left = [self._left(plan, own) for plan in plans] if one_by_one else self._all_left(plans, own)
        return [math.sqrt(max(variance, 1e-9)) for variance in left]

    def _left(self, plan: Plan, own: Sequence[float]) -> float:
        """The variance of a plan that all cells leave."""
        half = triangles.solved_below(self._factor, self._near(plan, own))
        return float(self.prior.widest**2 - sum(map(mul, half, half)))

    def _all_left(self, plans: Sequence[Plan], own: Sequence[float]) -> list[float]:
        import numpy as np

        assert self._crowd is not None
        alike = (self._crowd.likeness(choice, [getattr(plan, choice) for plan in plans]).T for choice in ALIKE)
        near = varying(self.prior)(np.array(own)[:, None], *alike)
        return grids.shrunken(self._factor, near, widest=self.prior.widest)

    def _belonging(self, belonging: float) -> list[float]:
        return [belonging if cell.kind == OWN else 0.0 for cell in self.cells]

    @cached_property
    def _crowd(self) -> grids.Crowd | None:
        """The cells, where they are too many for plain Python."""
        if len(self.cells) <= FEW_CELLS or not grids.is_installed():
            return None
        return grids.Crowd(
            alike=ALIKE, values={choice: [getattr(cell.plan, choice) for cell in self.cells] for choice in ALIKE}
        )

    @cached_property
    def _factor(self) -> list[list[float]]:
        noise = [self.prior.noise**2 / cell.weight for cell in self.cells]
        if self._crowd is not None:
            kinds = [cell.kind for cell in self.cells]
            return triangles.factored_square(self._crowd.covariance(kinds, varying(self.prior), noise=noise))
        rows: list[list[float]] = []
        for place, cell in enumerate(self.cells):
            same = [1.0 if cell.kind == other.kind else 0.0 for other in self.cells[: place + 1]]
            rows.append(self._near(cell.plan, same))
            rows[place][place] += noise[place]
        return triangles.factored(rows)

    @cached_property
    def _pull(self) -> list[float]:
        offsets = [cell.value - self.centre - self.expected(cell.plan.tier, cell.plan.duration) for cell in self.cells]
        return triangles.solved_above(self._factor, triangles.solved_below(self._factor, offsets))

    def _near(self, plan: Plan, own: Sequence[float]) -> list[float]:
        """How a plan varies together with each cell, when `own` of the cell is of its kind."""
        return list(map(varying(self.prior), own, *(self._likeness(each, getattr(plan, each)) for each in ALIKE)))

    def _likeness(self, choice: str, value: object) -> list[float]:
        """How alike one value of a choice is to that of each cell; worked out once for each value."""
        known = self._seen.get((choice, value))
        if known is None:
            alike = ALIKE[choice]
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
        alone = (self._alone(choice, getattr(plan, choice)) for choice in ALIKE)
        together = map(mul, self._joint(plan.tier, plan.edit_style, plan.scenes), self._like("duration", plan.duration))
        return float(self.kind + sum(alone) + self.known.prior.plan**2 * sum(together))

    @cached_property
    def weights(self) -> list[float]:
        """How much each cell draws."""
        shared = self.known.prior.shared
        return [pull * (shared + (1 - shared) * own) for pull, own in zip(self.known._pull, self.own, strict=True)]

    @cached_property
    def kind(self) -> float:
        """How far the kind of concept alone draws."""
        return float(self.known.prior.kind**2 * sum(map(mul, self.known._pull, self.own)))

    def _alone(self, choice: str, value: object) -> float:
        """What one choice adds by itself."""
        key = (choice, value)
        if key not in self._added:
            effect = getattr(self.known.prior, choice) ** 2
            self._added[key] = effect * sum(map(mul, self.weights, self._like(choice, value)))
        return self._added[key]

    def _joint(self, *values: object) -> list[float]:
        """The weight of each cell, by how alike its tier is to that given, then its edit style, then its scenes."""
        if not values:
            return self.weights
        if values not in self._joined:
            like = self._like(("tier", "edit_style", "scenes")[len(values) - 1], values[-1])
            self._joined[values] = list(map(mul, self._joint(*values[:-1]), like))
        return self._joined[values]

    def _like(self, choice: str, value: object) -> list[float]:
        return self.known._likeness(choice, value)


def scores(samples: Iterable[Sample]) -> Field:
    """What plans score, from 0 to 100."""
    cells = _gathered((each, each.score, each.weight) for each in samples if each.score is not None)
    expected = _expected_score
    centre = _centre(cells, expected, prior_mean=USUAL_SCORE, prior_weight=2.0)
    return Field(prior=SCORES, cells=cells, centre=centre, expected=expected)


def costs(samples: Iterable[Sample]) -> Field:
    """What plans cost, as the logarithm of dollars."""
    cells = _gathered((each, math.log(each.cost), 1.0) for each in samples if each.cost)
    centre = _centre(cells, _expected_cost, prior_mean=0.0, prior_weight=0.25)
    return Field(prior=COSTS, cells=cells, centre=centre, expected=_expected_cost)


def _expected_score(tier: Tier | None, _duration: int | None) -> float:
    """Half of what the tiers' ceilings promise."""
    return 0.0 if tier is None else 0.5 * (QUALITY_CEILINGS[tier] - 86.25)


def _expected_cost(tier: Tier | None, duration: int | None) -> float:
    return math.log(GUIDE_PRICES[tier or Tier.ANIMATED] * (duration or USUAL_SECONDS))


def _centre(
    cells: Sequence[_Cell],
    expected: Callable[[Tier | None, int | None], float],
    *,
    prior_mean: float,
    prior_weight: float,
) -> float:
    total = prior_weight + sum(min(cell.weight, 3.0) for cell in cells)
    offsets = (min(cell.weight, 3.0) * (cell.value - expected(cell.plan.tier, cell.plan.duration)) for cell in cells)
    return (prior_mean * prior_weight + math.fsum(offsets)) / total


def _gathered(values: Iterable[tuple[Sample, float, float]]) -> list[_Cell]:
    """Runs of one kind with the same plan as one cell, the cells asked about and the heaviest first."""
    sums: dict[tuple[str, Plan], list[float]] = {}
    for sample, value, weight in values:
        sum_of = sums.setdefault((sample.kind, sample.plan), [0.0, 0.0])
        sum_of[0] += value * weight
        sum_of[1] += weight
    kept = sorted(sums.items(), key=lambda each: (each[0][0] != OWN, -each[1][1], each[0][0], each[0][1].spelled))
    return [
        _Cell(kind=kind, plan=plan, value=total / heavy, weight=heavy)
        for (kind, plan), (total, heavy) in kept[:MOST_CELLS]
    ]
