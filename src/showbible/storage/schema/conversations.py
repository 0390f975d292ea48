"""Conversations, what was remembered of them, what to come back to, and how two get along."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, Table, Text

from showbible.storage.schema.base import WORKSPACE

conversations = Table(
    "conversations",
    WORKSPACE,
    Column("session_id", Text, primary_key=True),
    Column("user_id", Text),
    Column("character_id", Text, nullable=False),
    Column("series_id", Text),
    Column("episode_id", Text),
    Column("turn_budget", Integer),
    Column("timezone", Text, nullable=False),
    Column("turn_count", Integer, nullable=False),
    Column("processed", Integer, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("heard_at", BigInteger, nullable=False),
    Index("conversations_by_time", "started_at", "session_id"),
    Index("conversations_of_user", "user_id", "started_at", "session_id"),
    Index("conversations_of_series", "user_id", "series_id", "character_id"),
)

exchanges = Table(
    "exchanges",
    WORKSPACE,
    Column("session_id", Text, ForeignKey("conversations.session_id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("exchange_id", Text, nullable=False),
    Column("timezone", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("evaluation", Text),
    Column("beat", Text),
    Column("memory_ids", Text, nullable=False),
    Column("hook_ids", Text, nullable=False),
    Column("missing", Text, nullable=False),
    Column("failures", Text, nullable=False),
    Index("exchanges_by_id", "session_id", "exchange_id", unique=True),
)

messages = Table(
    "messages",
    WORKSPACE,
    Column("session_id", Text, ForeignKey("conversations.session_id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("content", Text, nullable=False),
    Index("messages_of_exchange", "session_id", "position", "number"),
)

pools = Table(
    "memory_pools",
    WORKSPACE,
    Column("pool", Text, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    Column("sitting", BigInteger, nullable=False),
    Column("sitting_began", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Column("speakers", Text, nullable=False),
    Index("memory_pools_of_user", "user_id"),
)

memories = Table(
    "memories",
    WORKSPACE,
    Column("memory_id", Text, primary_key=True),
    Column("pool", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("sitting", BigInteger, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("character_id", Text),
    Column("series_id", Text),
    Column("session_id", Text),
    Column("exchange_id", Text),
    Column("type", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("text_key", Text, nullable=False),
    Column("slot", Text),
    Column("slot_value", Text),
    Column("importance", Double, nullable=False),
    Column("speaker", Text),
    Column("pinned", Integer, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("reference_count", Integer, nullable=False),
    Column("superseded_by", Text),
    Column("said_at", BigInteger, nullable=False),
    Column("referenced_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("paused_at", BigInteger),
    Column("episode_id", Text),
    Index("memories_in_order", "pool", "seq", unique=True),
    Index("memories_by_text", "pool", "text_key"),
    Index("memories_by_slot", "pool", "slot", "seq"),
    Index("memories_by_time", "pool", "said_at", "memory_id"),
    Index("memories_by_weight", "pool", "type", "importance", "said_at"),
    Index("memories_of_user", "user_id"),
)

memories_forgotten = Table(
    "memories_forgotten",
    WORKSPACE,
    Column("pool", Text, primary_key=True),
    Column("text_key", Text, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("session_id", Text),
    Column("exchange_id", Text),
    Column("forgotten_at", BigInteger, nullable=False),
    Index("memories_forgotten_of_user", "user_id"),
)

hooks = Table(
    "hooks",
    WORKSPACE,
    Column("hook_id", Text, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("character_id", Text, nullable=False),
    Column("series_id", Text),
    Column("scope", Text, nullable=False),
    Column("session_id", Text),
    Column("exchange_id", Text),
    Column("type", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("content_key", Text, nullable=False),
    Column("phrase", Text),
    Column("suggested_opener", Text),
    Column("priority", Integer, nullable=False),
    Column("due_at", BigInteger),
    Column("expires_at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("offered_count", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("settled_at", BigInteger),
    Column("paused_at", BigInteger),
    Index("hooks_active", "user_id", "character_id", "state", "expires_at"),
    Index("hooks_by_content", "user_id", "character_id", "content_key"),
)

hook_offers = Table(
    "hook_offers",
    WORKSPACE,
    Column("hook_id", Text, ForeignKey("hooks.hook_id", ondelete="CASCADE"), primary_key=True),
    Column("session_id", Text, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("offered_at", BigInteger, nullable=False),
    Index("hook_offers_of_session", "session_id"),
)

engagements = Table(
    "engagements",
    WORKSPACE,
    Column("user_id", Text, primary_key=True),
    Column("character_id", Text, primary_key=True),
    Column("tension", Integer, nullable=False),
    Column("beats", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

beats = Table(
    "relationship_beats",
    WORKSPACE,
    Column("user_id", Text, primary_key=True),
    Column("character_id", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("series_id", Text),
    Column("episode_id", Text),
    Column("session_id", Text, nullable=False),
    Column("exchange_id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("tension_change", Integer, nullable=False),
    Column("tension", Integer, nullable=False),
    Column("milestone", Text),
    Column("made_by", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("relationship_beats_once", "session_id", "exchange_id", unique=True),
    Index("relationship_beats_of_series", "series_id", "episode_id", "type"),
    Index("relationship_beats_of_character", "character_id", "episode_id", "type"),
    Index("relationship_milestones", "user_id", "character_id", "milestone"),
)
