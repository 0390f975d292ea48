"""A word of a text as the tables know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.table import listed

OWNERS: Final = frozenset({"his", "her", "their"})
DETERMINERS: Final = (
    listed(
        """
    the a an this that these those some any no each every another two three four both one
    """
    )
    | OWNERS
)


@dataclass(frozen=True, slots=True)
class StoryWord:
    """A word as it is written, its English form in small letters, its stem, and whose name it belongs to."""

    text: str
    lower: str
    stem: str
    name: str | None = None
    begins: bool = True
    """Whether it is the first word of its name."""

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation."""
        return not self.text[0].isalnum() and self.lower != "'s"

    @property
    def is_empty(self) -> bool:
        """Whether it is a word of grammar."""
        return self.lower in table.english().function_words or self.is_mark


def in_english(word: str, text: str) -> StoryWord:
    """An English word for what is written otherwise."""
    return StoryWord(text, word, table.stem(word))
