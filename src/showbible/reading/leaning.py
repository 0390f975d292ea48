"""Whether a sentence leans on the one before it: it speaks of it, of ones or of there, and of what, was said before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.reading import kinds
from showbible.reading.clauses import Clause
from showbible.reading.grammar import Grammar
from showbible.reading.model import Value, ValueKind
from showbible.reading.tokens import Token, is_verb

_FOR_A_THING: Final = frozenset(
    {"it", "they", "he", "she", "mine", "ours", "his", "hers", "theirs", "both", "neither", "either"}
)
_OR_BEFORE_ONE: Final = frozenset({"this", "that", "these", "those", "his", "both", "either", "neither"})
"""Of these some may also stand before their noun: "this old laptop"."""
_TELLS_WHICH: Final = frozenset({"who", "that", "which", "of"})
_OF_THEM: Final = frozenset({"them", "those", "these", "it"})


def leans(words: Sequence[Token], held: Sequence[Value], parts: Sequence[Clause], using: Grammar) -> bool:
    """Whether what a sentence is about is only pointed at, or counted without a name; told of English alone."""
    if using.code != kinds.LANGUAGE or not words:
        return False
    first = next((place for place, word in enumerate(words) if _opens(word, using)), 0)
    if words[first].lower in _FOR_A_THING | _OR_BEFORE_ONE and not _has_noun(words, first, using):
        return True
    if not any(part.heads for part in parts) and any(_counts_nothing(value) for value in held):
        return True
    return any(_points(words, place, using) for place in range(len(words)))


def _counts_nothing(value: Value) -> bool:
    return value.kind is ValueKind.NUMBER and not value.nouns


def _opens(word: Token, using: Grammar) -> bool:
    """Whether a word is the first of what is said: no mark, no conjunction, no word of talk."""
    idle = word.lower in using.conjunctions or word.lower in using.adverbs or word.stem in using.empty
    return word.is_word and (not idle or word.lower in _OR_BEFORE_ONE)


def _has_noun(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a pronoun only stands before its noun."""
    if words[place].lower not in _OR_BEFORE_ONE or place + 1 >= len(words):
        return False
    following = words[place + 1]
    if not following.is_word or following.lower == "'s" or following.lower in using.function_words:
        return False
    return not is_verb(words, place + 1, using)


def _points(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a word stands for a thing or a place that was named before."""
    word, before = words[place].lower, words[place - 1].lower if place else ""
    following = words[place + 1] if place + 1 < len(words) else None
    ends = following is None or not following.is_word or following.lower in using.function_words
    if word == "there":
        is_mere = following is not None and (following.stem in using.copulas or following.lower == "'s")
        return place > 0 and not is_mere and words[place - 1].stem not in using.copulas
    if word in {"one", "ones"}:
        if following is not None and following.lower in _TELLS_WHICH:
            return False
        return word == "ones" or (place > 1 and ends and before not in {"no", "any", "every", "each"})
    return before == "of" and word in _OF_THEM and ends
