"""What a sentence says of kin and of age."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import FactKind, StoryClaim
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.owners import name_at, possessor
from showbible.assets.recall.facts.parse import STRANGER, SentenceParse, StoryMention
from showbible.assets.recall.facts.story_word import OWNERS
from showbible.assets.recall.facts.table import Qualities, listed

_WEDS: Final = frozenset(map(table.stem, ("marry", "marries", "married", "wed", "weds")))
_SPOUSES: Final[Qualities] = frozenset(one for one in table.qualities("spouse") if one[0] == "relation")


def kin(each: SentenceParse) -> Iterator[StoryClaim]:
    """In "X, Y's mother", "his sister X", "X is Y's wife": who is whose."""
    yield from couples(each)
    for place, lower in enumerate(each.lowers[: each.limit]):
        said = frozenset(one for one in table.qualities(lower) if one[0] in ("relation", "bond"))
        if not said or each.words[place].name is not None:
            continue
        other = _relative_of(each, place)
        person = _person_beside(each, place, other)
        if other and person and other != person:
            yield StoryClaim(
                entity=person,
                kind=FactKind.RELATION,
                about=other,
                said=said,
                phrase=each.words[place].text,
                sentence=each.text,
            )


def couples(each: SentenceParse) -> Iterator[StoryClaim]:
    """In "X and Y are sisters", "X and Y, old friends,", "X married Y": what two are to each other."""
    for one, other in pairwise(each.mentions):
        if not (one.is_person and other.is_person and one.name and other.name) or other.start >= each.limit:
            continue
        place = _told_of_both(each, one, other) if _are_joined(each, one, other) else _wedding(each, one, other)
        if place is not None:
            said = _SPOUSES if each.words[place].stem in _WEDS else _bonds(each.lowers[place])
            phrase = "spouse" if said == _SPOUSES else table.singular(each.lowers[place]).replace("_", " ")
            yield StoryClaim(
                entity=one.name, kind=FactKind.RELATION, about=other.name, said=said, phrase=phrase, sentence=each.text,
                denied=each.is_denied(place),
            )  # fmt: skip


def _bonds(lower: str) -> Qualities:
    said = table.qualities(lower) | table.qualities(table.singular(lower))
    return frozenset(one for one in said if one[0] in ("relation", "bond"))


def _are_joined(each: SentenceParse, one: StoryMention, other: StoryMention) -> bool:
    between = each.lowers[one.end : other.start]
    return between[:1] == ["and"] and all("people" in table.classes(word) for word in between[1:])


def _told_of_both(each: SentenceParse, one: StoryMention, other: StoryMention) -> int | None:
    """Where it is said what two are, behind "are" or a comma."""
    if each.lowers[other.end : other.end + 1] not in (["are"], ["were"], [","]):
        return None
    for place in range(other.end + 1, min(len(each.words), other.end + 6, each.limit)):
        several = table.singular(each.lowers[place]) != each.lowers[place]
        if (several and _bonds(each.lowers[place])) or each.words[place].stem in _WEDS:
            return place
        if each.words[place].is_mark:
            return None
    return None


def _wedding(each: SentenceParse, one: StoryMention, other: StoryMention) -> int | None:
    between = range(one.end, other.start)
    return next((place for place in between if each.words[place].stem in _WEDS and place <= one.end + 1), None)


def _relative_of(each: SentenceParse, place: int) -> str | None:
    back = place - 1
    while back > 0 and (
        table.qualities(each.lowers[back])
        or each.lowers[back] in ("younger", "older", "elder", "little", "big", "own", "beloved")
    ):
        back -= 1
    if back >= 1 and each.lowers[back] == "'s":
        return name_at(each, back - 1) or each.words[back - 1].text
    if back >= 0 and each.lowers[back] in OWNERS:
        return possessor(each, back) or _capital(each, back)
    if place + 2 <= len(each.words) - 1 and each.lowers[place + 1] == "of":
        return each.words[place + 2].name
    return None


def _capital(each: SentenceParse, place: int) -> str | None:
    """Somebody with a name that is not known here, before a "his" or "her"."""
    deed = next((one for one in reversed(each.deeds) if one.verb < place), None)
    word = each.words[deed.who.start].text if deed is not None else ""
    return word if word[:1].isupper() else None


def _person_beside(each: SentenceParse, place: int, other: str | None) -> str | None:
    following = each.words[place + 1] if place + 1 < len(each.words) else None
    if following is not None and following.name is not None:
        return following.name
    before = [one for one in each.mentions if one.end <= place and one.is_person and one.name not in (STRANGER, other)]
    linked = before and set(each.lowers[before[-1].end : place]) & {",", "is", "was"}
    return before[-1].name if linked else None


_YEARS_OLD: Final = re.compile(r"^([a-z]+|\d{1,3})[-_]years?[-_]old$")
_BEFORE_YEARS: Final = frozenset({"aged", "turns", "turned", "age"})
_SOMEBODY: Final = listed("man woman boy girl child kid lady person")
_OLDEST: Final = 120


def ages(each: SentenceParse) -> Iterator[StoryClaim]:
    """How old someone is said to be, in years or by the stage of life."""
    for place in range(each.limit):
        before = [one for one in each.mentions if one.end <= place and one.is_person]
        if not before or before[-1].name == STRANGER or each.words[place].name is not None:
            continue
        years = _years(each, place, before[-1])
        said = _stage(each, place, before[-1])
        if years is not None:
            yield StoryClaim(
                entity=before[-1].name,
                kind=FactKind.AGE,
                words=frozenset({str(years)}),
                phrase=str(years),
                sentence=each.text,
            )
        elif said:
            phrase = each.words[place].text.replace("_", " ")
            yield StoryClaim(entity=before[-1].name, kind=FactKind.AGE, said=said, phrase=phrase, sentence=each.text)


def _years(each: SentenceParse, place: int, who: StoryMention) -> int | None:
    """In "34 years old", "an eight-year-old girl", "aged 40", "a girl of twelve", "Ben, 8, waits"."""
    lower = each.lowers[place]
    joined = _YEARS_OLD.match(lower)
    number = number_of(joined[1] if joined else lower)
    if number is None or number > _OLDEST:
        return None
    after, before = each.lowers[place + 1 : place + 3], each.lowers[max(0, place - 3) : place]
    told = joined is not None or (after[:1] in (["years"], ["year"]) and after[1:] in (["old"], ["of"]))
    aged = bool(before) and (before[-1] in _BEFORE_YEARS or (before[-1] == "of" and _names_somebody(before)))
    apposed = place == who.end + 1 and before[-1:] == [","] and after[:1] == [","]
    return number if told or aged or apposed else None


def _names_somebody(lowers: list[str]) -> bool:
    return any(part in _SOMEBODY for lower in lowers for part in lower.split("_"))


def _stage(each: SentenceParse, place: int, who: StoryMention) -> Qualities:
    """In "Odile, an old woman", "Emil is a teenager"; what follows a number of years tells nothing more."""
    between = each.lowers[who.end : place]
    linked = bool(between) and between[0] in (",", "is", "as") and len(between) < 6
    counted = any(number_of(word) is not None or _YEARS_OLD.match(word) for word in between) or "years" in between
    of_years = each.lowers[place + 1 : place + 2] == ["of"] and number_of("".join(each.lowers[place + 2 : place + 3]))
    if not linked or counted or of_years:
        return frozenset()
    return frozenset(one for one in table.qualities(each.lowers[place]) if one[0] == "stage")
