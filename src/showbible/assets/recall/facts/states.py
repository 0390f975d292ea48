"""What a text tells, as states: of whom, of which kind, and which fields have which values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from showbible.assets.recall.facts import table, words
from showbible.assets.recall.facts.claim import (
    ABLE,
    AGE,
    CONDITION,
    COUNT,
    EXISTENCE,
    HAIR,
    HOLDER,
    HOLDING,
    INJURY,
    NOBODY,
    OFF,
    OTHER,
    PLACE,
    RELATION,
    TIME,
    WARDROBE,
    WEATHER,
    StoryClaim,
)
from showbible.assets.recall.facts.parse import DETERMINERS, SentenceParse
from showbible.assets.recall.facts.reader import claims, parse
from showbible.assets.recall.facts.spellings import candidates, leading_names, proper_names, spelled, spellings
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.things import GONE

_NO_THING: Final = frozenset({"people", "garments", "body", "kinds", "scopes", "reach", "stuff"})
_PLACING: Final = listed("in at on over to onto into of the from inside")
_OUTSIDE: Final = listed("over at on around above outside across throughout")
_SURE: Final = 0.9
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
    kinds = _kinds(text, known) | dict.fromkeys(before, "character")
    english = words.language(text) == "en"
    return [
        StoryReading(
            entity=entity,
            kind=kinds.get(entity, "prop"),
            field=field[:64],
            value=(value if english or field == "holder" else " ".join(words.english_words(value)))[:200],
            words=sentence.text[:500],
            place=place,
            becomes=becomes,
        )
        for place, sentence in enumerate(parse(text, spellings(kinds, kinds, text), kinds, before=before))
        for entity, field, value, becomes in _said(sentence)
    ]


def _kinds(text: str, known: Mapping[str, str]) -> dict[str, str]:
    """The kinds of those that a text may speak of, known or named in it for the first time."""
    kinds = {name: known[name] for name in candidates(text, known)}
    for name in [*proper_names(text), *leading_names(text), *_foreign_names(text)]:
        if spelled(name) and not any(is_same_name(name, each) for each in kinds):
            kinds[name] = _kind(text, name)
    for name in _things(text, kinds):
        kinds.setdefault(name, "prop")
    return kinds


def is_same_name(name: str, known: str) -> bool:
    """Whether a name is another form of a known one: by its first word, or with a title before it."""
    one, other = spelled(name), spelled(known)
    return one[:1] == other[:1] or (len(other) > 0 and one[-len(other) :] == other)


def _foreign_names(text: str) -> Iterator[str]:
    """In other languages a capital at the start is a name when a known verb of being or wearing follows."""
    if words.language(text) in ("es", "fr", "de"):
        for sentence in words.sentences(text, {}):
            first = sentence.words[0]
            if first.text[:1].isupper() and first.text.casefold() == first.lower and not table.classes(first.lower):
                yield first.text
    elif words.language(text) == "ja":
        head = text.partition("は")[0]
        if "は" in text and 0 < len(head.split("の")[0]) <= 4 and head.split("の")[0] not in table.translations("ja"):
            yield head.split("の")[0]


def _kind(text: str, name: str) -> str:
    place = text.find(name)
    if text[place + len(name) :].startswith(("'s", "’s")):
        return "character"
    before = text[:place].split()
    if any("places" in table.classes(each.casefold()) for each in name.split()) and len(name.split()) > 1:
        return "location"
    if before and before[-1].lower() in _PLACING | _OUTSIDE and len(name.split()) > 1:
        return "location"
    return "location" if before and before[-1].lower() in _OUTSIDE else "character"


def _things(text: str, kinds: Mapping[str, str]) -> Iterator[str]:
    """The nouns with an article that are no person, garment, body or moment."""
    for sentence in words.sentences(text, {spelled(name): name for name in kinds if spelled(name)}):
        place = 0
        while place < len(sentence.words):
            if sentence.words[place].lower in DETERMINERS | {"your", "all"}:
                noun = _noun_phrase(sentence.words, place + 1)
                if noun:
                    yield noun
            place += 1


def _noun_phrase(found: tuple[words.StoryWord, ...], first: int) -> str:
    while first < len(found) and _is_before_noun(found[first].lower):
        first += 1
    end = _end_of_phrase(found, first)
    if end == first:
        return ""
    if end + 1 < len(found) and found[end].lower == "of" and found[end].text != "of" and not found[end + 1].is_empty:
        return " ".join(each.text.casefold() for each in found[first : end + 2])
    if not _is_thing([each.lower for each in found[first:end]]):
        return ""
    texts = [each.text.casefold() for each in found[first:end]]
    if len(texts) == 1 and len(texts[0]) > 3 and not table.is_pair(texts[0]):
        texts = [table.singular(texts[0])]
    return " ".join(texts)


def _is_before_noun(lower: str) -> bool:
    return lower in DETERMINERS or lower in ("your", "all", "whole") or _is_passing(lower)


def _end_of_phrase(found: tuple[words.StoryWord, ...], first: int) -> int:
    end = first
    while end < len(found) and end - first < 3 and not found[end].is_empty and found[end].name is None:
        beside = found[end].lower == "next" and end + 1 < len(found) and found[end + 1].lower == "to"
        if beside or (end > first and _ends_noun(found, first, end)):
            break
        end += 1
    return end


def _is_thing(lowers: list[str]) -> bool:
    """Whether a noun with its adjectives, before or behind it, is no person, garment, place or moment."""
    nouns = [each for each in lowers if not table.qualities(each)]
    head = nouns[-1] if nouns else lowers[-1]
    if len(lowers) == 1 and "places.parts" in table.classes(head):
        return True
    moment = any(table.section(one[0]) in ("moment", "relation") for one in table.qualities(lowers[-1]))
    room = head != "bridge" and any("places" in table.classes(each) for each in lowers)
    return bool(nouns) and not (table.classes(head) & _NO_THING or moment or room)


def _is_done_there(found: tuple[words.StoryWord, ...], place: int) -> bool:
    """Whether a verb inside a noun phrase is what its noun does: "the kettle whistles", "three sailors stand"."""
    word, before = found[place], found[place - 1].lower
    if "garments" in table.classes(word.lower):
        return False
    inflected = word.lower.endswith(("s", "ed", "ing")) and not word.lower.endswith("ss")
    return inflected or word.text != word.text.lower() or table.singular(before) != before


def _ends_noun(found: tuple[words.StoryWord, ...], first: int, end: int) -> bool:
    """Whether a word can be no part of the noun before it: a verb, or a phrase that tells a quality."""
    word = found[end]
    single = first > 0 and found[first - 1].lower in ("a", "an")
    moment = any(table.section(each[0]) == "moment" for each in table.qualities(found[end - 1].lower))
    acts = word.lower.endswith("s") and not word.lower.endswith("ss") and (single or moment)
    return (bool(table.verb(word.stem)) and _is_done_there(found, end)) or acts or "_" in word.lower


def _is_passing(word: str) -> bool:
    """Whether a word tells a condition that may change, so that it is no part of a name."""
    return any(table.section(each[0]) == "condition" for each in table.qualities(word))


def _said(sentence: SentenceParse) -> Iterator[tuple[str, str, str, bool]]:
    if not sentence.limit:
        return
    for claim in claims([sentence]):
        if claim.before or claim.denied:
            continue
        if claim.kind in (WEATHER, TIME):
            field = "weather" if claim.kind == WEATHER else "time of day"
            places = [each.name for each in sentence.mentions if each.kind == "location" and each.name]
            yield from ((name, field, claim.phrase, claim.becomes) for name in places)
        elif claim.entity and _is_its_own(claim, sentence):
            yield from ((*told, claim.becomes) for told in fields_of(claim))
    yield from ((*told, False) for told in _present(sentence))


def _is_its_own(claim: StoryClaim, sentence: SentenceParse) -> bool:
    """Whether a number belongs to whom it is told of: to a place, or to one who is said to have so many."""
    if claim.kind != COUNT:
        return True
    mention = next((each for each in sentence.mentions if each.name == claim.entity), None)
    if mention is None or mention.kind == "location":
        return mention is not None
    return not _HAVING.isdisjoint(sentence.lowers[mention.end : mention.end + 4])


def fields_of(claim: StoryClaim) -> Iterator[tuple[str, str, str]]:
    """What a claim says as the field of a state: of whom, which field, and its value."""
    value = claim.phrase
    if claim.kind == WARDROBE and claim.about not in ("hands", "feet", "head"):
        bare = " ".join(value.split()[:-1]) if len(value.split()) > 1 else "on"
        yield claim.entity, claim.about, "off" if claim.said & OFF else bare
    elif claim.kind == WARDROBE:
        yield claim.entity, {"hands": "gloves", "feet": "shoes", "head": "hat"}[claim.about], "off"
    elif claim.kind == HAIR:
        yield (
            claim.entity,
            "beard" if any(one[0] == "beard" for one in claim.said) else "hair",
            "clean-shaven" if ("beard", 1) in claim.said else value.removesuffix(" hair"),
        )
    elif claim.kind == INJURY and claim.sure >= _SURE:
        yield claim.entity, claim.about, "healed" if ("hurt", 1) in claim.said else value
    elif claim.kind == ABLE and (claim.becomes or claim.sure >= _SURE) and claim.said:
        yield claim.entity, table.first_matter(claim.said), value
    elif claim.kind == PLACE:
        yield (
            claim.entity,
            "location",
            f"left the {value.removeprefix('left the ')}"
            if any(word.startswith("not ") for word in claim.words)
            else ", ".join(sorted(claim.words)),
        )
    else:
        yield from _plain_field(claim)


def _plain_field(claim: StoryClaim) -> Iterator[tuple[str, str, str]]:
    sure = claim.becomes or claim.sure >= _SURE
    if claim.kind == HOLDING and NOBODY in claim.words and sure:
        yield claim.entity, "holding", "nothing"
    elif claim.kind == CONDITION and sure and claim.said:
        yield claim.entity, claim.about or table.first_matter(claim.said), claim.phrase
    elif claim.kind == EXISTENCE and GONE in claim.words:
        yield claim.entity, "exists", GONE
    elif claim.kind in _PLAIN:
        field, value = _PLAIN[claim.kind](claim)
        yield claim.entity, field, value


_PLAIN: Final[Mapping[str, Callable[[StoryClaim], tuple[str, str]]]] = {
    HOLDER: lambda claim: ("holder", next(iter(claim.words))),
    COUNT: lambda claim: (f"{claim.about}s", next(word for word in claim.words if word.isdigit())),
    RELATION: lambda claim: (f"relation to {claim.about}", claim.phrase),
    AGE: lambda claim: ("age", claim.phrase),
    OTHER: lambda claim: (claim.about, " ".join(claim.phrase.split()[:-1])),
}
"""Kinds whose field and value are always told the same way."""


def _present(sentence: SentenceParse) -> Iterator[tuple[str, str, str]]:
    """Who is left at a place: "only the porter is left in the hotel", "everyone has left the villa but Quentin"."""
    places = [each for each in sentence.mentions if each.kind == "location" and each.name]
    lowers = sentence.lowers
    if not places:
        return
    if "but" in lowers and {"everyone", "everybody", "all"} & set(lowers) and {"left", "gone"} & set(lowers):
        who = " ".join(each.text for each in sentence.words[lowers.index("but") + 1 :] if not each.is_mark)
        yield places[0].name, "present", f"only {who}"
    elif lowers[0] in ("only", "nobody") or "deserted" in lowers or "abandoned" in lowers:
        people = [sentence.words[each.start].text for each in sentence.mentions if each.is_person]
        yield places[0].name, "present", f"only {' '.join(people)}" if lowers[0] == "only" and people else "nobody"
