"""Which of several states decides, and what is so of an entity at a moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import EntityState, Fact
from showbible.vocabulary import PERSON, RULE

_RANK: Final = {RULE: 0, PERSON: 2}
_FOREVER: Final = 2**62


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
