"""Production records, ratings, preferences, what is known of providers, and the library."""

import sqlalchemy as sa
from alembic import op

from showbible.storage import search

revision = "0003"
down_revision = "0002"

_sequence = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _productions()
    _production_ratings()
    _forgotten_productions()
    _user_preferences()
    _provider_learnings()
    _library_items()
    _run_suggestions()
    search.create(op.get_bind(), search.Index(name="production"))


def _productions() -> None:
    op.create_table(
        "productions",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("project_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("concept", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("tier", sa.Text),
        sa.Column("score", sa.Double),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("duration", sa.Double, nullable=False),
        sa.Column("scenes", sa.Integer, nullable=False),
        sa.Column("planned_scenes", sa.Integer, nullable=False),
        sa.Column("edit_style", sa.Text),
        sa.Column("mood", sa.Text),
        sa.Column("music_style", sa.Text),
        sa.Column("theme", sa.Text),
        sa.Column("rating", sa.Integer),
        sa.Column("notes", sa.Text),
        sa.Column("final_video_path", sa.Text),
        sa.Column("edl_path", sa.Text),
        sa.Column("pattern", sa.Text),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("teaches", sa.Integer, nullable=False),
    )
    op.create_index("productions_by_time", "productions", ["at", "run_id"])
    op.create_index("productions_of_pattern", "productions", ["pattern", "teaches", "at", "run_id"])
    op.create_index("productions_of_project", "productions", ["project_id"])
    op.create_index(
        "productions_rated",
        "productions",
        ["user_id", "at", "run_id"],
        sqlite_where=sa.text("rating IS NOT NULL"),
        postgresql_where=sa.text("rating IS NOT NULL"),
    )
    op.create_index("productions_that_teach", "productions", ["teaches", "at", "run_id"])


def _production_ratings() -> None:
    op.create_table(
        "production_ratings",
        sa.Column("seq", _sequence, primary_key=True, autoincrement=True),
        sa.Column("run_id", sa.Text, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("notes", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("production_ratings_of_run", "production_ratings", ["run_id", "seq"])


def _forgotten_productions() -> None:
    op.create_table(
        "forgotten_productions",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _user_preferences() -> None:
    op.create_table(
        "user_preferences",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("field", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _provider_learnings() -> None:
    op.create_table(
        "provider_learnings",
        sa.Column("learning_id", sa.Text, primary_key=True),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("run_id", sa.Text),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("success", sa.Integer, nullable=False),
        sa.Column("adherence", sa.Double),
        sa.Column("quality", sa.Double),
        sa.Column("concept_type", sa.Text),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_index("provider_learnings_by_time", "provider_learnings", ["provider", "at", "learning_id"])
    op.create_index("provider_learnings_of_run", "provider_learnings", ["run_id", "provider"])


def _library_items() -> None:
    op.create_table(
        "library_items",
        sa.Column("shelf", sa.Text, primary_key=True),
        sa.Column("item_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("path", sa.Text),
        sa.Column("description", sa.Text),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("library_items_by_time", "library_items", ["shelf", "at", "item_id"])


def _run_suggestions() -> None:
    op.create_table(
        "run_suggestions",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
