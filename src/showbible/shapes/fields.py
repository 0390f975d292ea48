"""The fields of a shape or a body that are those of a value of ours, so that nobody has to name them again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from types import NoneType, UnionType
from typing import Any, NewType, Required, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import AliasPath, Field

Kinds = Mapping[Any, Any]
"""Types of ours that JSON knows as others."""


def like(model: type, without: Collection[str], shape: type, kinds: Kinds) -> dict[str, Any]:
    """The annotations of a shape: the fields of a value but for some, and those that the shape names itself.

    Such a field stands where the one was that it tells of; one that tells of none, behind the one named before it.
    """
    given = {name: _as_json(hint, kinds) for name, hint in _hints(model).items() if name not in without}
    order, place = list(given), len(given)
    for name in shape.__annotations__:
        if (source := _source(name, vars(shape).get(name))) in order:
            place = order.index(source)
            order[place : place + 1] = [name]
        else:
            order.insert(place, name)
        place += 1
    return {name: shape.__annotations__.get(name, given.get(name)) for name in order}


def defaults(model: type) -> dict[str, Any]:
    """What each field of a value holds where nobody says it; one that may be left out of a dictionary, nothing."""
    if is_typeddict(model):
        hints = get_type_hints(model, include_extras=True)
        return {name: _nothing(hint) for name, hint in hints.items() if get_origin(hint) is not Required}
    return {each.name: each.default for each in fields(model) if each.default is not MISSING}


def _hints(model: type) -> dict[str, Any]:
    hints = get_type_hints(model)
    return hints if is_typeddict(model) else {each.name: hints[each.name] for each in fields(model)}


def _nothing(hint: Any) -> Any:
    return Field(default_factory=list) if get_origin(hint) is Sequence else None


def _source(name: str, field: object) -> str | int:
    alias = getattr(field, "validation_alias", None)
    return alias.path[0] if isinstance(alias, AliasPath) else alias or name


def _as_json(kind: Any, kinds: Kinds) -> Any:
    if kind in kinds:
        return kinds[kind]
    if isinstance(kind, NewType):
        return _as_json(kind.__supertype__, kinds)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return str
    inner = [_as_json(each, kinds) for each in get_args(kind) if each not in (NoneType, ...)]
    if (origin := get_origin(kind)) is UnionType:
        return inner[0] | None
    if origin in (tuple, Sequence):
        return list[inner[0]]  # type: ignore[valid-type]
    return dict[inner[0], inner[1]] if origin in (dict, Mapping) else kind  # type: ignore[valid-type]
