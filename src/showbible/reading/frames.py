"""Whether two sentences give another value to the same words: "my shift starts at 6", "my shift starts at 7:30"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from showbible.reading.grammar import Grammar, grammar
from showbible.reading.model import Claim, SentenceReading, Stance, Value

_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_AT_LEAST: Final = 2
"""Words that lead to a value and tell which one it is."""
_LEAD_TO_TIMES: Final = frozenset({"at", "on", "by", "um", "am", "à", "a", "las"})
"""What may belong to a value as well as to what leads to it."""
PRESENT: Final = frozenset({"am", "is", "are", "has", "have", "do", "does", "'s", "'m", "'re"})


def have_one_frame(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether the same words of the present lead to both values; what once happened may happen again."""
    frame = _frame(new, pair[0])
    return bool(frame) and frame == _frame(old, pair[1])


def are_numbered_alike(one: Value, two: Value) -> bool:
    """Whether two names are of one row and differ in their number: Year 9 and Year 10."""
    (row, number), (other, another) = (value.key.rpartition(" ")[::2] for value in (one, two))
    return bool(row) and row == other and number.isdecimal() and another.isdecimal()


def _frame(reading: SentenceReading, value: Value) -> tuple[str, ...]:
    """The words of a clause before its value, where they tell of the speaker or of what is theirs."""
    using = grammar(reading.language)
    claim = next((each for each in reading.claims if value in each.values), None)
    if using is None or claim is None or claim.stance is not Stance.ASSERTED or not claim.of_user:
        return ()
    return _words_before(claim, value, using)


def _words_before(claim: Claim, value: Value, using: Grammar) -> tuple[str, ...]:
    before, found, _ = claim.words.partition(value.text)
    words = tuple(word for word in _WORD.findall(before.lower()) if word not in using.adverbs) if found else ()
    while len(words) > _AT_LEAST and words[-1] in using.place_words | _LEAD_TO_TIMES:
        words = words[:-1]
    if len(words) < _AT_LEAST or words[0] in using.conjunctions or any(is_past(word, using.code) for word in words):
        return ()
    return words


@lru_cache(maxsize=4096)
def is_past(word: str, code: str) -> bool:
    """Whether a word of English tells what happened."""
    using = grammar(code)
    if using is None or code != "en" or word in PRESENT:
        return False
    return word.endswith("ed") or word in {"was", "were", "had"} or using.lemmas.is_irregular(word)
