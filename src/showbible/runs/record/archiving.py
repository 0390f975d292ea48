"""Put runs away and bring them back: an archived run is whole, only no list shows it unless asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from showbible.storage.database import Database, Row
from showbible.values import frozen
from showbible.vocabulary import stamp, utcnow

AT_ONCE: Final = 500


@frozen
class Batch:
    """Runs that were put away together: the number brings them back, and no others."""

    number: int
    runs: int


def archive(db: Database, run_ids: Sequence[str], *, at: datetime | None = None) -> Batch:
    """Put away those of the runs named that are over; what still runs stays where it is."""
    with db.transaction():
        db.hold("archive")
        newest = int(db.value("SELECT COALESCE(MAX(archived_at), 0) FROM runs"))
        number = max(stamp(at or utcnow()), newest + 1)
        gone = [
            row
            for first in range(0, len(run_ids), AT_ONCE)
            for row in db.all(_ARCHIVE, ids=list(run_ids[first : first + AT_ONCE]), number=number)
        ]
        _count(db, gone, step=-1)
    return Batch(number=number, runs=len(gone))


def restore(db: Database, run_ids: Sequence[str]) -> int:
    """Let the lists show these runs again; gives how many were put away."""
    with db.transaction():
        db.hold("archive")
        back = [
            row
            for first in range(0, len(run_ids), AT_ONCE)
            for row in db.all(_RESTORE, ids=list(run_ids[first : first + AT_ONCE]))
        ]
        _count(db, back, step=1)
    return len(back)


def undo(db: Database, batch: int) -> int:
    """Bring back what was put away together; gives how many were still away."""
    with db.transaction():
        db.hold("archive")
        back = db.all(_UNDO, batch=batch)
        _count(db, back, step=1)
    return len(back)


_ARCHIVE: Final = """
    UPDATE runs SET archived_at = :number
     WHERE run_id IN :ids AND status <> 'running' AND archived_at IS NULL
    RETURNING project_id, status, stage
"""
_RESTORE: Final = """
    UPDATE runs SET archived_at = NULL
     WHERE run_id IN :ids AND archived_at IS NOT NULL
    RETURNING project_id, status, stage
"""
_UNDO: Final = "UPDATE runs SET archived_at = NULL WHERE archived_at = :batch RETURNING project_id, status, stage"


def _count(db: Database, runs: Sequence[Row[Any]], *, step: int) -> None:
    """Keep the counts of the lists in step."""
    groups = Counter((row.project_id, row.status, row.stage) for row in runs)
    db.many(
        """
        UPDATE run_counts SET number = number + :step
         WHERE project_id = :project_id AND status = :status AND stage = :stage
        """,
        [
            {"project_id": project_id, "status": status, "stage": stage, "step": step * number}
            for (project_id, status, stage), number in groups.items()
        ],
    )
