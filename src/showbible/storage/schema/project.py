"""The tables of a project: what it has made, what it knows of its story, and how its people direct."""

from __future__ import annotations

from typing import Final

from showbible.storage.schema.columns import Tables, changes, counter, declared, everywhere, has, index, key, may_have
from showbible.storage.schema.kinds import BigNumber, Flag, Json, Milliseconds, Moment, Number, Text

_PROJECT: Final[Tables] = {
    "story_changes": changes("story_changes"),
    "outbox": [
        counter("seq"),
        has(Text, "job_id", "event"),
        has(Json, "payload"),
        may_have(Text, "key"),
        has(Moment, "announced_at"),
    ],
}
"""What the project itself has to know."""

_ASSETS: Final[Tables] = {
    "segments": [
        key("project_id", "segment_id"),
        has(Milliseconds, "start_ms", "end_ms"),
        has(Text, "kind", "status"),
        has(Moment, "created_at", "updated_at"),
        index("segments_by_story_time", "project_id", "start_ms", "end_ms"),
    ],
    "clips": [
        key("project_id", "clip_id"),
        has(Text, "segment_id", "output_path"),
        may_have(Text, "prompt", "negative_prompt", "model"),
        may_have(BigNumber, "seed"),
        has(Json, "params"),
        has(Flag, "is_active"),
        has(Moment, "created_at"),
        index("clips_of_segment", "project_id", "segment_id", "created_at"),
        index("clips_active", "project_id", "segment_id", unique=True, where="is_active = 1"),
    ],
    "artifacts": [
        key("project_id", "artifact_id"),
        has(Text, "kind"),
        may_have(Text, "path"),
        may_have(Text, "about"),  # the asset that a caption or a mask belongs to
        may_have(Text, "text"),
        has(Text, "made_by"),
        may_have(Text, "prompt", "negative_prompt"),
        has(Json, "tags"),
        may_have(Text, "clip_id", "segment_id", "scene_id", "run_id"),
        has(Json, "metadata"),
        has(Number, "version"),
        may_have(Text, "sha256"),
        has(Number, "uses"),
        has(Moment, "used_at", "created_at"),
        index("artifacts_about", "project_id", "about", "created_at"),
        index("artifacts_of_clip", "project_id", "clip_id", "kind"),
        index("artifacts_of_segment", "project_id", "segment_id"),
    ],
    "entity_states": [
        key("project_id", "state_id"),
        has(Text, "entity_key", "entity", "kind", "state"),
        may_have(Milliseconds, "start_ms", "end_ms"),
        may_have(Text, "source_clip_id", "source_asset_id"),
        has(Text, "made_by"),
        has(Moment, "created_at", "updated_at"),
        may_have(Moment, "paused_at"),
        may_have(Text, "source_note_id", "source_scene_id", "source_shot_id"),
        has(Json, "words", default="'{}'"),  # the sentence that each field rests on
        index("entity_states_by_story_time", "project_id", "entity_key", "start_ms"),
        index("entity_states_of_asset", "project_id", "source_asset_id"),
        index("entity_states_of_clip", "project_id", "source_clip_id"),
        index("entity_states_of_note", "project_id", "source_note_id"),
        index("entity_states_of_scene", "project_id", "source_scene_id"),
    ],
    "forgotten_readings": [key("project_id", "source", "entity_key", "field", "value")],
    "scene_readings": [
        key("project_id", "scene_id"),
        has(Text, "digest"),  # of the words that were read
        may_have(Milliseconds, "start_ms"),
        has(Moment, "read_at"),
    ],
    "notes": [
        key("project_id", "note_id"),
        has(Text, "note_type", "summary"),
        has(Json, "payload"),
        may_have(Text, "segment_id", "asset_id"),
        has(Moment, "created_at"),
        has(Flag, "is_read", default="0"),  # whether it was searched for what is so in the story
        index("notes_by_time", "project_id", "created_at", "note_id"),
        index("notes_to_read", "project_id", "note_id", where="is_read = 0"),
    ],
}
"""What was made, and what is so in the story."""

