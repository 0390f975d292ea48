"""Scenes, edit sessions, scene memories, the profile, and what a person said of its cards."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from showbible.storage.schema.base import PROJECT

direction_scenes = Table(
    "direction_scenes",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("scene_id", Text, primary_key=True),
    Column("scene_index", Integer),
    Column("planning_stage", Text, nullable=False),
    Column("ready", Integer, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("shots", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("direction_scenes_by_time", "project_id", "updated_at", "scene_id"),
)

direction_sessions = Table(
    "direction_sessions",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("scene_id", Text, primary_key=True),
    Column("chat_session_id", Text, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("forgotten", Integer, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
)

direction_messages = Table(
    "direction_messages",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("scene_id", Text, primary_key=True),
    Column("message_id", Text, primary_key=True),
    Column("chat_session_id", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("content", Text, nullable=False),
    Index("direction_messages_in_order", "project_id", "scene_id", "position"),
)

direction_calls = Table(
    "direction_calls",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("scene_id", Text, primary_key=True),
    Column("call_id", Text, primary_key=True),
    Column("message_id", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("params", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("error", Text),
    Index("direction_calls_in_order", "project_id", "scene_id", "position"),
)

direction_memories = Table(
    "direction_memories",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("scene_id", Text, primary_key=True),
    Column("memory_id", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("source_updated_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("direction_memories_by_time", "project_id", "updated_at"),
)

direction_profiles = Table(
    "direction_profiles",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("profile_id", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
)

direction_cards = Table(
    "direction_cards",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("card_id", Text, primary_key=True),
    Column("state", Text),
    Column("preference", Text),
    Column("applies_to", Text),
    Column("avoid_applying_to", Text),
    Column("changed_at", BigInteger, nullable=False),
    Column("merged_into", Text),
    Column("split_from", Text),
    Column("scenes", Text),
)

direction_uses = Table(
    "direction_uses",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("use_id", Text, primary_key=True),
    Column("scene_id", Text),
    Column("tool", Text, nullable=False),
    Column("card_ids", Text, nullable=False),
    Column("edits", Text, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Column("run_id", Text),
    Index("direction_uses_of_scene", "project_id", "scene_id", "used_at"),
    Index("direction_uses_by_time", "project_id", "used_at", "use_id"),
)

direction_figures = Table(
    "direction_figures",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("milliseconds", BigInteger, nullable=False),
)
