"""The run in which a card was used, where it was one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("direction_uses", sa.Column("run_id", sa.Text))
