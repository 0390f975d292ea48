"""Which shots the parameters of a tool call mean, seen from the snapshot just before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from showbible.direction.model import Snapshot
from showbible.direction.recall.snapshots import creative, plain

_BY_ID: Final = ("shot_id", "shot_ids")
_BY_NUMBER: Final = ("shot_number", "shot_numbers")
_BY_INDEX: Final = ("shot_index", "shot_indexes", "shot_indices")
_ANY: Final = (*_BY_ID, *_BY_NUMBER, *_BY_INDEX)
_CHANGES: Final = ("changes", "updates", "modifications", "fields", "patch", "shot")
_OPERATIONS: Final = ("operations", "edits", "steps", "plan")


def named(params: Mapping[str, Any], before: Snapshot) -> tuple[str, ...] | None:
    """The shots that the parameters name; None when they name none, empty when there are no such shots."""
    given = plain(params)
    if not any(name in given for name in _ANY):
        return None
    known = {shot.shot_id for shot in before}
    found = [str(value) for name in _BY_ID for value in _values(given.get(name)) if value in known]
    for name in _BY_NUMBER:
        found += [shot_id for value in _values(given.get(name)) for shot_id in _at(before, value)]
    for name in _BY_INDEX:
        found += [shot_id for value in _values(given.get(name)) for shot_id in _indexed(before, value)]
    return tuple(dict.fromkeys(found))


def requested(params: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that a modification asks for, with the values it wants."""
    given = plain(params)
    inner = next((given[name] for name in _CHANGES if isinstance(given.get(name), Mapping)), None)
    if inner is not None:
        return creative(inner)
    field, value = given.get("field"), given.get("value")
    if isinstance(field, str):
        return creative({field: value if value is not None else ""})
    return {name: value for name, value in creative(given).items() if name not in _ANY}


def operations(params: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The single steps of an edit plan, where it spells them out."""
    given = plain(params)
    steps: list[Any] = next((given[name] for name in _OPERATIONS if isinstance(given.get(name), list)), [])
    return [plain(step) for step in steps if isinstance(step, Mapping)]


def _values(given: object) -> list[Any]:
    if given is None:
        return []
    return [value for value in given if isinstance(value, str | int | float)] if isinstance(given, list) else [given]


def _at(before: Snapshot, number: Any) -> Iterator[str]:
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(before):
        yield before[number - 1].shot_id


def _indexed(before: Snapshot, index: Any) -> Iterator[str]:
    same = [shot.shot_id for shot in before if shot.index is not None and shot.index == index]
    yield from same or (_at(before, index) if all(shot.index is None for shot in before) else ())
