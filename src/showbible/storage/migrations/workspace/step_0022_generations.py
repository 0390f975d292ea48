"""How every order at a provider ended, so that the next choice of one rests on something."""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Double, Integer, Text


def upgrade(op: Operations) -> None:
    op.create_table(
        "generations",
        Column("generation_id", Text, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("provider", "model", "medium")),
        *(Column(name, Text) for name in ("run_id", "pilot_id", "shot_id", "tier")),
        Column("outcome", Text, nullable=False),
        Column("refusal", Text),
        *(Column(name, BigInteger, nullable=False) for name in ("estimated", "charged")),
        Column("simulated", Integer, nullable=False),
        *(Column(name, Double, nullable=False) for name in ("seconds", "took")),
        *(Column(name, Text) for name in ("size", "angle", "movement")),
        Column("traits", Text, nullable=False),
        *(Column(name, Text) for name in ("prompt", "why")),
        Column("score", Double),
        Column("teaches", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    for name, columns in (
        ("by_time", ["at", "generation_id"]),
        ("by_medium", ["medium", "at", "generation_id"]),
        ("of_provider", ["provider", "model", "at"]),
        ("of_run", ["run_id", "pilot_id"]),
    ):
        op.create_index(f"generations_{name}", "generations", columns)
