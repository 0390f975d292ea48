"""Names that are written as any other word is, as many people type; what stands around them tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.tokens import Token

_DESCRIBED = 3
"""Words between somebody's and what they are to them: "my very best friend"."""


def is_name(words: Sequence[Token], place: int, using: Grammar, *, aliases: Mapping[str, str]) -> bool:
    """Whether a word in lower case is a name: it is known as one, somebody is called so, or is somebody's friend."""
    word = words[place]
    if not _may_be_one(word, using):
        return False
    if word.lower in aliases and all(not each.is_capital for each in words):
        return not place or words[place - 1].lower not in using.determiners - using.place_words - {"with", "by", "for"}
    return _is_called(words, place, using) or _is_somebody_s(words, place, using)


def _may_be_one(word: Token, using: Grammar) -> bool:
    """Whether nothing is known of a word that makes it another part of speech."""
    is_time = word.lower in using.weekdays or word.lower in using.months or word.stem in using.durations
    is_known = word.stem in using.relations or word.stem in using.verbs or word.stem in using.copulas
    is_idle = word.lower in using.function_words or word.lower in using.adverbs or word.stem in using.empty
    return word.text.isalpha() and word.text.islower() and not (is_time or is_known or is_idle)


def _is_called(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether somebody goes by a word, and nothing follows that it describes: "she is called june"."""
    if place < 2 or using.verbs.get(words[place - 1].stem) != verbs.NAMING or using.language.capital_nouns:
        return False
    bearer, before = words[place - 2], words[place - 3].lower if place > 2 else ""
    is_passive = bearer.stem in using.copulas or (bearer.stem in using.relations and before in using.articles)
    following = words[place + 1] if place + 1 < len(words) else None
    ends = following is None or not following.is_word or following.lower in using.function_words
    return is_passive and ends


def _is_somebody_s(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a clause begins with a word of which it says whose friend or relative it is: "june is my sister"."""
    begins = place == 0 or not words[place - 1].is_word or words[place - 1].lower in using.conjunctions
    following = words[place + 1 : place + 4 + _DESCRIBED]
    if not begins or len(following) < 3 or following[0].stem not in using.copulas:
        return False
    rest = [word for word in following[1:] if word.lower not in using.adverbs]
    if not rest or rest[0].lower not in using.possessives:
        return False
    for word in rest[1:]:
        if word.stem in using.relations:
            return True
        if not word.is_word or word.lower in using.function_words:
            return False
    return False
