"""The plans to choose from: what runs have used, and a step beyond where little was tried."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeVar

from showbible.lessons.model import PlanRequest
from showbible.lessons.recall.estimate.regression import OWN, Grid, Sample
from showbible.runs.model import EditStyle, Tier

MOST_VALUES: Final = 6
ENOUGH_VALUES: Final = 4
"""While fewer different numbers were tried, half and double of them may be, too."""
RELUCTANCE: Final = 3.0
"""Points that each halving or doubling of what was tried must first make up for."""
_SAME: Final = 1.15
"""Amounts within this ratio are one choice."""
_LONGEST: Final = 3600
_OWN_COUNTS: Final = 5

Word = TypeVar("Word", Tier, EditStyle)


@dataclass(frozen=True, kw_only=True)
class Menu:
    """The plans on offer, and the points that each must make up for being out of the ordinary."""

    grid: Grid
    reluctance: Sequence[float]


def menu(samples: Sequence[Sample], wish: PlanRequest, *, only_tried: bool) -> Menu:
    """Every combination of choices that fits a wish."""
    made = [each.plan for each in samples]
    tiers = _words(list(Tier), Tier.ANIMATED, (plan.tier for plan in made), only_tried=only_tried)
    styles = _words(list(EditStyle), EditStyle.BALANCED, (plan.edit_style for plan in made), only_tried=only_tried)
    scenes = _amounts(wish.scenes, ((each.plan.scenes, each.kind) for each in samples), only_tried=only_tried)
    lengths = _amounts(wish.duration, ((each.plan.duration, each.kind) for each in samples), only_tried=only_tried)
    grid = Grid(
        tiers=[wish.tier] if wish.tier else tiers,
        edit_styles=[wish.edit_style] if wish.edit_style else styles,
        scenes=[value for value, _ in scenes],
        durations=[value for value, _ in lengths],
    )
    out_of_ordinary = [number + length for (_, number), (_, length) in product(scenes, lengths)]
    return Menu(grid=grid, reluctance=out_of_ordinary * (len(grid.tiers) * len(grid.edit_styles)))


def _words(every: Sequence[Word], usual: Word, used: Iterable[Word | None], *, only_tried: bool) -> list[Word]:
    """What may be chosen; where no run has said what it chose, nothing is known and the usual stays."""
    seen = set(used) - {None}
    return [word for word in every if word in seen or not only_tried] if seen else [usual]


def _amounts(
    wished: int | None, used: Iterable[tuple[int | None, str]], *, only_tried: bool
) -> list[tuple[int | None, float]]:
    """Amounts to choose from, each with its reluctance."""
    if wished:
        return [(wished, 0.0)]
    tried = _tried(used)
    if not tried:
        return [(None, 0.0)]
    found: list[tuple[int | None, float]] = [(value, 0.0) for value in tried]
    if not only_tried and len(tried) < ENOUGH_VALUES:
        beyond = {round(value * step) for value in tried for step in (0.5, 2.0)}
        found += [(value, RELUCTANCE) for value in sorted(beyond) if 1 <= value <= _LONGEST and _is_new(value, tried)]
    return found


def _tried(used: Iterable[tuple[int | None, str]]) -> list[int]:
    """The amounts in use, those of the kind asked about first, then the most frequent; sorted."""
    counts: Counter[int] = Counter()
    for value, kind in used:
        if value:
            counts[value] += _OWN_COUNTS if kind == OWN else 1
    kept: list[int] = []
    for value in sorted(counts, key=lambda value: (-counts[value], value)):
        if _is_new(value, kept):
            kept.append(value)
    return sorted(kept[:MOST_VALUES])


def _is_new(value: int, known: Iterable[int]) -> bool:
    return all(abs(math.log(value / other)) > math.log(_SAME) for other in known)
