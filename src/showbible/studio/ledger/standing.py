"""What stands open in the ledger, of all runs: going on, over or deleted."""

from __future__ import annotations

from functools import partial
from typing import Final

from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, value_of
from showbible.studio.ledger.model import LedgerEntry, OrderState
from showbible.values import frozen

_ENDED: Final = """
      FROM ledger
      LEFT JOIN runs ON runs.run_id = ledger.run_id
      LEFT JOIN studio_runs ON studio_runs.run_id = ledger.run_id
     WHERE ledger.state IN ('intended', 'submitted') AND (runs.run_id IS NULL OR runs.status <> 'running')
"""


@frozen
class OpenOrder:
    """An open order of a run that is over or gone: its status if it exists, and who last had its turn."""

    entry: LedgerEntry
    status: str | None
    owner: str | None
    leased: bool

    @property
    def run_is(self) -> str:
        """What became of the run, in a word."""
        return self.status or "deleted"


def left_open(db: Database, *, limit: int = paging.MOST, project_id: str | None = None) -> list[OpenOrder]:
    """Orders of runs that are over or gone and that nobody has settled yet, oldest first."""
    rows = db.all(
        f"""
        SELECT ledger.*, runs.status AS run_status, studio_runs.owner AS owner, studio_runs.lease_until AS lease_until
        {_ENDED}
           AND (CAST(:project_id AS TEXT) IS NULL OR ledger.project_id = :project_id)
         ORDER BY ledger.intended_at, ledger.intent_id
         LIMIT :limit
        """,
        limit=limit,
        project_id=project_id,
    )
    now = db.clock_ms()
    return [
        OpenOrder(
            entry=value_of(LedgerEntry, row),
            status=row.run_status,
            owner=row.owner,
            leased=row.owner is not None and (row.lease_until or 0) >= now,
        )
        for row in rows
    ]


def of_unknown_outcome(db: Database, *, limit: int, project_id: str | None = None) -> list[LedgerEntry]:
    """Paid steps, of one project or all, that wait for a person's word, oldest first."""
    rows = db.all(
        """
        SELECT *
          FROM ledger
         WHERE state = 'unknown' AND (CAST(:project_id AS TEXT) IS NULL OR project_id = :project_id)
         ORDER BY intended_at
         LIMIT :limit
        """,
        limit=limit,
        project_id=project_id,
    )
    return [value_of(LedgerEntry, row) for row in rows]


def listed(
    db: Database, states: tuple[OrderState, ...], *, limit: int = paging.USUAL, cursor: str | None = None
) -> Page[LedgerEntry]:
    """Lines of the ledger in some states, newest first."""
    read, key, total = partial(value_of, LedgerEntry), ("intended_at", "intent_id"), count(db, states)
    return newest_first(db, _LISTED, read, key=key, total=total, limit=limit, cursor=cursor, states=[*states])


_LISTED: Final = """
    SELECT *
      FROM ledger
     WHERE state IN :states AND (intended_at, intent_id) < (:at, :after)
     ORDER BY intended_at DESC, intent_id DESC
     LIMIT :limit
"""


def count(db: Database, states: tuple[OrderState, ...]) -> int:
    """How many paid steps are in some states."""
    return int(db.value("SELECT COUNT(*) FROM ledger WHERE state IN :states", states=[*states]))
