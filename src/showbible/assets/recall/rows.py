"""Rows of the database as the values they stand for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from showbible.assets.model import (
    Artifact,
    Asset,
    Clip,
    EntityState,
    Note,
    Segment,
    words,
)
from showbible.storage.database import ProjectDatabase
from showbible.storage.rows import value_of
from showbible.storage.search import Index
from showbible.storage.vectors import VectorIndex

WORDS: Final = Index(name="asset", weights=(3.0, 2.5, 2.0, 1.0))
"""The full text: prompt, caption, then entities and tags, then the words of the path."""
MEANINGS: Final = VectorIndex(name="asset")

ASSET: Final = """
    asset_id, kind, path, prompt, caption, caption_by, entity_summary, tags, clip_id, segment_id, version,
    needs_reindex, look, created_at
"""


def asset(row: Any) -> Asset:
    """A row of the asset index."""
    return value_of(Asset, row)


def text(row: Any) -> str:
    """Every word of a row that a search compares."""
    return words(row.prompt, row.caption, row.entity_summary, json.loads(row.tags) if row.tags != "[]" else ())


def artifact(row: Any) -> Artifact:
    """A row of the artifacts."""
    return value_of(Artifact, row)


def segment(row: Any) -> Segment:
    """A row of the segments."""
    return value_of(Segment, row)


def clip(row: Any) -> Clip:
    """A row of the takes."""
    return value_of(Clip, row)


def state(row: Any) -> EntityState:
    """A row of the entity states."""
    return value_of(EntityState, row)


def note(row: Any) -> Note:
    """A row of the notes."""
    return value_of(Note, row)


def by_id(db: ProjectDatabase, sql: str, ids: Sequence[str], *, key: str) -> dict[str, Any]:
    """The rows that there are for some `:ids`, each under the one in its column `key`."""
    found = db.all(sql, ids=list(ids)) if ids else []
    return {getattr(row, key): row for row in found}
