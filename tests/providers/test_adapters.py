"""Every adapter keeps the same promises, each against a server that speaks its service's protocol."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest

from showbible.providers import catalog
from showbible.providers.contract import Expired, Provider, ProviderFailed, ProviderSilent
from showbible.providers.model import Input, Medium, Order, Picture, Refusal, Work, WorkState
from tests.providers import speakers
from tests.providers.speaker import KEY, Shelf, Situation, Speaker

PNG = b"\x89PNG\r\n\x1a\n" + b"a picture" * 20


def _speakers() -> list[type[Speaker]]:
    for found in pkgutil.iter_modules(speakers.__path__):
        importlib.import_module(f"{speakers.__name__}.{found.name}")
    return sorted(Speaker.__subclasses__(), key=lambda each: each.__name__)


@contextmanager
def _serving(speaker: type[Speaker]) -> Iterator[Speaker]:
    with Shelf() as shelf, speaker(shelf) as service:
        yield service


@pytest.fixture(params=_speakers(), ids=lambda each: each.__name__.removesuffix("Speaker").lower())
def service(request: pytest.FixtureRequest) -> Iterator[Speaker]:
    """Each service in turn."""
    with _serving(request.param) as found:
        yield found


@pytest.fixture(
    params=[each for each in _speakers() if not each.at_once],
    ids=lambda each: each.__name__.removesuffix("Speaker").lower(),
)
def patient(request: pytest.FixtureRequest) -> Iterator[Speaker]:
    """Each service in turn whose work takes a while."""
    with _serving(request.param) as found:
        yield found


@pytest.fixture(
    params=[each for each in _speakers() if not each.at_once and not each.inline],
    ids=lambda each: each.__name__.removesuffix("Speaker").lower(),
)
def linking(request: pytest.FixtureRequest) -> Iterator[Speaker]:
    """Each service in turn that gives links to what it made."""
    with _serving(request.param) as found:
        yield found


def _order(provider: Provider, medium: Medium, **more: Any) -> Order:
    """An order with everything that the provider's offer takes."""
    offer = provider.offer(medium)
    takes: dict[Input, dict[str, Any]] = {
        Input.REFERENCE: {"reference": _picture(b"first")},
        Input.LAST_FRAME: {"last_frame": _picture(b"last")},
        Input.NEGATIVE_PROMPT: {"negative_prompt": "no rain"},
        Input.SEED: {"seed": 7},
        Input.SPEED: {"speed": 1.1},
    }
    fields: dict[str, Any] = {"prompt": "A keeper climbs the stairs.", "voice": "harbour", "seconds": 4.0}
    for each in offer.takes:
        fields |= takes.get(each, {})
    return Order(medium=medium, **{**fields, **more})


def _picture(mark: bytes) -> Picture:
    return Picture(path="media/x.png", sha256="0", media_type="image/png", content=PNG + mark)


def _finished(provider: Provider, work: Work) -> Work:
    for _ in range(20):
        if work.is_over:
            return work
        work = provider.follow(work.ref)
    raise AssertionError("The work never ended.")


def _ordered(service: Speaker, **more: Any) -> tuple[Provider, Work]:
    provider = service.provider()
    return provider, provider.submit(_order(provider, service.media[0], **more), key="intent-1")


def test_every_kind_that_comes_along_has_a_server_to_be_tested_against() -> None:
    assert {each.kind for each in _speakers()} == set(catalog.kinds())


def test_an_order_carries_everything_that_the_service_takes(service: Speaker) -> None:
    for medium in service.media:
        provider = service.provider()
        order = _order(provider, medium)
        provider.submit(order, key="intent-1")

        told = service.ordered()
        service.asked.clear()
        takes = provider.offer(medium).takes

        assert order.prompt in told["prompt"]
        assert Input.REFERENCE not in takes or told["reference"] == PNG + b"first"
        assert Input.LAST_FRAME not in takes or told["last_frame"] == PNG + b"last"
        assert Input.NEGATIVE_PROMPT not in takes or told["negative_prompt"] == "no rain"
        assert Input.SEED not in takes or told["seed"] == 7
        assert Input.SPEED not in takes or told["speed"] == 1.1
        assert medium is not Medium.VIDEO or float(told["seconds"]) == provider.offer(medium).length(4.0)
        assert medium is not Medium.VOICE or told["voice"] == "harbour"


