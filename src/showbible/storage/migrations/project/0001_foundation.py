"""What every project file has: an outbox towards the workspace's queue, and kept answers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return  # one database for all: the workspace's own tables serve
    op.create_table(
        "outbox",
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("job_id", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("announced_at", sa.BigInteger, nullable=False),
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
