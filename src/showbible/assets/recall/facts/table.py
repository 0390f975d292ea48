"""The tables of words: what excludes what, what follows from what, and what words are called elsewhere."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from showbible.reading.grammar import Grammar, grammar

Qualities = frozenset[tuple[str, int]]
"""What words say, as the matter and the group in it."""

_OF_NOUNS: Final = frozenset({"hair_style", "hair_form", "relation", "hurt", "stage", "beard"})
"""Matters whose words are nouns and have a plural."""
LANGUAGES: Final = ("de", "es", "fr", "ja")


def listed(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def read(name: str) -> dict[str, Any]:
    """A table as its file has it."""
    return tomllib.loads((resources.files(__package__) / "tables" / f"{name}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def english() -> Grammar:
    """The grammar that the tables are read with."""
    found = grammar("en")
    assert found is not None
    return found


@lru_cache(maxsize=1)
def _forms() -> tuple[dict[str, str], dict[str, str]]:
    """Forms that no ending tells: the stem of a verb, the singular of a noun."""
    verbs, plurals = (
        {form: base for base, forms in read("forms")[kind].items() for form in forms.split()}
        for kind in ("verbs", "plurals")
    )
    return {form: english().stem(base) for form, base in verbs.items()}, plurals


def stem(word: str) -> str:
    """What the forms of an English word share."""
    return _forms()[0].get(word) or english().stem(word)


@lru_cache(maxsize=1)
def _excluding() -> tuple[dict[str, set[tuple[str, int]]], dict[str, str]]:
    words: dict[str, set[tuple[str, int]]] = {}
    sections: dict[str, str] = {}
    for section, matters in read("exclusions").items():
        for matter, groups in matters.items():
            sections[matter] = section
            for place, group in enumerate(groups.split("|")):
                for word in group.split():
                    words.setdefault(word, set()).add((matter, place))
    return words, sections


@lru_cache(maxsize=16_384)
def qualities(word: str) -> Qualities:
    """What a word in lower case says of whatever it stands with."""
    words, _ = _excluding()
    several = {each for each in words.get(singular(word), ()) if each[0] in _OF_NOUNS}
    return frozenset(words.get(word, set()) | several)


def section(matter: str) -> str:
    """Where a matter stands in the table: looks, hair, worn, condition, person, moment or relation."""
    return _excluding()[1][matter]


def first_matter(found: Qualities) -> str:
    """The matter that the table names first among some qualities."""
    order = list(_excluding()[1])
    return min((each[0] for each in found), key=order.index)


def is_matter(word: str) -> bool:
    """Whether a word is what the table calls a matter."""
    return word in _excluding()[1]


def of_section(found: Qualities, *names: str) -> Qualities:
    """The qualities of some sections only."""
    return frozenset(each for each in found if section(each[0]) in names)


def excluding(known: Qualities, said: Qualities) -> str | None:
    """The matter in which two descriptions cannot both be so, if there is one."""
    for matter in {name for name, _ in known}:
        of_known = {group for name, group in known if name == matter}
        of_said = {group for name, group in said if name == matter}
        if of_said and of_known.isdisjoint(of_said):
            return matter
    return None


@lru_cache(maxsize=1)
def _nouns() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, kinds in read("nouns").items():
        for kind, words in kinds.items():
            for word in {form for each in words.split() for form in (each, singular(each) if "_" in each else each)}:
                found.setdefault(word, set()).add(f"{name}.{kind}")
                found[word].add(name)
    return {word: frozenset(kinds) for word, kinds in found.items()}


@lru_cache(maxsize=16_384)
def classes(word: str) -> frozenset[str]:
    """What a word in lower case is: `garments.outer`, `places.room`, `people.person` ..."""
    known = _nouns()
    return known.get(word, frozenset()) | known.get(singular(word), frozenset())


@lru_cache(maxsize=1)
def _pairs() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair.split("+")) for pair in read("nouns")["pairs"]["holds"].split())


def belong_together(one: str, other: str) -> bool:
    """Whether two places are one in the other."""
    return frozenset((one, other)) in _pairs()


@lru_cache(maxsize=1)
def _verbs() -> dict[str, dict[str, frozenset[str]]]:
    """Each verb's stem with its particles, and what the verb does with each."""
    found: dict[str, dict[str, set[str]]] = {}
    for name, kinds in read("verbs").items():
        for kind, words in kinds.items():
            for word in words.split():
                verb, _, particle = word.partition("+")
                # "Fell" is a verb of its own, and no form of "fall" here.
                own = {verb} if not english().lemmas.is_irregular(verb) else set()
                for each in {english().stem(form) for form in {f"{verb}s", *own}}:
                    found.setdefault(each, {}).setdefault(particle, set()).add(f"{name}.{kind}")
    return {stem: {each: frozenset(does) for each, does in ways.items()} for stem, ways in found.items()}


@lru_cache(maxsize=1)
def _verb_words() -> frozenset[str]:
    return frozenset(
        word.partition("+")[0] for kinds in read("verbs").values() for words in kinds.values() for word in words.split()
    )


def is_order(word: str) -> bool:
    """Whether a word in lower case is a verb as an order has it: fill, scrub."""
    return word in _verb_words()


def verb(stem: str) -> Mapping[str, frozenset[str]]:
    """What a verb does: by particle, the names of effects such as `makes.open`, `hold.take`, `move.to`."""
    return _verbs().get(stem, {})


@lru_cache(maxsize=1)
def _signs() -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = {}
    for name, kinds in read("signs").items():
        for kind, words in kinds.items():
            for word in words.split():
                verb, _, leading = word.partition("_")
                key = f"{english().stem(verb)}_{leading}" if leading else english().stem(word)
                found.setdefault(name, {}).setdefault(key, {})[kind] = kind
    return found


def sign(way: str, stem: str) -> list[str]:
    """What a thing must be when a word goes with it so: `thing` it does, comes `from` it, is `of` it, is done to it."""
    return list(_signs().get(way, {}).get(stem, {}))


@lru_cache(maxsize=1)
def phrases() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Every phrase of the tables as its words, by the first of them, longest first."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for word in [*_excluding()[0], *_nouns()]:
        parts = tuple(word.split("_"))
        if len(parts) > 1:
            found.setdefault(parts[0], set()).add(parts)
    return {first: tuple(sorted(all_, key=len, reverse=True)) for first, all_ in found.items()}


_PAIRS_OF: Final = listed("scissors tongs pliers binoculars shears tweezers handcuffs stairs")


def is_pair(word: str) -> bool:
    """Whether a noun in the plural names one thing: scissors, and garments such as glasses or trousers."""
    worn = [each for each in (word, singular(word)) if "garments" in _nouns().get(each, ())]
    return word in _PAIRS_OF or worn == [word]


def singular(word: str) -> str:
    """A noun without the ending of its plural, good enough to look it up."""
    if word in _forms()[1]:
        return _forms()[1][word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "is", "us")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("shes", "ches", "xes", "sses")) else word[:-1]


def plural(word: str) -> str:
    """A noun as several of it are called."""
    known = next((form for form, base in _forms()[1].items() if base == word), None)
    return known or (f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s")


def groups_of(words: Iterator[str] | tuple[str, ...] | list[str]) -> Qualities:
    """What several words say together."""
    return frozenset(each for word in words for each in qualities(word))
