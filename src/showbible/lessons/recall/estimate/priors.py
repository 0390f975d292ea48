"""How far plans may differ before any run was seen, and how alike two choices are."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from showbible.runs.model import Tier

NOISE: Final = 8.0
"""How far the scores of one plan lie apart, as a standard deviation."""
TAILS: Final = 4.0
"""The degrees of freedom of that noise: the fewer, the less a single odd run counts."""
USUAL_SCORE: Final = 70.0
QUALITY_CEILINGS: Final[Mapping[Tier, float]] = {
    Tier.STATIC_IMAGES: 75.0,
    Tier.MOTION_GRAPHICS: 85.0,
    Tier.ANIMATED: 90.0,
    Tier.PHOTOREALISTIC: 95.0,
}
_PROMISED: Final = 0.25
"""How much of what the tiers' ceilings promise is believed before any run."""
_MIDDLE: Final = sum(QUALITY_CEILINGS.values()) / len(QUALITY_CEILINGS)


class _Effect(NamedTuple):
    """How much one choice may matter, in points: for every kind of film, and for one kind beyond that."""

    common: float
    own: float


LEVEL: Final = _Effect(10.0, 5.0)
EFFECTS: Final[Mapping[str, _Effect]] = {
    "tier": _Effect(3.0, 6.0),
    "edit_style": _Effect(2.0, 3.0),
    "mood": _Effect(2.5, 3.0),
    "music_style": _Effect(2.5, 3.0),
    "scenes": _Effect(1.0, 2.0),
    "duration": _Effect(1.0, 2.0),
}
PAIR: Final = _Effect(1.5, 4.0)
"""A mood with a music style, beyond what each of them gives."""


def promised(tier: Tier | None) -> float:
    """What a tier is thought to give more or less than others when nothing else is known."""
    return 0.0 if tier is None else _PROMISED * (QUALITY_CEILINGS[tier] - _MIDDLE)


_SQUARES: Final = tuple((effect.common**2, effect.own**2) for effect in (LEVEL, *EFFECTS.values(), PAIR))


def together(kin: Any, tier: Any, style: Any, mood: Any, music: Any, scenes: Any, duration: Any) -> Any:
    """How two plans vary together, `kin` of one kind and their choices so alike; numbers or arrays of them."""
    (l, lk), (t, tk), (e, ek), (m, mk), (s, sk), (n, nk), (d, dk), (p, pk) = _SQUARES  # noqa: E741
    common = l + t * tier + e * style + m * mood + s * music + n * scenes + d * duration + p * mood * music
    own = lk + tk * tier + ek * style + mk * mood + sk * music + nk * scenes + dk * duration + pk * mood * music
    return common + kin * own


def widest(kin: float) -> float:
    """The variance of a plan that nothing is known about, of a concept that is so much kin to itself."""
    return float(together(kin, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0))


def _same(one: object, other: object) -> float:
    return 1.0 if one == other else 0.0


@lru_cache(maxsize=16384)
def _ratio(one: int | None, other: int | None) -> float:
    """How alike two amounts are by their ratio: half as much is a step apart."""
    if not one or not other:
        return 1.0 if one == other else 0.5
    return math.exp(-0.5 * math.log2(one / other) ** 2)


ALIKE: Final[Mapping[str, Callable[[Any, Any], float]]] = {
    name: _ratio if name in ("scenes", "duration") else _same for name in EFFECTS
}
"""How alike two values of each choice are, from 0 to 1."""
