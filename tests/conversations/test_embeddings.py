"""A change of the embedding model places memories anew, in the background and in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.conversations.learn import placing
from showbible.conversations.model import MemoryDraft
from showbible.conversations.recall.closeness import MEANINGS
from showbible.conversations.recall.unplaced import unplaced
from showbible.conversations.record.meanings import meanings
from showbible.jobs import queue
from showbible.jobs.worker import Worker
from showbible.llm.embeddings.embedder import Unavailable
from showbible.llm.embeddings.pieces import default
from showbible.resources import Resources
from showbible.storage import vectors
from tests.conversations.conftest import a_talk
from tests.fake_embeddings import Answer, FakeEmbeddings


@pytest.fixture
def server() -> Iterator[FakeEmbeddings]:
    with FakeEmbeddings() as running:
        yield running


@pytest.fixture
def hands(bible: Bible, server: FakeEmbeddings) -> Resources:
    """What the jobs of a studio with a served model touch."""
    served = server.client(writing=lambda: bible.workspace.writing)
    return replace(bible.resources, embedder=lambda: served)


def _remember(bible: Bible, *texts: str, user: str = "lena") -> None:
    scope = bible.conversations.scope(user, character_id="emma")
    bible.conversations.remember_many(scope, [MemoryDraft(type="fact", text=text) for text in texts])


def _work(hands: Resources) -> None:
    Worker(hands.workspace.db, lambda job: flow.perform(hands, job)).run_all()


def _nobody() -> None:
    """No encoder."""


def _models(bible: Bible) -> list[str]:
    return [row.model for row in bible.db.all("SELECT model FROM memory_vectors")]


def test_memories_are_placed_anew_by_a_job_that_can_be_seen(bible: Bible, hands: Resources) -> None:
    _remember(bible, "Lena lives in Oslo.", "Lena has a cat.")
    _remember(bible, "Max sails.", user="max")
    before = _models(bible)

    flow.place_what_waits(hands, {})
    seen = [job.event for job in queue.listed(bible.db).items]
    _work(hands)

    assert (before, seen) == ([default().name] * 3, ["memories.unplaced"])
    assert _models(bible) == ["openai:tiny"] * 3


def test_a_memory_is_near_a_question_of_the_new_model(bible: Bible, hands: Resources, server: FakeEmbeddings) -> None:
    _remember(bible, "Lena lives in Oslo.", "Lena has a cat.")
    placing.place_all(bible.db, server.client())
    pool = bible.conversations.scope("lena", character_id="emma").pool
    (vector,) = server.client().embed(["has a cat."])

    found = vectors.nearest(bible.db, MEANINGS, vector, scope=pool, model="openai:tiny", limit=1)

    assert [round(each.similarity, 1) for each in found] == [0.9]


def test_nothing_is_announced_when_all_are_placed(bible: Bible, hands: Resources) -> None:
    nothing = placing.announce_waiting(bible.db, hands.embedder, _nobody)
    _remember(bible, "Lena lives in Oslo.")

    packaged, served = (placing.announce_waiting(bible.db, find, _nobody) for find in (default, hands.embedder))

    assert (nothing, packaged, served) == (False, False, True)


def test_an_exchange_leaves_memories_that_the_present_model_places(bible: Bible, hands: Resources) -> None:
    talk = a_talk(bible)
    bible.conversations.say(talk.session_id, [("user", "I live in Oslo."), ("assistant", "Lovely.")])

    _work(hands)

    assert _models(bible) == ["openai:tiny"] * 2


def test_an_exchange_is_done_although_the_server_is_away(
    bible: Bible, hands: Resources, server: FakeEmbeddings
) -> None:
    talk = a_talk(bible)
    bible.conversations.say(talk.session_id, [("user", "I live in Oslo."), ("assistant", "Lovely.")])
    server.fail()

    _work(hands)

    states = {job.event: job.state.value for job in queue.listed(bible.db).items}
    assert states == {"exchange.recorded": "done", "memories.unplaced": "queued"}


def test_what_a_caller_s_transaction_wrote_is_placed_after_it_by_a_job(bible: Bible) -> None:
    with bible.db.transaction():
        _remember(bible, "Lena lives in Oslo.")
    before = _models(bible)

    _work(bible.resources)

    assert (before, _models(bible)) == ([], [default().name])


def test_a_memory_is_found_by_words_before_it_is_placed(bible: Bible) -> None:
    with bible.db.transaction():
        _remember(bible, "Lena lives in Oslo.")

    found = bible.conversations.recall(bible.conversations.scope("lena", character_id="emma"), "Oslo")

    assert [each.memory.text for each in found] == ["Lena lives in Oslo."]


def test_other_words_are_placed_anew(bible: Bible) -> None:
    _remember(bible, "Lena lives in Oslo.")
    (found,) = bible.conversations.strongest(bible.conversations.scope("lena", character_id="emma"))
    before = bible.db.all("SELECT * FROM memory_vectors")

    bible.conversations.memories.correct(found.memory.memory_id, {"text": "Lena sails."})

    assert (_models(bible), before == bible.db.all("SELECT * FROM memory_vectors")) == ([default().name], False)


def test_placing_goes_on_where_it_stopped(bible: Bible, server: FakeEmbeddings) -> None:
    def second_fails(texts: Sequence[str]) -> Answer:
        return server.vectors(texts) if len(server.requests) == 1 else (404, {})

    _remember(bible, *(f"Lena has {number} cats." for number in range(100)))
    server.answer = second_fails
    with pytest.raises(Unavailable):
        placing.place_all(bible.db, server.client())
    server.recover()

    placing.place_all(bible.db, server.client())

    assert [len(request["input"]) for request in server.requests] == [64, 36, 36]
    assert _models(bible) == ["openai:tiny"] * 100


def test_words_that_were_corrected_meanwhile_keep_their_own_vector(bible: Bible, server: FakeEmbeddings) -> None:
    _remember(bible, "Lena lives in Oslo.")
    (waiting,) = unplaced(bible.db, MEANINGS, model="openai:tiny", after="", limit=9)
    rows = server.client().embed([waiting.text])
    bible.conversations.memories.correct(waiting.memory_id, {"text": "Lena lives in Bergen."})

    meanings(bible.db, MEANINGS, [(waiting, rows[0])], model="openai:tiny")

    assert _models(bible) == [default().name]
