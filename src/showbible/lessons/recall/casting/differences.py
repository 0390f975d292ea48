"""What orders of one kind have that a provider's others have not: points and failures, drawn towards none.

A film is judged as a whole, so its score speaks for all its orders together: a kind is compared by the share it has of
each film, among films of one tier, and many orders of one film count as one film.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from showbible.lessons.recall.estimate.priors import NOISE, TAILS
from showbible.lessons.recall.generations import GenerationRecord
from showbible.lessons.recall.traits import PromptTrait
from showbible.values import frozen

SPREAD: Final = 6.0
"""How many points a kind of shot or a trait is thought to matter before any order was seen, as a standard deviation."""
IMAGINED: Final = 10.0
"""Orders that fail as often as all others, added to each side."""
LEAST_POINTS: Final = 4.0
LEAST_SHARE: Final = 0.1
SURE: Final = 2.0
"""How many standard deviations something must be away from none to be told."""

Has = Callable[[GenerationRecord], bool | None]


@frozen
class JudgedFilm:
    """What a provider made of one film, and the score that the film got for all of it."""

    score: float
    weight: float
    """How many evaluator's scores that is worth."""
    tier: str
    orders: tuple[GenerationRecord, ...]


def judged(orders: Iterable[GenerationRecord]) -> list[JudgedFilm]:
    """Orders that brought something, put together by the pilot they were for."""
    works: defaultdict[tuple[str, str | None], list[GenerationRecord]] = defaultdict(list)
    for each in orders:
        if each.worth[0] is not None:
            works[each.run_id or each.generation_id, each.pilot_id].append(each)
    return [_work(theirs) for theirs in works.values()]


def _work(orders: Sequence[GenerationRecord]) -> JudgedFilm:
    score, weight = orders[0].worth
    return JudgedFilm(score=score or 0.0, weight=weight, tier=orders[0].tier or "", orders=tuple(orders))


@frozen
class OrderDifference:
    """How orders of one kind differ from a provider's others."""

    group: str
    """`size`, `movement` or `trait`."""
    name: str
    orders: int
    others: int
    points: float
    """What they score more."""
    deviation: float
    failing: float
    """How much more of them fails, from -1 to 1."""
    failing_deviation: float

    @property
    def share(self) -> float:
        """How many of all orders they are."""
        return self.orders / (self.orders + self.others)

    @property
    def is_told(self) -> bool:
        """Whether it is large and sure enough to be told and used."""
        return self.scores_differ or self.failures_differ

    @property
    def scores_differ(self) -> bool:
        """Whether they surely score otherwise."""
        return abs(self.points) >= max(LEAST_POINTS, SURE * self.deviation)

    @property
    def failures_differ(self) -> bool:
        """Whether they surely fail more or less often."""
        return abs(self.failing) >= max(LEAST_SHARE, SURE * self.failing_deviation)


def differences(orders: Sequence[GenerationRecord]) -> tuple[OrderDifference, ...]:
    """What sets each kind of a provider's orders apart, where there are others to compare with."""
    works = judged(orders)
    found = (_difference(orders, works, group, name, has) for group, name, has in _kinds(orders))
    return tuple(each for each in found if each is not None)


def _kinds(orders: Sequence[GenerationRecord]) -> list[tuple[str, str, Has]]:
    sizes = sorted({each.size for each in orders if each.size})
    movements = sorted({each.movement for each in orders if each.movement})
    return [
        *(("size", name, _is("size", name)) for name in sizes),
        *(("movement", name, _is("movement", name)) for name in movements),
        *(("trait", trait.value, _has(trait)) for trait in PromptTrait),
    ]


def _is(field: str, name: str) -> Has:
    return lambda order: None if getattr(order, field) is None else getattr(order, field) == name


def _has(trait: PromptTrait) -> Has:
    return lambda order: order.traits.get(trait)


def _difference(
    orders: Sequence[GenerationRecord], works: Sequence[JudgedFilm], group: str, name: str, has: Has
) -> OrderDifference | None:
    known = [(each, held) for each in orders if (held := has(each)) is not None]
    number = sum(held for _, held in known)
    if number in (0, len(known)):
        return None
    points, deviation = _points(works, has)
    failing, doubt = _failing([(held, not each.is_usable) for each, held in known if each.counts])
    return OrderDifference(
        group=group,
        name=name,
        orders=number,
        others=len(known) - number,
        points=points,
        deviation=deviation,
        failing=failing,
        failing_deviation=doubt,
    )


class _Sums(NamedTuple):
    """Sums of squares around the means of each tier: of shares, of shares with scores, of scores; and what is left."""

    xx: float
    xy: float
    yy: float
    freedom: int


def _points(works: Sequence[JudgedFilm], has: Has) -> tuple[float, float]:
    """What a film that is all of a kind scores more than one that has none of it, and how sure that is."""
    sums = _sums(works, has)
    if sums.xx <= 0:
        return 0.0, SPREAD
    left = max(0.0, sums.yy - sums.xy**2 / sums.xx)
    noise = (TAILS * NOISE**2 + left) / (TAILS + max(0, sums.freedom - 1))
    sureness = sums.xx + noise / SPREAD**2
    return sums.xy / sureness, math.sqrt(noise / sureness)


def _sums(works: Sequence[JudgedFilm], has: Has) -> _Sums:
    tiers: defaultdict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for work in works:
        held = [answer for order in work.orders if (answer := has(order)) is not None]
        if held:
            tiers[work.tier].append((work.weight, sum(held) / len(held), work.score))
    return _Sums(*map(sum, zip(*map(_around, tiers.values()), strict=True))) if tiers else _Sums(0.0, 0.0, 0.0, 0)


def _around(works: Sequence[tuple[float, float, float]]) -> _Sums:
    whole = sum(weight for weight, _, _ in works)
    x = sum(weight * share for weight, share, _ in works) / whole
    y = sum(weight * score for weight, _, score in works) / whole
    return _Sums(
        xx=sum(weight * (share - x) ** 2 for weight, share, _ in works),
        xy=sum(weight * (share - x) * (score - y) for weight, share, score in works),
        yy=sum(weight * (score - y) ** 2 for weight, _, score in works),
        freedom=len(works) - 1,
    )


def _failing(orders: Sequence[tuple[bool, bool]]) -> tuple[float, float]:
    """How much more of some orders fails than of the others, and how sure that is; each is told as (held, failed)."""
    sides = [[failed for held, failed in orders if held is side] for side in (True, False)]
    if not all(sides):
        return 0.0, 1.0
    usual = (sum(failed for _, failed in orders) + 1) / (len(orders) + 2 * IMAGINED)
    ours, others = ((sum(side) + IMAGINED * usual) / (len(side) + IMAGINED) for side in sides)
    doubt = math.sqrt(usual * (1 - usual) * sum(1 / (len(side) + IMAGINED) for side in sides))
    return ours - others, doubt
