"""Productions: what was asked for, who works on it, which steps are done, and what every paid one cost."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from showbible.storage.schema.base import WORKSPACE

studio_runs = Table(
    "studio_runs",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("wish", Text, nullable=False),
    Column("owner", Text),
    Column("lease_until", BigInteger),
    Column("turn", Integer, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("waits", Text),
)

production_steps = Table(
    "production_steps",
    WORKSPACE,
    Column("run_id", Text, ForeignKey("studio_runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("step", Text, primary_key=True),
    Column("result", Text, nullable=False),
    Column("done_at", BigInteger, nullable=False),
)

ledger = Table(
    "ledger",
    WORKSPACE,
    Column("intent_id", Text, primary_key=True),
    # No foreign key: what was paid for is known after the run is gone.
    Column("run_id", Text, nullable=False),
    Column("step", Text, nullable=False),
    Column("try_number", Integer, nullable=False),
    Column("provider", Text, nullable=False),
    Column("request_sha256", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("provider_ref", Text),
    Column("reserved", BigInteger, nullable=False),
    Column("cost", BigInteger, nullable=False),
    Column("error", Text),
    Column("intended_at", BigInteger, nullable=False),
    Column("settled_at", BigInteger),
    Column("pilot_id", Text),
    Column("project_id", Text),
    Column("user_id", Text),
    Column("concept", Text),
    UniqueConstraint("run_id", "step", "try_number", name="ledger_tries"),
    Index("ledger_of_run", "run_id", "state"),
    Index("ledger_by_state", "state", "intended_at"),
    Index("ledger_of_project", "project_id", "state"),
)
