"""What a plan would probably score, learned from few and noisy runs of every kind.

One Gaussian process: the worth of a plan is a level and the effects of its tier, edit style, mood, music, mood with
music, scenes and length. Each effect has a part that all kinds of film share and one that is a kind's own, so a kind
with few runs leans on the general experience and one with many speaks for itself. Odd runs count less, older ones
too, and how sure an estimate is comes with it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from operator import mul
from typing import Any, Final, NamedTuple

from showbible.lessons.recall.estimate import algebra
from showbible.lessons.recall.estimate.algebra import Precision
from showbible.lessons.recall.estimate.kinship import FiledConcept, Kinship
from showbible.lessons.recall.estimate.plan import Plan
from showbible.lessons.recall.estimate.priors import (
    ALIKE,
    EFFECTS,
    LEVEL,
    NOISE,
    PAIR,
    TAILS,
    USUAL_SCORE,
    promised,
    together,
    widest,
)
from showbible.values import frozen

MOST_ROWS: Final = 400
MOST_PLAIN_ROWS: Final = 120
_ROUNDS: Final = 3


class Row(NamedTuple):
    """What one judged run says: so good, and so many scores that is worth."""

    run_id: str
    told: FiledConcept
    plan: Plan
    value: float
    weight: float


class PlanDoubt(NamedTuple):
    """How far something may turn out otherwise than expected, as a variance, and together with something else."""

    alone: float
    both: float


class Estimate(NamedTuple):
    """An expected value and the standard deviation around it."""

    mean: float
    deviation: float


@frozen
class Experience:
    """Everything that judged runs have shown, newest first."""

    rows: Sequence[Row]
    kinship: Kinship
    _alike: dict[tuple[str, object], list[float]] = field(default_factory=dict)
    _arrays: dict[int, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Sequence[Row], kinship: Kinship) -> Experience:
        """The experience that the newest of some runs give."""
        most = MOST_ROWS if algebra.is_installed() else MOST_PLAIN_ROWS
        return cls(rows=rows[:most], kinship=kinship)

    def about(self, concept: str) -> Outlook:
        """What it says of plans for a concept."""
        read = self.kinship.read
        reading = read(FiledConcept(concept, None))
        kin = [self.kinship.between(reading, each) for each in self._readings]
        return Outlook(experience=self, kin=kin, own=self.kinship.between(reading, reading))

    @cached_property
    def _readings(self) -> list[Any]:
        return [self.kinship.read(row.told) for row in self.rows]

    @cached_property
    def precision(self) -> Precision:
        """The inverse of how the rows vary together, odd ones with a wider noise."""
        usual = [NOISE**2 / row.weight for row in self.rows]
        noise = usual
        found = algebra.precision(_noisy(self._covariance, noise))
        for _ in range(_ROUNDS):
            noise = self._widened(found, noise, usual)
            found = algebra.precision(_noisy(self._covariance, noise))
        return found

    def _widened(self, found: Precision, noise: Sequence[float], usual: Sequence[float]) -> list[float]:
        """The noise that each row must have had, by how far it lies from what all of them together say."""
        told = zip(noise, usual, found.solved(self._offsets), found.diagonal, strict=True)
        squares = ((wide * wide * (pull * pull - certain) + wide) / own for wide, own, pull, certain in told)
        return [own * (TAILS + square) / (TAILS + 1.0) for own, square in zip(usual, squares, strict=True)]

    @cached_property
    def pull(self) -> list[float]:
        """How much each row draws whatever varies with it."""
        return self.precision.solved(self._offsets)

    @cached_property
    def _offsets(self) -> list[float]:
        return [row.value - USUAL_SCORE - promised(row.plan.tier) for row in self.rows]

    @cached_property
    def is_crowd(self) -> bool:
        """Whether there are too many rows for plain Python."""
        return len(self.rows) > algebra.FEW and algebra.is_installed()

    @cached_property
    def _covariance(self) -> Any:
        if self.is_crowd:
            return self._fast_covariance()
        likeness = {name: [self.alike(name, getattr(row.plan, name)) for row in self.rows] for name in EFFECTS}
        between = self.kinship.between
        kin = [[between(one, other) for other in self._readings] for one in self._readings]
        return [
            list(map(together, kin[place], *(likeness[name][place] for name in EFFECTS)))
            for place in range(len(self.rows))
        ]

    def _fast_covariance(self) -> Any:
        import numpy as np

        tables = []
        for name in EFFECTS:
            values = [getattr(row.plan, name) for row in self.rows]
            distinct = {value: place for place, value in enumerate(dict.fromkeys(values))}
            table = np.array([self.alike(name, value) for value in distinct])
            tables.append(table[[distinct[value] for value in values]])
        return together(self._fast_kin(), *tables)

    def _fast_kin(self) -> Any:
        import numpy as np

        distinct = {reading: place for place, reading in enumerate(dict.fromkeys(self._readings))}
        every, table = list(distinct), np.empty((len(distinct), len(distinct)))
        for place, one in enumerate(every):
            near = [self.kinship.between(one, other) for other in every[: place + 1]]
            table[place, : place + 1] = table[: place + 1, place] = near
        places = [distinct[reading] for reading in self._readings]
        return table[np.ix_(places, places)]

    def alike(self, name: str, value: object) -> list[float]:
        """How alike one value of a choice is to that of each row; worked out once for each value."""
        known = self._alike.get((name, value))
        if known is None:
            alike = ALIKE[name]
            known = self._alike[name, value] = [alike(value, getattr(row.plan, name)) for row in self.rows]
        return known

    def array(self, alike: list[float]) -> Any:
        """The same for numpy; made once for each list."""
        import numpy as np

        if id(alike) not in self._arrays:
            self._arrays[id(alike)] = np.array(alike)
        return self._arrays[id(alike)]


@frozen
class Outlook:
    """What an experience says of plans for one concept, each row so much `kin` to it."""

    experience: Experience
    kin: Sequence[float]
    own: float
    _added: dict[tuple[str, object], float] = field(default_factory=dict)

    def mean(self, plan: Plan) -> float:
        """What a plan is expected to score."""
        alone = sum(self._effect(name, getattr(plan, name)) for name in EFFECTS)
        return USUAL_SCORE + promised(plan.tier) + self._level + alone + self._pair(plan.mood, plan.music_style)

    def doubts(self, plans: Sequence[Plan]) -> list[PlanDoubt]:
        """How some plans may turn out otherwise than expected, by themselves and together with the first."""
        whole, first = widest(self.own), plans[0]
        if not self.kin:
            return [PlanDoubt(whole, self._vary(first, plan)) for plan in plans]
        explained = zip(plans, *self.experience.precision.explained([self.near(plan) for plan in plans]), strict=True)
        return [PlanDoubt(max(whole - alone, 1e-9), self._vary(first, plan) - both) for plan, alone, both in explained]

    def estimates(self, plans: Sequence[Plan]) -> list[Estimate]:
        """What some plans are expected to score, each with its doubt."""
        doubts = zip(plans, self.doubts(plans), strict=True)
        return [Estimate(self.mean(plan), math.sqrt(doubt.alone)) for plan, doubt in doubts]

    def least_lead(self, plan: Plan, other: Plan) -> float:
        """How far one plan is ahead of another when the run that speaks most for it is left out."""
        lead = self.mean(plan) - self.mean(other)
        if not self.kin:
            return lead
        apart = [one - two for one, two in zip(self.near(plan), self.near(other), strict=True)]
        experience = self.experience
        drawn = zip(experience.precision.solved(apart), experience.pull, experience.precision.diagonal, strict=True)
        return lead - max(0.0, *(share * pull / certain for share, pull, certain in drawn))

    def near(self, plan: Plan) -> list[float]:
        """How a plan varies together with each row."""
        alike = [self.experience.alike(name, getattr(plan, name)) for name in EFFECTS]
        if self.experience.is_crowd:
            return list(together(self._kin, *map(self.experience.array, alike)).tolist())
        return list(map(together, self.kin, *alike))

    @cached_property
    def _kin(self) -> Any:
        import numpy as np

        return np.array(self.kin)

    def _vary(self, one: Plan, other: Plan) -> float:
        if one == other:
            return widest(self.own)
        return float(together(self.own, *(ALIKE[name](getattr(one, name), getattr(other, name)) for name in EFFECTS)))

    @cached_property
    def _level(self) -> float:
        pull = self.experience.pull
        return float(LEVEL.common**2 * sum(pull) + LEVEL.own**2 * sum(map(mul, pull, self.kin)))

    def _effect(self, name: str, value: object) -> float:
        if (name, value) not in self._added:
            self._added[name, value] = sum(map(mul, self._weights[name], self.experience.alike(name, value)))
        return self._added[name, value]

    def _pair(self, mood: str | None, music: str | None) -> float:
        key = ("pair", (mood, music))
        if key not in self._added:
            alike = map(mul, self.experience.alike("mood", mood), self.experience.alike("music_style", music))
            self._added[key] = sum(map(mul, self._weights["pair"], alike))
        return self._added[key]

    @cached_property
    def _weights(self) -> Mapping[str, list[float]]:
        """How much each row draws by each choice."""
        pulls = list(zip(self.experience.pull, self.kin, strict=True)) if self.kin else []
        return {
            name: [pull * (effect.common**2 + effect.own**2 * kin) for pull, kin in pulls]
            for name, effect in {**EFFECTS, "pair": PAIR}.items()
        }


def _noisy(covariance: Any, noise: Sequence[float]) -> Any:
    if isinstance(covariance, list):
        rows = [list(row) for row in covariance]
        for place, each in enumerate(noise):
            rows[place][place] += each
        return rows
    found = covariance.copy()
    found[range(len(noise)), range(len(noise))] += noise
    return found
