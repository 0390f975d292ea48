"""A model that nobody here knows is used as the person describes it."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.errors import Misconfigured
from showbible.providers.contract import Setup
from showbible.providers.model import Input, Medium, Offer
from showbible.providers.services.own_model import with_own_model

KNOWN = (Offer(model="old", medium=Medium.VIDEO),)


def _offers(model: str, **options: Any) -> tuple[Offer, ...]:
    return with_own_model(KNOWN, Setup(name="service", model=model, options=options))


def test_a_known_model_needs_no_description() -> None:
    assert _offers("old") == _offers("") == KNOWN


def test_an_unknown_model_is_offered_first_as_it_is_described() -> None:
    offers = _offers("new", medium="video", takes=["reference"], seconds=[8, 4], sizes=["1280x720"])

    described = Offer(
        model="new",
        medium=Medium.VIDEO,
        takes=frozenset({Input.REFERENCE}),
        seconds=(4.0, 8.0),
        sizes=("1280x720",),
    )
    assert offers == (described, *KNOWN)


@pytest.mark.parametrize(
    "options", [{}, {"medium": "opera"}, {"medium": "video", "takes": ["gold"]}, {"medium": "video", "seconds": 8}]
)
def test_an_unknown_model_that_is_not_described_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Misconfigured, match="model new of service"):
        _offers("new", **options)
