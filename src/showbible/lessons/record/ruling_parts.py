"""What rulings about patterns and about combinations have in common, for the kit that corrects them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypedDict

from showbible.corrections import Fields
from showbible.lessons.model import Combination, Pattern, UseState
from showbible.vocabulary import word

Decided = Pattern | Combination
"""What people rule about."""


class RulingParts(TypedDict):
    """How a ruling is read, checked, paused and told from an older one."""

    fields: Callable[[Decided], Fields]
    check: Callable[[Decided, Fields], Fields]
    pausing: Callable[[bool], Fields]
    mark: Callable[[Decided], str]
    unset: str


def ruling_parts(checked: Callable[[str, Any], Any]) -> RulingParts:
    """The parts of a kind that people rule about; `checked` is a choice in its usual form."""

    def check(field: str, value: Any) -> Any:
        if field == "state":
            return word(UseState, "state", str(value or UseState.ACTIVE))
        return None if value is None else checked(field, value)

    return {
        "fields": lambda found: asdict(found.ruling),
        "check": lambda _, wanted: {field: check(field, value) for field, value in wanted.items()},
        "pausing": lambda paused: {"state": UseState.when(paused=paused)},
        "mark": lambda found: found.ruling.mark,
        "unset": "left to the runs",
    }
