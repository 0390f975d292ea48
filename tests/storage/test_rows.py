"""Rows of the database as the values they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest

from showbible.storage.rows import value_of


class Light(StrEnum):
    """A choice."""

    DAY = "day"
    NIGHT = "night"


@dataclass(frozen=True, kw_only=True)
class Take:
    """Something of every kind that is stored."""

    name: str
    good: bool
    light: Light | None
    at: datetime
    ended_at: datetime | None
    lenses: tuple[str, ...]
    facts: Mapping[str, Any] | None


ROW = SimpleNamespace(
    name="A", good=1, light="night", at=1_000_000, ended_at=None, lenses='["35"]', facts='{"rain": true}'
)


def test_a_column_becomes_what_its_field_holds() -> None:
    assert value_of(Take, ROW) == Take(
        name="A",
        good=True,
        light=Light.NIGHT,
        at=datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC),
        ended_at=None,
        lenses=("35",),
        facts={"rain": True},
    )


def test_what_was_read_otherwise_needs_no_column() -> None:
    row = SimpleNamespace(**{name: stored for name, stored in vars(ROW).items() if name != "lenses"})

    assert value_of(Take, row, lenses=("50",)).lenses == ("50",)


def test_a_field_without_a_column_is_an_error() -> None:
    with pytest.raises(AttributeError, match="facts"):
        value_of(Take, SimpleNamespace(**{name: stored for name, stored in vars(ROW).items() if name != "facts"}))
