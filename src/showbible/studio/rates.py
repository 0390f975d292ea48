"""What a film costs with the crew that a studio has: the prices of those who will be asked, and which are simulated."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Final

from showbible.lessons.recall.casting.choice import Casting
from showbible.lessons.recall.casting.prospects import CastingCandidate, CastingQuestion
from showbible.providers.model import NO_LENGTH, Medium, Order
from showbible.runs.model import AudioTier, Tier
from showbible.studio import prices
from showbible.studio.contractor import Contractor
from showbible.studio.model import FPS, HEIGHT, WIDTH
from showbible.studio.prices import MakerChoice
from showbible.values import frozen
from showbible.vocabulary import Micros

SPOKEN: Final = "word " * 3
"""Three words of five letters: about what a second of speech holds."""

USUAL_SHOT: Final = 2 * FPS
"""Frames of a shot by which providers are compared."""
USUAL_SHOTS: Final = 9
USUAL_SECONDS: Final = 12
"""Of speech or music by which providers are compared."""
UNEVEN: Final = 1.5
"""How much longer than the others a shot of a scene may be."""

Choose = Callable[[CastingQuestion], Casting]


@frozen
class PricedOrder:
    """An order as it is priced before there is one."""

    order: Order


@frozen
class CrewRates:
    """The prices of the providers that make each part; what nobody is paid for is simulated."""

    makers: Mapping[Medium, tuple[Contractor, ...]]
    choose: Choose
    draws_here: bool = False
    """Whether the embedded renderer makes what no provider does."""
    points_a_dollar: float = 0.0
    _chosen: dict[tuple[Medium, str], MakerChoice] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Whose prices these are, and what is simulated."""
        paid = {medium: self.makers[medium][0].name for medium in Medium if self.makers.get(medium)}
        wanted = [medium for medium in (Medium.VIDEO, Medium.VOICE, Medium.MUSIC) if medium not in paid]
        whose = f"prices are those of {', '.join(dict.fromkeys(self._names()))}"
        return f"{whose}; those of {' and '.join(wanted)} are {prices.LABEL}" if wanted else whose

    def _names(self) -> list[str]:
        return [each.name for medium in Medium for each in self.makers.get(medium, ())]

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers that a provider offers, and all where the embedded renderer works along."""
        return tuple(tier for tier in Tier if self._draws(tier) or self._serving(tier))

    def valuing(self, points_a_dollar: float) -> CrewRates:
        """The same, for somebody to whom a dollar is worth so many points of score; who makes what is chosen anew."""
        return replace(self, points_a_dollar=points_a_dollar, _chosen={})

    def maker(self, tier: Tier) -> MakerChoice:
        """The provider that was chosen for the shots of a tier, once for a plan."""
        return self._choice(self._serving(tier), self._shot(tier, USUAL_SHOT))

    def helper(self, medium: Medium) -> MakerChoice:
        """The provider that was chosen for first frames, voices or music, once for a plan."""
        usual = {Medium.VOICE: SPOKEN * USUAL_SECONDS, Medium.MUSIC: "music", Medium.IMAGE: ""}
        seconds = float(USUAL_SECONDS) if medium is Medium.MUSIC else NO_LENGTH
        order = Order(medium=medium, prompt=usual[medium], seconds=seconds, width=WIDTH, height=HEIGHT)
        return self._choice(self.makers.get(medium, ()), order)

    def _choice(self, candidates: tuple[Contractor, ...], order: Order) -> MakerChoice:
        key = order.medium, order.tier
        if candidates and key not in self._chosen:
            found = self.choose(self._question(candidates, order))
            self._chosen[key] = MakerChoice(name=found.provider, casting=found)
        return self._chosen.get(key, MakerChoice())

    def _question(self, candidates: tuple[Contractor, ...], order: Order) -> CastingQuestion:
        return CastingQuestion(
            medium=order.medium,
            candidates=tuple(_candidate(each, order) for each in candidates),
            tier=order.tier or None,
            orders=USUAL_SHOTS if order.medium in (Medium.VIDEO, Medium.IMAGE) else 1,
            points_a_dollar=self.points_a_dollar,
        )

    def picture(self, tier: Tier, frames: int, *, shots: int) -> Micros:
        """The most that so many shots cost, each with its first frame."""
        maker = self._named(tier)
        if maker is None:
            return prices.picture(tier, frames)
        order = self._shot(tier, math.ceil(frames / shots))
        if maker.offer(order).seconds:  # sold by the piece, so that a longer shot is not paid for by a shorter one
            order = replace(order, seconds=order.seconds * UNEVEN)
        return Micros(shots * (maker.price(PricedOrder(order=order)) + self._first_frame(tier)))

    def sound(self, tier: AudioTier, frames: int) -> Micros:
        """Music as long as the film, and words for all of it, each by whoever makes it."""
        seconds = math.ceil(frames / FPS)
        music = self._or_simulated(Medium.MUSIC, "music", float(seconds), prices.music(tier, frames))
        if tier in (AudioTier.NONE, AudioTier.MUSIC_ONLY):
            return music if tier is AudioTier.MUSIC_ONLY else Micros(0)
        voice = self._or_simulated(Medium.VOICE, SPOKEN * seconds, NO_LENGTH, prices.voice(tier, frames))
        return Micros(music + voice)

    def _or_simulated(self, medium: Medium, words: str, seconds: float, simulated: Micros) -> Micros:
        maker = self._helping(medium)
        if maker is None:
            return simulated
        return maker.price(PricedOrder(order=Order(medium=medium, prompt=words, seconds=seconds)))

    def _first_frame(self, tier: Tier) -> Micros:
        """What the picture costs that a shot begins with, where somebody makes it."""
        maker = self._helping(Medium.IMAGE)
        if maker is None:
            return Micros(0)
        order = Order(medium=Medium.IMAGE, prompt="", width=WIDTH, height=HEIGHT, tier=tier)
        return maker.price(PricedOrder(order=order))

    def _helping(self, medium: Medium) -> Contractor | None:
        name = self.helper(medium).name
        return next((each for each in self.makers.get(medium, ()) if each.name == name), None)

    def _named(self, tier: Tier) -> Contractor | None:
        name = self.maker(tier).name
        return next((each for each in self._serving(tier) if each.name == name), None)

    def _serving(self, tier: Tier) -> tuple[Contractor, ...]:
        hired = self.makers.get(Medium.VIDEO, ())
        return tuple(each for each in hired if each.provider.offer(Medium.VIDEO).serves(tier))

    def _draws(self, tier: Tier) -> bool:
        return self.draws_here or not self.makers.get(Medium.VIDEO)

    def _shot(self, tier: Tier, frames: int) -> Order:
        return Order(medium=Medium.VIDEO, prompt="", seconds=frames / FPS, width=WIDTH, height=HEIGHT, tier=tier)


def _candidate(maker: Contractor, order: Order) -> CastingCandidate:
    price = maker.price(PricedOrder(order=order))
    return CastingCandidate(provider=maker.name, price=price, model=maker.offer(order).model)
