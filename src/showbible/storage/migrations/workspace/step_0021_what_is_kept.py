"""A run may be pinned, and its working files go in their time."""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column


def upgrade(op: Operations) -> None:
    for name in ("pinned_at", "swept_at"):
        op.add_column("runs", Column(name, BigInteger))
