"""What a project has made and what it knows of its story: facts first, then what is derived from them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, text

from showbible.storage.schema.base import PROJECT

# Facts

segments = Table(
    "segments",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("segment_id", Text, primary_key=True),
    Column("start_ms", BigInteger, nullable=False),
    Column("end_ms", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("segments_by_story_time", "project_id", "start_ms", "end_ms"),
)

clips = Table(
    "clips",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("clip_id", Text, primary_key=True),
    Column("segment_id", Text, nullable=False),
    Column("output_path", Text, nullable=False),
    Column("prompt", Text),
    Column("negative_prompt", Text),
    Column("model", Text),
    Column("seed", BigInteger),
    Column("params", Text, nullable=False),
    Column("is_active", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("clips_of_segment", "project_id", "segment_id", "created_at"),
    Index(
        "clips_active",
        "project_id",
        "segment_id",
        unique=True,
        sqlite_where=text("is_active = 1"),
        postgresql_where=text("is_active = 1"),
    ),
)

artifacts = Table(
    "artifacts",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("artifact_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("path", Text),
    Column("about", Text),  # the asset that a caption or a mask belongs to
    Column("text", Text),
    Column("made_by", Text, nullable=False),
    Column("prompt", Text),
    Column("negative_prompt", Text),
    Column("tags", Text, nullable=False),
    Column("clip_id", Text),
    Column("segment_id", Text),
    Column("scene_id", Text),
    Column("run_id", Text),
    Column("metadata", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("sha256", Text),
    Column("uses", Integer, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("artifacts_about", "project_id", "about", "created_at"),
    Index("artifacts_of_clip", "project_id", "clip_id", "kind"),
    Index("artifacts_of_segment", "project_id", "segment_id"),
)

entity_states = Table(
    "entity_states",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("state_id", Text, primary_key=True),
    Column("entity_key", Text, nullable=False),
    Column("entity", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("start_ms", BigInteger),
    Column("end_ms", BigInteger),
    Column("source_clip_id", Text),
    Column("source_asset_id", Text),
    Column("made_by", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("paused_at", BigInteger),
    Index("entity_states_by_story_time", "project_id", "entity_key", "start_ms"),
    Index("entity_states_of_asset", "project_id", "source_asset_id"),
    Index("entity_states_of_clip", "project_id", "source_clip_id"),
)

notes = Table(
    "notes",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("note_id", Text, primary_key=True),
    Column("note_type", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("segment_id", Text),
    Column("asset_id", Text),
    Column("created_at", BigInteger, nullable=False),
    Index("notes_by_time", "project_id", "created_at", "note_id"),
)

# What is derived; `backfill` makes it anew from the facts above.

asset_index = Table(
    "asset_index",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("asset_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("name", Text, nullable=False),  # the file's name without its ending, in small letters
    Column("prompt", Text),
    Column("caption", Text),
    Column("caption_by", Text),
    Column("entity_summary", Text),
    Column("tags", Text, nullable=False),
    Column("clip_id", Text),
    Column("segment_id", Text),
    Column("version", Integer, nullable=False),
    Column("needs_reindex", Integer, nullable=False),
    Column("look", Text, nullable=False),  # none, waiting, done or failed
    Column("looks", Integer, nullable=False),
    Column("is_read", Integer, nullable=False),  # whether its present words were searched for entities
    Column("embedded_by", Text),
    Column("created_at", BigInteger, nullable=False),
    Index("asset_index_by_clip", "project_id", "clip_id"),
    Index("asset_index_by_kind", "project_id", "kind", "created_at", "asset_id"),
    Index("asset_index_by_name", "project_id", "name"),
    Index("asset_index_by_path", "project_id", "path"),
    Index("asset_index_by_segment", "project_id", "segment_id"),
    Index("asset_index_by_time", "project_id", "created_at", "asset_id"),
    Index("asset_index_embedded", "project_id", "embedded_by"),
    Index(
        "asset_index_to_look",
        "project_id",
        "asset_id",
        sqlite_where=text("look = 'waiting'"),
        postgresql_where=text("look = 'waiting'"),
    ),
    Index(
        "asset_index_to_read",
        "project_id",
        "asset_id",
        sqlite_where=text("is_read = 0"),
        postgresql_where=text("is_read = 0"),
    ),
    Index(
        "asset_index_to_repair",
        "project_id",
        "asset_id",
        sqlite_where=text("needs_reindex = 1"),
        postgresql_where=text("needs_reindex = 1"),
    ),
)

asset_counts = Table(
    "asset_counts",
    PROJECT,
    Column("project_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("number", Integer, nullable=False),
)
