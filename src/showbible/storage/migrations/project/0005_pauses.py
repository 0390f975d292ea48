"""States that people set aside."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("entity_states", sa.Column("paused_at", sa.BigInteger))
