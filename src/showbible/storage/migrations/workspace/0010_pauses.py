"""What people set aside: memories and hooks, combinations, and what one run shall do without."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("memories", sa.Column("paused_at", sa.BigInteger))
    op.add_column("hooks", sa.Column("paused_at", sa.BigInteger))
    op.create_table(
        "combination_rulings",
        sa.Column("mood", sa.Text, primary_key=True),
        sa.Column("music_style", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text),
        sa.Column("forgotten_at", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "run_mutes",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("item_id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
