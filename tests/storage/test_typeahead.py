"""Words that are still being typed."""

from __future__ import annotations

import pytest

from showbible.errors import Invalid
from showbible.storage.typeahead import letters


@pytest.mark.parametrize(
    ("typed", "text", "fits"),
    [
        ("light", "The Lighthouse keeper", True),
        ("house", "The Lighthouse keeper", True),
        ("keep light", "The Lighthouse keeper", True),
        ("keep whale", "The Lighthouse keeper", False),
        ("ke", "I like the sea", False),
        ("ke", "A keeper", True),
        ("", "Anything", True),
    ],
)
def test_a_text_fits_when_it_holds_every_word(typed: str, text: str, fits: bool) -> None:
    assert letters(typed).fit(text) is fits


def test_what_begins_a_word_comes_first() -> None:
    found = letters("house").best(["Lighthouse", "A house", "Housed"], text=str, limit=2)

    assert found == ["A house", "Housed"]


def test_marks_of_a_pattern_are_looked_for_as_they_are() -> None:
    assert letters("50% a_b").patterns == {"one": "%50!%%", "two": "%a!_b%"}


def test_letters_that_cannot_be_stored_are_refused() -> None:
    with pytest.raises(Invalid):
        letters("\x00")
