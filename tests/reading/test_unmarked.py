"""Whoever types in a hurry writes no capitals and no apostrophes, and is understood."""

from __future__ import annotations

import pytest

from showbible.reading.model import ValueKind
from showbible.reading.questions import read_question
from tests.reading.conftest import read, told


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("oluchi is my flatmate", "oluchi"),
        ("so pim was my very first girlfriend", "pim"),
        ("our new coach is called svetlana", "svetlana"),
        ("theyve got a parrot called tango", "tango"),
    ],
)
def test_who_is_somebody_s_or_called_so_has_a_name_without_a_capital(text: str, name: str) -> None:
    assert name in [value.key for value in read(text).values]


@pytest.mark.parametrize(
    "text",
    ["tea is my only vice", "today is my brothers birthday", "my boss called twice", "nothing is my friends fault"],
)
def test_other_words_in_such_places_are_no_names(text: str) -> None:
    assert not [value for value in read(text).values if value.kind in {ValueKind.NAME, ValueKind.PERSON}]


def test_a_known_name_is_one_without_a_capital_but_not_after_an_article() -> None:
    aliases = {"Rose": "sister"}

    found = [
        [value.key for value in read(each, aliases).values] for each in ("saw rose at lunch", "she gave me a rose")
    ]

    assert found == [["rose"], []]


@pytest.mark.parametrize("text", ["im in form 9", "im at an inn", "ive a flat", "theyll manage"])
def test_words_without_their_apostrophe_are_english(text: str) -> None:
    assert read(text).language == "en"


def test_im_stays_german_among_german_words() -> None:
    assert read("der hund liegt im flur").language == "de"


def test_who_somebody_is_is_told_without_capitals() -> None:
    assert told("whos my best mate", ["tadeo is my best mate", "the kettle is broken"], near=0.3)[:1] == [
        "tadeo is my best mate"
    ]


def test_which_year_somebody_is_in_is_no_date() -> None:
    asked = [read_question(each).asked for each in ("what year is my niece in", "what year was i born in")]

    assert [ValueKind.NUMBER in each for each in asked] == [True, False]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("where does my uncle live", "my uncle lives in skopje"),
        ("where do i live", "moved to gdynia on saturday"),
        ("where do i work", "started at lidl on monday"),
    ],
)
def test_where_somebody_lives_or_works_is_told_without_capitals(question: str, said: str) -> None:
    assert told(question, [said]) == [said]


def test_with_capitals_a_place_has_one_too() -> None:
    assert told("Where does my uncle live?", ["My uncle lives with his parrot."]) == []
