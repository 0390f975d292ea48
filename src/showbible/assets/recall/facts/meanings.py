"""States as typed facts: which kind of matter a field is, and what its value says in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from showbible.assets.model import EntityState, Fact
from showbible.assets.recall.facts import table, words
from showbible.assets.recall.facts.claim import NOBODY, OFF, ON, FactKind, side_of
from showbible.assets.recall.facts.doings import number_of
from showbible.assets.recall.facts.table import Qualities, listed
from showbible.assets.recall.facts.things import GONE

_NOTHING: Final = listed("nothing nobody none empty no no_one no-one")
_ABLE: Final = listed("life wakefulness freedom sight mood drunk")
_ENDED: Final = listed(
    """
    gone melted eaten destroyed sold burnt_down burned_down burnt demolished consumed vanished disappeared
    dissolved exploded missing used_up evaporated sunk incinerated stolen confiscated dismantled felled
    torn_down cut_down washed_away scrapped
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryFact:
    """One thing that is so, of one kind."""

    entity: str
    field: str
    value: str
    kind: str
    about: str = ""
    said: Qualities = frozenset()
    words: frozenset[str] = frozenset()
    fact: Fact | None = None


Meaning = tuple[str, str, Qualities, frozenset[str]]
"""Kind, what it is about, what is said of it, and the words it is said with."""


def typed(entity: str, fact: Fact) -> list[StoryFact]:
    """What a field of a state says; a value such as an outfit may say several things."""
    return [
        StoryFact(
            entity=entity, field=fact.field, value=fact.value, kind=kind, about=about, said=said, words=told, fact=fact
        )
        for kind, about, said, told in meanings(fact.field[:200], fact.value[:2000])
    ]


@lru_cache(maxsize=16_384)
def meanings(field: str, value: str) -> tuple[Meaning, ...]:
    """What a field with a value means, by the words of both."""
    own = words.language(value)
    code = own if own != "en" else words.language(f"{field} : {value}")
    names = words.english_words(field, code if words.language(field) == "en" and code != "ja" else "")
    told = words.english_words(value, code)
    kinds = frozenset().union(*(table.classes(each) for each in [*names, "_".join(names)]))
    if "kinds.holder" in kinds:
        return tuple(_holder(value, told))
    for means in (_place, _relation, _wardrobe, _hair, _injury, _held, _present, _moment, _able, _age, _count):
        found = means(names, told, kinds)
        if found:
            return tuple(found)
    return tuple(_other(names, told))


