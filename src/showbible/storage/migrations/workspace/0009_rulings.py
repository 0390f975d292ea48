"""What people decided about patterns."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "pattern_rulings",
        sa.Column("pattern", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("tier", sa.Text),
        sa.Column("edit_style", sa.Text),
        sa.Column("scenes", sa.Integer),
        sa.Column("duration", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
