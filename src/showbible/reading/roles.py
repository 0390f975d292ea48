"""Who does something for the user, by name: "our plumber, Wayne", "Rosa, who is our plumber"."""

from __future__ import annotations

import re
from typing import Final

from showbible.reading.grammar import grammar
from showbible.reading.model import SentenceReading, Value

_BEFORE: Final = re.compile(
    r"\b(?:my|our)\s+(?:[\w-]+\s+){0,2}?(?P<role>[\w-]+)\s*(?:,|is(?: called| named)?|['\u2019]s|called|named)?\s*$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"\s*,?\s*(?:who(?:\s+is|['\u2019]s)|is)?\s*\b(?:my|our)\s+(?:[\w-]+\s+){0,2}?(?P<role>[\w-]+)\s*(?=[,.;!?]|$)",
    re.IGNORECASE,
)
_ONCE: Final = re.compile(r"\b(?:old|former|last|previous|first|other|second|ex)\b", re.IGNORECASE)
_SEVERAL: Final = frozenset({"member", "player", "follower", "lodger", "visitor", "worker", "apprentice", "intern"})
"""Words that end as trades do, of whom one may well have several."""


def same_role(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether two names are said to be the user's own one of the same trade or relation."""
    role = role_of(new, pair[0])
    return bool(role) and role == role_of(old, pair[1])


def role_of(reading: SentenceReading, value: Value) -> str:
    """What a name stands beside as its other name, of which one has one at a time: a trade, a boss, a landlady."""
    using = grammar(reading.language)
    if using is None or using.code != "en":
        return ""
    match = _BEFORE.search(reading.text[: value.start]) or _AFTER.match(reading.text[value.end :])
    role = match["role"].lower() if match else ""
    if match is None or role in _SEVERAL or _ONCE.search(match[0]):
        return ""
    relation = using.relations.get(using.stem(role), "")
    if relation:
        return "" if relation in using.several or relation.startswith("grand") else relation
    return using.stem(role) if using.is_trade(role) else ""
