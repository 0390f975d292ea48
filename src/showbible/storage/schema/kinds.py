"""What a column holds, in the words of this program."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, Double, Integer
from sqlalchemy import Text as Text
from sqlalchemy.types import TypeEngine

Kind = TypeEngine[Any] | type[TypeEngine[Any]]

Number: Final = Integer
BigNumber: Final = BigInteger
Real: Final = Double
Flag: Final = Integer
"""0 or 1."""
Json: Final = Text
Moment: Final = BigInteger
"""Microseconds since 1970."""
Money: Final = BigInteger
"""Millionths of a dollar."""
Milliseconds: Final = BigInteger

Counter: Final = BigInteger().with_variant(Integer, "sqlite")
"""What counts up by itself; on SQLite only INTEGER does."""
