"""The facts of an entity as lines that a person reads and writes, `coat: red`, and story times as people write them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from showbible.assets.model import milliseconds
from showbible.errors import Invalid


def spelled(state: Mapping[str, Any], *, between: str = "\n") -> str:
    """Each fact as `field: value`; what is no plain text is written as JSON."""
    return between.join(f"{field}: {value(told)}" for field, told in state.items())


def read(text: str, *, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The facts that lines spell out; one that reads as it did before keeps its very value."""
    before = known or {}
    facts = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        field, words = _parts(line, before)
        same = field in before and value(before[field]) == words
        facts[field] = before[field] if same else _meant(words)
    return facts


def value(told: Any) -> str:
    """One value as it is written on a line."""
    if isinstance(told, str) and told.strip() == told and told.isprintable() and told[:1] not in ('"', "[", "{", ""):
        return told
    written = json.dumps(told, ensure_ascii=False)
    return written if written.isprintable() else json.dumps(told)


def _parts(line: str, known: Mapping[str, Any]) -> tuple[str, str]:
    for field in sorted(known, key=len, reverse=True):
        if line.startswith(f"{field}:"):
            return field, line.removeprefix(f"{field}:").strip()
    field, _, words = line.partition(":")
    if not field.strip() or not words.strip():
        raise Invalid(f"Write each fact as “field: value”, not “{line[:80]}”.", field="facts")
    return field.strip(), words.strip()


def _meant(words: str) -> Any:
    """A list, an object or a quoted text where it is written as one; else the words as they stand."""
    if words[:1] not in ('"', "[", "{"):
        return words
    try:
        return json.loads(words)
    except (ValueError, RecursionError):
        return words


def seconds(field: str, text: str) -> float | None:
    """A story time from an address or a form: seconds, or minutes and seconds; nothing when blank."""
    if not text.strip():
        return None
    try:
        parts = [float(part) for part in text.strip().split(":")]
    except ValueError:
        raise Invalid(f"{field} is a story time: seconds, or minutes:seconds.", field=field) from None
    total = 0.0
    for part in parts[-3:]:
        total = total * 60 + part
    milliseconds(field, total)
    return total
