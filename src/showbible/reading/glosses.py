"""Everyday words of other languages in English, where it is known what is of a kind and what is near in meaning.

Who asks in Spanish for a sport is answered by what was said of rowing, as in English: a small dictionary has both
words, and the kinds and senses of English tell the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from showbible.reading import kinds, livelihoods, tokens
from showbible.reading.grammar import Grammar, grammar

_COLUMNS: Final = ("de", "es", "fr", "ja")
_NOTHING: Final[frozenset[str]] = frozenset()
_BESIDE: Final = "~"
_MARKS: Final = f"<{_BESIDE}"
_MARKED: Final = tuple(_MARKS)
_SPACED: Final = ("de", "es", "fr")
_A_FAMILY: Final = 5
"""Letters that words of one family share at least: diabetes and diabético."""
_A_SUFFIX: Final = 4
_A_NOUN: Final = 4
"""Letters of the shortest last part of a noun that is made of two."""
_A_HEAD: Final = 3
_LINKS: Final = ("", "s", "n", "en", "es", "e")
"""What may stand between the parts of a German noun."""


@lru_cache(maxsize=8)
def _meanings(code: str) -> Mapping[str, tuple[str, ...]]:
    """For each known stem of a language the English words for it, those that stand for a line first."""
    using = grammar(code)
    found: dict[str, tuple[str, ...]] = {}
    for english, words in _lines(code):
        for word in words:
            stem = _key(word, using) if using else word
            found[stem] = tuple(dict.fromkeys((*found.get(stem, ()), *english)))
    return found


def _key(word: str, using: Grammar) -> str:
    """By what a word is found: one of grammar as it is, any other by its stem."""
    return word if word in using.function_words or not using.language.spaced else using.stem(word)


def _lines(code: str) -> Iterator[tuple[list[str], list[str]]]:
    if code not in _COLUMNS:
        return
    file = resources.files("showbible.reading.languages").joinpath("everyday.txt")
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            english, *others = (part.split() for part in line.split("|"))
            yield english, others[_COLUMNS.index(code)]


@lru_cache(maxsize=8)
def _stems_by_meaning(code: str) -> Mapping[str, frozenset[str]]:
    """For each word of English the stems that mean it, are of its kind, or have to do with it."""
    found: dict[str, frozenset[str]] = {}
    for stem, words in _meanings(code).items():
        for word in words:
            plain = word.lstrip(_MARKS)
            found[plain] = found.get(plain, _NOTHING) | {stem}
    return found


@lru_cache(maxsize=4_096)
def meaning(stem: str, code: str) -> tuple[str, ...]:
    """English words for a stem; for one that is made of others, those of its parts."""
    return tuple(word for word in _marked(stem, code) if not word.startswith(_MARKED))


def _marked(stem: str, code: str) -> tuple[str, ...]:
    known = _meanings(code)
    base = _base(stem, code)
    return known[base] if base in known else tuple(word for part in parts(stem, code) for word in known[part])


def _base(stem: str, code: str) -> str:
    """A known stem of the same family as one: with another vowel in Spanish, or one that it goes on from."""
    known = _meanings(code)
    if stem in known or code not in _SPACED:
        return stem
    alike = folded(stem, code)
    if alike in _folded(code):
        return _folded(code)[alike]
    shorter = (stem[:end] for end in range(len(stem) - 1, max(_A_FAMILY, len(stem) - _A_SUFFIX) - 1, -1))
    return next((each for each in shorter if each in known), stem)


def family(stem: str, code: str) -> frozenset[str]:
    """Other stems of the family of one: the known one, and the one without a change of its vowel."""
    return frozenset({_base(stem, code), folded(stem, code)}) - {stem}


def folded(stem: str, code: str) -> str:
    """A stem as it is where no stress changes its vowel, vuel as vol, and where a plural looks like a verb, maisons."""
    if code == "es":
        return stem.replace("ue", "o").replace("ie", "e")
    return stem.removesuffix("on") if code == "fr" and len(stem) >= _A_FAMILY else stem


@lru_cache(maxsize=4)
def _folded(code: str) -> Mapping[str, str]:
    return {folded(stem, code): stem for stem in _meanings(code)}


@lru_cache(maxsize=4_096)
def alike(stem: str, code: str) -> frozenset[str]:
    """Stems of words that mean the same as one, or something that is of its kind."""
    words, by_meaning = meaning(stem, code), _stems_by_meaning(code)
    of_kind = _NOTHING.union(*map(kinds.members, words)) - livelihoods.words()
    beside = {word[1:] for word in _marked(stem, code) if word.startswith(_BESIDE)}
    found = _NOTHING.union(*(by_meaning.get(each, _NOTHING) for each in {*words, *of_kind, *beside}))
    return (found | family(stem, code)) - {stem}


@lru_cache(maxsize=4_096)
def parts(stem: str, code: str) -> tuple[str, ...]:
    """The known stems in one that is not known itself: of a German noun the last and, where it is known, the first."""
    known, using = _meanings(code), grammar(code)
    if using is None or stem in known:
        return ()
    if not using.language.spaced:
        return tuple(word for word in words_in(stem, code) if len(word) > 1)
    if not using.language.capital_nouns:
        return ()
    for cut in range(_A_HEAD, len(stem) - 1):
        first = _first_part(stem[:cut], using)
        if stem[cut:] in known and (first or min(cut, len(stem) - cut) >= _A_NOUN):
            return (*first, stem[cut:])
    return ()


def _first_part(head: str, using: Grammar) -> tuple[str, ...]:
    known = _meanings(using.code)
    stems = (using.stem(head.removesuffix(link)) for link in _LINKS if head.endswith(link))
    is_part = (each for each in stems if len(each) >= _A_HEAD and each in known and each not in using.function_words)
    return next(((each,) for each in is_part), ())


def words_in(text: str, code: str) -> list[str]:
    """The known words of a text without spaces, the longest at each place."""
    return _pattern(code).findall(text)


@lru_cache(maxsize=2)
def _pattern(code: str) -> re.Pattern[str]:
    words = sorted(_meanings(code), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)) or "(?!)")


@lru_cache(maxsize=4_096)
def in_english(text: str, code: str) -> str:
    """A text with an English word in place of each that is known; the others as they are: names, and words alike."""
    using = grammar(code)
    if using is None or code not in _COLUMNS:
        return text
    if not using.language.spaced:
        return " ".join(using.relations.get(word) or meaning(word, code)[0] for word in words_in(text, code))
    said = (_one_in_english(word, using) for word in tokens.words(text, using) if word.is_word)
    return " ".join(word for word in said if word)


def _one_in_english(word: tokens.Token, using: Grammar) -> str:
    """What stands for a word: nothing for one of grammar that is not known."""
    relation = using.relations.get(word.stem)
    if relation:
        return relation
    found = meaning(_key(word.lower, using), using.code)
    if found:
        return found[0]
    return "" if word.lower in using.function_words else word.text
