"""Words that are still being typed: which texts hold their letters, and which of them begin a word with them.

A full-text index knows whole words; this is for the moments before. Whoever reads bounds what is looked through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, checked_text

Item = TypeVar("Item")

SHORT: Final = 2
MOST_READ: Final = 200
"""How many texts with the two longest words may be read to find those with all."""


@frozen
class Letters:
    """What was typed, word by word, in small letters."""

    words: tuple[str, ...]

    @property
    def patterns(self) -> dict[str, str]:
        """LIKE patterns, with `!` as their escape, named `one` and `two`, for texts with the two longest words."""
        one, two, *_ = (*sorted(self.words, key=len, reverse=True), "", "")
        return {"one": _pattern(one), "two": _pattern(two)}

    def fit(self, text: str) -> bool:
        """Whether a text holds every word; one or two letters count only where a word begins with them."""
        plain = text.lower()
        return all(word in plain and (len(word) > SHORT or _begins(word, plain)) for word in self.words)

    def begins(self, text: str) -> int:
        """How many of the words begin one of the text's."""
        plain = text.lower()
        return sum(_begins(word, plain) for word in self.words)

    def best(self, found: Iterable[Item], *, text: Callable[[Item], str], limit: int) -> list[Item]:
        """Those that hold every word: where a word begins with them first, else in the order given."""
        fitting = [each for each in found if self.fit(text(each))]
        return sorted(fitting, key=lambda each: -self.begins(text(each)))[:limit]


def _pattern(word: str) -> str:
    escaped = word.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"


def _begins(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


def letters(typed: str) -> Letters:
    """What was typed, ready to be looked for."""
    checked_text("q", typed, limit=QUERY_LIMIT)
    return Letters(words=tuple(typed.lower().split()))
