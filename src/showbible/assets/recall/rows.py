"""Rows of the database as the values they stand for."""

from __future__ import annotations

import json
from typing import Any, Final

from showbible.assets.model import (
    Artifact,
    Asset,
    Clip,
    EntityKind,
    EntityState,
    Kind,
    Look,
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

ASSET: Final = """
    asset_id, kind, path, prompt, caption, caption_by, entity_summary, tags, clip_id, segment_id, version,
    needs_reindex, look, created_at
"""


def asset(row: Any) -> Asset:
    """A row of the asset index."""
    return Asset(
        asset_id=AssetId(row.asset_id),
        kind=Kind(row.kind),
        path=row.path,
        prompt=row.prompt,
        caption=row.caption,
        caption_by=row.caption_by,
        entity_summary=row.entity_summary,
        tags=tuple(json.loads(row.tags)),
        clip_id=row.clip_id,
        segment_id=row.segment_id,
        version=row.version,
        needs_reindex=bool(row.needs_reindex),
        look=Look(row.look),
        created_at=moment(row.created_at),
    )


def text(row: Any) -> str:
    """Every word of a row that a search compares."""
    return words(row.prompt, row.caption, row.entity_summary, json.loads(row.tags) if row.tags != "[]" else ())


def artifact(row: Any) -> Artifact:
    """A row of the artifacts."""
    return Artifact(
        artifact_id=row.artifact_id,
        kind=row.kind,
        path=row.path,
        about=row.about,
        text=row.text,
        made_by=row.made_by,
        prompt=row.prompt,
        negative_prompt=row.negative_prompt,
        tags=tuple(json.loads(row.tags)),
        clip_id=row.clip_id,
        segment_id=row.segment_id,
        scene_id=row.scene_id,
        run_id=row.run_id,
        metadata=json.loads(row.metadata),
        version=row.version,
        sha256=row.sha256,
        uses=row.uses,
        created_at=moment(row.created_at),
    )


def segment(row: Any) -> Segment:
    """A row of the segments."""
    return Segment(
        segment_id=row.segment_id,
        start_ms=row.start_ms,
        end_ms=row.end_ms,
        kind=SegmentKind(row.kind),
        status=row.status,
    )


def clip(row: Any) -> Clip:
    """A row of the takes."""
    return Clip(
        clip_id=row.clip_id,
        segment_id=row.segment_id,
        output_path=row.output_path,
        prompt=row.prompt,
        negative_prompt=row.negative_prompt,
        model=row.model,
        seed=row.seed,
        params=json.loads(row.params),
        is_active=bool(row.is_active),
        created_at=moment(row.created_at),
    )


def state(row: Any) -> EntityState:
    """A row of the entity states."""
    return EntityState(
        state_id=row.state_id,
        entity=row.entity,
        kind=EntityKind(row.kind),
        state=json.loads(row.state),
        start_ms=row.start_ms,
        end_ms=row.end_ms,
        source_clip_id=row.source_clip_id,
        source_asset_id=row.source_asset_id,
        made_by=row.made_by,
        created_at=moment(row.created_at),
        paused_at=None if row.paused_at is None else moment(row.paused_at),
    )


def note(row: Any) -> Note:
    """A row of the notes."""
    return Note(
        note_id=row.note_id,
        note_type=row.note_type,
        summary=row.summary,
        payload=json.loads(row.payload),
        segment_id=row.segment_id,
        asset_id=row.asset_id,
        created_at=moment(row.created_at),
    )
