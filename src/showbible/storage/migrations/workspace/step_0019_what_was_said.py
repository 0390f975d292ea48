"""What was said word for word stands beside what was made of it, and a memory tells what it rests on."""

from typing import Final

from alembic.operations import Operations
from sqlalchemy import Column, Text, text

_DISTILLED: Final = text("type <> 'said'")
_REPLACED: Final = text("superseded_by IS NOT NULL")


def upgrade(op: Operations) -> None:
    op.add_column("memories", Column("rests_on", Text, nullable=False, server_default=text("'[]'")))
    op.add_column("memories", Column("superseded_why", Text))
    op.add_column("memories", Column("reading", Text))
    op.drop_column("memories", "slot_value")
    op.execute("UPDATE memories SET slot = NULL")
    op.add_column("memory_pools", Column("names", Text, nullable=False, server_default=text("'{}'")))
    op.drop_index("memories_by_time", table_name="memories")
    op.create_index("memories_of_exchange", "memories", ["session_id", "exchange_id", "seq"])
    _create(op, "memories_by_successor", ["pool", "superseded_by"], _REPLACED)
    _create(op, "memories_distilled", ["memory_id"], _DISTILLED)
    _create(op, "memories_distilled_in_order", ["pool", "seq"], _DISTILLED)
    _create(op, "memories_distilled_by_time", ["pool", "said_at", "memory_id"], _DISTILLED)


def _create(op: Operations, name: str, columns: list[str], only: object) -> None:
    op.create_index(name, "memories", columns, sqlite_where=only, postgresql_where=only)
