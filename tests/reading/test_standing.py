"""What plainly stands beside an older sentence leaves it as it is."""

from __future__ import annotations

import pytest

from showbible.reading import reader
from showbible.reading.standing import are_of_languages, stand_beside
from tests.reading.conftest import WEDNESDAY


def _stand_beside(new: str, old: str) -> bool:
    (one,), (other,) = (reader.read(text, at=WEDNESDAY) for text in (new, old))
    return stand_beside(one, other)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("My other cousin is in Lyon.", "I have a cousin in Kiel."),
        ("Turns out chalk dust sets me off as well.", "Feathers set me off."),
        ("I play the viola too now.", "I play the cello."),
        ("We rented a second one, by the canal.", "We rent a garage by the mill."),
        ("I found out I'm allergic to wasps.", "I'm allergic to lupins."),
        ("My allergy to wool is back.", "I'm allergic to lupins."),
        ("I'm afraid of lifts.", "I have always been scared of geese."),
    ],
)
def test_one_more_of_what_there_may_be_several_of_stands_beside_the_first(new: str, old: str) -> None:
    assert _stand_beside(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("I'm not allergic to lupins any more.", "I'm allergic to lupins."),
        ("Sorry, I meant I'm allergic to lilies.", "I'm allergic to lupins."),
        ("My other half moved to Lyon.", "My partner lives in Kiel."),
        ("I keep geese.", "I keep hens."),
    ],
)
def test_what_ends_changes_or_puts_right_stands_beside_nothing(new: str, old: str) -> None:
    assert not _stand_beside(new, old)


def test_who_speaks_another_language_forgets_none_unless_they_change_it() -> None:
    (home,) = reader.read("I speak Maltese at home.", at=WEDNESDAY)
    (exam,) = reader.read("I took the exam in Danish.", at=WEDNESDAY)
    (now,) = reader.read("I speak Danish at home now.", at=WEDNESDAY)

    assert are_of_languages(exam, home)
    assert not are_of_languages(now, home)
