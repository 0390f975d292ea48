"""What is particular to Gemini Omni: a film that is told of and cannot be found, and where its key goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from showbible.providers.contract import ProviderSilent
from showbible.providers.model import Medium, Order, Output, WorkState
from tests.providers.speaker import Asked, Reply, Shelf
from tests.providers.speakers.gemini import GeminiSpeaker

FILM = Order(medium=Medium.VIDEO, prompt="A keeper climbs.", seconds=5.2, width=720, height=1280)


@pytest.fixture
def service() -> Iterator[GeminiSpeaker]:
    with Shelf() as shelf, GeminiSpeaker(shelf) as service:
        yield service


class Forgetful(GeminiSpeaker):
    """Counts a film and names no place for it."""

    def speak(self, asked: Asked) -> Reply:
        """A film among the tokens, and none in the steps."""
        counts = [{"modality": "video", "tokens": 5792}]
        return Reply({"id": "v1_a", "status": "completed", "usage": {"output_tokens_by_modality": counts}})


def test_a_film_that_was_counted_and_is_nowhere_is_no_failure_of_the_work() -> None:
    with Shelf() as shelf, Forgetful(shelf) as service, pytest.raises(ProviderSilent, match="where it is"):
        service.provider().follow("v1_a")


def test_words_alone_make_a_film_of_the_nearest_length_and_shape(service: GeminiSpeaker) -> None:
    service.provider().submit(FILM, key="intent-1")

    told: dict[str, Any] = service.asked[-1].json["response_format"]
    assert (told["duration"], told["resolution"], told["aspect_ratio"]) == ("6s", "720p", "9:16")


def test_work_that_was_ordered_elsewhere_is_told_with_its_words(service: GeminiSpeaker) -> None:
    service.polls = service.polls_before_done

    work = service.provider().follow("v1_a")

    assert work.facts == {"model": "gemini-omni-1.2-flash", "prompt": "A keeper."}


def test_a_film_is_made_when_it_is_stored(service: GeminiSpeaker) -> None:
    service.polls = service.polls_before_done
    service.is_storing = True
    assert service.provider().follow("v1_a").state is WorkState.RUNNING

    service.is_storing = False
    assert service.provider().follow("v1_a").state is WorkState.SUCCEEDED


def test_a_result_on_another_host_is_fetched_without_the_key(service: GeminiSpeaker) -> None:
    provider = service.provider()

    assert provider.fetch(Output(url=service.link())) == service.result[0]
    assert "x-goog-api-key" not in service.shelf.asked[-1].headers
