"""How long what belongs to a run is kept: whether it is pinned, what has gone, and what may go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from showbible.errors import NotFound
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.vocabulary import ProjectId, RunId, checked_id, stamp


@dataclass(frozen=True, kw_only=True)
class RunKeeping:
    """What a person and the years have decided about the files of a run."""

    pinned_at: datetime | None
    """Since when somebody wants all of it kept, whatever its age."""
    swept_at: datetime | None
    """When its working files went for their age: paths among them lead nowhere."""

    @property
    def is_pinned(self) -> bool:
        """Whether nothing of it ever goes for its age."""
        return self.pinned_at is not None


class AgedRun(NamedTuple):
    """A run that nobody has heard of for long."""

    run_id: RunId
    project_id: ProjectId


def keeping(db: Database, run_id: str) -> RunKeeping:
    """What is decided about the files of a run."""
    row = db.first("SELECT pinned_at, swept_at FROM runs WHERE run_id = :run_id", run_id=checked_id("run", run_id))
    if row is None:
        raise NotFound("run", run_id)
    return value_of(RunKeeping, row)


AGED: Final = """
       status IN ('completed', 'failed', 'cancelled') AND heard_at < :before AND pinned_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.run_id = runs.run_id AND ledger.state IN ('intended', 'submitted', 'unknown'))
"""
"""A run that is over and was last heard of before a moment, that nobody pinned, and all of whose payments are settled."""


def aged(db: Database, *, before: datetime, after: RunId | None = None, limit: int) -> list[AgedRun]:
    """Runs whose working files may go for their age, by id; those that were swept since are left out."""
    rows = db.all(_AGED_FILES, before=stamp(before), after=after or "", limit=limit)
    return [AgedRun(RunId(row.run_id), ProjectId(row.project_id)) for row in rows]


_AGED_FILES: Final = f"""
    SELECT run_id, project_id
      FROM runs
     WHERE {AGED} AND (swept_at IS NULL OR swept_at < heard_at) AND run_id > :after
     ORDER BY run_id
     LIMIT :limit
"""  # noqa: S608


def exists(db: Database, run_ids: list[str]) -> set[str]:
    """Which of some runs there are."""
    rows: list[Any] = list(db.all("SELECT run_id FROM runs WHERE run_id IN :ids", ids=run_ids or [""]))
    return {row.run_id for row in rows}
