"""A text as sentences of words, each word as the tables know it, whatever the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from showbible.assets.recall.facts import table
from showbible.reading import tokens

_QUOTED: Final = re.compile(r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|「[^」\n]{0,400}」")
_JAPANESE: Final = re.compile(r"[぀-ヿ一-鿿]")
_SPLIT: Final = re.compile(r";|(?<=\s)[–—](?=\s)")
LONGEST_PHRASE: Final = 4


@dataclass(frozen=True, slots=True)
class StoryWord:
    """A word as it is written, its English form in small letters, its stem, and whose name it belongs to."""

    text: str
    lower: str
    stem: str
    name: str | None = None
    begins: bool = True
    """Whether it is the first word of its name."""

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation."""
        return not self.text[0].isalnum() and self.lower != "'s"

    @property
    def is_empty(self) -> bool:
        """Whether it is a word of grammar."""
        return self.lower in table.english().function_words or self.is_mark


@dataclass(frozen=True, slots=True)
class StorySentence:
    """One sentence."""

    text: str
    words: tuple[StoryWord, ...]


def sentences(text: str, names: Mapping[tuple[str, ...], str]) -> list[StorySentence]:
    """The sentences of a text; what is spoken in quotation marks is left out."""
    plain = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    code = language(plain)
    found = []
    for start, end in tokens.sentences(plain):
        for part in _SPLIT.split(plain[start:end]):
            words = _words(part, code, names)
            if words:
                found.append(StorySentence(part.strip(), tuple(words)))
    return found


@lru_cache(maxsize=4096)
def language(text: str) -> str:
    """The language whose table knows most of a text's words; English where none knows more than English does."""
    if _JAPANESE.search(text):
        return "ja"
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", text[: tokens.LONGEST_READ])]
    english = table.english().function_words
    votes = {code: sum(word in table.translations(code) for word in words) for code in ("de", "es", "fr")}
    best = max(votes, key=lambda code: votes[code])
    own = sum(word in english or bool(table.qualities(word) or table.classes(word)) for word in words)
    return best if votes[best] > own else "en"


def english_words(text: str) -> list[str]:
    """The words of a field or value in English and small letters, phrases as one."""
    code = language(text)
    return [each.lower for each in _words(text.replace("_", " "), code, {}) if not each.is_mark]


def spelling(name: str) -> tuple[str, ...]:
    """A name as the words it is found by."""
    if _JAPANESE.search(name):
        return (name.lower(),)
    return tuple(each.lower for each in tokens.words(name.lower(), table.english()) if each.is_word)


def _words(text: str, code: str, names: Mapping[tuple[str, ...], str]) -> list[StoryWord]:
    if code == "ja":
        return _japanese(text, names)
    found = [
        StoryWord(each.text, each.lower, each.stem)
        for each in tokens.words(text.replace("'s ", " 's ") if code != "en" else text, table.english())
    ]
    found = list(_named(found, names))
    if code != "en":
        found = list(_translated(found, code))
    return list(_joined(found))


def _named(words: list[StoryWord], names: Mapping[tuple[str, ...], str]) -> Iterator[StoryWord]:
    longest = max(map(len, names), default=0)
    place = 0
    while place < len(words):
        most = min(longest, len(words) - place)
        size = next((each for each in range(most, 0, -1) if _key(words, place, each) in names), 0)
        for step in range(size or 1):
            name = names[_key(words, place, size)] if size else None
            yield replace(words[place + step], name=name, begins=step == 0)
        place += size or 1


def _key(words: list[StoryWord], place: int, size: int) -> tuple[str, ...]:
    return tuple(each.lower for each in words[place : place + size])


