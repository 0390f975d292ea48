"""What is particular to Luma."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from showbible.errors import Misconfigured
from showbible.providers.model import Input, Medium, Order, Picture
from tests.providers.speaker import Shelf
from tests.providers.speakers.luma import GENERATION, LumaSpeaker


@pytest.fixture
def luma() -> Iterator[LumaSpeaker]:
    """Luma as it is documented."""
    with Shelf() as shelf, LumaSpeaker(shelf) as service:
        yield service


def _order(**more: Any) -> Order:
    return Order(medium=Medium.VIDEO, prompt="A keeper climbs the stairs.", seconds=4.0, **more)


def _picture(path: str) -> Picture:
    return Picture(path=path, sha256="0", media_type="image/png", content=b"pixels")


def test_pictures_are_told_by_the_address_where_luma_can_fetch_them(luma: LumaSpeaker) -> None:
    provider = luma.provider(options={"pictures": "https://files.example/studio/"})
    frames = {"reference": _picture("media/first frame.png"), "last_frame": _picture("media/last.png")}
    provider.submit(_order(**frames), key="intent-1")

    assert provider.offer(Medium.VIDEO).takes == {Input.REFERENCE, Input.LAST_FRAME}
    assert luma.asked[0].json["keyframes"] == {
        "frame0": {"type": "image", "url": "https://files.example/studio/media/first%20frame.png"},
        "frame1": {"type": "image", "url": "https://files.example/studio/media/last.png"},
    }


def test_no_picture_is_taken_where_luma_cannot_fetch_it(luma: LumaSpeaker) -> None:
    provider = luma.provider()
    provider.submit(_order(reference=_picture("media/first.png")), key="intent-1")

    assert not any(offer.takes for offer in provider.offers)
    assert "keyframes" not in luma.asked[0].json


def test_an_address_of_pictures_that_is_not_public_is_refused(luma: LumaSpeaker) -> None:
    with pytest.raises(Misconfigured, match="public https address"):
        luma.provider(options={"pictures": "http://files.example"})


@pytest.mark.parametrize(
    ("width", "height", "shape", "lines"),
    [
        (1280, 720, "16:9", "720p"),
        (1080, 1920, "9:16", "1080p"),
        (640, 480, "4:3", "540p"),
        (2560, 1080, "21:9", "1080p"),
    ],
)
def test_a_size_is_told_as_a_shape_and_its_lines(
    luma: LumaSpeaker, width: int, height: int, shape: str, lines: str
) -> None:
    luma.provider().submit(_order(width=width, height=height), key="intent-1")

    told = luma.asked[0].json
    assert (told["aspect_ratio"], told["resolution"]) == (shape, lines)


def test_five_seconds_cost_what_their_pixels_cost(luma: LumaSpeaker) -> None:
    quote = luma.provider().quote(_order(model="ray-2"), on=date(2026, 11, 16))

    assert round(quote.amount, 2) == Decimal("0.71")


def test_work_that_was_ordered_elsewhere_tells_what_was_asked_for(luma: LumaSpeaker) -> None:
    luma.provider().submit(_order(), key="intent-1")
    work = luma.provider().follow(GENERATION)

    assert work.facts == {"prompt": "A keeper climbs the stairs.", "model": "ray-flash-2", "seconds": 5.0}
