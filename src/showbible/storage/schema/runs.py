"""Runs, what they hold, and the log of everything that happens to them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, Table, Text, text

from showbible.storage.schema.base import WORKSPACE, Sequence

runs = Table(
    "runs",
    WORKSPACE,
    Column("run_id", Text, primary_key=True),
    Column("project_id", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("concept", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("progress", Integer, nullable=False),
    Column("audio_tier", Text, nullable=False),
    Column("budget", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("score", Double),
    Column("score_order", Double, nullable=False),
    Column("total_scenes", Integer, nullable=False),
    Column("scenes_completed", Integer, nullable=False),
    Column("winning_pilot", Text),
    Column("seed_asset_ids", Text, nullable=False),
    Column("extracted_themes", Text, nullable=False),
    Column("extracted_colors", Text, nullable=False),
    Column("edit_style", Text),
    Column("mood", Text),
    Column("music_style", Text),
    Column("final_video_path", Text),
    Column("edl_path", Text),
    Column("recent_errors", Text, nullable=False, server_default=text("'[]'")),
    Column("reports_dropped", Integer, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("completed_at", BigInteger),
    Column("heard_at", BigInteger, nullable=False),
    Column("archived_at", BigInteger),
    Index("runs_by_time", "started_at", "run_id"),
    Index("runs_by_cost", "spent", "run_id"),
    Index("runs_by_score", "score_order", "run_id"),
    Index("runs_status_time", "status", "started_at", "run_id"),
    Index("runs_status_cost", "status", "spent", "run_id"),
    Index("runs_status_score", "status", "score_order", "run_id"),
    Index("runs_stage_time", "stage", "started_at", "run_id"),
    Index("runs_stage_cost", "stage", "spent", "run_id"),
    Index("runs_stage_score", "stage", "score_order", "run_id"),
    Index("runs_project_time", "project_id", "started_at", "run_id"),
    Index("runs_project_cost", "project_id", "spent", "run_id"),
    Index("runs_project_score", "project_id", "score_order", "run_id"),
    Index("runs_project_status_time", "project_id", "status", "started_at", "run_id"),
    Index("runs_project_status_cost", "project_id", "status", "spent", "run_id"),
    Index("runs_project_status_score", "project_id", "status", "score_order", "run_id"),
    Index("runs_by_silence", "status", "heard_at"),
    Index("runs_archived", "archived_at"),
)

run_counts = Table(
    "run_counts",
    WORKSPACE,
    Column("project_id", Text, primary_key=True),
    Column("status", Text, primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("number", Integer, nullable=False),
)

run_stages = Table(
    "run_stages",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("stage", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("duration_ms", BigInteger),
    Column("details", Text, nullable=False),
    Column("error", Text),
)

run_pilots = Table(
    "run_pilots",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("pilot_id", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("tier", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("score", Double),
    Column("budget", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("scenes_generated", Integer, nullable=False),
    Column("rejection_reason", Text),
    Index("run_pilots_by_tier", "tier", "run_id"),
)

run_assets = Table(
    "run_assets",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("asset_id", Text, primary_key=True),
    Column("type", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("scene_id", Text),
    Column("pilot_id", Text),
    Column("duration", Double),
    Column("cost", BigInteger, nullable=False),
    Column("prompt", Text),
    Column("negative_prompt", Text),
    Column("metadata", Text, nullable=False),
    Column("delivered_at", BigInteger, nullable=False),
    Index("run_assets_by_time", "run_id", "delivered_at", "asset_id"),
    Index("run_assets_by_scene", "run_id", "scene_id", "pilot_id"),
)

run_notes = Table(
    "run_notes",
    WORKSPACE,
    Column("note_id", Sequence, primary_key=True, autoincrement=True),
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("run_notes_of_run", "run_id", "kind", "note_id"),
)

run_reports = Table(
    "run_reports",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("agent", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("message", Text),
    Column("progress", Integer),
    Column("data", Text),
    Column("at", BigInteger, nullable=False),
)

events = Table(
    "events",
    WORKSPACE,
    Column("seq", Sequence, primary_key=True, autoincrement=True),
    Column("run_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("events_of_run", "run_id", "seq"),
    Index("events_by_time", "at"),
    sqlite_autoincrement=True,
)

run_views = Table(
    "run_views",
    WORKSPACE,
    Column("name", Text, primary_key=True),
    Column("query", Text, nullable=False),
    Column("is_default", Integer, nullable=False),
    Column("kept_at", BigInteger, nullable=False),
)

run_mutes = Table(
    "run_mutes",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("item_id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

run_tags = Table(
    "run_tags",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("tag", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("run_tags_by_tag", "tag", "run_id"),
)
