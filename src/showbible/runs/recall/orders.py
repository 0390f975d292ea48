"""Orders of a run that somebody may still be charged for."""

from __future__ import annotations

from dataclasses import dataclass

from showbible.storage.database import Database


@dataclass(frozen=True, kw_only=True)
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
