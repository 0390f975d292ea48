"""Spend a budget: how long the film is, which ways of making it compete, and what is kept for the sound."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from showbible.errors import Invalid
from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.studio import edit, lexicon, prices
from showbible.studio.model import FilmPlan, FilmRequest, PilotPlan, ProductionAdvice, RivalAdvice, frames_in
from showbible.vocabulary import Micros, dollars, plural

SHORTEST_SCENE: Final = 3.0
USUAL_SCENE: Final = 5.0
USUAL_FILM: Final = 30.0
SHORTEST_FILM: Final = 15.0
SHORTER: Final = 0.9  # how much a film that costs too much is shortened for the next try
MOST_SCENES: Final = 40
MOST_PILOTS: Final = len(Tier)
USUAL_PILOTS: Final = 2
SHOTS_WITH_HANDLES: Final = 3  # in each scene; who writes more of them gets none

_BEST_FIRST: Final = tuple(reversed(Tier))
_LESS_SOUND: Final = tuple(reversed(AudioTier))


@dataclass(frozen=True, kw_only=True)
class _Shape:
    """A film that could be made: how many scenes, how long, with which sound."""

    scenes: int
    seconds: float
    audio: AudioTier
    handles: int
    """Frames that are shot in each scene and cut off again."""

    @property
    def frames(self) -> int:
        return frames_in(self.seconds)

    def film(self, tier: Tier) -> int:
        return prices.picture(tier, self.frames + self.scenes * (4 + self.handles))  # each cut may round up

    def audition(self, tier: Tier) -> int:
        return prices.picture(tier, frames_in(self.seconds / self.scenes) + 4 + self.handles)

    def cost(self, winner: Tier, field: tuple[Tier, ...]) -> int:
        others = sum(self.audition(tier) for tier in field) - self.audition(winner)
        return self.film(winner) + others + prices.sound(self.audio, self.frames + self.scenes * self.handles)


def least(wish: FilmRequest) -> Micros:
    """What the smallest film costs: one short scene of still pictures, without sound; nothing where it is priced."""
    if wish.reshoots:
        return Micros(0)
    scenes = wish.scenes or 1
    shape = _Shape(scenes=scenes, seconds=SHORTEST_SCENE * scenes, audio=AudioTier.NONE, handles=0)
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
        mood = advice.mood or wish.choices.mood or lexicon.mood(wish.concept)
        shape, field = _choose(wish, advice)
        plan = FilmPlan(
            pilots=_pilots(wish, advice, shape, field, mood=mood),
            scenes=shape.scenes,
            seconds=shape.seconds,
            handles=shape.handles,
            audio_tier=shape.audio,
            edit_style=_edit_style(wish, advice),
            mood=mood,
            music_style=advice.music_style or wish.choices.music_style or _music(mood, advice.disliked_music),
            threshold=advice.threshold,
            look=lexicon.look(wish.concept, mood=mood, colors=advice.colors),
            points_a_dollar=advice.points_a_dollar,
            voice=advice.voice,
            voice_speed=advice.voice_speed,
        )
        return replace(plan, why=(*advice.why, *_reasons(wish, advice, plan)))


def _music(mood: str, disliked: Collection[str]) -> str:
    """The music that goes with a mood, else any that nobody dislikes."""
    unwanted = {style.strip().lower() for style in disliked}
    usual = (lexicon.MUSIC.get(mood, "warm pads"), *lexicon.MUSIC.values(), "quiet tones")
    return next((style for style in usual if style not in unwanted), usual[-1])


def _pilots(
    wish: FilmRequest, advice: ProductionAdvice, shape: _Shape, field: tuple[Tier, ...], *, mood: str
) -> tuple[PilotPlan, ...]:
    """The leader, the rival that is worth a try with a style of its own, and whoever else competes."""
    rival = advice.rival if _competes(advice.rival, field) else None
    pilots = []
    for place, tier in enumerate(field):
        pilot = PilotPlan(pilot_id=tier.value, tier=tier, budget=Micros(shape.film(tier)))
        if place == 1 and rival is not None:
            look = lexicon.look(wish.concept, mood=rival.mood or mood, colors=advice.colors)
            name = f"{tier.value}-try" if tier is field[0] else tier.value
            style = {"edit_style": rival.edit_style, "mood": rival.mood, "music_style": rival.music_style}
            pilot = replace(pilot, pilot_id=name, look=look, **style)  # type: ignore[arg-type]
        pilots.append(pilot)
    return tuple(pilots)


def _competes(rival: RivalAdvice | None, field: tuple[Tier, ...]) -> bool:
    return rival is not None and len(field) > 1 and field[1] is rival.tier


def _choose(wish: FilmRequest, advice: ProductionAdvice) -> tuple[_Shape, tuple[Tier, ...]]:
    """The first shape that the budget allows, from the one wished for down to the smallest."""
    number = wish.pilots or USUAL_PILOTS
    for shape, tier in _candidates(wish, advice):
        if shape.cost(tier, (tier,)) <= wish.budget:
            return shape, _field(tier, shape, wish=wish, rival=advice.rival, number=number)
    least = wish.scenes or 1
    smallest = _Shape(scenes=least, seconds=SHORTEST_SCENE * least, audio=AudioTier.NONE, handles=0)
    return smallest, (Tier.STATIC_IMAGES,)


def _candidates(wish: FilmRequest, advice: ProductionAdvice) -> list[tuple[_Shape, Tier]]:
    """Films in the order we would like to make them: what was learned first, then by quality, then shorter ones."""
    wanted = advice.audio_tier or AudioTier.SIMPLE_OVERLAY
    leader = wish.choices.tier or advice.tier
    # A tier that cannot reach the score that a person asks for comes after those that can.
    reach = {tier: prices.CEILING[tier] >= (advice.threshold or 0.0) for tier in Tier}
    tiers = sorted(_BEST_FIRST, key=lambda tier: (tier is not wish.choices.tier, not reach[tier], tier is not leader))
    sounds = [tier for tier in _LESS_SOUND if prices.MINUTE[tier] <= prices.MINUTE[wanted]]
    return [
        (_shape(wish, advice, seconds=seconds, audio=audio), tier)
        for audio in sounds
        for tier in tiers
        for seconds in _lengths(wish, advice)
    ]


def _lengths(wish: FilmRequest, advice: ProductionAdvice) -> list[float]:
    """Lengths to try, the longest first, in half seconds; with a number of scenes given, none that squeezes them."""
    longest = wish.choices.duration or advice.seconds or (wish.scenes * USUAL_SCENE if wish.scenes else USUAL_FILM)
    shortest = wish.scenes * SHORTEST_SCENE if wish.scenes else min(SHORTEST_FILM, longest)
    lengths, length = [], longest
    while length > shortest:
        lengths.append(max(shortest, math.floor(length * 2) / 2))
        length *= SHORTER
    return [*dict.fromkeys(lengths), shortest]


def _shape(wish: FilmRequest, advice: ProductionAdvice, *, seconds: float, audio: AudioTier) -> _Shape:
    learned = advice.scenes if advice.scenes and advice.scenes * SHORTEST_SCENE <= seconds else None
    scenes = wish.scenes or learned or max(1, round(seconds / USUAL_SCENE))
    handles = SHOTS_WITH_HANDLES * edit.handles(_edit_style(wish, advice))
    return _Shape(scenes=min(scenes, MOST_SCENES), seconds=seconds, audio=audio, handles=handles)


def _edit_style(wish: FilmRequest, advice: ProductionAdvice) -> EditStyle:
    return advice.edit_style or wish.choices.edit_style or EditStyle.BALANCED


def _field(
    leader: Tier, shape: _Shape, *, wish: FilmRequest, rival: RivalAdvice | None, number: int
) -> tuple[Tier, ...]:
    """The leader, the rival that is worth a try, and as many others as were asked for and the budget allows.

    Each of them could still finish the film.
    """
    first = [(rival.tier,)] if rival is not None else []
    others = [tier for tier in _BEST_FIRST if tier is not leader and (rival is None or tier is not rival.tier)]
    for size in range(min(number, MOST_PILOTS) - 1, 0, -1):
        with_rival = [(*known, *chosen) for known in first for chosen in combinations(others, size - 1)]
        for chosen in (*with_rival, *combinations(others, size)):
            field = (leader, *chosen)
            if all(shape.cost(tier, field) <= wish.budget for tier in field):
                return field
    return (leader,)


def _reasons(wish: FilmRequest, advice: ProductionAdvice, plan: FilmPlan) -> tuple[str, ...]:
    tiers = ", ".join(_called(pilot) for pilot in plan.pilots)
    reasons = [
        f"${dollars(wish.budget):.2f} pay for {plan.seconds:.0f} s "
        f"in {plural(plan.scenes, 'scene')}; prices are {prices.LABEL}.",
        f"Competing: {tiers}.",
    ]
    if plan.audio_tier is not (advice.audio_tier or AudioTier.SIMPLE_OVERLAY):
        reasons.append(f"The budget allows no more sound than {plan.audio_tier.replace('_', ' ')}.")
    return tuple(reasons)


def _called(pilot: PilotPlan) -> str:
    sound = " with ".join(part for part in (pilot.mood, pilot.music_style) if part)
    return f"{pilot.tier.replace('_', ' ')}{f' ({sound})' if sound else ''}"
