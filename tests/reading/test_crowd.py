"""Where much is told of somebody, their name ties no two sentences, and a pronoun is found by whom it means."""

from __future__ import annotations

import pytest

from tests.reading.conftest import told

OF_TILDA = (
    "Tilda has moved the piano again.",
    "Tilda stopped at Ashby for tea.",
    "Tilda no longer speaks to Bruno.",
    "Tilda quit the choir in Leeds.",
    "Tilda lost her hat in Dover.",
    "Tilda never calls from Crewe.",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How old is my aunt?", "My aunt Tilda is sixty-four and proud of it."),
        ("Where does my aunt live?", "My aunt Tilda lives in Whitby."),
    ],
)
def test_the_answer_stays_first_whatever_else_is_told_of_somebody(question: str, answer: str) -> None:
    assert told(question, [answer, *OF_TILDA])[0] == answer


@pytest.mark.parametrize(
    ("question", "said", "answer"),
    [
        ("What does Wendel mend?", ("The lodger is Wendel. He mends organs.", "Wendel is out."), "He mends organs."),
        ("Is Rosalba a welder?", ("Rosalba passed her test. She is a welder.", "Rosalba rang."), "She is a welder."),
    ],
)
def test_a_pronoun_is_found_by_whom_it_means(question: str, said: tuple[str, ...], answer: str) -> None:
    assert told(question, said)[0] == answer


def test_another_s_wife_is_not_mine() -> None:
    said = ("My wife is called Sunniva.", "Piet was late, his wife Marta had the keys.")

    assert told("What is my wife called?", said)[0] == said[0]