def _place(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    if "kinds.place" not in kinds:
        return []
    places = {table.singular(each) for each in told if "places" in table.classes(each)}
    if told[:1] and told[0] in ("left", "gone", "away", "outside"):
        return [(FactKind.PLACE, "", frozenset(), frozenset(f"not {each}" for each in places or set(told[-1:])))]
    return [(FactKind.PLACE, "", frozenset(), frozenset(places or told))]


def _relation(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    said = frozenset(each for each in table.groups_of(told) if each[0] in ("relation", "bond"))
    if "kinds.relation" in kinds and said:
        to = names[names.index("to") + 1 :] if "to" in names else names[1:]
        return [(FactKind.RELATION, " ".join(to), said, frozenset(told))]
    own = frozenset(each for each in table.groups_of(names[:1]) if each[0] == "relation")
    if own and (len(names) == 1 or names[1:2] == ["of"]):
        return [(FactKind.RELATION, " ".join(told), own, frozenset(names))]
    return []


def _wardrobe(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    garments = [each for each in names if "garments" in table.classes(each)]
    if garments:
        said = table.of_section(table.groups_of(told), "looks", "condition", "worn") | side_of(told)
        off = bool(said & OFF) or bool(_NOTHING & set(told))
        return [
            (FactKind.WARDROBE, table.singular(garments[-1]), (said - ON) | OFF if off else said | ON, frozenset(told))
        ]
    bare = next((each for each in names if each in ("feet", "head", "hands")), None)
    if bare and "bare" in told:
        return [(FactKind.WARDROBE, bare, OFF, frozenset(told))]
    if "kinds.outfit" not in kinds:
        return []
    return list(_outfit(told))


def _outfit(told: list[str]) -> list[Meaning]:
    found: list[Meaning] = []
    described: list[str] = []
    for each in told:
        if "garments" in table.classes(each):
            said = table.of_section(table.groups_of(described), "looks", "condition") | ON
            found.append((FactKind.WARDROBE, table.singular(each), said, frozenset(told)))
            described = []
        else:
            described.append(each)
    return found


def _hair(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    bald = {"bald", "shaved", "clean_shaven", "shaven"} & set(told) and kinds & {"body.head", "body.face"}
    if not kinds & {"kinds.hair", "kinds.beard"} and not bald:
        return []
    beard = "kinds.beard" in kinds
    said = table.of_section(table.groups_of(told), "hair")
    if beard:
        shaved = _NOTHING & set(told) or {"shaved", "clean_shaven", "off"} & set(told)
        said = (
            frozenset({("beard", 1)})
            if shaved
            else frozenset({("beard", 0)}) | frozenset(each for each in said if each[0] == "hair_colour")
        )
    if not beard and "beard" in told:
        said |= {("beard", 0)}
    return [(FactKind.HAIR, "beard" if beard else "hair", said, frozenset(told))]


def _injury(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    parts = [each for each in [*names, *told] if "body.part" in table.classes(each)]
    said = frozenset(each for each in table.groups_of([*told, *names]) if each[0] in ("hurt", "wound"))
    about_hurt = "body" in kinds or "kinds.injury" in kinds
    if not any(each[0] == "hurt" for each in said) or not about_hurt:
        return []
    side = next((each for each in [*names, *told] if each in ("left", "right")), "")
    part = table.singular(parts[0]) if parts else ""
    if "healed" in told or "unhurt" in told:
        said = frozenset({("hurt", 1)})
    return [(FactKind.INJURY, f"{side} {'foot' if part == 'feet' else part}".strip(), said, frozenset(told))]


def _holder(value: str, told: list[str]) -> list[Meaning]:
    """Who has a thing, by name: a name is no word of any language."""
    who = " ".join(each for each in words.spelling(value) if each not in ("the", "a"))
    return [(FactKind.HOLDER, "", frozenset(), frozenset({NOBODY if _NOTHING & set(told) else who}))]


def _held(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    if "kinds.hold" not in kinds:
        return []
    if _NOTHING & set(told):
        return [(FactKind.HOLDING, "", frozenset(), frozenset({NOBODY}))]
    return [
        (
            FactKind.HOLDING,
            "",
            frozenset(),
            frozenset(each for each in told if each not in ("the", "a", "an", "and", "of", "in", "her", "his", "hand")),
        )
    ]


def _present(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    if "kinds.exists" in kinds or (_ENDED & set(told) and not kinds & {"places", "garments"}):
        gone = bool(_ENDED & set(told)) or bool({"no", "false", "not"} & set(told))
        return [(FactKind.EXISTENCE, "", frozenset(), frozenset({GONE if gone else "there"}))]
    if "kinds.present" not in kinds:
        return []
    if "only" in told or any("people.alone" in table.classes(each) for each in told):
        others = {each for each in told if "people.alone" not in table.classes(each)}
        return [(FactKind.PRESENCE, "", frozenset(), frozenset({"only", *others}))]
    return []


def _moment(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    for kind, matter, own in (
        (FactKind.WEATHER, "weather", "kinds.weather"),
        (FactKind.TIME, "time_of_day", "kinds.time"),
    ):
        said = frozenset(each for each in table.groups_of(told) if each[0] == matter)
        if own in kinds and said:
            return [(kind, "", said, frozenset(told))]
    return []


def _able(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    said = frozenset(each for each in table.groups_of(told) if each[0] in _ABLE)
    if {"alive", "living"} & set(names):
        said = frozenset({("life", 1 if {"no", "false", "not"} & set(told) else 0)})
    if "dead" in names:
        said = frozenset({("life", 0 if {"no", "false", "not"} & set(told) else 1)})
    if ("life", 1) in said and len(told) > 3:
        said = frozenset({("life", 1)})
    return [(FactKind.ABLE, "", said, frozenset(told)), *_conditions(told)] if said else []


def _age(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    if "kinds.age" not in kinds:
        return []
    number = next((number_of(each) for each in told if number_of(each) is not None), None)
    said = frozenset(each for each in table.groups_of(told) if each[0] == "stage")
    return [
        (
            FactKind.AGE,
            "",
            stage_of(number) if number is not None else said,
            frozenset() if number is None else frozenset({str(number)}),
        )
    ]


def stage_of(years: int) -> Qualities:
    """The stages of life that an age may be called."""
    bounds = ((0, 3, 0), (2, 12, 1), (11, 19, 2), (16, 40, 3), (35, 65, 4), (58, 200, 5))
    return frozenset(("stage", group) for low, high, group in bounds if low <= years <= high)


def _count(names: list[str], told: list[str], kinds: frozenset[str]) -> list[Meaning]:
    numbers = [number_of(each) for each in told]
    known = [each for each in numbers if each is not None]
    if len(known) != 1 or len(told) > 3 or not names:
        return []
    noun = next((each for each in reversed(names) if each not in ("number", "of", "count", "the")), names[-1])
    return [(FactKind.COUNT, table.singular(noun), frozenset(), frozenset({str(known[0])}))]


def _conditions(told: list[str]) -> list[Meaning]:
    said = table.of_section(table.groups_of(told), "condition")
    return [(FactKind.CONDITION, "", said, frozenset(told))] if said else []


def _other(names: list[str], told: list[str]) -> list[Meaning]:
    said = frozenset(
        each for each in table.groups_of(told) if table.section(each[0]) in ("condition", "person", "looks")
    )
    part = (
        ""
        if {"state", "condition", "status"} & set(names)
        or any(table.groups_of(names))
        or any(map(table.is_matter, names))
        else " ".join(table.singular(each) for each in names[-1:])
    )
    matters = frozenset(each for each in said if table.section(each[0]) != "looks")
    return [(FactKind.CONDITION if matters else FactKind.OTHER, part, said, frozenset(told))]


def shown(value: Any) -> str:
    """A value of a state as words."""
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    return (
        ", ".join(f"{name} {shown(each)}" for name, each in value.items())
        if isinstance(value, Mapping)
        else str(value or "")
    )


def world(entity: str, facts: Sequence[Fact]) -> list[StoryFact]:
    """What is so of an entity, the later of two that tell of the same matter."""
    ordered = sorted(facts, key=lambda each: -1 if each.state.start_ms is None else each.state.start_ms)
    return [one for each in ordered for one in typed(entity, each)]


def at_other_times(states: Sequence[EntityState], field: str, at_ms: int | None) -> list[str]:
    """The values that a field has before or after the one it has now."""
    past = earlier(states, field, at_ms)
    later = [each for each in states if field in each.state and at_ms is not None and (each.start_ms or 0) > at_ms]
    return [*past, *(shown(each.state[field]) for each in later)]


def earlier(states: Sequence[EntityState], field: str, at_ms: int | None) -> list[str]:
    """The values that a field had before the one it has now."""
    told = [each for each in states if field in each.state and (at_ms is None or (each.start_ms or 0) <= at_ms)]
    ordered = sorted(told, key=lambda each: each.start_ms or 0)
    return [shown(each.state[field]) for each in ordered[:-1]]
