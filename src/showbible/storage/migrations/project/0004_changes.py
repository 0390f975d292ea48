"""What was changed by hand in what was learned."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_sequence = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "story_changes",
        sa.Column("project_id", sa.Text, nullable=False),
        sa.Column("seq", _sequence, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("item_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
    )
    op.create_index("story_changes_of_item", "story_changes", ["project_id", "kind", "item_id", "seq"])
