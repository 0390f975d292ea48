"""An embedding model behind a wire: many texts at a time, errors in our words, and never inside a transaction."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from showbible.errors import Misconfigured
from showbible.llm.client import AnswerOutcome, Call
from showbible.llm.embeddings.choosing import choose
from showbible.llm.embeddings.embedder import Unavailable
from showbible.llm.embeddings.questions import Questions
from showbible.llm.embeddings.served import ANSWER_LIMIT, Served
from showbible.llm.providers import Endpoint
from showbible.settings import Settings
from tests.fake_embeddings import Answer, FakeEmbeddings


@pytest.fixture
def server() -> Iterator[FakeEmbeddings]:
    with FakeEmbeddings() as running:
        yield running


def test_a_row_has_length_one_in_the_order_of_the_texts(server: FakeEmbeddings) -> None:
    rows = server.client().embed(["a whale", "", "a boat"])

    expected = np.array([server.vector("a whale"), np.zeros(384), server.vector("a boat")])
    lengths = np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(rows, expected / np.where(lengths > 0, lengths, 1), atol=1e-6)
    assert server.texts == ["a whale", "a boat"]


def test_many_texts_are_sent_in_batches(server: FakeEmbeddings) -> None:
    rows = server.client().embed([f"scene {number}" for number in range(150)])

    assert ([len(request["input"]) for request in server.requests], rows.shape) == ([64, 64, 22], (150, 384))


def test_texts_without_words_still_get_rows_of_the_right_length(server: FakeEmbeddings) -> None:
    rows = server.client().embed(["", " \n"])

    assert (rows.shape, bool(rows.any())) == ((2, 384), False)


def test_a_busy_server_is_asked_again(server: FakeEmbeddings) -> None:
    def once_busy(texts: Sequence[str]) -> Answer:
        server.recover()
        return 429, {"error": {"message": "slow down"}}

    server.answer = once_busy

    assert (server.client().embed(["a whale"]).shape, len(server.requests)) == ((1, 384), 2)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((503, {}), "The server of the embedding model openai:tiny answered 503."),
        ((401, {}), "The server of the embedding model openai:tiny answered 401."),
        ((400, {}), "The server of the embedding model openai:tiny answered 400."),
        ((307, {}), "The server of the embedding model openai:tiny answered 307."),
        ((200, b"nonsense"), "The server of the embedding model openai:tiny gave no vectors (JSONDecodeError)."),
        ((200, {"data": []}), "The server of the embedding model openai:tiny gave no vectors (ValueError)."),
        (
            (200, {"data": [{"index": 0, "embedding": []}]}),
            "The server of the embedding model openai:tiny gave no vectors (ValueError).",
        ),
        (
            (200, b'{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}'),
            "The server of the embedding model openai:tiny gave no vectors (ValueError).",
        ),
    ],
)
def test_what_goes_wrong_is_told_without_the_text(server: FakeEmbeddings, answer: Answer, reason: str) -> None:
    server.answer = lambda texts: answer

    with pytest.raises(Unavailable) as refused:
        server.client().embed(["a secret"])

    assert str(refused.value) == reason


def test_a_server_that_is_not_there_is_told() -> None:
    nowhere = Served("tiny", endpoint=Endpoint(base_url="http://127.0.0.1:9/v1", api_key="k"))

    with pytest.raises(Unavailable, match="openai:tiny cannot be reached"):
        nowhere.embed(["a whale"], seconds=1.0)


def test_a_server_that_hangs_is_left(server: FakeEmbeddings) -> None:
    over = threading.Event()
    server.answer = lambda texts: (503 if over.wait(60) else 500, {})

    with pytest.raises(Unavailable, match="openai:tiny did not answer in time"):
        server.client().embed(["a whale"], seconds=0.2)

    over.set()


def test_an_answer_that_is_too_large_is_not_read_to_its_end(server: FakeEmbeddings) -> None:
    server.answer = lambda texts: (200, b" " * (ANSWER_LIMIT + 1))

    with pytest.raises(Unavailable, match="more than 33,554,432 bytes"):
        server.client().embed(["a whale"], seconds=30.0)


def test_a_text_that_is_refused_is_judged_by_its_beginning(server: FakeEmbeddings) -> None:
    def short_only(texts: Sequence[str]) -> Answer:
        return server.vectors(texts) if all(len(text) <= 1000 for text in texts) else (400, {})

    server.answer = short_only
    long = "whale " * 500

    rows = server.client().embed(["a boat", long, "a lamp"])

    near = rows @ server.client().embed(["a boat", "whale", "a lamp"]).T
    assert [round(float(value), 2) for value in np.diag(near)] == [1.0, 1.0, 1.0]


def test_a_text_that_is_always_refused_is_near_nothing(server: FakeEmbeddings) -> None:
    server.answer = lambda texts: (400, {}) if "forbidden" in " ".join(texts) else server.vectors(texts)

    rows = server.client().embed(["a boat", "forbidden words"])

    assert [bool(row.any()) for row in rows] == [True, False]


def test_a_server_that_refuses_everything_is_asked_no_more_than_twice(server: FakeEmbeddings) -> None:
    server.fail(400)

    with pytest.raises(Unavailable, match="answered 400"):
        server.client().embed([f"scene {number}" for number in range(64)])

    assert [len(request["input"]) for request in server.requests] == [64, 1]


def test_no_text_needs_no_server(server: FakeEmbeddings) -> None:
    client = server.client()

    assert (len(client.embed([])), client.embed([" "]).shape) == (0, (1, 384))


def test_every_request_for_records_is_noted_with_its_tokens(server: FakeEmbeddings) -> None:
    calls: list[Call] = []
    client = server.client(note=calls.append)

    client.embed(["a white whale"])
    server.fail(404)
    with pytest.raises(Unavailable):
        client.embed(["a boat"])

    assert [(call.prompt, call.model, call.outcome, call.tokens_in) for call in calls] == [
        ("embeddings", "openai:tiny", AnswerOutcome.ANSWERED, 3),
        ("embeddings", "openai:tiny", AnswerOutcome.FELL_BACK, 0),
    ]
    assert calls[1].error == "The server of the embedding model openai:tiny answered 404."


def test_nothing_is_asked_inside_a_transaction(server: FakeEmbeddings) -> None:
    client = server.client(writing=lambda: True)

    with pytest.raises(RuntimeError, match="never asked inside one"):
        client.embed(["a whale"])

    assert not Questions(client).embed(["a whale"]).any()
    assert server.requests == []


def test_a_question_is_asked_once(server: FakeEmbeddings) -> None:
    questions = Questions(server.client())

    rows = [questions.embed(["where is the whale"]) for _ in range(3)]

    assert (len(server.requests), np.array_equal(rows[0], rows[2]), bool(rows[0].any())) == (1, True, True)


def test_a_question_finds_nothing_near_while_the_server_is_away(server: FakeEmbeddings) -> None:
    now = [100.0]
    questions = Questions(server.client(), clock=lambda: now[0])
    questions.embed(["a whale"])
    server.fail()
    away = [questions.embed([text]) for text in ("a boat", "a lamp", "a whale")]
    server.recover()
    now[0] += 16

    back = questions.embed(["a boat"])

    assert [bool(row.any()) for row in (*away, back)] == [False, False, True, True]
    assert server.texts == ["a whale", "a boat", "a boat"]


def test_the_settings_choose_the_server_and_its_key(server: FakeEmbeddings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the-studio's-own")

    for key in ("sesame", None):
        chosen = choose(Settings(embeddings="openai:tiny", embeddings_url=server.url, embeddings_key=key))
        for each in (chosen.recording(), chosen.asking()):
            assert each is not None and each.name == "openai:tiny"
            each.embed(["a whale"])

    assert server.keys == ["Bearer sesame", "Bearer sesame", "Bearer none", "Bearer none"]


def test_a_model_of_openai_without_a_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    with pytest.raises(Misconfigured, match=r"openai:text-embedding-3-small cannot be used\. .*OPENAI_API_KEY"):
        choose(Settings(embeddings="openai:text-embedding-3-small"))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"embeddings": "cohere:x"}, "must be default, openai:name"),
        ({"embeddings": "openai:"}, "must be default, openai:name"),
        ({"embeddings": "default", "embeddings_url": "http://a/v1"}, "set that, too"),
        ({"embeddings": "local:there", "embeddings_key": "k"}, "set that, too"),
        ({"embeddings": "openai:x", "embeddings_key": "k"}, "OPENAI_API_KEY"),
        ({"embeddings": "openai:x", "embeddings_url": "ftp://a"}, "must read http://host:port/v1"),
        ({"embeddings": "openai:x", "embeddings_url": "http://a:b/v1"}, "must read http://host:port/v1"),
    ],
)
def test_settings_that_could_never_work_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(Misconfigured, match=reason):
        Settings(**given)


def test_the_key_is_not_shown() -> None:
    shown = repr(Settings(embeddings="openai:x", embeddings_url="http://a/v1", embeddings_key="sesame"))

    assert "http://a/v1" in shown and "sesame" not in shown
