"""A project's file says which life of the project it belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return  # one database for all: the registry itself tells
    op.create_table(
        "facts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
