"""How far plans may differ before any run was seen, and how alike two choices are."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from showbible.runs.model import EditStyle, Tier


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


@lru_cache
def varying(prior: Prior) -> Callable[..., Any]:
    """How two plans vary together: `o` of their kind, their choices so alike; numbers or arrays of them."""
    tier, style, scenes, duration, whole = (
        effect**2 for effect in (prior.tier, prior.edit_style, prior.scenes, prior.duration, prior.plan)
    )
    shared, private, kind = prior.shared, 1 - prior.shared, prior.kind**2

    def together(o: Any, t: Any, e: Any, s: Any, d: Any) -> Any:
        effects = tier * t + style * e + scenes * s + duration * d + whole * t * e * s * d
        return effects * (shared + private * o) + kind * o

    return together


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


ALIKE: Final[Mapping[str, Callable[[Any, Any], float]]] = {
    "tier": _step(list(Tier)),
    "edit_style": _step(list(EditStyle)),
    "scenes": _ratio,
    "duration": _ratio,
}
"""How alike two values of each choice are, from 0 to 1, in the order of a plan's choices."""
