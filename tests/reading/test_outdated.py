"""What the signs are worth by which a newer sentence puts an older one out of date."""

from __future__ import annotations

from datetime import timedelta

import pytest

from showbible.reading import questions
from showbible.reading.model import Scored
from showbible.reading.outdated import WEIGHTS, signs_of, sureness
from tests.reading.conftest import WEDNESDAY, read

QUESTION = "How many hens do I have?"


def a_pair(earlier: str, later: str, *, days: int = 9) -> tuple[Scored, Scored]:
    old = Scored(id="old", reading=read(earlier), score=2.0, at=WEDNESDAY)
    new = Scored(id="new", reading=read(later), score=1.5, at=WEDNESDAY + timedelta(days=days))
    return old, new


def sure(earlier: str, later: str, *, near: float = 0.4) -> float:
    question = questions.read_question(QUESTION)
    return sureness(signs_of(question, *a_pair(earlier, later), near=near, top=2.0))


def test_each_sign_has_a_weight() -> None:
    question = questions.read_question(QUESTION)

    signs = signs_of(question, *a_pair("I have six hens.", "There are nine hens in our yard."), near=0.4, top=2.0)

    assert list(signs) == list(WEIGHTS)


@pytest.mark.parametrize(
    "later", ["Six hens of mine are moulting.", "The hens were loud last night.", "I swept the yard by the hens."]
)
def test_another_number_outdates_a_number_more_surely_than(later: str) -> None:
    assert sure("I have six hens.", "There are nine hens in our yard.") > sure("I have six hens.", later)


def test_the_nearer_two_sentences_are_the_surer_it_is() -> None:
    said = ("I have six hens.", "There are nine hens in our yard.")

    assert sure(*said, near=0.2) < sure(*said, near=0.4) < sure(*said, near=0.6)
