"""The words every part shares: ids, money, moments and checked text."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showbible.errors import Invalid, TooLarge
from showbible.vocabulary import (
    checked_id,
    checked_json,
    checked_text,
    dollars,
    moment,
    money,
    new_id,
    rfc3339,
    stamp,
)


def test_ids_of_ours_sort_by_the_time_they_were_made_and_pass_our_own_check() -> None:
    ids = [new_id() for _ in range(2000)]

    assert len(set(ids)) == 2000
    assert [each[:9] for each in ids] == sorted(each[:9] for each in ids)
    assert checked_id("run", ids[0]) == ids[0]


@given(st.text(max_size=140))
def test_an_id_that_passes_is_safe_in_a_path(text: str) -> None:
    try:
        checked_id("run", text)
    except Invalid:
        return

    assert text.isascii() and not set(text) & set("/\\ \n\x00%?#") and ".." not in text and text[0] not in ".-_"


@given(st.decimals(min_value=0, max_value=10**9, places=6, allow_nan=False))
def test_money_keeps_every_micro_dollar(amount: Decimal) -> None:
    assert money("cost", str(amount)) == int(amount * 10**6)


@given(st.floats(min_value=0, max_value=10**6).map(lambda value: round(value, 2)))
def test_money_written_as_a_number_means_what_was_written(amount: float) -> None:
    assert dollars(money("cost", amount)) == amount


@pytest.mark.parametrize(
    "value", [-1, "-0.01", float("nan"), float("inf"), "1e12", 1e-7, True, None, "", "ten", [], "1,5"]
)
def test_what_money_cannot_be_is_refused(value: Any) -> None:
    with pytest.raises(Invalid, match="cost"):
        money("cost", value)


def test_a_moment_survives_the_database_and_is_shown_with_a_z() -> None:
    at = datetime(2026, 11, 15, 5, 15, 2, 277351, tzinfo=UTC)

    assert moment(stamp(at)) == at
    assert rfc3339(at) == "2026-11-15T05:15:02.277Z"


def test_a_moment_without_a_time_zone_is_refused() -> None:
    with pytest.raises(Invalid, match="no time zone"):
        stamp(datetime(2026, 11, 15))


@pytest.mark.parametrize(("text", "error"), [("a\x00b", Invalid), ("\ud800", Invalid), ("ä" * 51, TooLarge)])
def test_a_text_that_cannot_be_kept_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="caption"):
        checked_text("caption", text, limit=100)


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\u200b\u200b", "\ufeff", "\u202e\u2066 \u2069", "\u00a0\u3000", "\u2800", "\u3164", "\x07"]
)
def test_a_text_of_nothing_to_see_is_empty(text: str) -> None:
    with pytest.raises(Invalid, match="concept is empty"):
        checked_text("concept", text, limit=100, empty=False)


@pytest.mark.parametrize("text", ["a", "\u200ba", "鯨", "👩\u200d🚀", "\u202eשלום", "-", "\u0301"])
def test_anything_to_see_is_a_text(text: str) -> None:
    assert checked_text("concept", text, limit=100, empty=False) == text


@pytest.mark.parametrize("facts", [{"a": ["b\x00"]}, {"a": float("nan")}, {"a": {1, 2}}, {"a": "\udc00"}])
def test_facts_that_cannot_be_kept_are_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="metadata"):
        checked_json("metadata", facts, limit=1000)


def test_a_text_that_only_speaks_of_nul_is_kept() -> None:
    assert checked_json("metadata", {"a": "\\u0000"}, limit=1000) == '{"a":"\\\\u0000"}'
