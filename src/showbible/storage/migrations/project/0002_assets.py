"""Artifacts, segments, clips, entity states, notes and the search entries."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from showbible.storage import search, vectors

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _segments()
    _clips()
    _artifacts()
    _entity_states()
    _notes()
    _asset_index()
    _asset_counts()
    search.create(op.get_bind(), search.Index(name="asset"))
    vectors.create(op.get_bind(), vectors.VectorIndex(name="asset"))


def _index(name: str, table: str, columns: list[str], *, where: str | None = None, unique: bool = False) -> None:
    only: dict[str, Any] = {} if where is None else {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
    op.create_index(name, table, columns, unique=unique, **only)


def _segments() -> None:
    op.create_table(
        "segments",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("segment_id", sa.Text, primary_key=True),
        sa.Column("start_ms", sa.BigInteger, nullable=False),
        sa.Column("end_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    _index("segments_by_story_time", "segments", ["project_id", "start_ms", "end_ms"])


def _clips() -> None:
    op.create_table(
        "clips",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("clip_id", sa.Text, primary_key=True),
        sa.Column("segment_id", sa.Text, nullable=False),
        sa.Column("output_path", sa.Text, nullable=False),
        sa.Column("prompt", sa.Text),
        sa.Column("negative_prompt", sa.Text),
        sa.Column("model", sa.Text),
        sa.Column("seed", sa.BigInteger),
        sa.Column("params", sa.Text, nullable=False),
        sa.Column("is_active", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    _index("clips_of_segment", "clips", ["project_id", "segment_id", "created_at"])
    _index("clips_active", "clips", ["project_id", "segment_id"], where="is_active = 1", unique=True)


def _artifacts() -> None:
    op.create_table(
        "artifacts",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("artifact_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("path", sa.Text),
        sa.Column("about", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("prompt", sa.Text),
        sa.Column("negative_prompt", sa.Text),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("clip_id", sa.Text),
        sa.Column("segment_id", sa.Text),
        sa.Column("scene_id", sa.Text),
        sa.Column("run_id", sa.Text),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("sha256", sa.Text),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    _index("artifacts_about", "artifacts", ["project_id", "about", "created_at"])
    _index("artifacts_of_clip", "artifacts", ["project_id", "clip_id", "kind"])
    _index("artifacts_of_segment", "artifacts", ["project_id", "segment_id"])


def _entity_states() -> None:
    op.create_table(
        "entity_states",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("state_id", sa.Text, primary_key=True),
        sa.Column("entity_key", sa.Text, nullable=False),
        sa.Column("entity", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("start_ms", sa.BigInteger),
        sa.Column("end_ms", sa.BigInteger),
        sa.Column("source_clip_id", sa.Text),
        sa.Column("source_asset_id", sa.Text),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    _index("entity_states_by_story_time", "entity_states", ["project_id", "entity_key", "start_ms"])
    _index("entity_states_of_asset", "entity_states", ["project_id", "source_asset_id"])
    _index("entity_states_of_clip", "entity_states", ["project_id", "source_clip_id"])


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("note_id", sa.Text, primary_key=True),
        sa.Column("note_type", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("segment_id", sa.Text),
        sa.Column("asset_id", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    _index("notes_by_time", "notes", ["project_id", "created_at", "note_id"])


def _asset_index() -> None:
    op.create_table(
        "asset_index",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("asset_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("prompt", sa.Text),
        sa.Column("caption", sa.Text),
        sa.Column("caption_by", sa.Text),
        sa.Column("entity_summary", sa.Text),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("clip_id", sa.Text),
        sa.Column("segment_id", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("needs_reindex", sa.Integer, nullable=False),
        sa.Column("look", sa.Text, nullable=False),
        sa.Column("looks", sa.Integer, nullable=False),
        sa.Column("is_read", sa.Integer, nullable=False),
        sa.Column("embedded_by", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    _index("asset_index_by_clip", "asset_index", ["project_id", "clip_id"])
    _index("asset_index_by_kind", "asset_index", ["project_id", "kind", "created_at", "asset_id"])
    _index("asset_index_by_name", "asset_index", ["project_id", "name"])
    _index("asset_index_by_path", "asset_index", ["project_id", "path"])
    _index("asset_index_by_segment", "asset_index", ["project_id", "segment_id"])
    _index("asset_index_by_time", "asset_index", ["project_id", "created_at", "asset_id"])
    _index("asset_index_embedded", "asset_index", ["project_id", "embedded_by"])
    _index("asset_index_to_look", "asset_index", ["project_id", "asset_id"], where="look = 'waiting'")
    _index("asset_index_to_read", "asset_index", ["project_id", "asset_id"], where="is_read = 0")
    _index("asset_index_to_repair", "asset_index", ["project_id", "asset_id"], where="needs_reindex = 1")


def _asset_counts() -> None:
    op.create_table(
        "asset_counts",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
