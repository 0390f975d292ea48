"""Contradictions between a text and what is known, told only where they are certain."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import Contradiction, EntityState, Fact
from showbible.assets.recall.entity_rules import Saying, sayings, singular, spans, tokens
from showbible.assets.recall.lexicon import COPULAS, MOMENT_FIELDS, MOMENTS, OUTFIT, OUTFIT_FIELDS, QUALITIES
from showbible.vocabulary import PERSON, RULE

_RANK: Final = {RULE: 0, PERSON: 2}
_FOREVER: Final = 2**62


def contradictions(text: str, known: Mapping[str, Sequence[Fact]]) -> list[Contradiction]:
    """What a text says of the entities it names that contradicts their known facts."""
    found = []
    for name, words in spans(text, known).items():
        said = sayings(words)
        for fact in known[name]:
            proposed = _against(fact, words, said)
            if proposed is not None:
                found.append(_conflict(name, fact, proposed))
    return found


def _conflict(name: str, fact: Fact, proposed: str) -> Contradiction:
    return Contradiction(
        entity=name,
        field=fact.field,
        known=fact.value,
        proposed=proposed,
        asset_id=fact.state.source_asset_id,
        since=fact.state.start_ms,
    )


def _against(fact: Fact, words: Sequence[str], said: Sequence[Saying]) -> str | None:
    """What the words say against a fact, if anything."""
    rules = (
        _other_quality(fact, said),
        _other_outfit(fact, words),
        _other_moment(fact, words),
        _other_value(fact, words),
    )
    return next((proposed for proposed in rules if proposed is not None), None)


def _other_quality(fact: Fact, said: Sequence[Saying]) -> str | None:
    known = _classed(tokens(fact.value))
    nouns = {singular(word) for word in tokens(_spaced(fact.field)) + tokens(fact.value) if word not in QUALITIES}
    for saying in said:
        if nouns.isdisjoint(map(singular, saying.nouns)):
            continue
        proposed = _classed(saying.qualities)
        for name, groups in known.items():
            if name in proposed and groups.isdisjoint(proposed[name]):
                return saying.phrase
    return None


def _classed(words: Collection[str]) -> dict[str, set[int]]:
    classed: dict[str, set[int]] = {}
    for word in words:
        if word in QUALITIES:
            name, group = QUALITIES[word]
            classed.setdefault(name, set()).add(group)
    return classed


def _other_outfit(fact: Fact, words: Sequence[str]) -> str | None:
    if _spaced(fact.field).casefold() not in OUTFIT_FIELDS:
        return None
    known = {singular(word) for word in tokens(fact.value)} & OUTFIT
    for place, word in enumerate(words):
        if singular(word) in OUTFIT and known and singular(word) not in known and _is_worn(words, place):
            return " ".join([*_qualities_before(words, place), word])
    return None


def _is_worn(words: Sequence[str], place: int) -> bool:
    before = words[max(0, place - 5) : place]
    denied = any(word in ("no", "not", "without") for word in before)
    return not denied and any(word in ("in", "wears", "wearing", "dressed", "wear") for word in before)


def _qualities_before(words: Sequence[str], place: int) -> Iterator[str]:
    return (word for word in words[max(0, place - 3) : place] if word in QUALITIES)


def _other_moment(fact: Fact, words: Sequence[str]) -> str | None:
    if fact.field.casefold().replace(" ", "_") not in MOMENT_FIELDS:
        return None
    known = {MOMENTS[word] for word in tokens(fact.value) if word in MOMENTS}
    for word in words:
        name, group = MOMENTS.get(word, ("", -1))
        groups = {place for each, place in known if each == name}
        if groups and group not in groups:
            return word
    return None


def _other_value(fact: Fact, words: Sequence[str]) -> str | None:
    """What "mood: tense" or "mood is tense" says against another mood."""
    field, known = tokens(_spaced(fact.field)), set(tokens(fact.value))
    for place in range(len(words) - len(field) - 1):
        if list(words[place : place + len(field)]) != field:
            continue
        joint, value = words[place + len(field)], words[place + len(field) + 1]
        if (joint == ":" or joint in COPULAS) and value.isalnum() and _excludes(value, known):
            return value
    return None


def _excludes(value: str, known: set[str]) -> bool:
    """Whether a bare word says something else: qualities were compared already, and small words say nothing."""
    return value not in known and value not in QUALITIES and len(value) > 3 and known.isdisjoint(QUALITIES)


def _spaced(field: str) -> str:
    return field.replace("_", " ").replace("-", " ")


def standing(state: EntityState) -> tuple[int, int, datetime]:
    """What decides between two states that hold at once, the higher wins.

    A person's word outranks a model's and a model's a rule's; among equals the later in the story
    wins, then the later told.
    """
    return _RANK.get(state.made_by, 1), -1 if state.start_ms is None else state.start_ms, state.created_at


def facts_at(states: Sequence[EntityState], at_ms: int | None) -> list[Fact]:
    """What is so of an entity at a story time; without one, each field as it was last told."""
    if at_ms is not None:
        return facts_in_force([each for each in states if each.holds(at_ms)])
    fields = dict.fromkeys(field for each in states if not each.paused for field in each.state)
    return [fact for field in fields for fact in _last_told(field, states)]


def _last_told(field: str, states: Sequence[EntityState]) -> Iterator[Fact]:
    """A field at the last moment that any state speaks of it: what ended before that is over."""
    telling = [each for each in states if field in each.state and not each.paused]
    last = max(_FOREVER if each.end_ms is None else each.end_ms - 1 for each in telling)
    found = facts_in_force([each for each in telling if each.holds(last)])
    return (fact for fact in found if fact.field == field)


def facts_in_force(states: Sequence[EntityState]) -> list[Fact]:
    """Each field's value at a moment, from the states that hold then."""
    facts: dict[str, Fact] = {}
    for state in sorted(states, key=standing):
        for field, value in state.state.items():
            facts[field] = Fact(field=field, value=_shown(value), state=state)
    return [fact for fact in facts.values() if fact.value]


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(each)}" for name, each in value.items())
    return "" if value is None else str(value)
