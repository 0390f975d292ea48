"""Scenes, edit sessions, scene memories and the profile."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _scenes()
    _sessions()
    _messages()
    _calls()
    _memories()
    _profiles()
    _cards()
    _uses()
    _figures()


def _scenes() -> None:
    op.create_table(
        "direction_scenes",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("scene_id", sa.Text, primary_key=True),
        sa.Column("scene_index", sa.Integer),
        sa.Column("planning_stage", sa.Text, nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("shots", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_index("direction_scenes_by_time", "direction_scenes", ["project_id", "updated_at", "scene_id"])


def _sessions() -> None:
    op.create_table(
        "direction_sessions",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("scene_id", sa.Text, primary_key=True),
        sa.Column("chat_session_id", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("forgotten", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )


def _messages() -> None:
    op.create_table(
        "direction_messages",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("scene_id", sa.Text, primary_key=True),
        sa.Column("message_id", sa.Text, primary_key=True),
        sa.Column("chat_session_id", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("direction_messages_in_order", "direction_messages", ["project_id", "scene_id", "position"])


def _calls() -> None:
    op.create_table(
        "direction_calls",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("scene_id", sa.Text, primary_key=True),
        sa.Column("call_id", sa.Text, primary_key=True),
        sa.Column("message_id", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("params", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
    )
    op.create_index("direction_calls_in_order", "direction_calls", ["project_id", "scene_id", "position"])


def _memories() -> None:
    op.create_table(
        "direction_memories",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("scene_id", sa.Text, primary_key=True),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("source_updated_at", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_index("direction_memories_by_time", "direction_memories", ["project_id", "updated_at"])


def _profiles() -> None:
    op.create_table(
        "direction_profiles",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("profile_id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )


def _cards() -> None:
    op.create_table(
        "direction_cards",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("card_id", sa.Text, primary_key=True),
        sa.Column("state", sa.Text),
        sa.Column("preference", sa.Text),
        sa.Column("applies_to", sa.Text),
        sa.Column("avoid_applying_to", sa.Text),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )


def _uses() -> None:
    op.create_table(
        "direction_uses",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("use_id", sa.Text, primary_key=True),
        sa.Column("scene_id", sa.Text),
        sa.Column("tool", sa.Text, nullable=False),
        sa.Column("card_ids", sa.Text, nullable=False),
        sa.Column("edits", sa.Text, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
    )
    op.create_index("direction_uses_of_scene", "direction_uses", ["project_id", "scene_id", "used_at"])


def _figures() -> None:
    op.create_table(
        "direction_figures",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("milliseconds", sa.BigInteger, nullable=False),
    )
