"""Work that was ordered elsewhere is looked up by its provider's name for it."""

from alembic.operations import Operations


def upgrade(op: Operations) -> None:
    op.create_index("ledger_of_work", "ledger", ["provider", "provider_ref"])
