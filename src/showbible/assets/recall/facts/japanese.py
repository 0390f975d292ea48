"""Japanese as words in English order, and the names and things in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.story_word import StoryWord, in_english
from showbible.assets.recall.facts.translations import Meaning, translations

IS_JAPANESE: Final = re.compile(r"[぀-ヿ一-鿿]")
_NOUN: Final = re.compile(r"([ァ-ヶー]{2,}|[一-鿿々]{1,4})(は|が|を|に|と|の)")
_NOUNS: Final = frozenset({"garments", "places", "body", "people"})
_TOPICS: Final = frozenset("はが")
_LONGEST: Final = 12
_STILL: Final = "で"
_GODAN: Final[Mapping[str, tuple[str, str, str]]] = {
    "う": ("って", "った", "い"), "つ": ("って", "った", "ち"), "る": ("って", "った", "り"),
    "む": ("んで", "んだ", "み"), "ぶ": ("んで", "んだ", "び"), "ぬ": ("んで", "んだ", "に"),
    "く": ("いて", "いた", "き"), "ぐ": ("いで", "いだ", "ぎ"), "す": ("して", "した", "し"),
}  # fmt: skip
"""How a verb of many steps ends: linked to another, in the past, and before "ます"."""
_GOES: Final = ("行く", ("行って", "行った", "行き"))
_AFTER_LINK: Final = ("", "い", "いる", "いた", "います", "いました")
_AFTER_STEM: Final = ("ます", "ました", "ながら")


@lru_cache(maxsize=1)
def _known() -> Mapping[str, Meaning]:
    """Every word and every form of a verb with what it means."""
    found = {word: meanings[0] for word, meanings in translations("ja").items()}
    forms = {"godan": _godan, "ichidan": _ichidan}
    for kind, forms_of in forms.items():
        for meaning, verbs in table.read("ja")[kind].items():
            for form in (form for verb in verbs.split() for form in _with_endings(verb, *forms_of(verb))):
                found.setdefault(form, tuple(meaning.split()))
    return found


def _godan(verb: str) -> tuple[str, str, str]:
    if verb == _GOES[0]:
        return _GOES[1]
    linked, past, stem = _GODAN[verb[-1]]
    return verb[:-1] + linked, verb[:-1] + past, verb[:-1] + stem


def _ichidan(verb: str) -> tuple[str, str, str]:
    return f"{verb[:-1]}て", f"{verb[:-1]}た", verb[:-1]


def _with_endings(verb: str, linked: str, past: str, stem: str) -> Iterator[str]:
    yield from (verb, past)
    yield from (f"{linked}{ending}" for ending in _AFTER_LINK)
    yield from (f"{stem}{ending}" for ending in _AFTER_STEM)


def nouns(text: str) -> Iterator[tuple[str, str]]:
    """The nouns that no table knows, each with its kind: who is spoken of and acts is somebody, all else a thing."""
    people: set[str] = set()
    for found in _NOUN.finditer(text):
        noun, particle = found[1], found[2]
        if noun in _known() and "places" in table.classes(_known()[noun][-1]) and particle != "を":
            yield noun, "location"
        if noun in _known() or noun in people:
            continue
        owns = particle == "の" and _begins_with_own(text[found.end() :])
        acts = owns or (particle in _TOPICS and not _is_told_of_thing(text[found.end() :]))
        receives = particle in ("に", "と") and "を" in text[found.end() :]
        if acts or receives:
            people.add(noun)
        if acts or receives or particle in ("は", "が", "を"):
            yield noun, "character" if acts or receives else "prop"


def _begins_with_own(rest: str) -> bool:
    """Whether clothes, hair or a part of a body follow, which are somebody's."""
    meaning = _known().get(rest[: _longest(rest, 0, _known())], ("",))[-1]
    return bool(table.classes(meaning) & {"garments", "body", "kinds.hair"})


def _is_told_of_thing(rest: str) -> bool:
    """Whether a clause only tells in what condition something is: "is shut", "went out"."""
    said = [word.lower for word in _raw(rest.partition("。")[0], {}) if word.lower not in ("is", "in", ",")]
    found = [table.qualities(each) for each in said]
    of_things = all(table.of_section(each, "condition") for each in found)
    return bool(found) and of_things and not any(table.of_section(each, "person") for each in found)


