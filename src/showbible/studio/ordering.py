"""Write an order: what the shot shows, what the memories know of whom it shows, the style, and what to avoid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Final

from showbible.assets.recall.context import MOST_CHARS
from showbible.errors import ShowbibleError
from showbible.lessons.recall.casting.prompting import PromptAdvice
from showbible.lessons.recall.traits import PromptTrait
from showbible.providers.model import Input, Medium, Offer, Order, OrderLine, Picture
from showbible.studio.contractor import Contractor
from showbible.studio.model import FPS, HEIGHT, WIDTH, ScriptShot
from showbible.studio.stage_context import Desk
from showbible.studio.take import Take
from showbible.values import frozen
from showbible.vocabulary import plural

MOST_TIPS: Final = 3
MOST_AVOIDED: Final = 8
MOST_FACTS: Final = 6
OWN_WORDS: Final = "captions, subtitles, watermark"
"""What no picture should hold: the film's own words are laid over it."""


@frozen
class _Words:
    """What a prompt is put together from, the most needed first."""

    shown: str
    states: tuple[OrderLine, ...]
    camera: str
    style: str
    tips: tuple[OrderLine, ...] = ()

    def prompt(self, most: int | None) -> str:
        """As many whole sentences as a prompt may hold."""
        states, tips = ([_closed(line.text) for line in lines] for lines in (self.states, self.tips))
        kept = ""
        for sentence in (_closed(self.shown), *states, self.camera, self.style, *tips):
            longer = f"{kept} {sentence}".strip()
            if most is None or len(longer) <= most:
                kept = longer
        return kept or self.shown[:most]


def video(desk: Desk, take: Take, maker: Contractor, *, reference: Picture | None) -> Order:
    """The order of a shot, with a line for everything that a memory added or left out."""
    offer, advice = maker.provider.offer(Medium.VIDEO), _advice(take)
    avoided = () if advice.leaves_out(PromptTrait.NEGATIVE_PROMPT) else advice.avoid[:MOST_AVOIDED]
    words = _words(desk, take, advice)
    return Order(
        medium=Medium.VIDEO,
        model=offer.model,
        prompt=words.prompt(offer.most_letters),
        negative_prompt=_negative(offer, advice, avoided),
        reference=reference if _takes_reference(offer, advice) else None,
        seconds=take.shot.seconds,
        fps=FPS,
        width=WIDTH,
        height=HEIGHT,
        seed=take.look.grain,
        tier=take.pilot.tier,
        lines=(*words.states, *words.tips, *avoided, *_reasons(advice)),
    )


def picture(desk: Desk, take: Take, painter: Contractor) -> Order:
    """The order of the picture that a shot begins with, in the same words."""
    offer, words = painter.provider.offer(Medium.IMAGE), _words(desk, take, PromptAdvice())
    return Order(
        medium=Medium.IMAGE,
        model=offer.model,
        prompt=words.prompt(offer.most_letters),
        negative_prompt=_negative(offer, PromptAdvice(), ()),
        width=WIDTH,
        height=HEIGHT,
        seed=take.look.grain,
        tier=take.pilot.tier,
        lines=words.states,
    )


def wants_reference(take: Take, maker: Contractor) -> bool:
    """Whether a shot begins with a picture: its maker takes one, and what was learned does not speak against it."""
    return _takes_reference(maker.provider.offer(Medium.VIDEO), _advice(take))


def with_pictures(desk: Desk, order: Order) -> Order:
    """An order with the content of the pictures that it names."""
    return replace(order, reference=_read(desk, order.reference), last_frame=_read(desk, order.last_frame))


def pictured(path: str, content: bytes, media_type: str) -> Picture:
    """A picture that is kept, as an order names it."""
    return Picture(path=path, sha256=sha256(content).hexdigest(), media_type=media_type)


def style_words(take: Take) -> str:
    """How a shot is meant to look, in words."""
    look, mood = take.look, take.pilot.mood or take.plan.mood
    weather = "" if look.weather in ("none", "clear") else f", {look.weather}"
    return f"{take.pilot.tier.replace('_', ' ').capitalize()}, {mood} mood, {look.hour}{weather}."


def _advice(take: Take) -> PromptAdvice:
    return take.pilot.casting.prompt if take.pilot.casting else PromptAdvice()


def _takes_reference(offer: Offer, advice: PromptAdvice) -> bool:
    left_out = advice.leaves_out(PromptTrait.REFERENCE) and not offer.needs_reference
    return Input.REFERENCE in offer.takes and not left_out


def _words(desk: Desk, take: Take, advice: PromptAdvice) -> _Words:
    camera = take.shot.camera
    return _Words(
        shown=take.shot.description,
        states=tuple(_states(desk, take.shot)),
        camera="" if advice.leaves_out(PromptTrait.CAMERA) else f"{camera[:1].upper()}{camera[1:]}.",
        style="" if advice.leaves_out(PromptTrait.STYLE) else style_words(take),
        tips=advice.tips[:MOST_TIPS],
    )


def _states(desk: Desk, shot: ScriptShot) -> Iterator[OrderLine]:
    """What is so of whom the shot names, as far as the project's memory knows them."""
    try:
        found = desk.bible.assets(desk.wish.project_id).context(shot.description, max_chars=MOST_CHARS)
    except ShowbibleError:  # a shot can be ordered without
        return
    for entity in found.entities:
        if entity.asked and entity.facts:
            told = ", ".join(f"{fact.field.replace('_', ' ')} {fact.value}" for fact in entity.facts[:MOST_FACTS])
            why = f"{plural(len(entity.facts), 'fact')} in force, and the shot names {entity.name}"
            yield OrderLine(text=f"{entity.name}: {told}", source="assets", why=why)


def _reasons(advice: PromptAdvice) -> tuple[OrderLine, ...]:
    """Why a part of the prompt is there or not, where that was learned."""
    return tuple(OrderLine(text="", source="lessons", why=why) for why in advice.reasons)


def _negative(offer: Offer, advice: PromptAdvice, avoided: tuple[OrderLine, ...]) -> str:
    if Input.NEGATIVE_PROMPT not in offer.takes or advice.leaves_out(PromptTrait.NEGATIVE_PROMPT):
        return ""
    return ", ".join((OWN_WORDS, *(line.text.rstrip(".") for line in avoided)))


def _read(desk: Desk, named: Picture | None) -> Picture | None:
    return None if named is None else replace(named, content=desk.read(named.path))


def _closed(text: str) -> str:
    plain = " ".join(text.split())
    return plain if plain.endswith((".", "!", "?")) else f"{plain}."
