"""Facts as lines: what a person reads back is what they wrote."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.assets.recall import spelling
from showbible.errors import Invalid

FIELDS = st.from_regex(r"[a-z][a-z _]{0,10}[a-z]", fullmatch=True)
VALUES = st.one_of(st.text(max_size=20), st.integers(), st.booleans(), st.lists(st.text(max_size=5), max_size=3))


@given(st.dictionaries(FIELDS, VALUES, max_size=5))
def test_lines_that_nobody_touched_say_the_very_same(state: dict[str, Any]) -> None:
    assert spelling.read(spelling.spelled(state), known=state) == state


@given(st.dictionaries(FIELDS, st.one_of(st.text(max_size=20), st.lists(st.text(max_size=5), max_size=3)), max_size=5))
def test_texts_and_lists_read_the_same_without_what_was_known(state: dict[str, Any]) -> None:
    assert spelling.read(spelling.spelled(state)) == state


def test_a_person_writes_plain_lines() -> None:
    assert spelling.read("coat: red wool\r\n\n hair : grey: wet \n") == {"coat": "red wool", "hair": "grey: wet"}


def test_a_known_field_may_have_a_colon_in_its_name() -> None:
    assert spelling.read("hand: left: cut", known={"hand: left": "whole"}) == {"hand: left": "cut"}


@pytest.mark.parametrize("text", ["red", "coat:", ": red"])
def test_a_line_without_field_or_value_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="field: value"):
        spelling.read(text)


@pytest.mark.parametrize(("text", "value"), [("", None), ("12", 12.0), ("1:02.5", 62.5), ("1:00:01", 3601.0)])
def test_story_times_are_read_as_people_write_them(text: str, value: float | None) -> None:
    assert spelling.seconds("t", text) == value


@pytest.mark.parametrize("text", ["soon", "-3", "nan", "1e12", "1::2"])
def test_what_is_no_story_time_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        spelling.seconds("t", text)
