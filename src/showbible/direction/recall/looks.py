"""What a shot must be like for an act: the shots it was done to against the others of the same moments."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from showbible.direction.model import Act, Op, ShotCondition
from showbible.values import frozen

TAKEN: Final = 0.9
"""How often a director takes a chance where a habit holds."""
STRAY: Final = 0.03
"""How often the same is done elsewhere, by accident."""

SIZES: Final = (
    "EXTREME_CLOSE_UP",
    "CLOSE_UP",
    "MEDIUM_CLOSE_UP",
    "MEDIUM_SHOT",
    "MEDIUM_WIDE",
    "WIDE",
    "EXTREME_WIDE",
)
NUMBERS: Final = ("duration_seconds",)
AT_LEAST, AT_MOST = "at least ", "at most "
"""How a condition on a length begins."""

PRICES: Final = {"shot_job": 0.5, "role": 1.2, "place": 3.0}
PRICE_OF_THE_FIELD: Final = 0.3
PRICE_OF_ANOTHER: Final = 0.5
ELSEWHERE: Final = 0.25
"""How much a chance left alone counts in a moment where nothing shows that the habit holds."""
MOST_LOOKS: Final = 6

Values = tuple[str, ...]


@frozen
class Chance:
    """A place where an act could be done."""

    scene: int
    moment: int
    traits: Mapping[str, str]
    taken: bool

    @property
    def where(self) -> tuple[int, int]:
        """The moment it belongs to."""
        return self.scene, self.moment


def meets(where: Mapping[str, Values], traits: Mapping[str, str]) -> bool:
    """Whether a shot is as some conditions want it."""
    return all(_is_one(traits.get(name), values) for name, values in where.items())


def _is_one(value: str | None, values: Values) -> bool:
    if value is None:
        return False
    if values and values[0].startswith((AT_LEAST, AT_MOST)):
        number = rank_of(NUMBERS[0], value)
        bound = float(values[0].removeprefix(AT_LEAST).removeprefix(AT_MOST))
        return number is not None and (number >= bound if values[0].startswith(AT_LEAST) else number <= bound)
    return value in values


def looks(act: Act, chances: Sequence[Chance], acting: Mapping[tuple[int, int], float]) -> tuple[ShotCondition, ...]:
    """The likeliest conditions on the shot; `acting` is how surely the habit holds in each moment."""
    done = [chance for chance in chances if chance.taken]
    shown = {chance.where for chance in done}
    near = [(c, 1.0 if c.where in shown else ELSEWHERE * acting.get(c.where, 0.0)) for c in chances]
    weighed = []
    for where in _conditions(act, done, chances):
        worth = -sum(_price(name, values) for name, values in where.items())
        worth += sum(_explained(chance, active, holds=meets(where, chance.traits)) for chance, active in near)
        weighed.append((worth, ShotCondition(weight=0.0, where=where)))
    best = sorted(weighed, key=lambda each: -each[0])[:MOST_LOOKS]
    whole = sum(math.exp(worth - best[0][0]) for worth, _ in best)
    return tuple(replace(each, weight=math.exp(worth - best[0][0]) / whole) for worth, each in best)


def _price(name: str, values: Values) -> float:
    """What it costs to assume a condition; a stretch of a scale is one value, a list is as many as it has."""
    number = 1 if name in (*NUMBERS, "shot_size") else len(values)
    return PRICES.get(name, PRICE_OF_THE_FIELD) + PRICE_OF_ANOTHER * (number - 1)


def _explained(chance: Chance, active: float, *, holds: bool) -> float:
    """How well a condition explains what was done with a chance; where the habit hardly holds, that says little."""
    rate = TAKEN if holds else STRAY
    return math.log(rate) if chance.taken else active * math.log(1 - rate)


def _conditions(act: Act, done: Sequence[Chance], chances: Sequence[Chance]) -> Iterator[dict[str, Values]]:
    """Every choice of conditions that leaves some chance out."""
    names = ["role", "place"] if act.op in (Op.REMOVE, Op.MERGE, Op.MOVE) else ["shot_job", "role"]
    names += [act.field] if act.op is Op.MODIFY else ["place"] if act.op is Op.INSERT else []
    options = [(None, *_options(act, name, done, chances)) for name in names]
    for choice in product(*options):
        yield {name: values for name, values in zip(names, choice, strict=True) if values is not None}


def _options(act: Act, name: str, done: Sequence[Chance], chances: Sequence[Chance]) -> list[Values]:
    seen = {chance.traits.get(name) for chance in done}
    values = {value for value in seen if value is not None}
    if None in seen or not values:
        return []
    if name in NUMBERS:
        found = _bounds(act, name, values, chances)
    elif name == "shot_size" and values <= set(SIZES):
        found = _stretches(act, values)
    else:
        found = [tuple(sorted(values))]
    every = [chance.traits for chance in chances]
    return [each for each in dict.fromkeys(found) if not all(meets({name: each}, traits) for traits in every)]


def _bounds(act: Act, name: str, values: set[str], chances: Sequence[Chance]) -> list[Values]:
    """Lengths from the shortest that was shortened on, or up to the longest that was made longer."""
    ranks = [rank for value in values if (rank := rank_of(name, value)) is not None]
    if not ranks:
        return [tuple(sorted(values))]
    grows = act.to == "longer" or (isinstance(act.to, int | float) and float(act.to) > max(ranks))
    shrinks = act.to == "shorter" or (isinstance(act.to, int | float) and float(act.to) < min(ranks))
    if not grows and not shrinks:
        return [tuple(sorted(values))]
    left = [rank for c in chances if not c.taken and (rank := rank_of(name, c.traits.get(name, ""))) is not None]
    if grows:
        beyond = min((rank for rank in left if rank > max(ranks)), default=max(ranks))
        return [(f"{AT_MOST}{max(ranks):g}",), (f"{AT_MOST}{(max(ranks) + beyond) / 2:g}",)]
    beyond = max((rank for rank in left if rank < min(ranks)), default=min(ranks))
    return [(f"{AT_LEAST}{min(ranks):g}",), (f"{AT_LEAST}{(min(ranks) + beyond) / 2:g}",)]


def _stretches(act: Act, values: set[str]) -> list[Values]:
    """The sizes that were changed with all between them; the same on to the size they became, or away from it."""
    places = [SIZES.index(value) for value in values]
    low, high = min(places), max(places)
    found = [SIZES[low : high + 1]]
    if act.to in SIZES and (to := SIZES.index(str(act.to))) not in range(low, high + 1):
        inward = SIZES[to + 1 : high + 1] if to < low else SIZES[low:to]
        outward = SIZES[low:] if to < low else SIZES[: high + 1]
        found += [inward, outward]
    return [tuple(sorted(each)) for each in found]


def rank_of(name: str, value: str) -> float | None:
    """Where a value stands on its scale, where it has one."""
    if name == "shot_size":
        return float(SIZES.index(value)) if value in SIZES else None
    if name in NUMBERS:
        try:
            return float(value)
        except ValueError:
            return None
    return None
