"""What is particular to fal."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

from showbible.errors import Invalid, Misconfigured
from showbible.providers.contract import ProviderSilent
from showbible.providers.model import Charge, Medium, Order, Refusal, Work, WorkState
from tests.providers.speaker import KEY, Reply, Shelf, Situation
from tests.providers.speakers.fal import ID, FalSpeaker

WORK = f"fal-ai/flux-2/requests/{ID}"


@pytest.fixture
def fal() -> Iterator[FalSpeaker]:
    """fal, which has finished some work."""
    with Shelf() as shelf, FalSpeaker(shelf) as service:
        service.polls = service.polls_before_done
        yield service


def _followed(fal: FalSpeaker, outcome: Reply) -> Work:
    fal.outcome = outcome
    return fal.provider().follow(WORK)


def test_an_order_of_words_alone_goes_to_the_model_for_words_and_names_a_shape(fal: FalSpeaker) -> None:
    fal.provider().submit(Order(medium=Medium.VIDEO, prompt="Fog.", seconds=7, width=720, height=1280), key="1")

    assert fal.asked[0].path == "/fal-ai/kling-video/v2.5-turbo/pro/text-to-video"
    assert fal.asked[0].json == {"prompt": "Fog.", "duration": "10", "aspect_ratio": "9:16"}


def test_a_model_that_a_person_describes_is_ordered_under_its_own_name(fal: FalSpeaker) -> None:
    provider = fal.provider(model="maker/new/large", options={"medium": "image", "input": {"prompt": "text"}})

    work = provider.submit(Order(medium=Medium.IMAGE, prompt="Fog."), key="1")

    assert (fal.asked[0].path, fal.asked[0].json) == ("/maker/new/large", {"text": "Fog."})
    assert work.ref == f"maker/new/large/requests/{ID}"


@pytest.mark.parametrize("request_id", [None, "", "../keys"])
def test_an_order_that_is_given_no_name_leaves_its_outcome_unknown(fal: FalSpeaker, request_id: str | None) -> None:
    fal.request_id = request_id

    with pytest.raises(ProviderSilent):
        fal.provider().submit(Order(medium=Medium.IMAGE, prompt="Fog."), key="1")


@pytest.mark.parametrize("address", ["ftp://queue.fal.run", "queue.fal.run", "http://", "http://x:port"])
def test_an_address_that_cannot_be_asked_is_refused_before_anything_is_ordered(fal: FalSpeaker, address: str) -> None:
    with pytest.raises(Misconfigured, match="base_url"):
        fal.provider(base_url=address).submit(Order(medium=Medium.IMAGE, prompt="Fog."), key="1")


def test_what_fal_says_is_told_without_links_and_keys(fal: FalSpeaker) -> None:
    said = f"{KEY} could not read https://v3.fal.media/x.png?signature=abc today"

    work = _followed(fal, Reply({"detail": [{"type": "file_download_error", "msg": said}]}, status=422))

    assert work.error == "(the key) could not read (link) today"


@pytest.mark.parametrize(
    ("outcome", "state", "refusal"),
    [
        (Reply({"detail": "Cancelled", "error_type": "client_cancelled"}, status=499), WorkState.CANCELLED, None),
        (Reply({"images": [], "has_nsfw_concepts": [True]}), WorkState.FAILED, Refusal.MODERATION),
        (Reply({"images": []}), WorkState.SUCCEEDED, None),
        (Reply({"detail": [{"type": "image_too_small", "msg": "no"}]}, status=422), WorkState.FAILED, Refusal.INPUT),
    ],
)
def test_a_result_tells_how_the_work_ended(
    fal: FalSpeaker, outcome: Reply, state: WorkState, refusal: Refusal | None
) -> None:
    work = _followed(fal, outcome)

    assert work.state is state
    assert refusal in (None, work.refusal)


@pytest.mark.parametrize(
    "outcome",
    [
        Reply({"detail": "User is locked. Reason: Admin lock."}, status=403),
        Reply({"detail": "Request not found"}, status=404),
    ],
)
def test_a_result_that_cannot_be_had_says_nothing_of_the_work(fal: FalSpeaker, outcome: Reply) -> None:
    with pytest.raises(ProviderSilent):
        _followed(fal, outcome)


def test_what_is_the_fault_of_the_service_is_not_charged(fal: FalSpeaker) -> None:
    fal.situation = Situation.FAILS_LATER

    assert fal.provider().follow(WORK).charge == Charge(amount=Decimal(0))


@pytest.mark.parametrize(("ref", "more"), [(WORK, {}), (ID, {"model": "fal-ai/flux-2"})])
def test_work_that_was_ordered_elsewhere_is_told_with_its_facts(fal: FalSpeaker, ref: str, more: Any) -> None:
    work = fal.provider(**more).follow(ref)

    assert work.facts == {"model": "fal-ai/flux-2", "prompt": "A keeper climbs the stairs.", "seed": 7}


@pytest.mark.parametrize("ref", [ID, "", "fal-ai/flux-2/requests/../../keys", f"https://queue.fal.run/{WORK}"])
def test_a_name_of_work_that_cannot_be_is_refused_unasked(fal: FalSpeaker, ref: str) -> None:
    with pytest.raises(Invalid, match="fal-ai/flux-2/requests/ID"):
        fal.provider().follow(ref)

    assert fal.asked == []
