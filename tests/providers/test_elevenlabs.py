"""What is particular to ElevenLabs: its charge in characters, its voices, its limits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from showbible.errors import Misconfigured
from showbible.providers.model import Charge, Medium, Order
from showbible.providers.prices import Per, Price, PriceTable
from tests.providers.speaker import Shelf
from tests.providers.speakers.elevenlabs import ElevenLabsSpeaker


@pytest.fixture
def service() -> Iterator[ElevenLabsSpeaker]:
    with Shelf() as shelf, ElevenLabsSpeaker(shelf) as service:
        yield service


def test_the_characters_that_an_answer_names_are_its_charge(service: ElevenLabsSpeaker) -> None:
    work = service.provider().submit(Order(medium=Medium.VOICE, prompt="Light it.", voice="harbour"), key="intent-1")

    assert work.charge == Charge(amount=Decimal(27), currency="elevenlabs_character")


def test_a_price_in_dollars_outweighs_the_characters(service: ElevenLabsSpeaker) -> None:
    price = Price(model="*", amount=Decimal("0.1"), per=Per.LETTERS, since=date(2026, 1, 1))
    provider = service.provider(prices=PriceTable(prices=(price,)))

    work = provider.submit(Order(medium=Medium.VOICE, prompt="Light it.", voice="harbour"), key="intent-1")

    assert work.charge is None


def test_an_order_without_a_voice_is_spoken_with_the_usual_one(service: ElevenLabsSpeaker) -> None:
    provider = service.provider(options={"voice": "../v1/music"})
    provider.submit(Order(medium=Medium.VOICE, prompt="Light it."), key="intent-1")

    assert service.ordered()["voice"] == "..%2Fv1%2Fmusic"


def test_nobody_speaks_without_a_voice(service: ElevenLabsSpeaker) -> None:
    with pytest.raises(Misconfigured, match="needs a voice"):
        service.provider().submit(Order(medium=Medium.VOICE, prompt="Light it."), key="intent-1")

    assert service.asked == []


def test_speed_and_length_are_the_nearest_that_are_sold(service: ElevenLabsSpeaker) -> None:
    provider = service.provider()
    provider.submit(Order(medium=Medium.VOICE, prompt="Light it.", voice="harbour", speed=2.0), key="intent-1")
    assert service.ordered()["speed"] == 1.2

    provider.submit(Order(medium=Medium.MUSIC, prompt="A slow waltz.", seconds=1.5), key="intent-2")
    assert service.ordered()["seconds"] == 3.0
