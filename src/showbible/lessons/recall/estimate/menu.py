"""The plans to choose from: what the studio has used, and what a person's word leaves of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from showbible.lessons.model import Pair, PlanRequest
from showbible.lessons.recall.estimate.plan import Plan, Trial, folded
from showbible.runs.model import EditStyle, Tier
from showbible.values import frozen

USUAL_SOUNDS: Final[Mapping[str, str]] = {
    "tense": "pulsing strings",
    "upbeat": "bright plucks",
    "corporate": "soft electronic",
    "emotional": "slow piano",
    "ambient": "warm pads",
}
"""Moods with the music that goes with them, for studios that have not tried many of their own."""
FEW_SOUNDS: Final = 4
MOST_SOUNDS: Final = 10
"""So many moods, and so many music styles, are weighed against each other."""
_OWN: Final = 0.5
"""From this on a run is taken to be of the kind that is asked about."""

_Sound = tuple[str | None, str | None]


@frozen
class PlanLimits:
    """What people have ruled in or out: moods to choose from, music that is not wanted, pairs that do not go."""

    moods: Collection[str] = ()
    no_music: Collection[str] = ()
    no_pairs: Collection[Pair] = ()
    most_cost: float | None = None
    most_try: float | None = None
    """Dollars that there are for this film."""

    def allow(self, mood: str | None, music: str | None) -> bool:
        """Whether a mood and a music may go together."""
        return Pair(mood or "", music or "") not in self.no_pairs


def menu(trials: Sequence[Trial], kin: Sequence[float], wish: PlanRequest, limits: PlanLimits) -> list[Plan]:
    """Every combination of choices that fits a wish and the limits; tiers that nobody has tried are among them."""
    made = [(each.plan, own) for each, own in zip(trials, kin, strict=True)]
    tiers = [wish.tier] if wish.tier else list(Tier) if any(plan.tier for plan, _ in made) else [Tier.ANIMATED]
    styles = _styles(wish, [plan for plan, _ in made])
    moods = _moods(wish, made, limits)
    musics = _musics(wish, made, limits)
    sounds = [sound for sound in product(moods, musics) if limits.allow(*sound)]
    given = replace(wish, mood=wish.mood or next(iter(limits.moods), None))
    heard = [*sounds, *_left_open(given, moods, musics, sounds, made)] or [(None, None)]
    every = product(tiers, styles, heard)
    return [Plan(tier, style, *sound, wish.scenes, wish.duration) for tier, style, sound in every]


def _left_open(
    wish: PlanRequest,
    moods: Sequence[str | None],
    musics: Sequence[str | None],
    sounds: Sequence[_Sound],
    made: Sequence[tuple[Plan, float]],
) -> list[_Sound]:
    """Sounds with a part left open, where nothing that the studio has used may go together."""
    used_moods, used_musics = {plan.mood for plan, _ in made}, {plan.music_style for plan, _ in made}
    wished = wish.mood is not None, wish.music_style is not None
    tried = ((wished[0] or mood in used_moods) and (wished[1] or music in used_musics) for mood, music in sounds)
    if any(tried):
        return []
    if wish.music_style is not None:
        return [(None, music) for music in musics]
    return [(mood, None) for mood in moods if wish.mood is not None or mood in used_moods]


def _styles(wish: PlanRequest, made: Iterable[Plan]) -> list[EditStyle]:
    if wish.edit_style:
        return [wish.edit_style]
    used = {plan.edit_style for plan in made}
    return [style for style in EditStyle if style in used] or [EditStyle.BALANCED]


def _moods(wish: PlanRequest, made: Sequence[tuple[Plan, float]], limits: PlanLimits) -> list[str | None]:
    if wish.mood is not None:
        return [folded(wish.mood)]
    if limits.moods:
        return [folded(mood) for mood in limits.moods]
    return _used(((plan.mood, own) for plan, own in made), USUAL_SOUNDS, without=())


def _musics(wish: PlanRequest, made: Sequence[tuple[Plan, float]], limits: PlanLimits) -> list[str | None]:
    if wish.music_style is not None:
        return [folded(wish.music_style)]
    return _used(((plan.music_style, own) for plan, own in made), USUAL_SOUNDS.values(), without=limits.no_music)


def _used(
    told: Iterable[tuple[str | None, float]], usual: Iterable[str], *, without: Collection[str]
) -> list[str | None]:
    """What runs have used, that of the kind first, and where that is little, what is usual elsewhere.

    Leaving it open is a choice where the kind's runs did so, or none has said anything.
    """
    counts: Counter[str] = Counter()
    left_open = False
    for name, own in told:
        if name is None:
            left_open = left_open or own >= _OWN
        elif name not in without:
            counts[name] += 1 + 5 * own  # type: ignore[assignment]
    named = sorted(counts, key=lambda name: (-counts[name], name))[:MOST_SOUNDS]
    other = [name for name in usual if name not in named and name not in without] if len(named) < FEW_SOUNDS else []
    return [*named, *([None] if left_open or not named else []), *(other if named else [])]
