"""What is removed for its age, a little at a time; nothing while the clock is in doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog

from showbible.briefing import record as receipts
from showbible.errors import ShowbibleError
from showbible.jobs import queue, timekeeping
from showbible.jobs.job import JobState
from showbible.llm.record import forget_calls
from showbible.resources import Resources
from showbible.runs.record import log as run_log
from showbible.storage import idempotency
from showbible.storage.database import Database
from showbible.storage.retention import RECORDS
from showbible.vocabulary import ProjectId, moment

BATCH: Final = 500
MOST_BATCHES: Final = 40

log = structlog.get_logger("showbible")

Forget = Callable[[int], int]
"""Removes at most so many of something; gives how many went."""


def forget_aged(resources: Resources, changed: Sequence[ProjectId]) -> None:
    """Forget what nobody will ask for again, in the workspace and in the files of projects that have changed."""
    mark = timekeeping.observe(resources.workspace.db, resources.clock)
    if mark.doubt is not None:
        log.warning("tidy.waits", reason=mark.doubt.reason)
        return
    db = resources.workspace.db
    kinds = {**forgotten(resources, moment(mark.believed)), **_forgotten_soon(resources, mark)}
    gone = {name: in_batches(db, forget) for name, forget in kinds.items()}
    gone["project_answers"] = sum(_forget_answers(resources, project_id, mark) for project_id in changed)
    if any(gone.values()):
        log.info("tidied", **gone)


def forgotten(resources: Resources, at: datetime) -> Mapping[str, Forget]:
    """What the table says is kept for a time, and how the older of it is removed."""
    db = resources.workspace.db
    before = {name: rule.before(at) or moment(0) for name, rule in RECORDS.items()}
    return {
        "jobs": lambda most: queue.forget(db, state=JobState.DONE, before=before["jobs"], most=most),
        "failed_jobs": lambda most: queue.forget(db, state=JobState.FAILED, before=before["failed_jobs"], most=most),
        "model_calls": lambda most: forget_calls(db, before=before["model_calls"], most=most),
        "events": lambda most: run_log.forget_log(db, before=before["events"], most=most),
    }


def _forgotten_soon(resources: Resources, mark: timekeeping.Mark) -> Mapping[str, Forget]:
    """What is only kept for a while, by rules of its own."""
    db, at = resources.workspace.db, moment(mark.believed)
    return {
        "answers": lambda most: idempotency.forget(db, before=_a_day_before(mark), most=most),
        "receipts": lambda most: receipts.forget_old(db, at=at, most_at_once=most),
    }


def _a_day_before(mark: timekeeping.Mark) -> datetime:
    """Until when answers may go: a key may be sent again for a day that really passed on every clock."""
    return min(moment(mark.believed) - timedelta(days=1), timekeeping.a_steady_day_ago(mark) or moment(0))


def _forget_answers(resources: Resources, project_id: ProjectId, mark: timekeeping.Mark) -> int:
    """Forget the answers that a project's own file keeps; one that cannot be opened delays no other."""
    try:
        db = resources.workspace.project(project_id)
        return in_batches(db, lambda most: idempotency.forget(db, before=_a_day_before(mark), most=most))
    except ShowbibleError as error:
        log.warning("tidy.waits", project=project_id, reason=str(error))
        return 0


def in_batches(_db: Database, forget: Forget) -> int:
    """Forget a little at a time, so that nobody waits long for the database; the rest goes the next time."""
    gone = 0
    for _ in range(MOST_BATCHES):
        went = forget(BATCH)
        gone += went
        if went < BATCH:
            break
    return gone


class _Rehearsal(Exception):
    """Nothing of what was done shall stay."""


def rehearsed(db: Database, forget: Forget) -> int:
    """How many would go: they are removed and come back, so that the answer is never another one than the deed's."""
    gone = 0
    try:
        with db.transaction():
            gone = in_batches(db, forget)
            raise _Rehearsal
    except _Rehearsal:
        return gone
