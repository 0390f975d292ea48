"""Whose a change is, is said in a column of one name in both books."""

from alembic.operations import Operations


def upgrade(op: Operations) -> None:
    op.alter_column("story_changes", "project_id", new_column_name="owner")
