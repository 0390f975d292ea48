"""Receipts of what was recalled."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "receipts",
        sa.Column("receipt_id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("project_id", sa.Text),
        sa.Column("user_id", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("receipts_by_time", "receipts", ["at", "receipt_id"])
    op.create_index("receipts_of_project", "receipts", ["project_id", "at", "receipt_id"])
    op.create_index("receipts_of_user", "receipts", ["user_id", "at", "receipt_id"])
