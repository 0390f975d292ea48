"""The ledger of paid steps."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "studio_runs",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("lease_until", sa.BigInteger),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "production_steps",
        sa.Column("run_id", sa.Text, sa.ForeignKey("studio_runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("step", sa.Text, primary_key=True),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("done_at", sa.BigInteger, nullable=False),
    )
    _ledger()


def _ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("intent_id", sa.Text, primary_key=True),
        sa.Column("run_id", sa.Text, sa.ForeignKey("studio_runs.run_id", ondelete="CASCADE"), nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("try_number", sa.Integer, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("request_sha256", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("provider_ref", sa.Text),
        sa.Column("reserved", sa.BigInteger, nullable=False),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("intended_at", sa.BigInteger, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
        sa.UniqueConstraint("run_id", "step", "try_number", name="ledger_tries"),
    )
    op.create_index("ledger_by_state", "ledger", ["state", "intended_at"])
    op.create_index("ledger_of_run", "ledger", ["run_id", "state"])
