"""Spend a budget: how long the film is, which ways of making it compete, and what is kept for the sound."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from showbible.errors import Invalid
from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.studio import lexicon, prices
from showbible.studio.model import FilmPlan, FilmRequest, PilotPlan, ProductionAdvice, frames_in
from showbible.vocabulary import Micros, dollars, plural

SHORTEST_SCENE: Final = 3.0
USUAL_SCENE: Final = 5.0
USUAL_FILM: Final = 30.0
SHORTEST_FILM: Final = 15.0
SHORTER: Final = 0.9  # how much a film that costs too much is shortened for the next try
MOST_SCENES: Final = 40
MOST_PILOTS: Final = len(Tier)
USUAL_PILOTS: Final = 3
THRESHOLD: Final = 75.0

_BEST_FIRST: Final = tuple(reversed(Tier))
_LESS_SOUND: Final = tuple(reversed(AudioTier))


@dataclass(frozen=True, kw_only=True)
class _Shape:
    """A film that could be made: how many scenes, how long, with which sound."""

    scenes: int
    seconds: float
    audio: AudioTier

    @property
    def frames(self) -> int:
        return frames_in(self.seconds)

    def film(self, tier: Tier) -> int:
        return prices.picture(tier, self.frames + self.scenes * 4)  # each cut may round up

    def audition(self, tier: Tier) -> int:
        return prices.picture(tier, frames_in(self.seconds / self.scenes) + 4)

    def cost(self, winner: Tier, field: tuple[Tier, ...]) -> int:
        others = sum(self.audition(tier) for tier in field if tier is not winner)
        return self.film(winner) + others + prices.sound(self.audio, self.frames)


def least(wish: FilmRequest) -> Micros:
    """What the smallest film costs: one short scene of still pictures, without sound; nothing where it is priced."""
    if wish.reshoots:
        return Micros(0)
    scenes = wish.scenes or 1
    shape = _Shape(scenes=scenes, seconds=SHORTEST_SCENE * scenes, audio=AudioTier.NONE)
    return Micros(shape.film(Tier.STATIC_IMAGES))


def check(wish: FilmRequest) -> None:
    """Refuse what no plan could fulfil, before anything is started."""
    if wish.scenes is not None and not 1 <= wish.scenes <= MOST_SCENES:
        raise Invalid(f"A film has 1 to {MOST_SCENES} scenes, not {wish.scenes}.", field="scenes")
    if wish.pilots is not None and not 1 <= wish.pilots <= MOST_PILOTS:
        raise Invalid(f"1 to {MOST_PILOTS} pilots can compete, not {wish.pilots}.", field="pilots")
    needed = least(wish)
    if wish.budget < needed:
        what = "a single scene" if wish.scenes in (None, 1) else f"{wish.scenes} scenes"
        raise Invalid(
            f"A budget of ${dollars(wish.budget):.2f} is too small for {what}: "
            f"the cheapest costs ${dollars(needed):.2f}.",
            field="budget",
        )


class BudgetPlanner:
    """Plans by arithmetic: what was learned leads, the budget decides."""

    def plan(self, wish: FilmRequest, advice: ProductionAdvice) -> FilmPlan:
        """What to make, within the budget."""
        check(wish)
        mood = advice.mood or lexicon.mood(wish.concept)
        shape, field = _choose(wish, advice)
        plan = FilmPlan(
            pilots=tuple(_pilot(tier, shape) for tier in field),
            scenes=shape.scenes,
            seconds=shape.seconds,
            audio_tier=shape.audio,
            edit_style=advice.edit_style or EditStyle.BALANCED,
            mood=mood,
            music_style=advice.music_style or lexicon.MUSIC.get(mood, "warm pads"),
            threshold=advice.threshold if advice.threshold is not None else THRESHOLD,
            look=lexicon.look(wish.concept, mood=mood, colors=advice.colors),
        )
        return replace(plan, why=(*advice.why, *_reasons(wish, advice, plan)))


def _pilot(tier: Tier, shape: _Shape) -> PilotPlan:
    return PilotPlan(pilot_id=tier.value, tier=tier, budget=Micros(shape.film(tier)))


def _choose(wish: FilmRequest, advice: ProductionAdvice) -> tuple[_Shape, tuple[Tier, ...]]:
    """The first shape that the budget allows, from the one wished for down to the smallest."""
    number = wish.pilots or USUAL_PILOTS
    for shape, tier in _candidates(wish, advice):
        if shape.cost(tier, (tier,)) <= wish.budget:
            return shape, _field(tier, shape, wish=wish, number=number)
    smallest = _Shape(scenes=wish.scenes or 1, seconds=SHORTEST_SCENE * (wish.scenes or 1), audio=AudioTier.NONE)
    return smallest, (Tier.STATIC_IMAGES,)


def _candidates(wish: FilmRequest, advice: ProductionAdvice) -> list[tuple[_Shape, Tier]]:
    """Films in the order we would like to make them: what was learned first, then by quality, then shorter ones."""
    wanted = advice.audio_tier or AudioTier.SIMPLE_OVERLAY
    tiers = sorted(_BEST_FIRST, key=lambda tier: tier is not advice.tier)
    sounds = [tier for tier in _LESS_SOUND if prices.MINUTE[tier] <= prices.MINUTE[wanted]]
    return [
        (_shape(wish, advice, seconds=seconds, audio=audio), tier)
        for audio in sounds
        for tier in tiers
        for seconds in _lengths(wish, advice)
    ]


def _lengths(wish: FilmRequest, advice: ProductionAdvice) -> list[float]:
    """Lengths to try, the longest first, in half seconds; with a number of scenes given, none that squeezes them."""
    longest = advice.seconds or (wish.scenes * USUAL_SCENE if wish.scenes else USUAL_FILM)
    shortest = wish.scenes * SHORTEST_SCENE if wish.scenes else min(SHORTEST_FILM, longest)
    lengths, length = [], longest
    while length > shortest:
        lengths.append(max(shortest, math.floor(length * 2) / 2))
        length *= SHORTER
    return [*dict.fromkeys(lengths), shortest]


def _shape(wish: FilmRequest, advice: ProductionAdvice, *, seconds: float, audio: AudioTier) -> _Shape:
    learned = advice.scenes if advice.scenes and advice.scenes * SHORTEST_SCENE <= seconds else None
    scenes = wish.scenes or learned or max(1, round(seconds / USUAL_SCENE))
    return _Shape(scenes=min(scenes, MOST_SCENES), seconds=seconds, audio=audio)


def _field(leader: Tier, shape: _Shape, *, wish: FilmRequest, number: int) -> tuple[Tier, ...]:
    """The leader and as many rivals as the budget allows, such that each of them could still finish the film."""
    rivals = [tier for tier in _BEST_FIRST if tier is not leader]
    for size in range(min(number, MOST_PILOTS) - 1, 0, -1):
        for chosen in combinations(rivals, size):
            field = (leader, *chosen)
            if all(shape.cost(tier, field) <= wish.budget for tier in field):
                return field
    return (leader,)


def _reasons(wish: FilmRequest, advice: ProductionAdvice, plan: FilmPlan) -> tuple[str, ...]:
    tiers = ", ".join(pilot.tier.replace("_", " ") for pilot in plan.pilots)
    reasons = [
        f"${dollars(wish.budget):.2f} pay for {plan.seconds:.0f} s "
        f"in {plural(plan.scenes, 'scene')}; prices are {prices.LABEL}.",
        f"Competing: {tiers}.",
    ]
    if plan.audio_tier is not (advice.audio_tier or AudioTier.SIMPLE_OVERLAY):
        reasons.append(f"The budget allows no more sound than {plan.audio_tier.replace('_', ' ')}.")
    return tuple(reasons)