def japanese_words(text: str, names: Mapping[tuple[str, ...], str]) -> list[StoryWord]:
    """Words by the longest entry of the table; a verb stands behind its topic, a preposition before its noun."""
    return _in_english_order(_raw(text, {"".join(parts): name for parts, name in names.items()}))


def _raw(text: str, names: Mapping[str, str]) -> list[StoryWord]:
    found: list[StoryWord] = []
    place = 0
    while place < len(text):
        size = _longest(text, place, names)
        if size:
            piece = text[place : place + size]
            meaning = _known().get(piece, (piece,))[-1]
            found.append(StoryWord(piece, meaning if "places" in table.classes(meaning) else piece, "", names[piece]))
        elif size := _longest(text, place, _known()):
            piece = text[place : place + size]
            found += [in_english(each, piece) for each in _known()[piece]]
        elif text[place] in "はがを":
            found.append(StoryWord(text[place], f"<{text[place]}>", ""))
        elif text[place] in "。！？":
            found.append(StoryWord(".", ".", ""))
        place += size or 1
    return found


def _longest(text: str, place: int, known: Mapping[str, object]) -> int:
    most = min(_LONGEST, len(text) - place)
    return next((size for size in range(most, 0, -1) if text[place : place + size] in known), 0)


def _in_english_order(raw: list[StoryWord]) -> list[StoryWord]:
    found: list[StoryWord] = []
    clause = 0
    for word in raw:
        if word.lower in ("<は>", "<が>", ","):
            clause = len(found)
        elif word.lower == "<を>":
            continue
        elif word.lower in ("in", "to", "from"):
            found.insert(_with_owner(found, _noun_phrase(found, clause)), _preposition(word, found[-1:]))
        elif _is_verb(word):
            found = _with_verb(found, clause, word)
            clause = len(found)
        else:
            found.append(word)
    return _with_being(found, clause)


def _with_being(found: list[StoryWord], clause: int) -> list[StoryWord]:
    """A clause that ends with a quality and has no verb tells that something is so."""
    told = [each for each in found[clause:] if each.lower != "."]
    is_so = bool(told) and bool(table.qualities(told[-1].lower)) and not any(map(_is_verb, told))
    return [*found[:clause], in_english("is", "は"), *found[clause:]] if is_so and clause else found


def _preposition(word: StoryWord, before: list[StoryWord]) -> StoryWord:
    """What is done toward somebody is done "to" them."""
    is_somebody = any(each.name and "places" not in table.classes(each.lower) for each in before) and word.text == "に"
    return in_english("to", word.text) if is_somebody else word


def _is_verb(word: StoryWord) -> bool:
    acts = bool(word.stem) and (bool(table.verb(word.stem)) or word.lower in ("is", "wears"))
    return acts and not table.qualities(word.lower) and not table.classes(word.lower) & _NOUNS


def _with_verb(found: list[StoryWord], clause: int, word: StoryWord) -> list[StoryWord]:
    """A clause with its verb where English has it; who goes goes "to" where a place is only named with "に"."""
    goes = word.lower != "is" and "move.to" in table.verb(word.stem).get("", ())
    rest = [_toward(each) if goes else each for each in found[clause:]]
    return [*found[:clause], word, *rest]


def _toward(word: StoryWord) -> StoryWord:
    return replace(word, lower="to", stem="to") if word.lower == "in" and word.text != _STILL else word


def _noun_phrase(found: list[StoryWord], first: int) -> int:
    place = len(found) - 1
    while place > first and _belongs_to_next(found[place - 1].lower):
        place -= 1
    return max(place, 0)


def _with_owner(found: list[StoryWord], place: int) -> int:
    """The same with whose it is."""
    return place - 2 if place > 1 and found[place - 1].lower == "'s" else place


def _belongs_to_next(lower: str) -> bool:
    return bool(table.qualities(lower)) or "body" in table.classes(lower)
