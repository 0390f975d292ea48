"""What another program wrote in JSON, read without trusting it to be there, whole, or of the right kind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from showbible.errors import Invalid
from showbible.vocabulary import MOST_DOLLARS, MOST_WORDS, Micros, word

Word = TypeVar("Word", bound=StrEnum)
_LARGEST = 2**53


@dataclass(frozen=True)
class Loose:
    """An object of JSON, by the names that its writer used; of another kind than expected is as good as missing."""

    values: Mapping[str, Any]

    def text(self, *names: str) -> str | None:
        """The first of these that is a text and says something."""
        found = (self.values.get(name) for name in names)
        return next((clean(each) for each in found if isinstance(each, str) and each.strip()), None)

    def number(self, name: str) -> float | None:
        """A finite number."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return None
        return value if abs(value) < _LARGEST else None

    def whole(self, name: str, *, most: int = _LARGEST) -> int:
        """A whole number from 0 up to a limit."""
        return min(max(0, int(self.number(name) or 0)), most)

    def score(self, name: str) -> float | None:
        """A number from 0 to 100."""
        value = self.number(name)
        return None if value is None else min(max(0.0, float(value)), 100.0)

    def amount(self, name: str) -> Micros:
        """Dollars."""
        value = min(max(0.0, self.number(name) or 0.0), MOST_DOLLARS)
        return Micros(round(value * 1_000_000))

    def at(self, *names: str) -> datetime | None:
        """The first of these that is a moment: ISO 8601, in UTC where it names no zone, or a number since 1970."""
        return next((found for name in names if (found := _moment(self.values.get(name))) is not None), None)

    def bag(self, name: str) -> dict[str, Any]:
        """An object of facts."""
        value = self.values.get(name)
        return _cleaned(value) if isinstance(value, dict) else {}

    def inside(self, name: str) -> Loose:
        """An object inside this one."""
        return Loose(self.bag(name))

    def words(self, name: str, *, letters: int = 250) -> tuple[str, ...]:
        """A list of texts, each cut to so many letters."""
        value = self.values.get(name)
        found = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
        return tuple(clean(each)[:letters] for each in found[:MOST_WORDS])

    def items(self, name: str) -> Iterator[Loose]:
        """A list of objects."""
        value = self.values.get(name)
        return (Loose(each) for each in (value if isinstance(value, list) else ()) if isinstance(each, dict))

    def one_of(self, kind: type[Word], name: str) -> Word | None:
        """A word of a closed set."""
        try:
            return word(kind, name, self.text(name) or "")
        except Invalid:
            return None


def clean(value: str) -> str:
    """A text as every database can keep it."""
    return value.replace("\x00", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _cleaned(value: Any) -> Any:
    """The same for every text in an object, at any depth; numbers that JSON has no word for are missing."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(str(key)): _cleaned(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _moment(value: object) -> datetime | None:
    try:
        if isinstance(value, str):
            read = datetime.fromisoformat(value)
            return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if abs(value) > 1e11 else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None
