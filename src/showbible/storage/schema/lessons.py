"""Production records, ratings, preferences, what is known of providers, and the library."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, Table, Text, text

from showbible.storage.schema.base import WORKSPACE, Sequence

productions = Table(
    "productions",
    WORKSPACE,
    Column("run_id", Text, primary_key=True),
    Column("project_id", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("concept", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("tier", Text),
    Column("score", Double),
    Column("cost", BigInteger, nullable=False),
    Column("duration", Double, nullable=False),
    Column("scenes", Integer, nullable=False),
    Column("planned_scenes", Integer, nullable=False),
    Column("edit_style", Text),
    Column("mood", Text),
    Column("music_style", Text),
    Column("theme", Text),
    Column("rating", Integer),
    Column("notes", Text),
    Column("final_video_path", Text),
    Column("edl_path", Text),
    Column("pattern", Text),
    Column("made_by", Text, nullable=False),
    Column("teaches", Integer, nullable=False),
    Index("productions_by_time", "at", "run_id"),
    Index("productions_that_teach", "teaches", "at", "run_id"),
    Index("productions_of_pattern", "pattern", "teaches", "at", "run_id"),
    Index("productions_of_project", "project_id"),
    Index("productions_by_sound", "teaches", "mood", "music_style", "rating", "at"),
    Index(
        "productions_rated",
        "user_id",
        "at",
        "run_id",
        sqlite_where=text("rating IS NOT NULL"),
        postgresql_where=text("rating IS NOT NULL"),
    ),
)

production_ratings = Table(
    "production_ratings",
    WORKSPACE,
    Column("seq", Sequence, primary_key=True, autoincrement=True),
    Column("run_id", Text, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("notes", Text),
    Column("at", BigInteger, nullable=False),
    Index("production_ratings_of_run", "run_id", "seq"),
)

forgotten_productions = Table(
    "forgotten_productions",
    WORKSPACE,
    Column("run_id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

pattern_rulings = Table(
    "pattern_rulings",
    WORKSPACE,
    Column("pattern", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("tier", Text),
    Column("edit_style", Text),
    Column("scenes", Integer),
    Column("duration", Integer),
    Column("at", BigInteger, nullable=False),
)

combination_rulings = Table(
    "combination_rulings",
    WORKSPACE,
    Column("mood", Text, primary_key=True),
    Column("music_style", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("verdict", Text),
    Column("forgotten_at", BigInteger),
    Column("at", BigInteger, nullable=False),
)

user_preferences = Table(
    "user_preferences",
    WORKSPACE,
    Column("user_id", Text, primary_key=True),
    Column("field", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

provider_learnings = Table(
    "provider_learnings",
    WORKSPACE,
    Column("learning_id", Text, primary_key=True),
    Column("provider", Text, nullable=False),
    Column("run_id", Text),
    Column("made_by", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("success", Integer, nullable=False),
    Column("adherence", Double),
    Column("quality", Double),
    Column("concept_type", Text),
    Column("words", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("paused_at", BigInteger),
    Index("provider_learnings_by_time", "provider", "at", "learning_id"),
    Index("provider_learnings_of_run", "run_id", "provider"),
)

library_items = Table(
    "library_items",
    WORKSPACE,
    Column("shelf", Text, primary_key=True),
    Column("item_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("path", Text),
    Column("description", Text),
    Column("metadata", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("library_items_by_time", "shelf", "at", "item_id"),
)

run_suggestions = Table(
    "run_suggestions",
    WORKSPACE,
    Column("run_id", Text, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
