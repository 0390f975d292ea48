"""Text in any language as the words that a search index holds.

A text is folded (case, accents, width, vowel points), split where a word ends, and English words
are stemmed. Scripts that put no spaces between words (Chinese, Japanese, Korean, Thai, Lao,
Burmese, Khmer) are cut where the script changes; each piece is indexed as its single characters
and its overlapping pairs, and asked for by its pairs, or by the character when there is only one.
So 黄昏 finds 在黄昏跃出海面 without a dictionary, and 猫 finds 黒い猫が走る.
A pictogram is a word of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from showbible.storage.stems import stem
from showbible.values import frozen
from showbible.vocabulary import KIB, QUERY_LIMIT

MOST_TERMS: Final = 64
MOST_LETTERS: Final = 64
"""Longer words are cut here, alike in a text and in a query."""
FIELD_LIMIT: Final = 128 * KIB
"""Four fields of this size stay below the megabyte that one PostgreSQL row can index."""

_FILLERS: Final = """
    a about after all also am an and any are arent as at be because been before being but by can cant could
    couldnt did didnt do does doesnt doing dont for from had has hasnt have havent he her here hers him his how i
    if in into is isnt it its me my no nor not of off on or our ours out over own she should shouldnt so some
    such than that the their theirs them then there these they this those to too under until up us very was
    wasnt we were werent what when where which while who whom whose why will with wont would wouldnt you your
    """
_STOP_WORDS: Final = frozenset(_FILLERS.split())

_HIRAGANA: Final = "\u3041-\u309fー"
_SPACELESS: Final = (
    "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",  # Han
    _HIRAGANA,
    "\u30a0-\u30ff\u31f0-\u31ff",  # Katakana
    "\u1100-\u11ff\uac00-\ud7ff",  # Hangul
    "\u0e00-\u0e7f",  # Thai
    "\u0e80-\u0eff",  # Lao
    "\u1000-\u109f",  # Burmese
    "\u1780-\u17ff",  # Khmer
)
_PIECE: Final = re.compile(f"({'|'.join(f'[{script}]+' for script in _SPACELESS)})|[^ {''.join(_SPACELESS)}]+")
_PARTICLE: Final = re.compile(f"[{_HIRAGANA}]")

_ASCII_WORD: Final = re.compile("[a-z0-9]+")
# Accents of Latin, Greek and Cyrillic; the points of Hebrew; the vowel signs and stretching of Arabic.
_MARKS: Final = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]"
)
_APOSTROPHES: Final = str.maketrans("’‘ʼ`´", "'''''")
_CONTRACTED: Final = re.compile(r"(?<=\w)'(?:(?:s|d|m|ll|re|ve)\b|(?=t\b))")


@frozen
class Term:
    """One thing that a query asks for."""

    word: str
    """What was asked, in lower case."""
    stem: str
    """What the index holds."""


class _Letters(dict[int, int | str | None]):
    """What becomes of each character: kept, dropped, a word of its own, or the end of a word."""

    def __missing__(self, code: int) -> int | str | None:
        kind = unicodedata.category(chr(code))
        if kind == "Cf" or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
            self[code] = None
        elif kind[0] in "LN" or kind in ("Mn", "Mc"):
            self[code] = code
        else:
            self[code] = f" {chr(code)} " if kind == "So" else " "
        return self[code]


_LETTERS: Final = _Letters()


def indexed(text: str) -> str:
    """The words that an index holds for a text, spaces between them."""
    words = " ".join([*_index_words(text[:FIELD_LIMIT])])
    if len(words) <= FIELD_LIMIT // 4 or len(raw := words.encode()) <= FIELD_LIMIT:
        return words
    return raw[:FIELD_LIMIT].decode(errors="ignore").rpartition(" ")[0]


def asked(query: str) -> tuple[Term, ...]:
    """The first terms of a query, each once; its filler words only when it has no others."""
    start = query[:QUERY_LIMIT].encode(errors="ignore")[:QUERY_LIMIT].decode(errors="ignore")
    terms: dict[str, Term] = {}
    for term in _query_terms(start):
        terms.setdefault(term.stem, term)
    telling = [term for term in terms.values() if not _is_filler(term.word)]
    return tuple((telling or list(terms.values()))[:MOST_TERMS])


def telling(text: str) -> list[str]:
    """The words that a query of this text would ask for."""
    if not text.isascii():
        return [term.word for term in asked(text)]
    first = _first_words(text[:QUERY_LIMIT])
    return ([word for word in first.values() if word not in _STOP_WORDS] or list(first.values()))[:MOST_TERMS]


def index_stems(text: str) -> frozenset[str]:
    """The words that an index holds for a text, each once."""
    if len(text) <= QUERY_LIMIT and text.isascii():
        return frozenset(_first_words(text))
    return frozenset(indexed(text).split(" "))


def held(terms: Sequence[Term], *texts: str) -> tuple[str, ...]:
    """Those words of a query that some texts hold, in the query's order."""
    begins = frozenset(term.stem[0] for term in terms)
    stems = {word for text in texts for word in _words_from(text[:FIELD_LIMIT], begins)}
    return tuple(term.word for term in terms if term.stem in stems)


@lru_cache(maxsize=1_024)
def _first_words(text: str) -> Mapping[str, str]:
    """The words of a text in ASCII by their stems, of several the first."""
    first: dict[str, str] = {}
    for word in _ascii_words(text):
        cut = word[:MOST_LETTERS]
        first.setdefault(stem(cut), cut)
    return first


def _words_from(text: str, begins: frozenset[str]) -> Iterable[str]:
    """The words that an index holds for a text, at least those that begin so: a stem begins as its word does."""
    if text.isascii():
        return (stem(word[:MOST_LETTERS]) for word in _ascii_words(text) if word[0] in begins)
    return _index_words(text)


def _index_words(text: str) -> Iterable[str]:
    if text.isascii():
        return [stem(word[:MOST_LETTERS]) for word in _ascii_words(text)]
    return _words_of_scripts(text)


def _words_of_scripts(text: str) -> Iterator[str]:
    for piece, spaceless in _pieces(text):
        if spaceless:
            yield from piece
            yield from _pairs(piece)
        else:
            yield stem(piece[:MOST_LETTERS])


def _query_terms(text: str) -> Iterator[Term]:
    for piece, spaceless in _pieces(text):
        if spaceless:
            for part in _pairs(piece) or piece:
                yield Term(word=part, stem=part)
        else:
            yield Term(word=piece[:MOST_LETTERS], stem=stem(piece[:MOST_LETTERS]))


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a text, each with whether its script puts no spaces between words."""
    if text.isascii():
        yield from ((word, False) for word in _ascii_words(text))
        return
    for found in _PIECE.finditer(_folded(text).translate(_LETTERS)):
        yield found[0], found[1] is not None


def _ascii_words(text: str) -> list[str]:
    lower = text.lower()
    words: list[str] = _ASCII_WORD.findall(_CONTRACTED.sub("", lower) if "'" in lower else lower)
    return words


def _folded(text: str) -> str:
    plain = text.translate(_APOSTROPHES)
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", plain).casefold())
    return _CONTRACTED.sub("", unicodedata.normalize("NFKC", bare))


def _pairs(piece: str) -> list[str]:
    return [piece[place : place + 2] for place in range(len(piece) - 1)]


def _is_filler(word: str) -> bool:
    """Whether a word only holds a sentence together, as a lone Japanese particle does."""
    return word in _STOP_WORDS or _PARTICLE.fullmatch(word) is not None
