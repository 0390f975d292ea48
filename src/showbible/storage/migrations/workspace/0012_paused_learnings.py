"""What runs showed about providers can be set aside, too."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("provider_learnings", sa.Column("paused_at", sa.BigInteger))
