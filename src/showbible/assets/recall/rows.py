"""Rows of the database as the values they stand for."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final, TypeVar

from showbible.assets.model import (
    Artifact,
    Asset,
    AssetKind,
    Clip,
    EntityKind,
    EntityState,
    LookState,
    Note,
    Segment,
    SegmentKind,
    words,
)
from showbible.storage.search import Index
from showbible.storage.vectors import VectorIndex
from showbible.vocabulary import AssetId, moment

WORDS: Final = Index(name="asset", weights=(3.0, 2.5, 2.0, 1.0))
"""The full text: prompt, caption, then entities and tags, then the words of the path."""
MEANINGS: Final = VectorIndex(name="asset")

Value = TypeVar("Value")

ASSET: Final = """
    asset_id, kind, path, prompt, caption, caption_by, entity_summary, tags, clip_id, segment_id, version,
    needs_reindex, look, created_at
"""


def asset(row: Any) -> Asset:
    """A row of the asset index."""
    return _value(
        Asset,
        row,
        asset_id=AssetId(row.asset_id),
        kind=AssetKind(row.kind),
        tags=tuple(json.loads(row.tags)),
        needs_reindex=bool(row.needs_reindex),
        look=LookState(row.look),
        created_at=moment(row.created_at),
    )


def text(row: Any) -> str:
    """Every word of a row that a search compares."""
    return words(row.prompt, row.caption, row.entity_summary, json.loads(row.tags) if row.tags != "[]" else ())


def artifact(row: Any) -> Artifact:
    """A row of the artifacts."""
    return _value(
        Artifact,
        row,
        tags=tuple(json.loads(row.tags)),
        metadata=json.loads(row.metadata),
        created_at=moment(row.created_at),
    )


def segment(row: Any) -> Segment:
    """A row of the segments."""
    return _value(Segment, row, kind=SegmentKind(row.kind))


def clip(row: Any) -> Clip:
    """A row of the takes."""
    params, created_at = json.loads(row.params), moment(row.created_at)
    return _value(Clip, row, params=params, is_active=bool(row.is_active), created_at=created_at)


def state(row: Any) -> EntityState:
    """A row of the entity states."""
    return _value(
        EntityState,
        row,
        kind=EntityKind(row.kind),
        state=json.loads(row.state),
        words=json.loads(row.words),
        created_at=moment(row.created_at),
        paused_at=None if row.paused_at is None else moment(row.paused_at),
    )


def note(row: Any) -> Note:
    """A row of the notes."""
    return _value(Note, row, payload=json.loads(row.payload), created_at=moment(row.created_at))


def _value(kind: type[Value], row: Any, /, **read: Any) -> Value:
    """The value that a row stands for: what is not read otherwise is the column of the same name."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return kind(**{name: read[name] if name in read else getattr(row, name) for name in names})
