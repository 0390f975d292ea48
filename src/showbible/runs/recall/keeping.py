"""How long what belongs to a run is kept: whether it is pinned, what has gone, and what may go."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from showbible.storage.database import Database
from showbible.storage.rows import required, value_of
from showbible.values import frozen
from showbible.vocabulary import ProjectId, RunId, checked_id, stamp


@frozen
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


class OldRun(NamedTuple):
    """A run that nobody has heard of for long."""

    run_id: RunId
    project_id: ProjectId


def keeping(db: Database, run_id: str) -> RunKeeping:
    """What is decided about the files of a run."""
    row = db.first("SELECT pinned_at, swept_at FROM runs WHERE run_id = :run_id", run_id=checked_id("run", run_id))
    return value_of(RunKeeping, required(row, "run", run_id))


@frozen
class KeptRuns:
    """How many runs wait to be swept, were swept and are pinned; `oldest` is when the first was last heard of."""

    waiting: int
    swept: int
    pinned: int
    oldest: datetime | None


def kept_runs(db: Database) -> KeptRuns:
    """How it stands with the working files of all runs."""
    row = db.first(
        """
        SELECT COALESCE(SUM(CASE WHEN waits = 1 THEN 1 ELSE 0 END), 0) AS waiting,
               COALESCE(SUM(CASE WHEN swept_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS swept,
               COALESCE(SUM(CASE WHEN pinned_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS pinned,
               MIN(CASE WHEN waits = 1 THEN heard_at END) AS oldest
          FROM (SELECT pinned_at, swept_at, heard_at,
                       CASE WHEN status <> 'running' AND pinned_at IS NULL
                             AND (swept_at IS NULL OR swept_at < heard_at) THEN 1 ELSE 0 END AS waits
                  FROM runs) AS every
        """
    )
    return value_of(KeptRuns, row)


OLD: Final = """
       status IN ('completed', 'failed', 'cancelled') AND heard_at < :before AND pinned_at IS NULL
   AND NOT EXISTS (SELECT 1
                     FROM ledger
                    WHERE ledger.run_id = runs.run_id AND ledger.state IN ('intended', 'submitted', 'unknown'))
"""
"""A run that is over and was last heard of before a moment, that nobody pinned and that owes nothing."""


def old_runs(db: Database, *, before: datetime, after: RunId | None = None, limit: int) -> list[OldRun]:
    """Runs whose working files may go for their age, by id; those that were swept since are left out."""
    rows = db.all(_OLD_FILES, before=stamp(before), after=after or "", limit=limit)
    return [OldRun(RunId(row.run_id), ProjectId(row.project_id)) for row in rows]


_OLD_FILES: Final = f"""
    SELECT run_id, project_id
      FROM runs
     WHERE {OLD} AND (swept_at IS NULL OR swept_at < heard_at) AND run_id > :after
     ORDER BY run_id
     LIMIT :limit
"""  # noqa: S608
