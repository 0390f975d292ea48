"""What a text tells, as states: of whom, of which kind, and which fields have which values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from showbible.assets.recall.facts import table, words
from showbible.assets.recall.facts.attendance import attendance
from showbible.assets.recall.facts.claim import NOBODY, OFF, FactKind, StoryClaim, side_of
from showbible.assets.recall.facts.introductions import kinds_in
from showbible.assets.recall.facts.looks import HAS_HAIR
from showbible.assets.recall.facts.parse import SentenceParse
from showbible.assets.recall.facts.reader import claims, parse
from showbible.assets.recall.facts.spellings import spellings
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.things import GONE

_SURE: Final = 0.9
_HAIR: Final = "hair"
_LEADING: Final = listed("in on at about around inside aboard")
_HAVING: Final = listed("has have with holds contains owns keeps counts carries")
StoryState = tuple[str, str, dict[str, str]]
"""An entity, its kind, and the fields that a text tells."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryReading:
    """One field of an entity as a sentence tells it."""

    entity: str
    kind: str
    field: str
    value: str
    words: str
    """The sentence itself."""
    place: int
    """Which sentence of its text it is."""
    becomes: bool
    """Whether the sentence tells how it came to be so."""


def states_of(text: str, known: Mapping[str, str]) -> list[StoryState]:
    """What a text tells of those it names, as it is in the end; `known` has the kinds of entities by name."""
    told: dict[str, tuple[str, dict[str, str]]] = {}
    for each in readings_of(text, known):
        told.setdefault(each.entity, (each.kind, {}))[1][each.field] = each.value
    return [(name, kind, fields) for name, (kind, fields) in told.items()]


def readings_of(text: str, known: Mapping[str, str], *, before: frozenset[str] = frozenset()) -> list[StoryReading]:
    """What each sentence of a text tells, in its order; `known` has the kinds of entities by name.

    `before` are the people of whom the texts before it speak.
    """
    kinds = kinds_in(text, known) | dict.fromkeys(before, "character")
    code = words.language(text)
    found = [
        StoryReading(
            entity=entity,
            kind=kinds.get(entity, "prop"),
            field=field[:64],
            value=(value if code == "en" or field == "holder" else " ".join(words.english_words(value)))[:200],
            words=sentence.text[:500],
            place=place,
            becomes=becomes,
        )
        for place, sentence in enumerate(parse(text, spellings(kinds, kinds, text), kinds, before=before))
        for entity, field, value, becomes in _said(sentence)
    ]
    return list(_together(found))


def _together(found: list[StoryReading]) -> Iterator[StoryReading]:
    """The readings with those of one sentence about one head of hair as one."""
    for place, each in enumerate(found):
        same = [one for one in found if one.field == _HAIR and _key(one) == _key(each)] if each.field == _HAIR else []
        if any(one in found[:place] for one in same):
            continue
        values = list(dict.fromkeys(one.value for one in same))
        yield replace(each, value=", ".join(values)[:200]) if len(values) > 1 else each


def _key(told: StoryReading) -> tuple[str, int, bool]:
    return told.entity, told.place, told.becomes


def _said(sentence: SentenceParse) -> Iterator[tuple[str, str, str, bool]]:
    if not sentence.limit:
        return
    for claim in claims([sentence]):
        if claim.before or claim.denied:
            continue
        if claim.kind in (FactKind.WEATHER, FactKind.TIME):
            field = "weather" if claim.kind == FactKind.WEATHER else "time of day"
            places = [each.name for each in sentence.mentions if each.kind == "location" and each.name]
            yield from ((name, field, claim.phrase, claim.becomes) for name in places)
        elif claim.entity and _is_its_own(claim, sentence):
            yield from ((*told, claim.becomes) for told in fields_of(claim))
    yield from ((*told, False) for told in attendance(sentence))


def _is_its_own(claim: StoryClaim, sentence: SentenceParse) -> bool:
    """Whether a number belongs to whom it is told of: to a place, or to one who is said to have so many."""
    if claim.kind != FactKind.COUNT:
        return True
    mention = next((each for each in sentence.mentions if each.name == claim.entity), None)
    if mention is None or mention.kind == "location":
        return mention is not None
    led = not _LEADING.isdisjoint(sentence.lowers[max(0, mention.start - 3) : mention.start])
    return led or not _HAVING.isdisjoint(sentence.lowers[mention.end : mention.end + 4])


def fields_of(claim: StoryClaim) -> Iterator[tuple[str, str, str]]:
    """What a claim says as the field of a state: of whom, which field, and its value."""
    value = claim.phrase
    if claim.kind == FactKind.WARDROBE and claim.about not in ("hands", "feet", "head"):
        bare = " ".join([*value.split()[:-1], *_side(claim, value)]) or "on"
        yield claim.entity, claim.about, "off" if claim.said & OFF else bare
    elif claim.kind == FactKind.WARDROBE:
        yield claim.entity, {"hands": "gloves", "feet": "shoes", "head": "hat"}[claim.about], "off"
    elif claim.kind == FactKind.HAIR and claim.said != HAS_HAIR:
        yield (
            claim.entity,
            "beard" if any(one[0] == "beard" for one in claim.said) else "hair",
            "clean-shaven" if ("beard", 1) in claim.said else value.removesuffix(" hair"),
        )
    elif claim.kind == FactKind.INJURY and claim.sure >= _SURE:
        yield claim.entity, claim.about, "healed" if ("hurt", 1) in claim.said else value
    elif claim.kind == FactKind.ABLE and (claim.becomes or claim.sure >= _SURE) and claim.said:
        yield claim.entity, table.first_matter(claim.said), value
    elif claim.kind == FactKind.PLACE:
        yield (
            claim.entity,
            "location",
            f"left the {value.removeprefix('left the ')}"
            if any(word.startswith("not ") for word in claim.words)
            else ", ".join(sorted(claim.words)),
        )
    else:
        yield from _plain_field(claim)


def _side(claim: StoryClaim, value: str) -> list[str]:
    """On which side something is worn, where the words that describe it do not say."""
    sides = [side for side in ("left", "right") if side_of([side]) <= claim.said and side not in value]
    return sides if len(sides) == 1 else []


def _plain_field(claim: StoryClaim) -> Iterator[tuple[str, str, str]]:
    sure = claim.becomes or claim.sure >= _SURE
    if claim.kind == FactKind.HOLDING and NOBODY in claim.words and sure:
        yield claim.entity, "holding", "nothing"
    elif claim.kind == FactKind.CONDITION and sure and claim.said:
        yield claim.entity, claim.about or table.first_matter(claim.said), claim.phrase
    elif claim.kind == FactKind.EXISTENCE and GONE in claim.words:
        yield claim.entity, "exists", GONE
    elif claim.kind in _PLAIN:
        field, value = _PLAIN[claim.kind](claim)
        yield claim.entity, field, value


_PLAIN: Final[Mapping[str, Callable[[StoryClaim], tuple[str, str]]]] = {
    FactKind.HOLDER: lambda claim: ("holder", next(iter(claim.words))),
    FactKind.COUNT: lambda claim: (table.plural(claim.about), next(word for word in claim.words if word.isdigit())),
    FactKind.RELATION: lambda claim: (f"relation to {claim.about}", claim.phrase),
    FactKind.AGE: lambda claim: ("age", claim.phrase),
    FactKind.OTHER: lambda claim: (claim.about, " ".join(claim.phrase.split()[:-1])),
}
"""Kinds whose field and value are always told the same way."""
