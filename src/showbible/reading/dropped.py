"""Clauses that say nothing of whom they are about, and yet speak of whoever writes: "Moved to Leeds last week"."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from showbible.reading import kinds
from showbible.reading.grammar import Grammar
from showbible.reading.tokens import Token

_HAS_BEEN: Final = "been"
_WERE: Final = frozenset({"was", "were"})


def leaves_out_user(words: Sequence[Token], verb: int | None, after: int, using: Grammar) -> bool:
    """Whether an English sentence begins with what somebody did or is doing, and leaves out that it was they.

    A base form may ask for something, and what is done may be what the sentence is about: "moving house is dear".
    """
    if using.code != kinds.LANGUAGE or verb is None or words[-1].text == "?":
        return False
    word = words[verb]
    if any(each.is_word and not _is_idle(each, using) for each in words[:verb]):
        return False
    if word.lower == _HAS_BEEN:
        return True
    if word.stem in using.copulas or word.lower in using.auxiliaries:
        return False
    if word.lower.endswith("ing"):
        rest = words[verb + 1 : after]
        return not any(each.stem in using.copulas or each.lower in using.auxiliaries for each in rest)
    return word.lower.endswith("ed") or (using.lemmas.is_irregular(word.lower) and not word.lower.endswith("s"))


def is_where_user_is(words: Sequence[Token], first: int, after: int, *, named: Set[int]) -> bool:
    """Whether a clause tells how it is where whoever writes is now: "it never stops raining here in Bergen"."""
    here = [place for place in range(first, after - 2) if words[place].lower == "here"]
    is_now = not any(word.lower in _WERE for word in words[first:after])
    return is_now and any(words[place + 1].lower == "in" and place + 2 in named for place in here)


def _is_idle(word: Token, using: Grammar) -> bool:
    return word.lower in using.adverbs or word.stem in using.empty or word.lower in {"just", "only"}
