"""What is of a kind, or the same in another word.

Who asks for a herb is answered by what was said of coriander, and who asks for a purchase by what was bought.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from showbible.reading import livelihoods
from showbible.reading.languages import en_words
from showbible.reading.languages.en_kinds import BY_DEED, KINDS
from showbible.reading.languages.en_senses import SENSES
from showbible.storage.stems import stem

_LIVELIHOOD: Final = "job profession occupation trade earn"
"""Words by which somebody asks how a living is earned: it is told by what is done for others."""
_FOR_A_LIVING: Final = re.compile(
    r"\b(?:for (?:(?:a|my|our|his|her|their) )?(?:living|work)|(?:earn|make) (?:a|my|our|his|her|their) living)\b",
    re.IGNORECASE,
)
_TOGETHER: Final = re.compile(
    r"\b(?:going out|dating|married to|engaged to|in love with|in a relationship|marital|my love life"
    r"|(?:am|are) (?:i|we) (?:still |currently )?(?:seeing|single|married|engaged|divorced|with))\b",
    re.IGNORECASE,
)
_OF_ONE_NAME: Final = "mother father sister brother wife husband partner friend roommate grandmother grandfather aunt"
"""Relations whose words all mean the same; a doctor may be a dentist or not."""
LANGUAGE: Final = "en"
"""The language whose kinds are known."""
_WIDE: Final = ("child", "sibling", "parent", "partner", "grandparent")
"""Relations that leave open which one somebody is."""
CLOSED: Final = frozenset(map(stem, ("color", "colour")))
"""Stems of kinds of which nearly every member is listed: where none was told, nothing is known."""


@lru_cache(maxsize=1)
def _by_word() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for names, members in (*KINDS, *BY_DEED):
        for name in names.split():
            _add(found, name, members.split())
    for name in _LIVELIHOOD.split():
        _add(found, name, livelihoods.words())
    for sense in (*SENSES, *(en_words.RELATIONS[each].split() for each in _OF_ONE_NAME.split())):
        for word in sense:
            _add(found, word, sense)
    return found


def _add(found: dict[str, frozenset[str]], name: str, words: Iterable[str]) -> None:
    known = stem(name)
    found[known] = found.get(known, frozenset()) | {each for each in words if stem(each) != known}


@lru_cache(maxsize=1)
def _bases() -> Mapping[str, str]:
    return {form: base for base, forms in en_words.IRREGULAR.items() for form in forms.split()}


RELATIONS: Final[Mapping[str, frozenset[str]]] = {
    "child": frozenset({"son", "daughter"}),
    "sibling": frozenset({"sister", "brother"}),
    "parent": frozenset({"mother", "father"}),
    "grandparent": frozenset({"grandmother", "grandfather"}),
    "partner": frozenset({"wife", "husband"}),
    "pet": frozenset({"dog", "cat", "horse", "rabbit", "bird", "hamster", "fish"}),
}
"""Relations, as every language has them, to those of their kind."""


def asked_by_phrase(question: str) -> tuple[str, ...]:
    """Words of kinds that an English question asks for by several words together: a job by "for a living"."""
    asked = {"job": _FOR_A_LIVING, "partner": _TOGETHER}
    return tuple(word for word, pattern in asked.items() if pattern.search(question))


def members(word: str) -> frozenset[str]:
    """Words for what is of the kind that an English word in lower case names; none where it names no kind."""
    return _by_word().get(stem(_bases().get(word, word)), frozenset())


@lru_cache(maxsize=1_024)
def member_stems(word: str) -> frozenset[str]:
    """The stems of the members of a kind, as a search index has them."""
    return frozenset(map(stem, members(word)))


@lru_cache(maxsize=64)
def wider(relation: str) -> frozenset[str]:
    """What a relation is called where it is not said which one it is: a son is a child."""
    return frozenset(each for each in _WIDE if relation in members(each))


@lru_cache(maxsize=1)
def _siblings() -> Mapping[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, (_, words) in enumerate(KINDS):
        for word in words.split():
            found[stem(word)] = found.get(stem(word), frozenset()) | {number}
    return found


def are_siblings(one: str, two: str) -> bool:
    """Whether two stems are of one kind, and neither is of the other's: hens are no goats, but a calf is cattle."""
    of_one, of_two = (_siblings().get(each, frozenset()) for each in (one, two))
    is_within = any(a in {stem(each) for each in _by_word().get(b, ())} for a, b in ((one, two), (two, one)))
    return one != two and not of_one.isdisjoint(of_two) and not is_within
