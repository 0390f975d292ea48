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
from showbible.storage import arrivals, idempotency, incarnations, leftovers
from showbible.storage.stores.resumable import ResumableUploads
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
    gone = {name: _in_batches(forget) for name, forget in _forgotten(resources, mark).items()}
    gone["project_answers"] = sum(_forget_answers(resources, project_id, mark) for project_id in changed)
    if any(gone.values()):
        log.info("tidied", **gone)


def clear_files(resources: Resources) -> None:
    """Remove what interrupted uploads and removals left in the data folder."""
    mark = timekeeping.observe(resources.workspace.db, resources.clock)
    if mark.doubt is None:
        home, old = resources.workspace.home, moment(mark.believed) - timedelta(days=1)
        arrived = arrivals.clear(home, known=incarnations.names(resources.workspace.db), before=old)
        uploads = ResumableUploads(resources.blobs).forget_stale(before=old)
        log.info("files.tidied", arrivals=arrived, stale_uploads=uploads, **leftovers.cleared(home, before=old))


def _forgotten(resources: Resources, mark: timekeeping.Mark) -> Mapping[str, Forget]:
    """What is removed for its age, and how."""
    db, at = resources.workspace.db, moment(mark.believed)
    return {
        "jobs": lambda most: queue.forget(db, state=JobState.DONE, before=at - timedelta(days=7), most=most),
        "failed_jobs": lambda most: queue.forget(db, state=JobState.FAILED, before=at - timedelta(days=90), most=most),
        "model_calls": lambda most: forget_calls(db, before=at - timedelta(days=90), most=most),
        "answers": lambda most: idempotency.forget(db, before=_a_day_before(mark), most=most),
        "events": lambda most: run_log.forget_log(db, before=at - timedelta(days=30), most=most),
        "receipts": lambda most: receipts.forget_old(db, at=at, most_at_once=most),
    }


def _a_day_before(mark: timekeeping.Mark) -> datetime:
    """Until when answers may go: a key may be sent again for a day that really passed on every clock."""
    return min(moment(mark.believed) - timedelta(days=1), timekeeping.a_steady_day_ago(mark) or moment(0))


def _forget_answers(resources: Resources, project_id: ProjectId, mark: timekeeping.Mark) -> int:
    """Forget the answers that a project's own file keeps; one that cannot be opened delays no other."""
    try:
        db = resources.workspace.project(project_id)
        return _in_batches(lambda most: idempotency.forget(db, before=_a_day_before(mark), most=most))
    except ShowbibleError as error:
        log.warning("tidy.waits", project=project_id, reason=str(error))
        return 0


def _in_batches(forget: Forget) -> int:
    """Forget a little at a time, so that nobody waits long for the database; the rest goes the next time."""
    gone = 0
    for _ in range(MOST_BATCHES):
        went = forget(BATCH)
        gone += went
        if went < BATCH:
            break
    return gone
