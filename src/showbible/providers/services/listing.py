"""One model among many behind a service's door: what it makes, and what its own input calls the parts of an order."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import date
from decimal import Decimal
from typing import Any, Final, Self

from showbible.providers.model import Input, Medium, Offer, Order, Picture
from showbible.providers.prices import Per, Price, PriceTable
from showbible.values import frozen

PARTS: Final = (
    "prompt",
    "negative_prompt",
    "reference",
    "last_frame",
    "seconds",
    "milliseconds",
    "fps",
    "seed",
    "voice",
    "speed",
    "width",
    "height",
    "aspect",
    "resolution",
)
"""What an order is told in; `resolution` is as in `720p`."""
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "prompt": ("prompt", "text"),
    "seed": ("seed",),
    "seconds": ("duration", "seconds_total"),
}
"""What models usually call what is told back of work."""

FILM_TIERS: Final = ("animated", "photorealistic")
HD: Final = ("1280x720", "720x1280")


def data_uri(picture: Picture) -> str:
    """A picture as a link that holds it."""
    return f"data:{picture.media_type};base64,{base64.b64encode(picture.content).decode()}"


@frozen
class Listing:
    """A model with the names of its inputs."""

    model: str
    medium: Medium
    fields: Mapping[str, str]
    """Which input takes each part of an order. `duration` takes it as it is, `voice.id` inside another input,
    `images[]` as the only one of a list, `duration={}s` as a text."""
    always: Mapping[str, Any] = field(default_factory=dict)
    """Inputs that are the same in every order."""
    after_words: str = ""
    """What follows the model's name in an order of words alone."""
    after_picture: str = ""
    """What follows it in an order that begins with a picture."""
    of_words: frozenset[str] = frozenset()
    """Parts that only an order of words alone is told in."""
    seconds: tuple[float, ...] = ()
    sizes: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    needs_reference: bool = False

    @property
    def offer(self) -> Offer:
        """What it offers; it takes whatever it has an input for."""
        return Offer(
            model=self.model,
            medium=self.medium,
            takes=frozenset(each for each in Input if each in self.fields),
            needs_reference=self.needs_reference,
            seconds=self.seconds,
            sizes=self.sizes,
            tiers=self.tiers,
        )

    def place(self, order: Order) -> str:
        """The name under which an order goes to the service."""
        return self.model + (self.after_picture if self._begins_with_picture(order) else self.after_words)

    def body(self, order: Order, *, picture: Callable[[Picture], str] = data_uri) -> dict[str, Any]:
        """An order in the words of the model; `picture` gives the link under which the service finds one."""
        body = _copy(self.always)
        for part, value in {**_parts(order, self.offer), **self._pictures(order, picture)}.items():
            if part in self.fields and value not in (None, "") and not self._is_left_out(part, order):
                _put(body, self.fields[part], value)
        return body

    def _begins_with_picture(self, order: Order) -> bool:
        return order.reference is not None and "reference" in self.fields

    def _is_left_out(self, part: str, order: Order) -> bool:
        return part in self.of_words and self._begins_with_picture(order)

    def _pictures(self, order: Order, link: Callable[[Picture], str]) -> dict[str, str]:
        """Links to the pictures that the model takes; a last one goes along only with a first one."""
        if not self._begins_with_picture(order):
            return {}
        pictures = {"reference": order.reference, "last_frame": order.last_frame}
        return {part: link(each) for part, each in pictures.items() if each is not None and part in self.fields}


def inputs(*alike: str, **named: str) -> dict[str, str]:
    """Which inputs take the parts of an order: some are called as the parts are, the others by names of their own."""
    return {**{part: part for part in alike}, **named}


def whole_seconds(shortest: int, longest: int) -> tuple[float, ...]:
    """Every length of so many whole seconds."""
    return tuple(float(each) for each in range(shortest, longest + 1))


@frozen
class Catalog:
    """The models of a service that we know, and what they cost."""

    listings: tuple[Listing, ...]
    prices: PriceTable
    usual: Mapping[str, str]
    """What a model usually calls the parts of an order whose names a person leaves out."""

    @classmethod
    def of(cls, *priced: tuple[Listing, str, Per], since: date, usual: Mapping[str, str]) -> Self:
        """Models with their prices in dollars, as they were looked up on a day."""
        prices = tuple(
            Price(model=listing.model, amount=Decimal(amount), per=per, since=since) for listing, amount, per in priced
        )
        return cls(listings=tuple(listing for listing, *_ in priced), prices=PriceTable(prices=prices), usual=usual)


def listing_of(listings: Iterable[Listing], offer: Offer) -> Listing:
    """The model that an offer is of."""
    return next(each for each in listings if (each.model, each.medium) == (offer.model, offer.medium))


def facts(told: Mapping[str, Any], *, model: str) -> dict[str, Any]:
    """What a service tells back of work that may have been ordered elsewhere."""
    found: dict[str, Any] = {"model": model} if model else {}
    for fact, names in _NAMES.items():
        value = next((told[name] for name in names if isinstance(told.get(name), str | int | float)), None)
        value = _number(value) if fact == "seconds" else value
        if value is not None:
            found[fact] = value
    return found


def _number(value: Any) -> float | None:
    try:
        return float(str(value).removesuffix("s"))
    except ValueError:
        return None


def _parts(order: Order, offer: Offer) -> dict[str, Any]:
    size = offer.size(order.width, order.height)
    width, height = (int(each) for each in size.split("x"))
    seconds = offer.length(order.seconds) if order.seconds else None
    return {
        "prompt": order.prompt,
        "negative_prompt": order.negative_prompt,
        "seconds": None if seconds is None else _whole(seconds),
        "milliseconds": None if seconds is None else round(seconds * 1000),
        "fps": order.fps,
        "seed": order.seed,
        "voice": order.voice,
        "speed": order.speed,
        "width": width,
        "height": height,
        "aspect": Order(medium=order.medium, prompt="", width=width, height=height).aspect,
        "resolution": f"{min(width, height)}p",
    }


def _whole(number: float) -> float | int:
    return int(number) if number == int(number) else number


def _copy(inputs: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _copy(value) if isinstance(value, Mapping) else value for name, value in inputs.items()}


def _put(body: dict[str, Any], name: str, value: Any) -> None:
    """Put a value under an input's name, which may say inside what and how."""
    name, _, text = name.partition("=")
    if text:
        value = text.replace("{}", str(value))
    if name.endswith("[]"):
        name, value = name.removesuffix("[]"), [value]
    *outer, last = name.split(".")
    for each in outer:
        body = body.setdefault(each, {})
    body[last] = value
