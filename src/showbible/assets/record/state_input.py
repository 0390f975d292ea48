"""What is said of an entity, checked, and how it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from showbible.assets.model import EntityKind, StateInput, checked_name, entity_key, span
from showbible.assets.record import texts
from showbible.errors import Invalid
from showbible.vocabulary import PROSE_LIMIT, word


def checked(told: StateInput) -> dict[str, Any]:
    """What is said as a row, when it can be."""
    if not told.state:
        raise Invalid("state must say something: at least one field and its value.", field="state")
    start_ms, end_ms = span(told.t_start, told.t_end)
    entity = checked_name("name", told.entity)
    return {
        "entity_key": entity_key(entity),
        "entity": entity,
        "kind": word(EntityKind, "kind", told.kind),
        "state": texts.facts("state", told.state, limit=PROSE_LIMIT),
        "start_ms": start_ms,
        "end_ms": end_ms,
        "source_clip_id": texts.optional_id("clip", told.source_clip_id),
        "source_asset_id": texts.optional_id("asset", told.source_asset_id),
        "source_note_id": texts.optional_id("note", told.source_note_id),
        "source_scene_id": texts.optional_id("scene", told.source_scene_id),
        "source_shot_id": texts.optional_id("shot", told.source_shot_id),
        "words": _sentences(told),
    }


def _sentences(told: StateInput) -> str | None:
    """The sentences of the fields that are told, as JSON."""
    said = told.words or {}
    if not isinstance(said, Mapping) or not all(isinstance(each, str) for each in said.values()):
        raise Invalid("words must give a sentence for a field.", field="words")
    return texts.facts("words", {field: said[field] for field in said if field in told.state}, limit=PROSE_LIMIT)


PUT: Final = """
    INSERT INTO entity_states (
        project_id, state_id, entity_key, entity, kind, state, start_ms, end_ms, source_clip_id, source_asset_id,
        source_note_id, source_scene_id, source_shot_id, words, made_by, created_at, updated_at)
    VALUES (
        :project_id, :state_id, :entity_key, :entity, :kind, :state, :start_ms, :end_ms, :source_clip_id,
        :source_asset_id, :source_note_id, :source_scene_id, :source_shot_id, :words, :made_by, :now, :now)
        ON CONFLICT (project_id, state_id) DO UPDATE SET
            entity_key = excluded.entity_key, entity = excluded.entity, kind = excluded.kind, state = excluded.state,
            start_ms = excluded.start_ms, end_ms = excluded.end_ms, source_clip_id = excluded.source_clip_id,
            source_asset_id = excluded.source_asset_id, source_note_id = excluded.source_note_id,
            source_scene_id = excluded.source_scene_id, source_shot_id = excluded.source_shot_id,
            words = excluded.words, made_by = excluded.made_by, updated_at = excluded.updated_at
"""
"""A state, new or told anew; one that is paused stays so."""

REMOVE: Final = "DELETE FROM entity_states WHERE project_id = :project_id AND state_id = :state_id"
