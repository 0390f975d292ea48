"""What a column holds, in the words of this program."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Double, Integer
from sqlalchemy import Text as Text
from sqlalchemy.types import TypeEngine

Kind = TypeEngine[Any] | type[TypeEngine[Any]]


class Json(Text):
    """A text that is JSON."""


Number: Final = Integer
BigNumber: Final = BigInteger
Real: Final = Double
Flag: Final = Integer
"""0 or 1."""
Moment: Final = BigInteger
"""Microseconds since 1970."""
Money: Final = BigInteger
"""Millionths of a dollar."""
Milliseconds: Final = BigInteger

Counter: Final = BigInteger().with_variant(Integer, "sqlite")
"""What counts up by itself; on SQLite only INTEGER does."""


def holds_text(column: Column[Any]) -> bool:
    """Whether a column holds words."""
    return isinstance(column.type, Text)


def holds_json(column: Column[Any]) -> bool:
    """Whether the words of a column are JSON."""
    return isinstance(column.type, Json)


def holds_real(column: Column[Any]) -> bool:
    """Whether a column holds numbers that need not be whole."""
    return isinstance(column.type, Double)
