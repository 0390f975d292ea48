"""What was changed by hand in what was learned."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_sequence = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "changes",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("seq", _sequence, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("item_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
    )
    op.create_index("changes_of_item", "changes", ["scope", "kind", "item_id", "seq"])
