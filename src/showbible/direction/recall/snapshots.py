"""Read shots out of whatever a tool left behind, by the names of either spelling."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from showbible.direction.model import Shot, Snapshot
from showbible.errors import Invalid

IGNORED: Final = frozenset(
    {
        "shot_id",
        "shot_index",
        "created_at",
        "updated_at",
        "is_deleted",
        "images",
        "videos",
        "sketches",
        "generated_image_url",
        "shot_processor_prompts",
        "needs_rerender",
        "dialogue_audio",
    }
)
"""What the system writes into a shot: no director's decision."""

_MACHINE: Final = re.compile(r"(^|_)(urls?|images?|videos?|sketch(es)?|thumbnails?|audio|hash|etag|version)$")
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake(name: str) -> str:
    """A field's name as we write it."""
    return _CAPITAL.sub("_", name).lower()


def plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The same fields under our names."""
    return {snake(name): value for name, value in fields.items()}


def creative(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields a director decides, under our names."""
    named = sorted(plain(fields).items())
    return {n: v for n, v in named if n not in IGNORED and not _MACHINE.search(n) and v is not None}


def shots_of(data: Any) -> Snapshot | None:
    """The snapshot inside a tool's answer; None when it holds none or says that it failed."""
    if isinstance(data, Mapping):
        if data.get("success") is False:
            return None
        nested = next((data[name] for name in ("shots", "data", "scene", "result") if data.get(name) is not None), None)
        return shots_of(nested)
    if not isinstance(data, Sequence) or isinstance(data, str) or not data:
        return None
    if not all(isinstance(each, Mapping) for each in data):
        return None
    try:
        return read(data)
    except Invalid:
        return None


def read(raw: Iterable[Mapping[str, Any]]) -> Snapshot:
    """Shots in their order; a shot without an id, or with the id of another, is refused."""
    numbered = []
    seen: set[str] = set()
    for position, each in enumerate(raw):
        fields = plain(each)
        shot_id = fields.get("shot_id")
        if not isinstance(shot_id, str) or not shot_id:
            raise Invalid(f"Shot {position + 1} has no shot_id.", field="shots")
        if shot_id in seen:
            raise Invalid(f"Two shots have the id {shot_id[:80]!r}.", field="shots")
        seen.add(shot_id)
        index, gone = _number(fields.get("shot_index")), bool(fields.get("is_deleted"))
        shot = Shot(shot_id=shot_id, index=index, deleted=gone, fields=creative(fields))
        numbered.append((position if index is None else index, position, shot))
    return tuple(shot for _, _, shot in sorted(numbered, key=lambda each: each[:2]))


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def active(shots: Snapshot) -> Snapshot:
    """The shots that are not deleted."""
    return tuple(shot for shot in shots if not shot.deleted)
