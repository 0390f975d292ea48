"""`/jobs`: what follows from the facts: waiting, done, or failed with the reason."""

from __future__ import annotations

import json
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from showbible import events
from showbible.bible import Bible
from showbible.jobs import health, queue
from showbible.jobs.queue import MOST_ATTEMPTS, Job, JobState
from showbible.shapes.jobs import JobShape
from showbible.storage.paging import Page
from showbible.troubles import doubted_clock, late_jobs
from showbible.values import frozen
from showbible.vocabulary import JobId, checked_id
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.lists import BibleList, Cursor
from showbible.web.pages.kit.marks import JOBS
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.words import span

router = APIRouter()

PAGE: Final = 50


@frozen
class JobFilter(BibleList[Job]):
    """In which state; left out means any."""

    state: str = ""

    path = "/jobs"
    kinds = MappingProxyType({"state": JobState})

    def read_page(self, bible: Bible, *, limit: int, cursor: str | None = None) -> Page[Job]:
        """A page of the jobs that it asks for."""
        state = JobState(self.state) if self.state else None
        return queue.listed(bible.db, state=state, limit=limit, cursor=cursor)


Wished = Annotated[JobFilter, Depends(JobFilter.asked)]


@page_at(router, "/jobs", "jobs.html")
class JobsPage(PlacePage):
    """A page of jobs, newest first, and how many there are of each state."""

    title = "Jobs"
    marks = JOBS
    phrases = events.PHRASES

    def __init__(self, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> None:
        counts, self.wish = queue.counts(bible.db), wish
        self.list = wish.listed(bible, limit=PAGE, cursor=cursor)
        self.counts = {state: counts[state] for state in JobState}
        self.late, self.clock = late_jobs(bible, at=self.now), doubted_clock(bible)

    def since(self, job: Job) -> tuple[str, datetime]:
        """Since when a job stands where it stands, with the words for it."""
        if job.state is JobState.RUNNING:
            return "Running since", job.started_at or job.due_at
        if job.state is JobState.QUEUED:
            return "Waiting since" if job.due_at <= self.now else "Tried again at", job.due_at
        return JOBS[job.state].word, job.settled_at or job.announced_at

    def overdue(self, job: Job) -> str:
        """The time a job was allowed to stand there, once that is over."""
        allowed = health.allowance(job.state, job.event, events.ALLOWED)
        stands = job.state in (JobState.RUNNING, JobState.QUEUED)
        return span(allowed) if stands and (self.now - self.since(job)[1]).total_seconds() > allowed else ""

    def most_attempts(self, job: Job) -> int:
        """How often a job may fail before it is given up."""
        return events.ATTEMPTS.get(job.event, MOST_ATTEMPTS)

    def payload(self, job: Job) -> str:
        """What it was told."""
        return json.dumps(dict(job.payload), ensure_ascii=False, indent=1)


attachments.offer(router, "/jobs", "jobs", JobShape, attachments.whole(JobFilter))


@router.post("/jobs/clock")
def trust_clock(request: Request, bible: OpenBible) -> Response:
    """A person's word that the clock is right."""
    return changed(request, bible.trust_clock, said="The clock is believed; tidying goes on.", back="/jobs")


@router.post("/jobs/{job_id}/retry")
def retry(job_id: str, request: Request, bible: OpenBible, wish: Wished) -> Response:
    """Give a failed job a fresh start; the list stays where it is."""
    again = lambda: queue.retry(bible.db, JobId(checked_id("job", job_id)))  # noqa: E731
    return changed(request, again, said="The job waits for its turn again.", back=wish.href())
