"""`/jobs`: what follows from the facts, done, waiting or failed."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.shapes.jobs import JobList, JobShape
from showbible.vocabulary import JobId, checked_id
from showbible.web.api.bodies import Paged
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/jobs", tags=["jobs"])


@router.get("")
def listed(bible: OpenBible, page: Paged, state: JobState | None = None) -> JobList:
    """Jobs, newest first."""
    return JobList.of(queue.listed(bible.db, state=state, limit=page.limit, cursor=page.cursor))


@router.post("/{job_id}/retry", response_model=JobShape)
def retry(job_id: str, request: Request, bible: OpenBible) -> Response:
    """Give a failed job a fresh start."""
    wanted = JobId(checked_id("job", job_id))
    return once(bible.db, request, lambda: JobShape.of(queue.retry(bible.db, wanted)), status=200)
