"""What providers charge: a dated table, as published, as a person corrected it, and in dollars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum
from typing import Final

from showbible.errors import Invalid, Misconfigured
from showbible.providers.model import Charge, Medium, Offer, Order
from showbible.values import frozen
from showbible.vocabulary import Micros

DOLLAR: Final = "USD"
_SPOKEN: Final = Decimal(15)
"""Letters that a second of speech has, where a voice is sold by time."""
_MILLION: Final = Decimal(1_000_000)


class Per(StrEnum):
    """What a price is for."""

    SECOND = "second"
    MINUTE = "minute"
    PIECE = "piece"
    LETTERS = "1000 letters"
    MEGAPIXEL = "megapixel"


@frozen
class Price:
    """What one unit of a model's work costs from a day on."""

    model: str
    """`*` where it is the price of every model that has none of its own."""
    amount: Decimal
    per: Per
    since: date
    currency: str = DOLLAR
    size: str = ""
    """The size it is for; empty where it is for all."""

    def __post_init__(self) -> None:
        """Refuse what is no price."""
        if not self.amount.is_finite() or self.amount < 0:
            raise Invalid(f"A price of {self.amount} for {self.model} is none: give 0 or more.", field="amount")


@frozen
class PriceTable:
    """Prices by day; what was written later counts among those of one day."""

    prices: tuple[Price, ...] = ()

    def corrected(self, by: Iterable[Price]) -> PriceTable:
        """The table with a person's prices, which outweigh the published ones of their model from their day on."""
        return PriceTable(prices=(*self.prices, *by))

    def of_model(self, model: str) -> tuple[Price, ...]:
        """The prices that are a model's, of any day."""
        return tuple(each for each in self.prices if each.model in (model, "*"))

    def price(self, offer: Offer, *, size: str, on: date) -> Price | None:
        """The newest price of an offer on a day; one of its own model and size before one of all."""
        fitting = [
            (each.model == offer.model, each.size == size, each.since, place, each)
            for place, each in enumerate(self.prices)
            if each.since <= on and each.model in (offer.model, "*") and each.size in (size, "")
        ]
        return max(fitting, key=lambda found: found[:4])[-1] if fitting else None

    def quote(self, order: Order, offer: Offer, *, on: date) -> Charge | None:
        """What an order costs by the table; None where it knows no price."""
        size = offer.size(order.width, order.height)
        price = self.price(offer, size=size, on=on)
        if price is None:
            return None
        return Charge(amount=price.amount * _units(order, offer, price.per, size=size), currency=price.currency)


def _units(order: Order, offer: Offer, per: Per, *, size: str) -> Decimal:
    """How many units of what is priced an order asks for."""
    if per is Per.PIECE:
        return Decimal(1)
    if per is Per.LETTERS:
        return Decimal(len(order.prompt)) / 1000
    if per is Per.MEGAPIXEL:
        width, _, height = size.partition("x")
        return Decimal(int(width) * int(height)) / _MILLION
    seconds = _seconds(order, offer)
    return seconds if per is Per.SECOND else seconds / 60


def _seconds(order: Order, offer: Offer) -> Decimal:
    if order.seconds:
        return Decimal(str(offer.length(order.seconds)))
    return Decimal(len(order.prompt)) / _SPOKEN if order.medium is Medium.VOICE else Decimal(0)


@frozen
class Currencies:
    """What a unit of each currency or credit is worth in dollars; a person says so."""

    dollars: Mapping[str, Decimal]

    def __post_init__(self) -> None:
        """Refuse what is no rate."""
        for name, rate in self.dollars.items():
            if not rate.is_finite() or rate <= 0:
                raise Invalid(f"One {name} is worth more than $0, not {rate}.", field="currencies")

    def micros(self, charge: Charge) -> Micros:
        """A charge in millionths of a dollar, rounded up."""
        rate = Decimal(1) if charge.currency == DOLLAR else self.dollars.get(charge.currency)
        if rate is None:
            raise Misconfigured(
                f"Nobody knows what a {charge.currency} is worth: "
                f'write `{charge.currency} = "0.01"` under [currencies] in studio.toml.'
            )
        return Micros(int((charge.amount * rate * _MILLION).to_integral_value(rounding=ROUND_CEILING)))
