"""What is particular to OpenAI: a charge by tokens, and words that quote a key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from showbible.providers.contract import ProviderFailed
from showbible.providers.model import Charge, Medium, Order, Refusal
from showbible.providers.prices import Per, Price, PriceTable
from tests.providers.speaker import Asked, Reply, Shelf
from tests.providers.speakers.openai import OpenAISpeaker

DRAWING = Order(medium=Medium.IMAGE, prompt="A lighthouse.", width=1920, height=1080)


class Locked(OpenAISpeaker):
    """Refuses the key and quotes some of it."""

    def speak(self, asked: Asked) -> Reply:
        """What its maker says to a key that it does not know."""
        error = {"message": "Incorrect API key provided: key-that-*****-see.", "code": "invalid_api_key"}
        return Reply({"error": error}, status=401)


@pytest.fixture
def service() -> Iterator[OpenAISpeaker]:
    with Shelf() as shelf, OpenAISpeaker(shelf) as service:
        yield service


def test_a_picture_costs_what_its_tokens_cost(service: OpenAISpeaker) -> None:
    work = service.provider().submit(DRAWING, key="intent-1")

    assert work.charge == Charge(amount=Decimal("0.0159"))


def test_a_price_that_a_person_wrote_outweighs_the_tokens(service: OpenAISpeaker) -> None:
    price = Price(model="*", amount=Decimal("0.5"), per=Per.PIECE, since=date(2026, 1, 1))

    work = service.provider(prices=PriceTable(prices=(price,))).submit(DRAWING, key="intent-1")

    assert work.charge is None


def test_a_picture_without_a_reference_is_drawn_in_the_nearest_shape_and_the_wanted_quality(
    service: OpenAISpeaker,
) -> None:
    service.provider(options={"quality": "high"}).submit(DRAWING, key="intent-1")

    told = service.ordered()
    assert (service.asked[-1].path, told["size"], told["quality"]) == ("/v1/images/generations", "1536x864", "high")


def test_nothing_of_a_refused_key_is_repeated() -> None:
    with Shelf() as shelf, Locked(shelf) as service, pytest.raises(ProviderFailed) as caught:
        service.provider().submit(DRAWING, key="intent-1")

    assert caught.value.refusal is Refusal.KEY
    assert "key-that" not in str(caught.value)
