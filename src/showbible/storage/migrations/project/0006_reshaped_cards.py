"""Cards that a person joined into one or divided in two, and uses found by their time."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("direction_cards", sa.Column("merged_into", sa.Text))
    op.add_column("direction_cards", sa.Column("split_from", sa.Text))
    op.add_column("direction_cards", sa.Column("scenes", sa.Text))
    op.create_index("direction_uses_by_time", "direction_uses", ["project_id", "used_at", "use_id"])
