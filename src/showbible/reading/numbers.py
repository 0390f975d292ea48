"""Numbers in digits and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from showbible.reading.grammar import Grammar
from showbible.reading.tokens import Token

_DIGITS: Final = re.compile(r"(\d+(?:[.,:]\d+)*)(st|nd|rd|th|er|ère|ème|º|ª)?")
_FIRST_ORDINAL: Final = 3
"""First and second say more about order than about how many there are."""


_SPANNING: Final = frozenset({
    "after", "for", "about", "almost", "over", "nearly", "around", "roughly", "within", "take", "takes", "took",
    "taken", "last", "lasts", "lasted",
})  # fmt: skip
"""Words of English before a span of time."""
_HALF: Final = ["and", "a", "half"]
_ONE: Final = frozenset({"a", "an"})
_PARTS: Final = {
    ("half",): 0.5,
    ("a", "quarter", "of"): 0.25,
    ("quarter", "of"): 0.25,
    ("three", "quarters", "of"): 0.75,
    ("three-quarters", "of"): 0.75,
}
"""Words of English before one of a unit: half an hour, three quarters of a mile."""
_TWO: Final = ["a", "couple", "of"]
_BEGINNINGS: Final = frozenset({said[0] for said in (*_PARTS, _TWO)})


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """A number, and the words that it was written with."""

    first: int
    after: int
    amount: float
    is_ordinal: bool = False

    @property
    def key(self) -> str:
        """Equal for equal numbers."""
        return f"{self.amount:g}" if self.amount != int(self.amount) else str(int(self.amount))


def numbers(words: Sequence[Token], using: Grammar) -> list[Number]:
    """All numbers of a sentence."""
    found: list[Number] = []
    place = 0
    while place < len(words):
        number = _part(words, place, using) or _digits(words, place, using)
        if not number and not _stands_for_something(words, place, using):
            number = _spelt(words, place, using) or _single(words, place, using)
        if number:
            found.append(number)
        place = number.after if number else place + 1
    return found


def _digits(words: Sequence[Token], place: int, using: Grammar) -> Number | None:
    match = _DIGITS.fullmatch(words[place].lower)
    if not match or ":" in match[1]:
        return None
    amount = _amount(match[1], decimal_comma=using.code in {"de", "es", "fr"})
    following = words[place + 1] if place + 1 < len(words) else None
    if (
        following
        and following.start == words[place].end
        and following.lower in {"k", "m"}
        and place
        and words[place - 1].text in "$£€"
    ):
        return Number(first=place, after=place + 2, amount=amount * (1000 if following.lower == "k" else 1_000_000))
    if following and (scale := using.language.scales.get(following.lower)):
        return Number(first=place, after=place + 2, amount=amount * scale)
    return Number(first=place, after=place + 1, amount=amount, is_ordinal=bool(match[2]))


def _amount(text: str, *, decimal_comma: bool) -> float:
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", text):
        return float(re.sub(r"[.,]", "", text))
    if decimal_comma:
        text = text.replace(".", "").replace(",", ".")
    text = text.replace(",", "")
    return float(text) if text.count(".") <= 1 else 0.0


def _spelt(words: Sequence[Token], place: int, using: Grammar) -> Number | None:
    ordinal = using.language.ordinals.get(words[place].lower)
    if ordinal is not None:
        return (
            Number(first=place, after=place + 1, amount=ordinal, is_ordinal=True) if ordinal >= _FIRST_ORDINAL else None
        )
    total, current, after = 0, 0, place
    while after < len(words):
        amount = _unit(words[after].lower, using)
        scale = using.language.scales.get(words[after].lower)
        if amount is not None and (after == place or amount < 10 <= current % 100 or current % 100 == 0):
            current += amount
        elif scale is not None and (after > place or (scale > 1 and _leads(words, place, using))):
            current = max(current, 1) * scale
            if scale >= 1000:
                total, current = total + current, 0
        elif not (
            after > place
            and words[after].lower == using.language.number_link
            and _goes_on(words, after + 1, using)
            and current >= 100
        ):
            break
        after += 1
    if after == place:
        return None
    halves = len(_HALF) if _are(words, after, _HALF) else 0
    return Number(first=place, after=after + halves, amount=total + current + 0.5 * bool(halves))


def _stands_for_something(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether "one" counts nothing and is somebody or something: "one was a vet"."""
    return words[place].lower == "one" and place + 1 < len(words) and words[place + 1].stem in using.copulas


def _part(words: Sequence[Token], place: int, using: Grammar) -> Number | None:
    """Half an hour, a quarter of a mile, half a dozen; and the two of "a couple of weeks"."""
    if words[place].lower not in _BEGINNINGS:
        return None
    for said, amount in _PARTS.items():
        after = place + len(said)
        if _are(words, place, said) and after + 1 < len(words) and words[after].lower in _ONE:
            if (scale := using.language.scales.get(words[after + 1].lower)) is not None:
                return Number(first=place, after=after + 2, amount=amount * scale)
            is_unit = words[after + 1].stem in using.durations or words[after + 1].stem in using.units
            return Number(first=place, after=after + 1, amount=amount) if is_unit else None
    return Number(first=place, after=place + len(_TWO), amount=2) if _are(words, place, _TWO) else None


def _are(words: Sequence[Token], place: int, said: Sequence[str]) -> bool:
    if place >= len(words) or words[place].lower != said[0]:
        return False
    return [word.lower for word in words[place : place + len(said)]] == [*said]


def _single(words: Sequence[Token], place: int, using: Grammar) -> Number | None:
    """The one of "after a year", which is as much a number as that of "after two years"; more with "and a half"."""
    if (
        not 0 <= place < len(words) - 1
        or words[place].lower not in _ONE
        or words[place + 1].stem not in using.durations
    ):
        return None
    if _are(words, place + 2, _HALF):
        return Number(first=place, after=place + 1, amount=1.5)
    is_span = place > 0 and words[place - 1].lower in _SPANNING
    return Number(first=place, after=place + 1, amount=1) if is_span else None


def _leads(words: Sequence[Token], place: int, using: Grammar) -> bool:
    return place > 0 and words[place - 1].lower in {"a", "an", "ein", "un", "une"}


def _goes_on(words: Sequence[Token], place: int, using: Grammar) -> bool:
    return place < len(words) and _unit(words[place].lower, using) is not None


def _unit(word: str, using: Grammar) -> int | None:
    known = using.language.numbers
    if word in known:
        return known[word]
    tens, dash, ones = word.partition("-")
    if ones == "odd":
        return known.get(tens)
    if dash and known.get(tens, 0) >= 20 and 0 < known.get(ones, 0) < 10:
        return known[tens] + known[ones]
    return None
