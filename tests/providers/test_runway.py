"""What is particular to Runway."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from showbible.errors import Misconfigured
from showbible.providers.contract import ProviderFailed, ProviderSilent
from showbible.providers.model import Charge, Medium, Order, Picture, Refusal, WorkState
from tests.providers.speaker import KEY, Asked, Reply, Shelf, Situation
from tests.providers.speakers.runway import TASK, RunwaySpeaker


class Answering(RunwaySpeaker):
    """Runway that answers every question alike."""

    reply = Reply()

    def speak(self, asked: Asked) -> Reply:
        """Always the same."""
        return self.reply


@pytest.fixture
def runway() -> Iterator[RunwaySpeaker]:
    """Runway as it is documented."""
    with Shelf() as shelf, RunwaySpeaker(shelf) as service:
        yield service


@pytest.fixture
def answering() -> Iterator[Answering]:
    """Runway that answers as a test says."""
    with Shelf() as shelf, Answering(shelf) as service:
        yield service


def _order(**more: Any) -> Order:
    return Order(medium=Medium.VIDEO, prompt="A keeper climbs the stairs.", seconds=5.0, **more)


def _picture(content: bytes) -> Picture:
    return Picture(path="media/frame.png", sha256="0", media_type="image/png", content=content)


def test_a_picture_too_large_for_an_order_goes_up_first_and_without_the_key(runway: RunwaySpeaker) -> None:
    content = b"pixel" * 1_000_000
    runway.provider().submit(_order(reference=_picture(content)), key="intent-1")

    assert runway.asked[-1].json["promptImage"] == [{"position": "first", "uri": "runway://upload-1"}]
    assert content in runway.shelf.asked[0].body
    assert KEY not in str(runway.shelf.asked[0].headers)


def test_nothing_is_ordered_where_a_picture_cannot_go_up(answering: Answering) -> None:
    answering.situation = Situation.A_PAGE

    with pytest.raises(ProviderFailed, match="did not take the picture"):
        answering.provider().submit(_order(reference=_picture(b"pixel" * 1_000_000)), key="intent-1")

    assert [asked.path for asked in answering.asked] == ["/v1/uploads"]


def test_words_alone_get_a_size_that_they_are_sold_in(runway: RunwaySpeaker) -> None:
    runway.provider().submit(_order(width=1000, height=1400), key="intent-1")

    assert (runway.asked[0].path, runway.asked[0].json["ratio"]) == ("/v1/text_to_video", "720:1280")


def test_veo_is_bound_by_two_frames_and_makes_no_sound(runway: RunwaySpeaker) -> None:
    frames = {"reference": _picture(b"first"), "last_frame": _picture(b"last")}
    runway.provider().submit(_order(model="veo3.1", negative_prompt="no rain", **frames), key="intent-1")

    told = runway.asked[0].json
    assert [each["position"] for each in told["promptImage"]] == ["first", "last"]
    assert (told["audio"], told["duration"], told["negativePrompt"]) == (False, 6, "no rain")


def test_a_task_that_is_over_tells_what_it_was_charged(runway: RunwaySpeaker) -> None:
    provider = runway.provider()
    provider.submit(_order(), key="intent-1")
    works = [provider.follow(TASK) for _ in range(3)]
    runway.situation = Situation.MODERATED
    refused = provider.follow(TASK)

    assert [work.state for work in works] == [WorkState.QUEUED, WorkState.RUNNING, WorkState.SUCCEEDED]
    assert [work.charge for work in works] == [None, None, Charge(amount=Decimal(48), currency="runway_credit")]
    assert refused.charge == Charge(amount=Decimal(0), currency="runway_credit")
    assert refused.error == "SAFETY.INPUT.TEXT; An error occurred."


def test_an_order_that_is_taken_without_a_name_leaves_its_outcome_unknown(answering: Answering) -> None:
    with pytest.raises(ProviderSilent, match="named no work"):
        answering.provider().submit(_order(), key="intent-1")


@pytest.mark.parametrize("body", [{}, {"status": None}, ["SUCCEEDED"]])
def test_an_answer_without_a_status_tells_nothing_of_the_work(answering: Answering, body: Any) -> None:
    answering.reply = Reply(body)

    with pytest.raises(ProviderSilent):
        answering.provider().follow(TASK)


def test_what_is_wrong_with_an_order_is_told_without_links(answering: Answering) -> None:
    issue = {"message": "Failed to fetch https://cdn.example/a.png?signature=1", "path": ["promptImage"]}
    answering.reply = Reply({"error": "Validation of body failed", "issues": [issue]}, status=400)

    with pytest.raises(ProviderFailed) as caught:
        answering.provider().submit(_order(), key="intent-1")

    assert str(caught.value) == "service answered 400: Validation of body failed; Failed to fetch (link)"
    assert caught.value.refusal is Refusal.INPUT


def test_a_model_that_nobody_knows_is_refused_and_not_replaced(runway: RunwaySpeaker) -> None:
    with pytest.raises(Misconfigured, match=r"has no model gen9. It has: gen4.5, "):
        runway.provider(model="gen9").submit(_order(), key="intent-1")
