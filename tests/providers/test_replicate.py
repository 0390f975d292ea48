"""What is particular to Replicate."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.providers.contract import Provider, ProviderFailed
from showbible.providers.model import Medium, Order, Picture, WorkState
from showbible.providers.services.replicate import MOST_INLINE
from tests.providers.speaker import Shelf, Situation
from tests.providers.speakers.replicate import FILE, ReplicateSpeaker

LARGE = Picture(path="media/x.png", sha256="0", media_type="image/png", content=b"\x89PNG" + bytes(MOST_INLINE))


@pytest.fixture
def replicate() -> Iterator[ReplicateSpeaker]:
    """Replicate."""
    with Shelf() as shelf, ReplicateSpeaker(shelf) as service:
        yield service


def _ordered(provider: Provider, picture: Picture | None = None) -> str:
    order = Order(medium=Medium.VIDEO, prompt="Fog.", seconds=5, reference=picture)
    return provider.submit(order, key="1").ref


def test_an_order_names_its_model_and_does_not_wait(replicate: ReplicateSpeaker) -> None:
    _ordered(replicate.provider())

    (asked,) = replicate.asked
    assert "prefer" not in asked.headers
    assert asked.json == {
        "version": "kwaivgi/kling-v2.5-turbo-pro",
        "input": {"prompt": "Fog.", "duration": 5, "aspect_ratio": "16:9"},
    }


def test_a_large_picture_is_uploaded_before_the_order(replicate: ReplicateSpeaker) -> None:
    _ordered(replicate.provider(), LARGE)

    assert [asked.path for asked in replicate.asked] == ["/v1/files", "/v1/predictions"]
    assert LARGE.content in replicate.asked[0].body
    assert replicate.asked[1].json["input"]["start_image"] == FILE


def test_nothing_is_ordered_where_a_picture_cannot_be_uploaded(replicate: ReplicateSpeaker) -> None:
    replicate.takes_files = False

    with pytest.raises(ProviderFailed, match="nothing is ordered"):
        _ordered(replicate.provider(), LARGE)

    assert len(replicate.asked) == 1


def test_work_that_could_not_begin_in_time_is_over(replicate: ReplicateSpeaker) -> None:
    provider = replicate.provider()
    ref = _ordered(provider)
    replicate.state = "aborted"

    assert provider.follow(ref).state is WorkState.CANCELLED


def test_a_refusal_for_now_names_the_seconds_to_wait(replicate: ReplicateSpeaker) -> None:
    replicate.situation = Situation.BUSY

    with pytest.raises(ProviderFailed) as caught:
        _ordered(replicate.provider())

    assert caught.value.wait == 2.0


def test_work_that_was_ordered_elsewhere_is_told_with_its_facts(replicate: ReplicateSpeaker) -> None:
    provider = replicate.provider()

    work = provider.follow(_ordered(provider))

    assert work.facts == {"model": "kwaivgi/kling-v2.5-turbo-pro", "prompt": "Fog.", "seconds": 5.0}
