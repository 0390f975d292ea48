"""A sentence may say of the one before it what its value is of."""

from __future__ import annotations

import pytest

from showbible.reading.pointing import points_back
from tests.reading.conftest import read, told


@pytest.mark.parametrize(
    "text",
    [
        "That's where I park.",
        "thats what i owe",
        "So this is when we meet.",
        "Da parke ich immer.",
        "Ahí es donde aparco.",
        "C'est là que je me gare.",
    ],
)
def test_a_sentence_points_back(text: str) -> None:
    assert points_back(read(text))


@pytest.mark.parametrize("text", ["That's a pity.", "It's in the hall.", "What I owe is mine.", "C'est dommage."])
def test_another_says_something_of_its_own(text: str) -> None:
    assert not points_back(read(text))


@pytest.mark.parametrize(
    ("question", "turn", "answer"),
    [
        ("Which day does my choir meet?", "Keep Tuesday free. That's when my choir meets.", "Keep Tuesday free."),
        ("How many miles do I run?", "Nine, by the river. That's what I run.", "Nine, by the river."),
        ("Where do I keep the spare keys?", "In the blue jug. That's where I keep the spare keys.", "In the blue jug."),
        ("Who feeds my fish?", "Ask Ottoline. She's the one who feeds my fish.", "Ask Ottoline."),
        ("What is my locker number?", "Look into 88. That's my locker number.", "Look into 88."),
        ("J'habite à quel étage ?", "Troisième étage. C'est là que j'habite.", "Troisième étage."),
    ],
)
def test_what_is_pointed_at_answers(question: str, turn: str, answer: str) -> None:
    assert told(question, ["The bread is stale.", turn])[:1] == [answer]


def test_what_is_pointed_at_for_somebody_else_does_not_answer() -> None:
    said = ["My niece sings.", "Is 171 cm a lot? That's what my nephew measured."]

    assert told("How tall is my niece?", said) == []


def test_a_value_in_a_question_of_one_s_own_answers() -> None:
    said = ["The bread is stale.", "Which crate would suit a dog of 31 kilos?"]

    assert told("What does my dog weigh?", said, near=0.3)[:1] == [said[1]]


def test_how_long_a_thing_is_is_a_measure_in_german_too() -> None:
    assert told("Wie lang ist mein Zaun?", ["Mein Zaun ist 40 Meter lang."]) == ["Mein Zaun ist 40 Meter lang."]
