"""Assistants keep files of notes beside what is known of a story."""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Integer, Text


def upgrade(op: Operations) -> None:
    op.create_table(
        "note_files",
        *(Column(name, Text, primary_key=True) for name in ("project_id", "path")),
        Column("text", Text, nullable=False),
        Column("size", Integer, nullable=False),
        *(Column(name, BigInteger, nullable=False) for name in ("created_at", "updated_at")),
    )
