"""What the address of a list asks for: read from it, checked, and written again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from showbible.errors import Invalid
from showbible.web.filters import ListFilter


@dataclass(frozen=True, kw_only=True)
class BoatFilter(ListFilter):
    """Which boats, in which order."""

    q: str = ""
    since: str = ""
    sort: str = "newest"

    path = "/boats"
    names = {"since": "from"}  # noqa: RUF012


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, BoatFilter()),
        ({"q": " red ", "from": "2026", "colour": "blue"}, BoatFilter(q="red", since="2026")),
        ({"sort": ""}, BoatFilter()),
    ],
)
def test_a_filter_is_read_by_the_names_of_the_address(told: Mapping[str, str], found: BoatFilter) -> None:
    assert BoatFilter.read(told) == found


def test_an_address_tells_what_is_unusual_and_what_is_added() -> None:
    assert BoatFilter(since="2026").href(q="a b", cursor="c", sort="newest") == "/boats?q=a+b&from=2026&cursor=c"


def test_a_cleared_list_is_shown_the_same_way() -> None:
    assert BoatFilter(q="red", since="2026", sort="oldest").cleared == "/boats?sort=oldest"


def test_a_value_that_is_too_long_is_refused() -> None:
    with pytest.raises(Invalid, match="q has more than 1024 characters"):
        BoatFilter.read({"q": "x" * 1025})
