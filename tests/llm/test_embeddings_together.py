"""A network reads a question and a sentence together, or two sentences, and says whether one answers or is outdated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from showbible.llm.embeddings import encoder, together
from showbible.llm.embeddings.pieces import default
from showbible.llm.embeddings.recent import RecentRows
from showbible.llm.embeddings.together import FILE, PairReader, Passage, Taught, opened, pair_reader


def _reader() -> PairReader:
    found = pair_reader(encoder.packaged())
    assert found is not None
    return found


def _learned() -> Taught:
    found = together.read(FILE)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        (
            "How much is my rent?",
            "The landlord takes 640 off me every month.",
            "The landlord has painted the stairs.",
        ),
        (
            "What subject do I teach?",
            "I marked forty essays on the Tudors tonight.",
            "The school has a leaking roof.",
        ),
        (
            "What medicine am I taking?",
            "Started on blood thinners after the scare in March.",
            "The pharmacy closes at six.",
        ),
    ],
)
def test_what_answers_is_told_from_what_only_speaks_of_it(question: str, answer: str, other: str) -> None:
    right, wrong = _reader().answers([Passage(question, answer), Passage(question, other)])

    assert right > wrong + 2


@pytest.mark.parametrize(
    ("old", "new", "still"),
    [
        (
            "I rent a room above the bakery in Ghent.",
            "The removal men carried the last box into our house in Bruges.",
            "We spent a weekend in Bruges.",
        ),
        (
            "My piano lesson is on Tuesdays at five.",
            "Mrs Adeyemi teaches me on Fridays at six.",
            "On Tuesday the piano was out of tune.",
        ),
    ],
)
def test_what_outdates_a_sentence_is_told_from_what_leaves_it(old: str, new: str, still: str) -> None:
    ended, left = _reader().outdates([Passage("", old, new), Passage("", old, still)])

    assert ended > left + 2


def test_a_row_has_the_same_number_in_any_company_and_when_it_is_asked_again() -> None:
    row, others = (
        Passage("Where do I live?", "My flat is in Lund."),
        [Passage("Who am I?", "I am " + "very " * n) for n in (3, 40)],
    )
    alone = _reader().answers([row])

    assert _reader().answers([*others, row])[-1:] == alone
    fresh = replace(_reader(), recent=RecentRows())
    assert fresh.answers([*others, row])[-1] == pytest.approx(alone[0], abs=1e-4)


def test_nothing_is_read_where_nothing_is_asked() -> None:
    assert (_reader().answers([]), _reader().outdates([])) == ([], [])


@pytest.mark.parametrize("text", ["", "   ", "🙂" * 5, "word " * 5_000, "\x00\x07"])
def test_any_text_is_read(text: str) -> None:
    answered, outdated = _reader().answers([Passage(text, text, text)]), _reader().outdates([Passage(text, text, text)])

    assert np.isfinite([*answered, *outdated]).all()


def test_each_text_has_its_side() -> None:
    ids, sides = _reader().tokens(Passage("who", "me", "you", is_later=True))
    _, before = _reader().tokens(Passage("who", "me", "you"))
    _, beside = _reader().tokens(Passage("", "me", "you", True, "a cat", "some dogs"))

    assert (len(ids), sides, before) == (7, [0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 0, 0])
    assert beside == [0, 0, 0, 0, 1, 1, 0, 0, 1, 1]


def test_what_was_taught_is_read_as_it_was_written(tmp_path: Path) -> None:
    changes = {
        "some.weight": np.array([[0.5, -1.0], [0.0, 0.0]], np.float32),
        "some.bias": np.array([0.25], np.float32),
    }
    learned = replace(_learned(), changes=changes)

    together.write(tmp_path / "taught.npz", learned)
    found = together.read(tmp_path / "taught.npz")

    assert found is not None
    assert found.encoder == learned.encoder
    np.testing.assert_allclose(found.changes["some.weight"], changes["some.weight"], atol=0.005)
    np.testing.assert_allclose(found.changes["some.bias"].ravel(), changes["some.bias"], atol=0.005)


def test_what_another_encoder_was_taught_is_not_taken(tmp_path: Path) -> None:
    known = encoder.packaged()
    assert known is not None
    together.write(tmp_path / "other.npz", replace(_learned(), encoder="another@1", changes={}))

    assert opened(known, tmp_path / "other.npz") is None
    assert opened(known, tmp_path / "missing.npz") is None


def test_nobody_reads_together_by_word_pieces() -> None:
    assert (pair_reader(default()), pair_reader(None)) == (None, None)
