"""What words of other languages are in English: as the tables have them, inflected, or as the end of a longer word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from showbible.assets.recall.facts import table
from showbible.reading.grammar import grammar

Meaning = tuple[str, ...]
"""English words for one of another language."""

_NOUNS: Final = frozenset({"garments", "places", "people", "body", "stuff"})
_PLURALS: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("en", "er", "e", "n", "s"),
    "es": ("es", "s"),
    "fr": ("s", "x"),
}
_SHORTEST_HEAD: Final = 4
_SHORTEST_FIRST: Final = 3


@lru_cache(maxsize=8)
def translations(code: str) -> Mapping[str, tuple[Meaning, ...]]:
    """English words for those of another language, each way in which it may be meant."""
    found: dict[str, list[Meaning]] = {}
    for meaning, words in table.read(code)["words"].items():
        for word in words.split():
            found.setdefault(word.replace("_", " "), []).append(tuple(meaning.split()))
    return {word: tuple(meanings) for word, meanings in found.items()}


@lru_cache(maxsize=8)
def separable(code: str) -> Mapping[tuple[str, str], Meaning]:
    """Verbs whose first part stands at the end of their clause, by both parts."""
    found: dict[tuple[str, str], Meaning] = {}
    for meaning, verbs in table.read(code).get("separable", {}).items():
        for each in verbs.split():
            verb, _, last = each.partition("+")
            found[verb, last] = tuple(meaning.split())
    return found


@lru_cache(maxsize=8)
def phrases(code: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The entries of several words, by the first of them, longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for entry in translations(code):
        parts = tuple(entry.split())
        if len(parts) > 1:
            found.setdefault(parts[0], []).append(parts)
    return {first: tuple(sorted(those, key=len, reverse=True)) for first, those in found.items()}


def meaning_of(code: str, word: str, *, as_noun: bool) -> Meaning | None:
    """What a word in small letters means where a noun stands, or a verb; nothing where no table tells."""
    found = _meanings(code, word)
    verbs = [each for each in found if is_verb(each)]
    others = [each for each in found if not is_verb(each)]
    return next(iter(others if as_noun else [*verbs, *others]), None)


@lru_cache(maxsize=16_384)
def _meanings(code: str, word: str) -> tuple[Meaning, ...]:
    known = translations(code)
    found = known.get(word) or known.get(word.replace("'", ""))
    return found or tuple(_inflected(code, word)) or tuple(_compound(code, word))


def is_word_of(code: str, word: str) -> bool:
    """Whether a language's table has a word, or has it in the singular."""
    return word in translations(code) or any(_is_noun(each) for each in _singular(code, word))


def is_verb(meaning: Sequence[str]) -> bool:
    """Whether an English word is a verb, and nothing else that a table knows."""
    word = meaning[0]
    return bool(table.verb(table.english().stem(word))) and not (table.qualities(word) or table.classes(word) & _NOUNS)


def _inflected(code: str, word: str) -> Iterator[Meaning]:
    """A noun in the plural, or an adjective or a verb with another ending than the table's."""
    yield from (each for each in _singular(code, word) if _is_noun(each))
    own = grammar(code)
    if own is not None and len(word) > _SHORTEST_HEAD:
        yield from _by_stem(code).get(own.lemmas.stem(word), ())


def _singular(code: str, word: str) -> Iterator[Meaning]:
    for ending in _PLURALS.get(code, ()):
        if word.endswith(ending):
            yield from translations(code).get(word.removesuffix(ending), ())


def _is_noun(meaning: Meaning) -> bool:
    return bool(table.classes(meaning[0]) & _NOUNS)


@lru_cache(maxsize=8)
def _by_stem(code: str) -> Mapping[str, tuple[Meaning, ...]]:
    """Adjectives and verbs by what their forms share; nouns are left out, since a port is no door."""
    own = grammar(code)
    found: dict[str, list[Meaning]] = {}
    for word, meanings in translations(code).items():
        if own is None or len(word) <= _SHORTEST_FIRST or " " in word:
            continue
        inflected = [each for each in meanings if not _is_noun(each) and _is_told(each[0])]
        found.setdefault(own.lemmas.stem(word), []).extend(inflected)
    return {stem: tuple(dict.fromkeys(meanings)) for stem, meanings in found.items()}


def _is_told(word: str) -> bool:
    return bool(table.qualities(word) or table.verb(table.english().stem(word)))


def _compound(code: str, word: str) -> Iterator[Meaning]:
    """In German a longer noun is a kind of what it ends with: a winter coat, a fire door."""
    if code != "de":
        return
    for place in range(_SHORTEST_FIRST, len(word) - _SHORTEST_HEAD + 1):
        heads = translations(code).get(word[place:]) or tuple(_singular(code, word[place:]))
        nouns = [each for each in heads if _is_noun(each)]
        if nouns:
            yield from nouns
            return
