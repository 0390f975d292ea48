"""The log behind every live view: each change of a run, numbered, in the transaction of the change."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from showbible.errors import Conflict, NotFound
from showbible.runs.model import Summary
from showbible.runs.recall import one
from showbible.storage import bell
from showbible.storage.aging import AgingRows
from showbible.storage.database import Database, Row
from showbible.vocabulary import checked_id, dollars, stamp


@contextmanager
def changing(db: Database, run_id: str, *, over: bool = False) -> Iterator[Summary]:
    """The run as it is, held still while it is changed; a run that is over takes no more facts."""
    checked_id("run", run_id)
    with db.transaction():
        db.hold(f"run:{run_id}")
        run = one.bare(db, run_id)
        if run.is_over and not over:
            raise Conflict(f"Run {run_id} is over ({run.recorded_status}); start a new one to go on.")
        yield run


STATE: Final = "run_id, status, stage, progress, spent, scenes_completed, recent_errors"
"""What every line of the log tells of its run."""


def append(
    db: Database, run_id: str, kind: str, data: Mapping[str, Any], *, at: datetime, state: Row[Any] | None = None
) -> int:
    """Add a line to the log with the run as it is after the change; gives the line's number.

    Who has just changed the run may hand in its `state` instead of having it read again.
    """
    hold_log(db)
    seq = db.value(
        """
        INSERT INTO events (run_id, kind, body, at) VALUES (:run_id, :kind, :body, :at)
        RETURNING seq
        """,
        run_id=run_id,
        kind=kind,
        body=json.dumps(_body(state or _state(db, run_id), data), allow_nan=False),
        at=stamp(at),
    )
    db.ring(bell.RUNS)
    return int(seq)


def append_each(db: Database, run_ids: Sequence[str], kind: str, data: Mapping[str, Any], *, at: datetime) -> None:
    """The same line in the logs of many runs, each with its run as it is."""
    if not run_ids:
        return
    hold_log(db)
    states = db.all(f"SELECT {STATE} FROM runs WHERE run_id IN :ids ORDER BY run_id", ids=list(run_ids))  # noqa: S608
    db.many(
        "INSERT INTO events (run_id, kind, body, at) VALUES (:run_id, :kind, :body, :at)",
        [
            {
                "run_id": state.run_id,
                "kind": kind,
                "body": json.dumps(_body(state, data), allow_nan=False),
                "at": stamp(at),
            }
            for state in states
        ],
    )
    db.ring(bell.RUNS)


def hold_log(db: Database) -> None:
    """Be the only writer of the log until the transaction ends."""
    # Numbers must become visible in their order, or a reader who waits for the next one skips a late one.
    db.hold("events")


def _state(db: Database, run_id: str) -> Row[Any]:
    row = db.first(f"SELECT {STATE} FROM runs WHERE run_id = :run_id", run_id=run_id)  # noqa: S608
    if row is None:
        raise NotFound("run", run_id)
    return row


def _body(state: Row[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "run_id": state.run_id,
        "status": state.status,
        "stage": state.stage,
        "progress": state.progress,
        "budget_spent": dollars(state.spent),
        "scenes_completed": state.scenes_completed,
        "errors": json.loads(state.recent_errors),
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


def forget_log(db: Database, *, before: datetime, most: int = 10_000) -> int:
    """Remove old lines of runs that are over, at most so many; the runs themselves stay."""
    return _LINES.forget(db, before=before, most=most)


_OVER: Final = "NOT EXISTS (SELECT 1 FROM runs WHERE runs.run_id = events.run_id AND runs.status = 'running')"
_LINES: Final = AgingRows(table="events", key="seq", since="at", only=_OVER)
