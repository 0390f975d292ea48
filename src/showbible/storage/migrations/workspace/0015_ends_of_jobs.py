"""Telling attempts that failed from attempts whose worker vanished, and since when a job runs."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("jobs", sa.Column("errors", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("jobs", sa.Column("lost", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("jobs", sa.Column("started_at", sa.BigInteger))
    # Until now every attempt that a waiting job had behind it counted as a failure.
    op.execute("UPDATE jobs SET errors = attempt WHERE state IN ('queued', 'failed')")
