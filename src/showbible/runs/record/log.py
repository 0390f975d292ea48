"""The log behind every live view: each change of a run, numbered, in the transaction of the change."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from showbible.errors import Conflict, NotFound
from showbible.runs import recall
from showbible.runs.model import NoteKind, Summary
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, dollars, stamp


@contextmanager
def changing(db: Database, run_id: str, *, over: bool = False) -> Iterator[Summary]:
    """The run as it is, held still while it is changed; a run that is over takes no more facts."""
    checked_id("run", run_id)
    with db.transaction():
        db.hold(f"run:{run_id}")
        run = recall.summary(db, run_id)
        if run.is_over and not over:
            raise Conflict(f"Run {run_id} is over ({run.recorded_status}); start a new one to go on.")
        yield run


def append(db: Database, run_id: str, kind: str, data: Mapping[str, Any], *, at: datetime) -> int:
    """Add a line to the log with the run as it is after the change; gives the line's number."""
    # Numbers must become visible in their order, or a reader who waits for the next one skips a late one.
    db.hold("events")
    seq = db.value(
        """
        INSERT INTO events (run_id, kind, body, at) VALUES (:run_id, :kind, :body, :at)
        RETURNING seq
        """,
        run_id=run_id,
        kind=kind,
        body=json.dumps(_body(db, run_id, data), allow_nan=False),
        at=stamp(at),
    )
    return int(seq)


def _body(db: Database, run_id: str, data: Mapping[str, Any]) -> dict[str, Any]:
    row = db.first(
        "SELECT status, stage, progress, spent, scenes_completed FROM runs WHERE run_id = :run_id", run_id=run_id
    )
    if row is None:
        raise NotFound("run", run_id)
    return {
        "run_id": run_id,
        "status": row.status,
        "stage": row.stage,
        "progress": row.progress,
        "budget_spent": dollars(row.spent),
        "scenes_completed": row.scenes_completed,
        "errors": list(recall.notes(db, run_id, NoteKind.ERROR, last=5)),
        "data": data,
    }


def counted(db: Database, run: Summary, *, step: int) -> None:
    """Keep the number of runs per project, status and stage, so that no list ever has to count."""
    db.run(
        """
        INSERT INTO run_counts (project_id, status, stage, number)
        VALUES (:project_id, :status, :stage, :step)
            ON CONFLICT (project_id, status, stage)
            DO UPDATE SET number = run_counts.number + excluded.number
        """,
        project_id=run.project_id,
        status=run.recorded_status,
        stage=run.stage,
        step=step,
    )


def forget_log(db: Database, *, before: datetime) -> int:
    """Remove old lines of runs that are over; the runs themselves stay."""
    with db.transaction():
        return db.run(
            """
            DELETE FROM events
             WHERE at < :before
               AND NOT EXISTS (SELECT 1
                                 FROM runs
                                WHERE runs.run_id = events.run_id AND runs.status = 'running')
            """,
            before=stamp(before),
        )
