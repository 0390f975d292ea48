"""`/jobs`: what follows from the facts, done, waiting or failed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request, Response

from showbible.jobs import queue
from showbible.jobs.queue import Job, JobState
from showbible.storage import paging
from showbible.vocabulary import JobId, checked_id
from showbible.web.api.bodies import Cursor, Limit, Shape
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/jobs", tags=["jobs"])


class JobShape(Shape):
    """A job; a failed one says why. `errors` counts attempts that failed, `lost` those whose worker vanished."""

    job_id: str
    event: str
    payload: dict[str, Any]
    key: str | None
    state: JobState
    attempt: int
    errors: int
    lost: int
    error: str | None
    announced_at: datetime
    due_at: datetime
    started_at: datetime | None
    settled_at: datetime | None

    @classmethod
    def of(cls, job: Job) -> JobShape:
        """The answer that shows a job."""
        return cls(
            job_id=job.job_id,
            event=job.event,
            payload=dict(job.payload),
            key=job.key,
            state=job.state,
            attempt=job.attempt,
            errors=job.errors,
            lost=job.lost,
            error=job.error,
            announced_at=job.announced_at,
            due_at=job.due_at,
            started_at=job.started_at,
            settled_at=job.settled_at,
        )


class JobList(Shape):
    """A page of jobs."""

    jobs: list[JobShape]
    total: int
    next_cursor: str | None


@router.get("")
def listed(
    bible: OpenBible, state: JobState | None = None, limit: Limit = paging.USUAL, cursor: Cursor = None
) -> JobList:
    """Jobs, newest first."""
    page = queue.listed(bible.db, state=state, limit=limit, cursor=cursor)
    return JobList(jobs=[JobShape.of(job) for job in page.items], total=page.total, next_cursor=page.next_cursor)


@router.post("/{job_id}/retry", response_model=JobShape)
def retry(job_id: str, request: Request, bible: OpenBible) -> Response:
    """Give a failed job a fresh start."""
    wanted = JobId(checked_id("job", job_id))
    return once(bible.db, request, lambda: JobShape.of(queue.retry(bible.db, wanted)), status=200)
