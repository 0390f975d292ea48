"""Projects, jobs, kept answers and model calls."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, text

from showbible.storage.schema.base import PROJECT, WORKSPACE, Sequence


def _answers(metadata: MetaData) -> Table:
    """What was answered to a call with an Idempotency-Key, kept beside the call's own effect."""
    return Table(
        "answers",
        metadata,
        Column("caller", Text, primary_key=True),
        Column("key", Text, primary_key=True),
        Column("request", Text, nullable=False),
        Column("status", Integer, nullable=False),
        Column("body", Text, nullable=False),
        Column("answered_at", BigInteger, nullable=False),
        Index("answers_by_time", "answered_at"),
    )


def _facts(metadata: MetaData) -> Table:
    """Small facts about a database itself."""
    return Table(
        "facts",
        metadata,
        Column("name", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )


facts = _facts(WORKSPACE)

answers = _answers(WORKSPACE)

projects = Table(
    "projects",
    WORKSPACE,
    Column("project_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("deleted_at", BigInteger),
    Column("incarnation", Text, nullable=False, server_default=""),
    Column("born_at", BigInteger),  # when its file was there for the first time
    Index("projects_by_time", "created_at", "project_id"),
)

jobs = Table(
    "jobs",
    WORKSPACE,
    Column("job_id", Text, primary_key=True),
    Column("event", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("key", Text),
    Column("state", Text, nullable=False),
    Column("attempt", Integer, nullable=False, server_default=text("0")),
    Column("owner", Text),
    Column("lease_until", BigInteger),
    Column("due_at", BigInteger, nullable=False),
    Column("error", Text),
    Column("announced_at", BigInteger, nullable=False),
    Column("settled_at", BigInteger),
    Column("errors", Integer, nullable=False, server_default=text("0")),
    Column("lost", Integer, nullable=False, server_default=text("0")),
    Column("started_at", BigInteger),
    Index("jobs_to_claim", "state", "due_at", "job_id"),
    Index("jobs_by_time", "announced_at", "job_id"),
    Index("jobs_by_state", "state", "announced_at", "job_id"),
    Index(
        "jobs_coalesced",
        "event",
        "key",
        unique=True,
        sqlite_where=text("state = 'queued'"),
        postgresql_where=text("state = 'queued'"),
    ),
)

schedules = Table(
    "schedules",
    WORKSPACE,
    Column("event", Text, primary_key=True),
    Column("last_at", BigInteger, nullable=False),
)

model_calls = Table(
    "model_calls",
    WORKSPACE,
    Column("call_id", Text, primary_key=True),
    Column("prompt", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("error", Text),
    Column("milliseconds", Integer, nullable=False),
    Column("tokens_in", Integer, nullable=False),
    Column("tokens_out", Integer, nullable=False),
    Column("called_at", BigInteger, nullable=False),
    Index("model_calls_by_time", "called_at", "call_id"),
)

outbox = Table(
    "outbox",
    PROJECT,
    Column("seq", Sequence, primary_key=True, autoincrement=True),
    Column("job_id", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("key", Text),
    Column("announced_at", BigInteger, nullable=False),
)

project_facts = _facts(PROJECT)
project_answers = _answers(PROJECT)
