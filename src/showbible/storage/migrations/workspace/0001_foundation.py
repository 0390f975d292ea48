"""Projects, jobs, schedules, kept answers and model calls."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "facts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("caller", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("answered_at", sa.BigInteger, nullable=False),
    )
    op.create_index("answers_by_time", "answers", ["answered_at"])
    op.create_table(
        "projects",
        sa.Column("project_id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("deleted_at", sa.BigInteger),
    )
    op.create_index("projects_by_time", "projects", ["created_at", "project_id"])
    op.create_table(
        "schedules",
        sa.Column("event", sa.Text, primary_key=True),
        sa.Column("last_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "model_calls",
        sa.Column("call_id", sa.Text, primary_key=True),
        sa.Column("prompt", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("milliseconds", sa.Integer, nullable=False),
        sa.Column("tokens_in", sa.Integer, nullable=False),
        sa.Column("tokens_out", sa.Integer, nullable=False),
        sa.Column("called_at", sa.BigInteger, nullable=False),
    )
    op.create_index("model_calls_by_time", "model_calls", ["called_at", "call_id"])
    _jobs()


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("job_id", sa.Text, primary_key=True),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("owner", sa.Text),
        sa.Column("lease_until", sa.BigInteger),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("announced_at", sa.BigInteger, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
    )
    op.create_index("jobs_to_claim", "jobs", ["state", "due_at", "job_id"])
    op.create_index("jobs_by_time", "jobs", ["announced_at", "job_id"])
    op.create_index("jobs_by_state", "jobs", ["state", "announced_at", "job_id"])
    queued = sa.text("state = 'queued'")
    op.create_index(
        "jobs_coalesced", "jobs", ["event", "key"], unique=True, sqlite_where=queued, postgresql_where=queued
    )
