"""Whom and what a text names for the first time, and of which kind they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from showbible.assets.recall.facts import japanese, table, words
from showbible.assets.recall.facts.spellings import candidates, leading_names, proper_names, spelled
from showbible.assets.recall.facts.story_word import DETERMINERS, StoryWord
from showbible.assets.recall.facts.table import listed

_NO_THING: Final = frozenset({"people", "garments", "body", "kinds", "scopes", "reach", "stuff"})
_PLACING: Final = listed("in at on over to onto into of the from inside")
_OUTSIDE: Final = listed("over at on around above outside across throughout")
_IN: Final = listed("in en dans sur über sobre")
"""Before a name in some language, where people have another word."""
_BEFORE_NOUNS: Final = DETERMINERS | {"your", "all", "'s"}
_AROUND: Final = listed("round around along past toward towards near beneath beside behind above below against amid")
_VEHICLES: Final = frozenset({"car", "ship", "air", "space", "train", "home"})
_MEASURES: Final = listed("piece bit pair couple handful bunch lot")
"""Nouns that only say how much there is of another."""
_LONGEST: Final = 3


def kinds_in(text: str, known: Mapping[str, str]) -> dict[str, str]:
    """The kinds of those that a text may speak of, known or named in it for the first time."""
    kinds = {name: known[name] for name in candidates(text, known)}
    for name in [*proper_names(text), *leading_names(text), *_foreign_names(text)]:
        if spelled(name) and not any(is_same_name(name, each) for each in kinds):
            kinds[name] = _kind_of_name(text, name)
    for name, kind in _things(text, kinds):
        kinds.setdefault(name, kind)
    return kinds


def is_same_name(name: str, known: str) -> bool:
    """Whether a name is another form of a known one: by its first word, or with a title before it."""
    one, other = spelled(name), spelled(known)
    return one[:1] == other[:1] or (len(other) > 0 and one[-len(other) :] == other)


def _foreign_names(text: str) -> Iterator[str]:
    """In other languages a capital at the start is a name, unless it is a word of the language that begins nothing."""
    if words.language(text) not in ("es", "fr", "de"):
        return
    for sentence in words.sentences(text, {}):
        first, second = sentence.words[0], sentence.words[1:2]
        unknown = first.text.casefold() == first.lower and not table.classes(first.lower)
        acts = any(table.verb(each.stem) or each.lower in ("is", "has") for each in second)
        if first.text[:1].isupper() and (unknown or (acts and bool(table.qualities(first.lower)))):
            yield first.text


def _kind_of_name(text: str, name: str) -> str:
    place = text.find(name)
    if text[place + len(name) :].startswith(("'s", "’s")):
        return "character"
    before = text[:place].split()
    if any("places" in table.classes(each.casefold()) for each in name.split()) and len(name.split()) > 1:
        return "location"
    leading = before[-1].lower() if before else ""
    if leading in _PLACING | _OUTSIDE and len(name.split()) > 1:
        return "location"
    return "location" if leading in _OUTSIDE | _IN else "character"


def _things(text: str, kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The nouns with an article that are no person, garment, body or moment, and the places that are meant as one."""
    code = words.language(text)
    if code == "ja":
        yield from japanese.nouns(text)
        return
    for sentence in words.sentences(text, {spelled(name): name for name in kinds if spelled(name)}):
        for place, word in enumerate(sentence.words):
            if word.lower in _BEFORE_NOUNS:
                yield from _noun(sentence.words, place + 1, foreign=code != "en")


def _noun(found: tuple[StoryWord, ...], first: int, *, foreign: bool) -> Iterator[tuple[str, str]]:
    """The thing or place behind an article, with its kind."""
    article = found[first - 1].lower
    while first < len(found) and _is_before_noun(found[first].lower):
        first += 1
    end = _end_of_phrase(found, first, foreign=foreign)
    if end == first or (found[end - 1].lower in _MEASURES and [each.lower for each in found[end : end + 1]] == ["of"]):
        return
    if end + 1 < len(found) and found[end].lower == "of" and found[end].text != "of" and not found[end + 1].is_empty:
        if _kind_of_noun([each.lower for each in found[first:end]]):
            yield " ".join(each.text.casefold() for each in found[first : end + 2]), "prop"
        return
    kind = _kind_of_noun([each.lower for each in found[first:end]])
    if kind == "prop" or (kind == "location" and article in ("the", "this", "'s")):
        yield _spelled([each.text.casefold() for each in found[first:end]]), kind


