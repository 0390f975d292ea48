"""A text as sentences, a sentence as words, and the language that both are written in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from showbible.reading.grammar import LANGUAGES, NO_GRAMMAR, Grammar, grammar

LONGEST_READ: Final = 2_000
"""Of a longer sentence only this much is read."""

_LOOK_AHEAD: Final = 40
APOSTROPHES: Final = str.maketrans("’‘ʼ`´", "'''''")
_END: Final = re.compile(r"[.!?…]+[\"”’')\]]*(?=\s|$)|[。！？]+[」』）]*|\n+")
_IN_FIGURES: Final = ("in", "no")
"""Abbreviations that are words as well: the first after a figure, the second before one."""
_LAST_WORD: Final = re.compile(r"([^\s(\"“]+)$")
_WORD: Final = re.compile(
    r"\d{1,4}[A-JLN-Z](?![^\W_])|\d++(?:[.,:]\d++)*+(?:(?:st|nd|rd|th|er|ère|ème|º|ª)(?![^\W\d_]))?|[^\W\d_]{1,4}\d{1,4}(?![^\W_]|[.,:]\d)|[^\W\d_]+(?:['-][^\W\d_]+)*|[$£€¥%]|[,;:()\"“”«»—–.!?]|-(?=\s)",
)
_OF_A_DAY: Final = re.compile(r"\b(?:am|den|dem|zum|vom) \d{1,2}$", re.IGNORECASE)
"""What stands before an ordinal that is a day of a month, as in German: "auf den 20. verschoben"."""
_ELIDED: Final = re.compile(r"(?<![\w'])(?:j|l|n|qu|t|m|s|c(?!'mon))'(?=\w{2})")
"""Words of grammar that lost their vowel before another one, as in French."""
_JAPANESE: Final = re.compile(r"[\u3040-\u30ff]")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a sentence, or one mark of punctuation."""

    text: str
    lower: str
    stem: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is no punctuation."""
        return self.text[0].isalnum() or self.lower == "'s"

    @property
    def is_capital(self) -> bool:
        """Whether it is written as a name is."""
        return self.text[0].isupper()


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text start and end; together they hold all of its words."""
    found: list[tuple[int, int]] = []
    start = 0
    for end in _END.finditer(text):
        if end[0][0] == "." and not _is_end(text, end.start(), end.end()):
            continue
        _add(found, text, start, end.end())
        start = end.end()
    _add(found, text, start, len(text))
    return found


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + len(piece) - len(piece.lstrip())
        found.append((begin, begin + len(stripped)))


def _is_end(text: str, dot: int, end: int) -> bool:
    before = _LAST_WORD.search(text[max(0, dot - 20) : dot])
    word = before[1].lower() if before else ""
    rest = text[end : end + _LOOK_AHEAD].lstrip()
    following = rest[:1]
    if word in _IN_FIGURES:
        beside = text[: dot - len(word)].rstrip()[-1:] if word == _IN_FIGURES[0] else following
        return not beside.isdigit()
    if word in _abbreviations() or (len(word) == 1 and word.isalpha() and word != "i"):
        return word in {"a.m", "p.m"} and following.isupper()
    # An ordinal, as in "am 3. Mai".
    is_ordinal = following.islower() and _OF_A_DAY.search(text[max(0, dot - 8) : dot]) is not None
    return not (word.isdigit() and len(word) <= 2 and following and (is_ordinal or _is_month(rest)))


@lru_cache(maxsize=1)
def _abbreviations() -> frozenset[str]:
    known = [grammar(code) for code in LANGUAGES]
    return frozenset(word for each in known if each for word in each.abbreviations)


def _is_month(rest: str) -> bool:
    word = rest.split()[0].lower().strip(".,")
    return any(word in each.months for each in map(grammar, LANGUAGES) if each)


def language(text: str) -> str:
    """The code of a text's language among those we have a grammar of, by its letters and words of grammar."""
    sample = text[:LONGEST_READ]
    if _JAPANESE.search(sample):
        return "ja"
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", sample.translate(APOSTROPHES))]
    words += _ELIDED.findall(sample.translate(APOSTROPHES).lower())
    if not words:
        return NO_GRAMMAR
    shared, letters = Counter(chain.from_iterable(map(_spoken_in, words))), frozenset(sample.lower())
    votes = {code: shared[code] / len(words) + 0.1 * (not each.letters.isdisjoint(letters)) for code, each in _spaced()}
    best = max(votes, key=lambda code: votes[code])
    if votes[best] > 0:
        return best
    is_foreign = any(ord(letter) > 0x24F for letter in sample if letter.isalpha())
    return NO_GRAMMAR if is_foreign else "en"


@lru_cache(maxsize=1)
def _spaced() -> tuple[tuple[str, Grammar], ...]:
    """The languages that put spaces between words."""
    return tuple((code, each) for code in LANGUAGES if (each := grammar(code)) and each.language.spaced)


@lru_cache(maxsize=16_384)
def _spoken_in(word: str) -> tuple[str, ...]:
    """The languages that have a word among those of grammar, or run together of two of them: im for I'm."""
    return tuple(
        code
        for code, each in _spaced()
        if word in each.function_words
        or word in each.user
        or word in each.short_forms
        or each.lemmas.is_irregular(word)
        or (each.language.adverbs and word in each.adverbs)
    )


def words(sentence: str, using: Grammar) -> list[Token]:
    """The words of a sentence; what a contraction holds stands apart."""
    found: list[Token] = []
    for match in _WORD.finditer(sentence.translate(APOSTROPHES)[:LONGEST_READ]):
        ends_short = (
            match[0] == "." and found and found[-1].end == match.start() and found[-1].lower in using.abbreviations
        )
        if not ends_short:
            found += _split(match, using)
    return found


def written_out(text: str, using: Grammar) -> str:
    """A text with its contractions written out."""
    text = text.translate(APOSTROPHES)
    for pattern, long in using.contractions:
        text = pattern.sub(long, text)
    return text


def is_verb(words: Sequence[Token], place: int, using: Grammar) -> bool:
    """Whether a word is of a class of verbs, and stands where a verb stands."""
    word = words[place]
    if (word.stem not in using.verbs and word.stem not in using.copulas) or word.lower in using.possessives:
        return False
    return place == 0 or words[place - 1].lower not in using.determiners


def _split(found: re.Match[str], using: Grammar) -> list[Token]:
    text, start, end = found[0], found.start(), found.end()
    if "'" in text:
        for pattern, written_out in using.contractions:
            if pattern.fullmatch(text):
                return _parts(pattern.sub(written_out, text).split(), text, start, using)
        if text.lower().endswith(("'s", "s'")):
            head = text[:-2] if text.lower().endswith("'s") else text[:-1]
            return [_word(head, start, start + len(head), using), Token("'s", "'s", "'s", start + len(head), end)]
    elif "-" in text or text.lower() in using.short_forms:
        for pattern, written_out in using.contractions:
            if pattern.fullmatch(text):
                return [_word(part, start, end, using) for part in pattern.sub(written_out, text).split()]
    return [_word(text, start, end, using)]


def _parts(parts: list[str], text: str, start: int, using: Grammar) -> list[Token]:
    """The words of a contraction, each at its own place unless it was written out."""
    if "".join(parts) != text:
        return [_word(part, start, start + len(text), using) for part in parts]
    found = []
    for part in parts:
        found.append(_word(part, start, start + len(part), using))
        start += len(part)
    return found


def _word(text: str, start: int, end: int, using: Grammar) -> Token:
    lower = text.lower()
    return Token(text, lower, using.stem(lower), start, end)
