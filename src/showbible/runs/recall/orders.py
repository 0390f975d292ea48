"""Orders of a run that somebody may still be charged for: they keep it, and its project, from being deleted."""

from __future__ import annotations

from typing import Final

from showbible.errors import Conflict
from showbible.storage.database import Database
from showbible.values import frozen

NAMED: Final = 3


@frozen
class Owed:
    """A paid step whose end is not known yet; `ref` is the provider's name for its work."""

    step: str
    provider: str
    ref: str | None
    state: str

    @property
    def named(self) -> str:
        """The order as a person would look it up."""
        return f"{self.provider} job {self.ref}" if self.ref else f"{self.step} at {self.provider}"


def owed(db: Database, *, run_id: str | None = None, project_id: str | None = None) -> list[Owed]:
    """The open paid steps of a run, or of every run of a project, oldest first."""
    rows = db.all(
        """
        SELECT step, provider, provider_ref, state
          FROM ledger
         WHERE state IN ('intended', 'submitted', 'unknown')
           AND (run_id = CAST(:run_id AS TEXT) OR project_id = CAST(:project_id AS TEXT))
         ORDER BY intended_at, intent_id
        """,
        run_id=run_id,
        project_id=project_id,
    )
    return [Owed(step=row.step, provider=row.provider, ref=row.provider_ref, state=row.state) for row in rows]


def check_settled(db: Database, *, run_id: str | None = None, project_id: str | None = None) -> None:
    """Refuse while a run, or any run of a project, has open orders; says which, and what to do about them."""
    found = owed(db, run_id=run_id, project_id=project_id)
    if not found:
        return
    number = "1 paid step is" if len(found) == 1 else f"{len(found)} paid steps are"
    names = ", ".join(each.named for each in found[:NAMED]) + (", ..." if len(found) > NAMED else "")
    them = "it" if len(found) == 1 else "them"
    raise Conflict(f"{number} still open: {names}. Wait for {them}, or settle {them} under Needs you.")