def _translated(words: Iterable[StoryWord], code: str) -> Iterator[StoryWord]:
    known = table.translations(code)
    before = ""
    for word in words:
        meaning = known.get(word.lower.replace("'", ""))
        bare = word.lower.rpartition("'")[2]
        meaning = meaning or known.get(bare)
        is_noun = before in ("the", "a", "his", "her") and meaning and table.verb(table.english().stem(meaning[0]))
        if word.name is not None or not meaning or (is_noun and not _is_known(meaning[0])):
            yield word
            before = word.lower
            continue
        for each in meaning:
            yield _english(each, word.text)
        before = meaning[-1]


def _is_known(word: str) -> bool:
    """Whether a table knows a word as something else than a verb."""
    return bool(table.qualities(word) or "garments" in table.classes(word))


def _english(word: str, text: str) -> StoryWord:
    return StoryWord(text, word, table.english().stem(word))


def _joined(words: list[StoryWord]) -> Iterator[StoryWord]:
    """The words with every phrase of the tables as one."""
    place = 0
    while place < len(words):
        size = _phrase(words, place)
        if size > 1:
            text = " ".join(each.text for each in words[place : place + size])
            name = "_".join(each.lower.replace("-", "_") for each in words[place : place + size])
            yield StoryWord(text, name, name)
        elif "-" in words[place].lower and table.qualities(words[place].lower.replace("-", "_")):
            yield replace(words[place], lower=words[place].lower.replace("-", "_"))
        else:
            yield words[place]
        place += size


def _phrase(words: list[StoryWord], place: int) -> int:
    if words[place].name is not None:
        return 1
    for parts in table.phrases().get(words[place].lower, ()):
        here = words[place : place + len(parts)]
        same = all(each.lower == part and each.name is None for each, part in zip(here, parts, strict=False))
        if len(here) == len(parts) and same:
            return len(parts)
    return 1


_VERB_END: Final = re.compile(r"^(?:いる|いた|います|ている|ていた|た|る)")


def _japanese(text: str, names: Mapping[tuple[str, ...], str]) -> list[StoryWord]:
    """Words by the longest entry of the table; a verb stands behind its topic, a preposition before its noun."""
    known = table.translations("ja")
    spelled = {"".join(parts): name for parts, name in names.items()}
    raw: list[StoryWord] = []
    place = 0
    while place < len(text):
        size = next(
            (each for each in range(min(12, len(text) - place), 0, -1) if text[place : place + each] in spelled), 0
        )
        if size:
            raw.append(
                StoryWord(
                    text[place : place + size], text[place : place + size], "", spelled[text[place : place + size]]
                )
            )
        else:
            size = next(
                (each for each in range(min(8, len(text) - place), 0, -1) if text[place : place + each] in known), 0
            )
            if size:
                piece = text[place : place + size]
                raw += [_english(each, piece) for each in known[piece]]
            elif text[place] in "はがを":
                raw.append(StoryWord(text[place], f"<{text[place]}>", ""))
        place += size or 1
    return list(_joined(_in_english_order(raw)))


def _in_english_order(raw: list[StoryWord]) -> list[StoryWord]:
    found: list[StoryWord] = []
    clause = 0
    for word in raw:
        if word.lower in ("<は>", "<が>", ","):
            clause = len(found)
        elif word.lower == "<を>":
            continue
        elif word.lower == "in":
            place = _noun_phrase(found, clause)
            found.insert(place, word)
        elif word.stem and (table.verb(word.stem) or word.lower in ("is", "wears")) and not table.qualities(word.lower):
            found.insert(clause, word)
            if word.lower != "is" and clause + 1 < len(found) and "move.to" in table.verb(word.stem).get("", ()):
                found = [*found[: clause + 1], *(_toward(each) for each in found[clause + 1 :])]
            clause = len(found)
        else:
            found.append(word)
    return found


def _toward(word: StoryWord) -> StoryWord:
    return replace(word, lower="to", stem="to") if word.lower == "in" else word


def _noun_phrase(found: list[StoryWord], first: int) -> int:
    place = len(found) - 1
    while place > first and (
        table.qualities(found[place - 1].lower) or "body" in table.classes(found[place - 1].lower)
    ):
        place -= 1
    return max(place, 0)