def test_work_is_followed_to_its_end_and_fetched_from_another_host_without_the_key(service: Speaker) -> None:
    provider, work = _ordered(service)
    assert service.at_once or not work.is_over

    done = _finished(provider, work)

    assert (done.state, provider.fetch(done.outputs[0])) == (WorkState.SUCCEEDED, service.result[0])
    assert any(KEY in str(asked.headers) for asked in service.asked)
    assert not any(KEY in str(asked.headers) + asked.path for asked in service.shelf.asked)


@pytest.mark.parametrize(
    ("situation", "refusal"),
    [
        (Situation.MODERATED, Refusal.MODERATION),
        (Situation.BROKE, Refusal.BALANCE),
        (Situation.BUSY, Refusal.RATE),
        (Situation.FAILS_LATER, None),
    ],
)
def test_a_refusal_is_told_with_its_reason(service: Speaker, situation: Situation, refusal: Refusal | None) -> None:
    service.situation = situation
    try:
        provider, work = _ordered(service)
        done = _finished(provider, work)
    except ProviderFailed as error:
        found, said = error.refusal, str(error)
    else:
        assert done.state is WorkState.FAILED
        found, said = done.refusal, done.error

    assert said and KEY not in said
    assert refusal in (None, found)


@pytest.mark.parametrize("situation", [Situation.FAULTY, Situation.SILENT, Situation.A_PAGE, Situation.ELSEWHERE])
def test_an_order_without_a_clear_answer_leaves_its_outcome_unknown(service: Speaker, situation: Situation) -> None:
    service.situation = situation

    with pytest.raises(ProviderSilent) as caught:
        _ordered(service)

    assert KEY not in str(caught.value)
    assert service.shelf.asked == []


@pytest.mark.parametrize("situation", [Situation.FAULTY, Situation.A_PAGE, Situation.ELSEWHERE])
def test_a_question_after_work_that_gets_no_clear_answer_says_nothing_of_it(
    patient: Speaker, situation: Situation
) -> None:
    provider, work = _ordered(patient)
    patient.situation = situation

    with pytest.raises(ProviderSilent):
        provider.follow(work.ref)

    assert patient.shelf.asked == []


def test_an_order_is_sent_once_whatever_the_answer(service: Speaker) -> None:
    service.situation = Situation.FAULTY

    with pytest.raises(ProviderSilent):
        _ordered(service)

    assert len([asked for asked in service.asked if asked.method == "POST"]) == 1


def test_a_link_that_has_expired_is_asked_for_again(linking: Speaker) -> None:
    provider, work = _ordered(linking)
    done = _finished(provider, work)
    linking.shelf.expired.update(linking.shelf.files)

    with pytest.raises(Expired):
        provider.fetch(done.outputs[0])

    assert provider.fetch(provider.follow(work.ref).outputs[0]) == linking.result[0]


def test_work_can_be_given_up_where_the_patient_lets_one(patient: Speaker) -> None:
    provider, work = _ordered(patient)

    assert provider.cancel(work.ref) is patient.cancels
    assert bool(patient.given_up) is patient.cancels


def test_every_offer_of_a_service_that_publishes_prices_has_one(service: Speaker) -> None:
    provider = service.provider()

    for offer in provider.offers if provider.published.prices else ():
        quote = provider.quote(_order(provider, offer.medium, model=offer.model), on=date(2030, 1, 1))
        assert quote.amount > 0


def test_a_provider_never_shows_its_key(service: Speaker) -> None:
    provider = service.provider()

    assert KEY not in repr(provider) + repr(provider.setup) + str(vars(provider))
