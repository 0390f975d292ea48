"""Runs, what they hold, and the log of everything that happens to them."""

import sqlalchemy as sa
from alembic import op

from showbible.storage import search

revision = "0002"
down_revision = "0001"

_sequence = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _runs()
    _run_counts()
    _run_stages()
    _run_pilots()
    _run_assets()
    _run_notes()
    _run_reports()
    _events()
    search.create(op.get_bind(), search.Index(name="run"))


def _runs() -> None:
    op.create_table(
        "runs",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("project_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("concept", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("progress", sa.Integer, nullable=False),
        sa.Column("audio_tier", sa.Text, nullable=False),
        sa.Column("budget", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Double),
        sa.Column("score_order", sa.Double, nullable=False),
        sa.Column("total_scenes", sa.Integer, nullable=False),
        sa.Column("scenes_completed", sa.Integer, nullable=False),
        sa.Column("winning_pilot", sa.Text),
        sa.Column("seed_asset_ids", sa.Text, nullable=False),
        sa.Column("extracted_themes", sa.Text, nullable=False),
        sa.Column("extracted_colors", sa.Text, nullable=False),
        sa.Column("edit_style", sa.Text),
        sa.Column("mood", sa.Text),
        sa.Column("music_style", sa.Text),
        sa.Column("final_video_path", sa.Text),
        sa.Column("edl_path", sa.Text),
        sa.Column("recent_errors", sa.Text, nullable=False, server_default=sa.text("'[]'")),
        sa.Column("reports_dropped", sa.Integer, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("completed_at", sa.BigInteger),
        sa.Column("heard_at", sa.BigInteger, nullable=False),
    )
    op.create_index("runs_by_cost", "runs", ["spent", "run_id"])
    op.create_index("runs_by_score", "runs", ["score_order", "run_id"])
    op.create_index("runs_by_silence", "runs", ["status", "heard_at"])
    op.create_index("runs_by_time", "runs", ["started_at", "run_id"])
    op.create_index("runs_project_cost", "runs", ["project_id", "spent", "run_id"])
    op.create_index("runs_project_score", "runs", ["project_id", "score_order", "run_id"])
    for order, column in (("time", "started_at"), ("cost", "spent"), ("score", "score_order")):
        op.create_index(f"runs_project_status_{order}", "runs", ["project_id", "status", column, "run_id"])
    op.create_index("runs_project_time", "runs", ["project_id", "started_at", "run_id"])
    op.create_index("runs_stage_cost", "runs", ["stage", "spent", "run_id"])
    op.create_index("runs_stage_score", "runs", ["stage", "score_order", "run_id"])
    op.create_index("runs_stage_time", "runs", ["stage", "started_at", "run_id"])
    op.create_index("runs_status_cost", "runs", ["status", "spent", "run_id"])
    op.create_index("runs_status_score", "runs", ["status", "score_order", "run_id"])
    op.create_index("runs_status_time", "runs", ["status", "started_at", "run_id"])


def _run_counts() -> None:
    op.create_table(
        "run_counts",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("status", sa.Text, primary_key=True),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )


def _run_stages() -> None:
    op.create_table(
        "run_stages",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("duration_ms", sa.BigInteger),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
    )


def _run_pilots() -> None:
    op.create_table(
        "run_pilots",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("pilot_id", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("tier", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("score", sa.Double),
        sa.Column("budget", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("scenes_generated", sa.Integer, nullable=False),
        sa.Column("rejection_reason", sa.Text),
    )


def _run_assets() -> None:
    op.create_table(
        "run_assets",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("asset_id", sa.Text, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("scene_id", sa.Text),
        sa.Column("pilot_id", sa.Text),
        sa.Column("duration", sa.Double),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("prompt", sa.Text),
        sa.Column("negative_prompt", sa.Text),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.Column("delivered_at", sa.BigInteger, nullable=False),
    )
    op.create_index("run_assets_by_scene", "run_assets", ["run_id", "scene_id", "pilot_id"])
    op.create_index("run_assets_by_time", "run_assets", ["run_id", "delivered_at", "asset_id"])


def _run_notes() -> None:
    op.create_table(
        "run_notes",
        sa.Column("note_id", _sequence, primary_key=True, autoincrement=True),
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("run_notes_of_run", "run_notes", ["run_id", "kind", "note_id"])


def _run_reports() -> None:
    op.create_table(
        "run_reports",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("message", sa.Text),
        sa.Column("progress", sa.Integer),
        sa.Column("data", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("seq", _sequence, primary_key=True, autoincrement=True),
        sa.Column("run_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("events_by_time", "events", ["at"])
    op.create_index("events_of_run", "events", ["run_id", "seq"])