def _spelled(texts: list[str]) -> str:
    if len(texts) == 1 and len(texts[0]) > 3 and not table.is_pair(texts[0]):
        texts = [table.singular(texts[0])]
    return " ".join(texts)


def _is_before_noun(lower: str) -> bool:
    return lower in DETERMINERS or lower in ("your", "all", "whole") or _is_passing(lower)


def _end_of_phrase(found: tuple[StoryWord, ...], first: int, *, foreign: bool) -> int:
    end = first
    while end < len(found) and end - first < _LONGEST and _may_be_noun(found, end, first):
        beside = found[end].lower == "next" and end + 1 < len(found) and found[end + 1].lower == "to"
        if beside or found[end].lower in _AROUND or (end > first and _ends_noun(found, first, end)):
            break
        if end > first and _is_passing(found[end].lower) and (end + 1 >= len(found) or found[end + 1].is_empty):
            break
        if foreign and end > first and not (_is_described(found[end - 1]) or _is_described(found[end])):
            break
        end += 1
    return end


def _may_be_noun(found: tuple[StoryWord, ...], place: int, first: int) -> bool:
    """Whether a word may belong to a noun phrase; "can" does where it is no verb: the watering can."""
    word, after = found[place], found[place + 1 : place + 2]
    can = word.lower == "can" and place > first and all(each.is_empty or each.is_mark for each in after)
    return (can or not word.is_empty) and word.name is None


def _is_described(word: StoryWord) -> bool:
    return bool(table.qualities(word.lower))


def _kind_of_noun(lowers: list[str]) -> str:
    """What a noun with its adjectives, before or behind it, is: a thing, a place, or neither."""
    head = next((each for each in reversed(lowers) if table.classes(each) or not table.qualities(each)), lowers[-1])
    sorts = {kind.partition(".")[2] for kind in table.classes(head) if kind.startswith("places.")}
    if len(lowers) == 1 and "parts" in sorts:
        return "prop"
    matters = {one[0] for one in table.qualities(head)}
    moment = any(table.section(each) in ("moment", "relation") for each in matters)
    if moment or table.classes(head) & _NO_THING or (matters - {"material"} and not table.classes(head)):
        return ""
    return "location" if sorts and not (sorts <= _VEHICLES or "parts" in sorts or head == "bridge") else "prop"


def _is_done_there(found: tuple[StoryWord, ...], place: int) -> bool:
    """Whether a verb inside a noun phrase is what its noun does: "the kettle whistles", "three sailors stand"."""
    word, before = found[place], found[place - 1].lower
    if "garments" in table.classes(word.lower):
        return False
    inflected = word.lower.endswith(("s", "ed", "ing")) and not word.lower.endswith("ss")
    return inflected or word.text != word.text.lower() or table.singular(before) != before


def _ends_noun(found: tuple[StoryWord, ...], first: int, end: int) -> bool:
    """Whether a word can be no part of the noun before it: a verb, or a phrase that tells a quality."""
    word = found[end]
    single = first > 0 and found[first - 1].lower in ("a", "an", "'s")
    moment = any(table.section(each[0]) == "moment" for each in table.qualities(found[end - 1].lower))
    plural = word.lower.endswith("s") and not word.lower.endswith("ss")
    acts = plural and (single or moment) and not table.classes(word.lower)
    return (bool(table.verb(word.stem)) and _is_done_there(found, end)) or acts or "_" in word.lower


def _is_passing(word: str) -> bool:
    """Whether a word tells a condition that may change, so that it is no part of a name."""
    return any(table.section(each[0]) == "condition" for each in table.qualities(word))
