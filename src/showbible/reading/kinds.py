"""What is of a kind: who asks for a herb is answered by what was said of coriander."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from showbible.reading.languages.en_kinds import KINDS
from showbible.storage.stems import stem

LANGUAGE: Final = "en"
"""The language whose kinds are known."""

CLOSED: Final = frozenset(map(stem, ("color", "colour")))
"""Stems of kinds of which nearly every member is listed: where none was told, nothing is known."""


@lru_cache(maxsize=1)
def _by_word() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for names, members in KINDS:
        words = frozenset(members.split())
        for name in names.split():
            found[stem(name)] = found.get(stem(name), frozenset()) | words
    return found


def members(word: str) -> frozenset[str]:
    """Words for what is of the kind that an English word in lower case names; none where it names no kind."""
    return _by_word().get(stem(word), frozenset())


@lru_cache(maxsize=1_024)
def member_stems(word: str) -> frozenset[str]:
    """The stems of the members of a kind, as a search index has them."""
    return frozenset(map(stem, members(word)))
