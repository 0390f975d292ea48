"""A pilot may sound and be cut otherwise than its run."""

from alembic.operations import Operations
from sqlalchemy import Column, Text


def upgrade(op: Operations) -> None:
    for name in ("mood", "music_style", "edit_style"):
        op.add_column("run_pilots", Column(name, Text))
