"""What a sentence encoder makes of memories stands beside what word pieces make of them."""

from alembic.operations import Operations

from showbible.storage import vectors


def upgrade(op: Operations) -> None:
    vectors.create(op.get_bind(), vectors.VectorIndex(name="sentence", dimensions=384))
