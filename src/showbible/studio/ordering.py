"""Write an order: what the shot shows, what the memories know of whom it shows, the style, and what to avoid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Final

from showbible.assets.recall.context import MOST_CHARS
from showbible.errors import ShowbibleError
from showbible.providers.model import Input, Medium, Offer, Order, OrderLine, Picture
from showbible.studio.contractor import Contractor
from showbible.studio.model import FPS, HEIGHT, WIDTH, FilmLook, FilmPlan, ScriptShot
from showbible.studio.stage_context import Desk
from showbible.values import frozen
from showbible.vocabulary import plural

MOST_TIPS: Final = 3
MOST_AVOIDED: Final = 8
MOST_FACTS: Final = 6
OWN_WORDS: Final = "captions, subtitles, watermark"
"""What no picture should hold: the film's own words are laid over it."""


@frozen
class OrderParts:
    """What an order is put together from."""

    shot: ScriptShot
    plan: FilmPlan
    look: FilmLook
    tier: str
    maker: Contractor

    @property
    def offer(self) -> Offer:
        """What of the maker's offers is ordered."""
        return self.maker.provider.offer(Medium.VIDEO)


def video(desk: Desk, parts: OrderParts, *, reference: Picture | None) -> Order:
    """The order of a shot, with a line for everything that a memory added."""
    lines = (*_states(desk, parts.shot), *_tips(desk, parts.maker.name))
    avoided = _avoided(desk, parts.maker.name)
    takes = parts.offer.takes
    return Order(
        medium=Medium.VIDEO,
        model=parts.offer.model,
        prompt=_prompt(parts, lines, most=parts.offer.most_letters),
        negative_prompt=_negative(avoided) if Input.NEGATIVE_PROMPT in takes else "",
        reference=reference if Input.REFERENCE in takes else None,
        seconds=parts.shot.seconds,
        fps=FPS,
        width=WIDTH,
        height=HEIGHT,
        seed=parts.look.grain,
        tier=parts.tier,
        lines=(*lines, *avoided),
    )


def picture(desk: Desk, parts: OrderParts, *, maker: Contractor) -> Order:
    """The order of the picture that a shot begins with, in the same words."""
    lines = tuple(_states(desk, parts.shot))
    offer = maker.provider.offer(Medium.IMAGE)
    return Order(
        medium=Medium.IMAGE,
        model=offer.model,
        prompt=_prompt(parts, lines, most=offer.most_letters),
        negative_prompt=OWN_WORDS if Input.NEGATIVE_PROMPT in offer.takes else "",
        width=WIDTH,
        height=HEIGHT,
        seed=parts.look.grain,
        tier=parts.tier,
        lines=lines,
    )


def with_pictures(desk: Desk, order: Order) -> Order:
    """An order with the content of the pictures that it names."""
    return replace(order, reference=_read(desk, order.reference), last_frame=_read(desk, order.last_frame))


def _read(desk: Desk, named: Picture | None) -> Picture | None:
    return None if named is None else replace(named, content=desk.read(named.path))


def pictured(path: str, content: bytes, media_type: str) -> Picture:
    """A picture that is kept, as an order names it."""
    return Picture(path=path, sha256=sha256(content).hexdigest(), media_type=media_type)


def _prompt(parts: OrderParts, lines: tuple[OrderLine, ...], *, most: int | None) -> str:
    """The shot, what is so, the camera and the style, as much of it as a prompt may hold: whole sentences, in order."""
    shot = parts.shot
    camera = f"{shot.camera[:1].upper()}{shot.camera[1:]}."
    states = [_closed(line.text) for line in lines if line.source == "assets"]
    others = [_closed(line.text) for line in lines if line.source != "assets"]
    kept = ""
    for sentence in (_closed(shot.description), *states, camera, _style(parts), *others):
        longer = f"{kept} {sentence}".strip()
        if most is None or len(longer) <= most:
            kept = longer
    return kept or shot.description[:most]


def _style(parts: OrderParts) -> str:
    look, plan = parts.look, parts.plan
    weather = "" if look.weather in ("none", "clear") else f", {look.weather}"
    return f"{parts.tier.replace('_', ' ').capitalize()}, {plan.mood} mood, {look.hour}{weather}."


def _closed(text: str) -> str:
    plain = " ".join(text.split())
    return plain if plain.endswith((".", "!", "?")) else f"{plain}."


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


def _tips(desk: Desk, provider: str) -> tuple[OrderLine, ...]:
    known = {each.provider: each for each in desk.bible.lessons.providers()}.get(provider)
    tips = known.prompt_guidelines[:MOST_TIPS] if known else ()
    return tuple(OrderLine(text=tip, source="lessons", why=f"a tip for {provider}") for tip in tips)


def _avoided(desk: Desk, provider: str) -> tuple[OrderLine, ...]:
    known = {each.provider: each for each in desk.bible.lessons.providers()}.get(provider)
    words = known.avoid_list[:MOST_AVOIDED] if known else ()
    return tuple(OrderLine(text=word, source="lessons", why=f"to be avoided with {provider}") for word in words)


def _negative(avoided: tuple[OrderLine, ...]) -> str:
    return ", ".join((OWN_WORDS, *(line.text.rstrip(".") for line in avoided)))