_ASSET_INDEX: Final[Tables] = {
    "asset_index": [
        key("project_id", "asset_id"),
        has(Text, "kind", "path"),
        has(Text, "name"),  # the file's name without its ending, in small letters
        may_have(Text, "prompt", "caption", "caption_by", "entity_summary"),
        has(Json, "tags"),
        may_have(Text, "clip_id", "segment_id"),
        has(Number, "version"),
        has(Flag, "needs_reindex"),
        has(Text, "look"),  # none, waiting, done or failed
        has(Number, "looks"),
        has(Flag, "is_read"),  # whether its present words were searched for entities
        may_have(Text, "embedded_by"),
        has(Moment, "created_at"),
        index("asset_index_by_clip", "project_id", "clip_id"),
        index("asset_index_by_kind", "project_id", "kind", "created_at", "asset_id"),
        index("asset_index_by_name", "project_id", "name"),
        index("asset_index_by_path", "project_id", "path"),
        index("asset_index_by_segment", "project_id", "segment_id"),
        index("asset_index_by_time", "project_id", "created_at", "asset_id"),
        index("asset_index_embedded", "project_id", "embedded_by"),
        index("asset_index_to_look", "project_id", "asset_id", where="look = 'waiting'"),
        index("asset_index_to_read", "project_id", "asset_id", where="is_read = 0"),
        index("asset_index_to_repair", "project_id", "asset_id", where="needs_reindex = 1"),
    ],
    "asset_counts": [key("project_id", "kind"), has(Number, "number")],
}
"""What is derived from that; `backfill` makes it anew."""

_DIRECTION: Final[Tables] = {
    "direction_scenes": [
        key("project_id", "scene_id"),
        may_have(Number, "scene_index"),
        has(Text, "planning_stage"),
        has(Flag, "ready"),
        has(Text, "user_id"),
        has(Json, "facts", "shots"),
        has(Moment, "created_at", "updated_at"),
        index("direction_scenes_by_time", "project_id", "updated_at", "scene_id"),
    ],
    "direction_sessions": [
        key("project_id", "scene_id", "chat_session_id"),
        has(Text, "user_id"),
        has(Flag, "forgotten"),
        has(Moment, "updated_at"),
    ],
    "direction_messages": [
        key("project_id", "scene_id", "message_id"),
        has(Text, "chat_session_id"),
        has(Number, "position"),
        has(Text, "role", "content"),
        index("direction_messages_in_order", "project_id", "scene_id", "position"),
    ],
    "direction_calls": [
        key("project_id", "scene_id", "call_id"),
        has(Text, "message_id"),
        has(Number, "position"),
        has(Text, "name"),
        has(Json, "params", "data"),
        may_have(Text, "error"),
        index("direction_calls_in_order", "project_id", "scene_id", "position"),
    ],
    "direction_memories": [
        key("project_id", "scene_id"),
        has(Text, "memory_id"),
        has(Json, "body"),
        has(Text, "made_by"),
        has(Moment, "source_updated_at", "created_at", "updated_at"),
        index("direction_memories_by_time", "project_id", "updated_at"),
    ],
    "direction_profiles": [
        key("project_id"),
        has(Text, "profile_id"),
        has(Json, "body"),
        has(Text, "made_by"),
        has(Moment, "created_at", "updated_at"),
    ],
    "direction_cards": [
        key("project_id", "card_id"),
        may_have(Text, "state", "preference", "applies_to", "avoid_applying_to"),
        has(Moment, "changed_at"),
        may_have(Text, "merged_into", "split_from"),
        may_have(Json, "scenes"),
    ],
    "direction_uses": [
        key("project_id", "use_id"),
        may_have(Text, "scene_id"),
        has(Text, "tool"),
        has(Json, "card_ids", "edits"),
        has(Moment, "used_at"),
        may_have(Text, "run_id"),
        index("direction_uses_of_scene", "project_id", "scene_id", "used_at"),
        index("direction_uses_by_time", "project_id", "used_at", "use_id"),
    ],
    "direction_figures": [key("project_id", "name"), has(BigNumber, "number"), has(Milliseconds, "milliseconds")],
}
"""Scenes and how they were edited, what was learned of them, and what a person said of it."""

_NOTEBOOK: Final[Tables] = {
    "note_files": [
        key("project_id", "path"),
        has(Text, "text"),
        has(Number, "size"),  # in bytes
        has(Moment, "created_at", "updated_at"),
    ],
}
"""What assistants write down for themselves."""

PROJECT: Final = declared(everywhere(), _PROJECT, _ASSETS, _ASSET_INDEX, _DIRECTION, _NOTEBOOK)

ONLY_IN_FILES: Final = frozenset({"outbox"})
"""Tables of a project's file that one shared database has no need of."""
