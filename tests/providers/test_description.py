"""A model that a person describes."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.errors import Misconfigured
from showbible.providers.contract import Setup
from showbible.providers.model import Input, Medium, Offer, Order, Picture
from showbible.providers.services import description
from showbible.providers.services.listing import Listing

KNOWN = (Listing(model="maker/known", medium=Medium.VIDEO, fields={"prompt": "prompt"}),)
OFFERS = (Offer(model="old", medium=Medium.VIDEO),)
PICTURE = Picture(path="media/x.png", sha256="0", media_type="image/png", content=b"a")


def _listing(**options: Any) -> Listing:
    setup = Setup(name="models", model="maker/new:1", options={"folder": "/data", **options})
    return description.listings(setup, KNOWN, usual={"reference": "image", "seconds": "duration"})[0]


def _offers(model: str, **options: Any) -> tuple[Offer, ...]:
    return description.offers(Setup(name="service", model=model, options={"folder": "/data", **options}), OFFERS)


def test_a_model_that_is_known_needs_no_description() -> None:
    setup = Setup(name="models", model="maker/known")

    assert description.listings(setup, KNOWN, usual={}) == KNOWN
    assert _offers("old") == _offers("") == OFFERS


def test_a_model_of_a_service_with_options_of_its_own_is_offered_first_as_it_is_described() -> None:
    offers = _offers("new", medium="video", takes=["reference"], seconds=[8, 4], sizes=["1280x720"], voice="harbour")

    described = Offer(
        model="new",
        medium=Medium.VIDEO,
        takes=frozenset({Input.REFERENCE}),
        seconds=(4.0, 8.0),
        sizes=("1280x720",),
    )
    assert offers == (described, *OFFERS)


def test_a_model_that_is_not_known_takes_what_a_person_says_under_the_usual_names() -> None:
    found = _listing(medium="video", takes=["reference", "seed"], seconds=[8, 4])

    body = found.body(Order(medium=Medium.VIDEO, prompt="Fog.", seconds=3, seed=0, reference=PICTURE))

    assert (found.offer.takes, found.offer.seconds) == (frozenset({Input.REFERENCE, Input.SEED}), (4.0, 8.0))
    assert body == {"prompt": "Fog.", "duration": 4, "seed": 0, "image": "data:image/png;base64,YQ=="}


def test_inputs_may_have_names_of_their_own_inside_others_in_a_list_and_as_text() -> None:
    names = {"prompt": "text", "reference": "images[]", "voice": "voice.id", "seconds": "length={}s", "aspect": "shape"}
    found = _listing(medium="video", input=names, always={"voice": {"pitch": 1}, "steps": 30})

    body = found.body(Order(medium=Medium.VIDEO, prompt="Fog.", seconds=2.5, voice="harbour", reference=PICTURE))

    assert body == {
        "voice": {"pitch": 1, "id": "harbour"},
        "steps": 30,
        "text": "Fog.",
        "length": "2.5s",
        "shape": "16:9",
        "images": ["data:image/png;base64,YQ=="],
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "medium: Field required"),
        ({"medium": "smell"}, "'video', 'image', 'voice' or 'music'"),
        ({"medium": "video", "seconds": [-1]}, "greater than 0"),
        ({"medium": "video", "sizes": ["wide"]}, "sizes"),
        ({"medium": "video", "input": {"mood": "mood"}}, "an order has no mood"),
        ({"medium": "video", "colour": "red"}, "colour: Extra inputs"),
        ({"medium": "video", "input": {"voice": "prompt.voice"}}, "exclude each other"),
    ],
)
def test_a_description_that_cannot_be_is_refused_in_the_persons_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Misconfigured, match=words):
        _listing(**options)


@pytest.mark.parametrize(
    "options", [{}, {"medium": "opera"}, {"medium": "video", "takes": ["gold"]}, {"medium": "video", "seconds": 8}]
)
def test_a_model_that_is_not_described_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Misconfigured, match="model new of service"):
        _offers("new", **options)
