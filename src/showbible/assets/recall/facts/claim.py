"""What a sentence says of someone or something, typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from showbible.assets.recall.facts.table import Qualities

_SIDES: Final = ("left", "right")
ON: Final[Qualities] = frozenset({("worn", 0)})
OFF: Final[Qualities] = frozenset({("worn", 1)})
NOBODY: Final = "nobody"
LYING: Final = "lying"
"""Stands for no holder where a thing must be free to be taken."""


class FactKind(StrEnum):
    """What a fact of a story is about."""

    WARDROBE = "wardrobe"
    HAIR = "hair"
    INJURY = "injury"
    PLACE = "place"
    HOLDING = "holding"
    HOLDER = "holder"
    ABLE = "able"
    CONDITION = "condition"
    EXISTENCE = "existence"
    PRESENCE = "presence"
    WEATHER = "weather"
    TIME = "time_of_day"
    COUNT = "count"
    RELATION = "relation"
    AGE = "age"
    OTHER = "other"


STATE_WORD: Final = "state"
LINE_WORDS: Final[Mapping[str, str]] = {
    FactKind.WARDROBE: "wearing",
    FactKind.HAIR: "hair",
    FactKind.INJURY: "hurt",
    FactKind.HOLDER: "holding",
    FactKind.HOLDING: "holding",
    FactKind.PLACE: "at",
    FactKind.AGE: "age",
    FactKind.RELATION: "kin",
}
"""The words under which a supervisor sorts facts of beings and things; whatever else is so of them is their state."""


def side_of(words: Iterable[str]) -> Qualities:
    """On which side something is worn, where only one is told."""
    sides = {each for each in words if each in _SIDES}
    return frozenset({("side", _SIDES.index(sides.pop()))}) if len(sides) == 1 else frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryClaim:
    """One thing that is said: of whom, of what of theirs, and what."""

    entity: str
    kind: str
    about: str = ""
    """The garment, the part of the body, the thing that is held, the noun that is counted."""
    said: Qualities = frozenset()
    words: frozenset[str] = frozenset()
    """Places, people or numbers that are said."""
    phrase: str
    sentence: str
    denied: bool = False
    becomes: bool = False
    """Whether the words tell a change: it was otherwise before."""
    before: bool = False
    """Whether it must have been so for what is told to happen: who takes off a hat wore one."""
    sure: float = 0.9
