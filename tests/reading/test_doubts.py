"""An encoder is asked where words leave a question in doubt, and what it says counts as far as it can know."""

from __future__ import annotations

import pytest

from showbible.reading import reader
from showbible.reading.doubts import LONGEST, is_in_doubt
from showbible.reading.model import Candidate
from showbible.reading.questions import read_question
from showbible.reading.relevance import relevance
from tests.reading.conftest import WEDNESDAY, told


def _is_in_doubt(question: str, said: str) -> bool:
    asked = read_question(question)
    readings = reader.read(said, at=WEDNESDAY)
    return is_in_doubt(
        asked, relevance(asked, [Candidate(id=each.text, reading=each, at=WEDNESDAY) for each in readings])
    )


@pytest.mark.parametrize(
    ("question", "said", "doubt"),
    [
        ("What am I allergic to?", "One sting and I run.", True),
        ("Where do I live?", "I live in Gdansk.", False),
        ("How old is my goat?", "My goat eats hats.", False),
        ("Wogegen bin ich allergisch?", "Ein Stich und ich laufe.", True),
        ("Worüber tüftle ich?", "Ein Stich und ich laufe.", False),
        ("Well, " * LONGEST + "what am I allergic to?", "One sting and I run.", False),
    ],
    ids=[
        "no word is shared",
        "words answer",
        "a value of another kind is asked for",
        "known in English",
        "not known",
        "no question",
    ],
)
def test_an_encoder_is_asked_in_doubt(question: str, said: str, doubt: bool) -> None:
    assert _is_in_doubt(question, said) is doubt


def test_what_is_told_in_the_same_sense_answers() -> None:
    question, said = "What am I allergic to?", "One sting and I run."

    assert [told(question, [said], sense=sense) for sense in (None, 0.2, 0.4)] == [[], [], [said]]


def test_a_question_in_the_same_sense_answers_nothing() -> None:
    assert told("Which fruit may I not eat?", ["Is a tomato ever a good gift?"], sense=0.4) == []


def test_what_is_said_of_somebody_else_answers_in_no_sense() -> None:
    assert told("How old is my sister?", ["My brother is nine."], sense=0.6) == []


def test_an_answer_of_few_words_is_none_where_the_sense_is_far() -> None:
    question, said = "Did the flood, the mould or the moths get at the sofa?", "The moths are out tonight."

    assert [bool(told(question, [said], sense=sense)) for sense in (None, 0.0)] == [True, False]
