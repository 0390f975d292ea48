"""A sentence as forms of words see it: stems in a line, with a sign in place of each value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from showbible.reading.grammar import TRADE_SIGN, Grammar
from showbible.reading.tokens import Token
from showbible.reading.values import Sign

_DASHES = frozenset({";", ":", "—", "–", "-", "(", ")"})
_LEFT_OUT = frozenset({'"', "“", "”", "«", "»"})


@dataclass(frozen=True, slots=True)
class Line:
    """The stems of a sentence, and which word each letter of the line belongs to."""

    text: str
    places: tuple[int, ...]
    """For each part of the line, the word it begins with."""
    starts: tuple[int, ...]
    """For each part of the line, where it starts."""

    def within(self, first: int, after: int) -> Line:
        """The part of the line that belongs to the words from first to after."""
        kept = [
            (part, place)
            for part, place in zip(self.text.split(" "), self.places, strict=True)
            if first <= place < after
        ]
        while kept and kept[0][0] in {",", "."}:
            kept.pop(0)
        while kept and kept[-1][0] in {",", "."}:
            kept.pop()
        return _joined([part for part, _ in kept], [place for _, place in kept])

    def words_of(self, start: int, end: int) -> tuple[int, int]:
        """The first word of a stretch of the line, and the one after its last."""
        inside = [place for place, at in zip(self.places, self.starts, strict=True) if start <= at < end]
        return (inside[0], inside[-1] + 1) if inside else (0, 0)


def line(words: Sequence[Token], signs: Sequence[Sign], using: Grammar) -> Line:
    """The line of a sentence."""
    parts: list[str] = []
    places: list[int] = []
    by_first = {sign.first: sign for sign in signs}
    place = 0
    while place < len(words):
        sign = by_first.get(place)
        part = sign.text.replace(" ", "_") if sign else _part(words[place], using)
        if part:
            parts.append(part)
            places.append(place)
        place = max(sign.after, place + 1) if sign else place + 1
    while parts and parts[-1] in {",", "."}:
        parts.pop()
        places.pop()
    return _joined(parts, places)


def _joined(parts: Sequence[str], places: Sequence[int]) -> Line:
    starts, at = [], 0
    for part in parts:
        starts.append(at)
        at += len(part) + 1
    return Line(" ".join(parts), tuple(places), tuple(starts))


def _part(word: Token, using: Grammar) -> str:
    if word.text in _LEFT_OUT:
        return ""
    if word.text in _DASHES:
        return ","
    if word.text in {"!", "?", "."}:
        return "."
    return f"{word.stem}{TRADE_SIGN}" if using.is_trade(word.lower) else word.stem
