"""A text as sentences of words, each word as the tables know it, whatever the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.japanese import IS_JAPANESE, japanese_words
from showbible.assets.recall.facts.story_word import StoryWord, in_english
from showbible.assets.recall.facts.translations import Meaning, is_word_of, meaning_of, phrases, separable, translations
from showbible.reading import tokens

_QUOTED: Final = re.compile(r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|「[^」\n]{0,400}」")
_SPLIT: Final = re.compile(r";|(?<=\s)[–—](?=\s)")
_BEFORE_NOUNS: Final = frozenset({"the", "a", "his", "her", "this", "another"})


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
    if IS_JAPANESE.search(text):
        return "ja"
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", text[: tokens.LONGEST_READ])]
    english = table.english().function_words
    votes = {code: sum(is_word_of(code, word) for word in words) for code in ("de", "es", "fr")}
    best = max(votes, key=lambda code: votes[code])
    own = sum(word in english or bool(table.qualities(word) or table.classes(word)) for word in words)
    return best if votes[best] > own else "en"


def english_words(text: str, code: str = "") -> list[str]:
    """The words of a field or value in English and small letters, phrases as one."""
    code = code or language(text)
    return [each.lower for each in _words(text.replace("_", " "), code, {}) if not each.is_mark]


def spelling(name: str) -> tuple[str, ...]:
    """A name as the words it is found by."""
    if IS_JAPANESE.search(name):
        return (name.lower(),)
    return tuple(each.lower for each in tokens.words(name.lower(), table.english()) if each.is_word)


def _words(text: str, code: str, names: Mapping[tuple[str, ...], str]) -> list[StoryWord]:
    if code == "ja":
        return list(_joined(japanese_words(text, names)))
    found = [
        StoryWord(each.text, each.lower, table.stem(each.lower))
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


def _translated(written: list[StoryWord], code: str) -> Iterator[StoryWord]:
    before, place = "", 0
    words = _with_whole_verbs(written, code)
    while place < len(words):
        size = _foreign_phrase(words, place, code)
        meaning = _meaning(words[place : place + size], code, before)
        if not words[place].stem:
            yield replace(words[place], stem=table.stem(words[place].lower))
            before = words[place].lower
        elif words[place].name is not None:
            yield _named_place(words[place], meaning)
            before = words[place].lower
        elif meaning is None:
            yield words[place]
            before = words[place].lower
        else:
            text = " ".join(each.text for each in words[place : place + size])
            yield from (in_english(each, text) for each in meaning)
            before = meaning[-1]
        place += size


def _with_whole_verbs(words: list[StoryWord], code: str) -> list[StoryWord]:
    """The words with verbs whose parts stand apart as one in English, which has no stem yet."""
    known = separable(code)
    ends = [
        place for place, each in enumerate([*words, StoryWord(".", ".", "")]) if each.is_mark or each.lower == "und"
    ]
    found, gone = list(words), set[int]()
    for place, word in enumerate(words):
        end = next(each for each in ends if each >= place)
        meaning = known.get((word.lower, words[end - 1].lower)) if end - 1 > place else None
        if meaning is not None and word.name is None:
            found[place] = StoryWord(word.text, meaning[0], "")
            found[end - 1] = StoryWord(words[end - 1].text, meaning[1], "") if len(meaning) > 1 else words[end - 1]
            gone |= {end - 1} if len(meaning) == 1 else set()
    return [each for place, each in enumerate(found) if place not in gone]


def _foreign_phrase(words: list[StoryWord], place: int, code: str) -> int:
    """How many words from a place on are one entry of the table."""
    for parts in phrases(code).get(words[place].lower, ()):
        here = words[place : place + len(parts)]
        if tuple(each.lower for each in here) == parts and all(each.name is None for each in here):
            return len(parts)
    return 1


def _meaning(words: list[StoryWord], code: str, before: str) -> Meaning | None:
    if len(words) > 1:
        return translations(code)[" ".join(each.lower for each in words)][0]
    ways = [True] if before in _BEFORE_NOUNS else [True, False] if table.qualities(before) else [False]
    forms = (words[0].lower, words[0].lower.rpartition("'")[2])
    found = (meaning_of(code, form, as_noun=as_noun) for as_noun in ways for form in forms)
    return next((each for each in found if each), None)


def _named_place(word: StoryWord, meaning: Meaning | None) -> StoryWord:
    """A name that is a noun for a place says so in English, too: it is still the same name."""
    is_place = meaning is not None and "places" in table.classes(meaning[-1])
    return replace(word, lower=meaning[-1], stem=table.stem(meaning[-1])) if meaning and is_place else word


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
