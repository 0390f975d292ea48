"""English words reduced to their stems, after Porter's rules of 1980 and his two later amendments.

The stem is ours and not the database's, so that SQLite and PostgreSQL find the same rows.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_Suffixes = tuple[tuple[str, str], ...]

_VOWELS: Final = frozenset("aeiou")
_SYLLABLE: Final = re.compile("v+c+")

_STEP_2: Final[_Suffixes] = (
    ("ational", "ate"),
    ("ization", "ize"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("tional", "tion"),
    ("biliti", "ble"),
    ("entli", "ent"),
    ("ousli", "ous"),
    ("ation", "ate"),
    ("alism", "al"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("alli", "al"),
    ("ator", "ate"),
    ("logi", "log"),
    ("bli", "ble"),
    ("eli", "e"),
)
_STEP_3: Final[_Suffixes] = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
)
_STEP_4: Final = re.compile(
    "(?:ement|(?<=[st])ion|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$"
)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The part that an English word shares with its inflections; other words stay as they are."""
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return word
    word = _without_past(_without_plural(word))
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(_replaced(word, _STEP_2), _STEP_3)
    return _tidied(_without_ending(word))


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            base = word.removesuffix(suffix)
            return _mended(base) if _has_vowel(base) else word
    return word


def _mended(base: str) -> str:
    """A base as it is written without -ed or -ing: hop for hopp, file for fil."""
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if _ends_double(base) and base[-1] not in "lsz":
        return base[:-1]
    return base + "e" if _measure(base) == 1 and _ends_short(base) else base


def _replaced(word: str, suffixes: _Suffixes) -> str:
    for suffix, shorter in suffixes:
        if word.endswith(suffix):
            base = word.removesuffix(suffix)
            return base + shorter if _measure(base) > 0 else word
    return word


def _without_ending(word: str) -> str:
    found = _STEP_4.search(word)
    return word[: found.start()] if found and _measure(word[: found.start()]) > 1 else word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        size = _measure(word[:-1])
        if size > 1 or (size == 1 and not _ends_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _shape(word: str) -> str:
    """Consonants as c and vowels as v; a y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in _VOWELS or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    return len(_SYLLABLE.findall(_shape(word)))


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_short(word: str) -> bool:
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"
