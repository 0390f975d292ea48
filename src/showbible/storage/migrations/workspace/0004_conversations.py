"""Conversations, memories, hooks and relationships."""

import sqlalchemy as sa
from alembic import op

from showbible.storage import search, vectors

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    _conversations()
    _exchanges()
    _messages()
    _memory_pools()
    _memories()
    _memories_forgotten()
    _hooks()
    _hook_offers()
    _engagements()
    _relationship_beats()
    search.create(op.get_bind(), search.Index(name="memory"))
    vectors.create(op.get_bind(), vectors.VectorIndex(name="memory"))


def _conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("session_id", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text),
        sa.Column("character_id", sa.Text, nullable=False),
        sa.Column("series_id", sa.Text),
        sa.Column("episode_id", sa.Text),
        sa.Column("turn_budget", sa.Integer),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("turn_count", sa.Integer, nullable=False),
        sa.Column("processed", sa.Integer, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("heard_at", sa.BigInteger, nullable=False),
    )
    op.create_index("conversations_by_time", "conversations", ["started_at", "session_id"])
    op.create_index("conversations_of_series", "conversations", ["user_id", "series_id", "character_id"])
    op.create_index("conversations_of_user", "conversations", ["user_id", "started_at", "session_id"])


def _exchanges() -> None:
    op.create_table(
        "exchanges",
        sa.Column(
            "session_id", sa.Text, sa.ForeignKey("conversations.session_id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("exchange_id", sa.Text, nullable=False),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("evaluation", sa.Text),
        sa.Column("beat", sa.Text),
        sa.Column("memory_ids", sa.Text, nullable=False),
        sa.Column("hook_ids", sa.Text, nullable=False),
        sa.Column("missing", sa.Text, nullable=False),
        sa.Column("failures", sa.Text, nullable=False),
    )
    op.create_index("exchanges_by_id", "exchanges", ["session_id", "exchange_id"], unique=True)


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column(
            "session_id", sa.Text, sa.ForeignKey("conversations.session_id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("messages_of_exchange", "messages", ["session_id", "position", "number"])


def _memory_pools() -> None:
    op.create_table(
        "memory_pools",
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("last_seq", sa.BigInteger, nullable=False),
        sa.Column("sitting", sa.BigInteger, nullable=False),
        sa.Column("sitting_began", sa.BigInteger, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.Column("speakers", sa.Text, nullable=False),
    )
    op.create_index("memory_pools_of_user", "memory_pools", ["user_id"])


def _memories() -> None:
    op.create_table(
        "memories",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("sitting", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("character_id", sa.Text),
        sa.Column("series_id", sa.Text),
        sa.Column("session_id", sa.Text),
        sa.Column("exchange_id", sa.Text),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("text_key", sa.Text, nullable=False),
        sa.Column("slot", sa.Text),
        sa.Column("slot_value", sa.Text),
        sa.Column("importance", sa.Double, nullable=False),
        sa.Column("speaker", sa.Text),
        sa.Column("pinned", sa.Integer, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("reference_count", sa.Integer, nullable=False),
        sa.Column("superseded_by", sa.Text),
        sa.Column("said_at", sa.BigInteger, nullable=False),
        sa.Column("referenced_at", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("memories_by_slot", "memories", ["pool", "slot", "seq"])
    op.create_index("memories_by_text", "memories", ["pool", "text_key"])
    op.create_index("memories_by_time", "memories", ["pool", "said_at", "memory_id"])
    op.create_index("memories_by_weight", "memories", ["pool", "type", "importance", "said_at"])
    op.create_index("memories_in_order", "memories", ["pool", "seq"], unique=True)
    op.create_index("memories_of_user", "memories", ["user_id"])


def _memories_forgotten() -> None:
    op.create_table(
        "memories_forgotten",
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("text_key", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("exchange_id", sa.Text),
        sa.Column("forgotten_at", sa.BigInteger, nullable=False),
    )
    op.create_index("memories_forgotten_of_user", "memories_forgotten", ["user_id"])


def _hooks() -> None:
    op.create_table(
        "hooks",
        sa.Column("hook_id", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("character_id", sa.Text, nullable=False),
        sa.Column("series_id", sa.Text),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("exchange_id", sa.Text),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("content_key", sa.Text, nullable=False),
        sa.Column("phrase", sa.Text),
        sa.Column("suggested_opener", sa.Text),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("offered_count", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
    )
    op.create_index("hooks_active", "hooks", ["user_id", "character_id", "state", "expires_at"])
    op.create_index("hooks_by_content", "hooks", ["user_id", "character_id", "content_key"])


def _hook_offers() -> None:
    op.create_table(
        "hook_offers",
        sa.Column("hook_id", sa.Text, sa.ForeignKey("hooks.hook_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("session_id", sa.Text, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("offered_at", sa.BigInteger, nullable=False),
    )
    op.create_index("hook_offers_of_session", "hook_offers", ["session_id"])


def _engagements() -> None:
    op.create_table(
        "engagements",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("character_id", sa.Text, primary_key=True),
        sa.Column("tension", sa.Integer, nullable=False),
        sa.Column("beats", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )


def _relationship_beats() -> None:
    op.create_table(
        "relationship_beats",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("character_id", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("series_id", sa.Text),
        sa.Column("episode_id", sa.Text),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("exchange_id", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("tension_change", sa.Integer, nullable=False),
        sa.Column("tension", sa.Integer, nullable=False),
        sa.Column("milestone", sa.Text),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("relationship_beats_of_character", "relationship_beats", ["character_id", "episode_id", "type"])
    op.create_index("relationship_beats_of_series", "relationship_beats", ["series_id", "episode_id", "type"])
    op.create_index("relationship_beats_once", "relationship_beats", ["session_id", "exchange_id"], unique=True)
    op.create_index("relationship_milestones", "relationship_beats", ["user_id", "character_id", "milestone"])
