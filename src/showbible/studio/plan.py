"""Spend a budget: how long the film is, which ways of making it compete, and what is kept for the sound."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations
from typing import Final

from showbible.errors import Invalid
from showbible.providers.model import Medium
from showbible.runs.model import AudioTier, EditStyle, Tier
from showbible.studio import edit, lexicon, prices
from showbible.studio.model import (
    MOST_SHOTS,
    FilmPlan,
    FilmRequest,
    PilotPlan,
    ProductionAdvice,
    RivalAdvice,
    frames_in,
)
from showbible.studio.prices import SIMULATED, FilmRates
from showbible.values import frozen
from showbible.vocabulary import Micros, dollars, plural

SHORTEST_SCENE: Final = 3.0
USUAL_SCENE: Final = 5.0
USUAL_FILM: Final = 30.0
SHORTEST_FILM: Final = 12.0
FEWEST_SCENES: Final = 3  # an opening, a middle and an ending, where nobody says how many
SHORTER: Final = 0.9  # how much a film that costs too much is shortened for the next try
MOST_SCENES: Final = 40
MOST_PILOTS: Final = len(Tier)
USUAL_PILOTS: Final = 2
SHOTS_IN_A_SCENE: Final = 3  # at most, where each is paid for; who writes more of them gets no handles

HELPED: Final = (Medium.IMAGE, Medium.VOICE, Medium.MUSIC)

_BEST_FIRST: Final = tuple(reversed(Tier))
_LESS_SOUND: Final = tuple(reversed(AudioTier))


@frozen
class _Shape:
    """A film that could be made: how many scenes, how long, with which sound."""

    scenes: int
    seconds: float
    audio: AudioTier
    handles: int
    """Frames that are shot in each scene and cut off again."""
    rates: FilmRates

    @property
    def frames(self) -> int:
        return frames_in(self.seconds)

    def film(self, tier: Tier) -> int:
        frames = self.frames + self.scenes * (1 + self.handles)  # each price rounds up
        return self.rates.picture(tier, frames, shots=self.scenes * SHOTS_IN_A_SCENE)

    def audition(self, tier: Tier) -> int:
        frames = frames_in(self.seconds / self.scenes) + 1 + self.handles
        return self.rates.picture(tier, frames, shots=SHOTS_IN_A_SCENE)

    def cost(self, winner: Tier, field: tuple[Tier, ...]) -> int:
        others = sum(self.audition(tier) for tier in field) - self.audition(winner)
        return self.film(winner) + others + self.rates.sound(self.audio, self.frames + self.scenes * self.handles)


def _smallest(wish: FilmRequest, rates: FilmRates) -> tuple[_Shape, Tier]:
    """The smallest film: as few short scenes as were asked for, without sound, in the cheapest tier."""
    scenes = wish.scenes or 1
    shape = _Shape(scenes=scenes, seconds=SHORTEST_SCENE * scenes, audio=AudioTier.NONE, handles=0, rates=rates)
    return shape, min(rates.tiers, key=shape.film)


def least(wish: FilmRequest, rates: FilmRates = SIMULATED) -> Micros:
    """What the smallest film costs; nothing where it is priced already."""
    if wish.reshoots:
        return Micros(0)
    shape, tier = _smallest(wish, rates)
    return Micros(shape.film(tier))


def check(wish: FilmRequest, rates: FilmRates = SIMULATED) -> None:
    """Refuse what no plan could fulfil, before anything is started."""
    asked = wish.tier or wish.choices.tier
    if asked is not None and asked not in rates.tiers:
        made = ", ".join(map(_tier_name, rates.tiers))
        raise Invalid(f"Nobody in this studio makes {_tier_name(asked)} films, but: {made}.", field="tier")
    if wish.scenes is not None and not 1 <= wish.scenes <= MOST_SCENES:
        raise Invalid(f"A film has 1 to {MOST_SCENES} scenes, not {wish.scenes}.", field="scenes")
    if wish.pilots is not None and not 1 <= wish.pilots <= MOST_PILOTS:
        raise Invalid(f"1 to {MOST_PILOTS} pilots can compete, not {wish.pilots}.", field="pilots")
    needed = least(wish, rates)
    if wish.budget < needed:
        what = "a single scene" if wish.scenes in (None, 1) else f"{wish.scenes} scenes"
        raise Invalid(
            f"A budget of ${dollars(wish.budget):.2f} is too small for {what}: "
            f"the cheapest costs ${dollars(needed):.2f}.",
            field="budget",
        )


@frozen
class BudgetPlanner:
    """Plans by arithmetic: what was learned leads, the budget decides."""

    rates: FilmRates = SIMULATED

    def plan(self, wish: FilmRequest, advice: ProductionAdvice) -> FilmPlan:
        """What to make, within the budget."""
        rates = self.rates.valuing(advice.points_a_dollar)
        check(wish, rates)
        mood = advice.mood or wish.choices.mood or lexicon.mood(wish.concept)
        shape, field = _choose(wish, advice, rates)
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
            helpers={medium: name for medium in HELPED if (name := rates.helper(medium).name)},
            most_shots=SHOTS_IN_A_SCENE if any(rates.maker(tier).name for tier in field) else MOST_SHOTS,
        )
        return replace(plan, why=(*advice.why, *_reasons(wish, advice, plan, rates)))


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
        maker, cost = shape.rates.maker(tier), Micros(shape.film(tier))
        pilot = PilotPlan(pilot_id=tier.value, tier=tier, budget=cost, maker=maker.name, casting=maker.casting)
        if place == 1 and rival is not None:
            look = lexicon.look(wish.concept, mood=rival.mood or mood, colors=advice.colors)
            name = f"{tier.value}-try" if tier is field[0] else tier.value
            style = {"edit_style": rival.edit_style, "mood": rival.mood, "music_style": rival.music_style}
            pilot = replace(pilot, pilot_id=name, look=look, **style)  # type: ignore[arg-type]
        pilots.append(pilot)
    return tuple(pilots)


def _competes(rival: RivalAdvice | None, field: tuple[Tier, ...]) -> bool:
    return rival is not None and len(field) > 1 and field[1] in (rival.tier, field[0])


def _choose(wish: FilmRequest, advice: ProductionAdvice, rates: FilmRates) -> tuple[_Shape, tuple[Tier, ...]]:
    """The first shape that the budget allows, from the one wished for down to the smallest.

    A length that nobody has named leaves room for a second pilot, however it is made; nothing else gives way to one.
    """
    number = wish.pilots or USUAL_PILOTS
    candidates = _candidates(wish, advice, rates)
    seats = min(number, USUAL_PILOTS) if _named_length(wish, advice) is None else 1
    for pilots in range(seats, 0, -1):
        for shape, tier in candidates:
            if shape.cost(tier, (tier,) * pilots) <= wish.budget:
                return shape, _field(tier, shape, wish=wish, advice=advice, number=number)
    smallest, tier = _smallest(wish, rates)
    return smallest, (tier,)


def _candidates(wish: FilmRequest, advice: ProductionAdvice, rates: FilmRates) -> list[tuple[_Shape, Tier]]:
    """Films in the order we would like to make them: what was learned first, then by quality, then shorter ones.

    A length that somebody named, or that is usual for the kind, is kept as long as any tier and any sound pay for it.
    """
    wanted = advice.audio_tier or AudioTier.SIMPLE_OVERLAY
    sounds = [tier for tier in _LESS_SOUND if prices.MINUTE[tier] <= prices.MINUTE[wanted]]
    lengths = _lengths(wish, advice)
    kept = lengths[:1] if _named_length(wish, advice) is not None else []
    return [
        (_shape(wish, advice, rates, seconds=seconds, audio=audio), tier)
        for tiers in _tiers(wish, advice, rates)
        for some in (kept, lengths)
        for audio in sounds
        for tier in tiers
        for seconds in some
    ]


def _tiers(wish: FilmRequest, advice: ProductionAdvice, rates: FilmRates) -> list[list[Tier]]:
    """The tier that was asked for, then those that reach the score that a person asks for, then all others.

    Among equals what was learned leads, and then the best.
    """
    asked, leader = wish.choices.tier, wish.choices.tier or advice.tier
    ranked = sorted(_made(rates), key=lambda tier: tier is not leader)
    reaching = [tier for tier in ranked if _can_reach(tier, advice)]
    groups = [tier for tier in ranked if tier is asked], reaching, ranked
    return [group for group in groups if group]


def _made(rates: FilmRates) -> list[Tier]:
    """The tiers that somebody makes, the best first."""
    return [tier for tier in _BEST_FIRST if tier in rates.tiers]


def _can_reach(tier: Tier, advice: ProductionAdvice) -> bool:
    """Whether work of a tier can get the score that a person asks for."""
    return prices.TIERS[tier].ceiling >= (advice.threshold or 0.0)


def _named_length(wish: FilmRequest, advice: ProductionAdvice) -> float | None:
    """The seconds that were asked for, or that are usual for such films."""
    return wish.choices.duration or advice.seconds


def _lengths(wish: FilmRequest, advice: ProductionAdvice) -> list[float]:
    """Lengths to try, the longest first, in half seconds; with a number of scenes given, none that squeezes them."""
    longest = _named_length(wish, advice) or (wish.scenes * USUAL_SCENE if wish.scenes else USUAL_FILM)
    shortest = wish.scenes * SHORTEST_SCENE if wish.scenes else min(SHORTEST_FILM, longest)
    lengths, length = [], longest
    while length > shortest:
        lengths.append(max(shortest, math.floor(length * 2) / 2))
        length *= SHORTER
    return [*dict.fromkeys(lengths), shortest]


def _shape(
    wish: FilmRequest, advice: ProductionAdvice, rates: FilmRates, *, seconds: float, audio: AudioTier
) -> _Shape:
    learned = advice.scenes if advice.scenes and advice.scenes * SHORTEST_SCENE <= seconds else None
    few = min(FEWEST_SCENES, int(seconds / SHORTEST_SCENE))
    scenes = wish.scenes or learned or max(1, few, round(seconds / USUAL_SCENE))
    handles = SHOTS_IN_A_SCENE * edit.handles(_edit_style(wish, advice))
    return _Shape(scenes=min(scenes, MOST_SCENES), seconds=seconds, audio=audio, handles=handles, rates=rates)


def _edit_style(wish: FilmRequest, advice: ProductionAdvice) -> EditStyle:
    return advice.edit_style or wish.choices.edit_style or EditStyle.BALANCED


def _field(
    leader: Tier, shape: _Shape, *, wish: FilmRequest, advice: ProductionAdvice, number: int
) -> tuple[Tier, ...]:
    """The leader, the rival that is worth a try, and as many others as were asked for and the budget allows.

    Each of them could still finish the film. Where no other tier could, the rival competes in the leader's.
    """
    rival = advice.rival.tier if advice.rival and (advice.rival.tier is not leader or _differs(advice)) else None
    made = _made(shape.rates)
    first = [(rival,)] if rival in made else []
    others = [tier for tier in made if tier not in (leader, rival)]
    fields = [
        (leader, *chosen)
        for size in range(min(number, MOST_PILOTS) - 1, 0, -1)
        for chosen in (
            *((*known, *rest) for known in first for rest in combinations(others, size - 1)),
            *combinations(others, size),
        )
    ]
    if number > 1 and _differs(advice):
        fields.append((leader, leader))
    return next((field for field in fields if _pays(wish, shape, field)), (leader,))


def _differs(advice: ProductionAdvice) -> bool:
    """Whether the rival is another film even in the same tier."""
    plan = advice.edit_style, advice.mood, advice.music_style
    rival = advice.rival
    return rival is not None and (rival.edit_style, rival.mood, rival.music_style) != plan


def _pays(wish: FilmRequest, shape: _Shape, field: tuple[Tier, ...]) -> bool:
    return all(shape.cost(tier, field) <= wish.budget for tier in field)


def _reasons(wish: FilmRequest, advice: ProductionAdvice, plan: FilmPlan, rates: FilmRates) -> tuple[str, ...]:
    tiers = ", ".join(_called(pilot) for pilot in plan.pilots)
    reasons = [
        f"${dollars(wish.budget):.2f} pay for {plan.seconds:.0f} s in {plural(plan.scenes, 'scene')}; {rates.label}.",
        f"Competing: {tiers}.",
        *dict.fromkeys(why for pilot in plan.pilots if (why := rates.maker(pilot.tier).why)),
        *(why for medium in HELPED if (why := rates.helper(medium).why)),
    ]
    named = _named_length(wish, advice)
    leader = wish.choices.tier or advice.tier
    if leader is not None and plan.pilots[0].tier is not leader and _can_reach(leader, advice):
        reasons.append(f"The budget does not pay for {plan.seconds:.0f} s of {_tier_name(leader)}.")
    if named is not None and plan.seconds < math.floor(named):
        reasons.append(f"The budget does not pay for {named:.0f} s.")
    if plan.audio_tier is not (advice.audio_tier or AudioTier.SIMPLE_OVERLAY):
        reasons.append(f"The budget allows no more sound than {plan.audio_tier.replace('_', ' ')}.")
    return tuple(reasons)


def _called(pilot: PilotPlan) -> str:
    sound = " with ".join(part for part in (pilot.mood, pilot.music_style) if part)
    return f"{_tier_name(pilot.tier)}{f' ({sound})' if sound else ''}"


def _tier_name(tier: Tier) -> str:
    return tier.replace("_", " ")
