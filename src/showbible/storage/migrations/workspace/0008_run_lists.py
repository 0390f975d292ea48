"""What people make of their list of runs: some are put away, some views are kept by name."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("runs", sa.Column("archived_at", sa.BigInteger))
    op.create_index("runs_archived", "runs", ["archived_at"])
    op.create_index("run_pilots_by_tier", "run_pilots", ["tier", "run_id"])
    op.create_table(
        "run_views",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("is_default", sa.Integer, nullable=False),
        sa.Column("kept_at", sa.BigInteger, nullable=False),
    )
