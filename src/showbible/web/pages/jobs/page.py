"""`/jobs`: what follows from the facts: waiting, done, or failed with the reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible import flow
from showbible.bible import Bible
from showbible.jobs import health, queue
from showbible.jobs.queue import MOST_ATTEMPTS, Job, JobState
from showbible.storage import paging
from showbible.vocabulary import JobId, checked_id, utcnow, word
from showbible.web.addresses import run_page
from showbible.web.deps import OpenBible, Render
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.attachments import FileFormat, each
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, listed
from showbible.web.pages.kit.marks import JOBS, StatusMark
from showbible.web.render import Crumb
from showbible.web.shapes.jobs import JobShape
from showbible.web.troubles import Trouble, doubted_clock, late_jobs
from showbible.web.words import plural, span

router = APIRouter()

PAGE: Final = 50


@dataclass(frozen=True, kw_only=True)
class JobRow:
    """A job as the list shows it; `late` is the time it was allowed to stand there, once that is over."""

    job: Job
    phrase: str
    mark: StatusMark
    attempts: str
    since: tuple[str, datetime]
    late: str
    about: tuple[str, str | None]
    """The run or project that it is for, and its page."""
    payload: str


@dataclass(frozen=True, kw_only=True)
class JobFilter(ListFilter):
    """In which state; left out means any."""

    state: str = ""

    path = "/jobs"

    def checked(self) -> JobFilter:
        """The same, once the state is one that jobs have."""
        if self.state:
            word(JobState, "state", self.state)
        return self

    def jobs(self, bible: Bible, *, limit: int, cursor: str | None) -> paging.Page[Job]:
        """A page of the jobs that it asks for."""
        state = JobState(self.state) if self.state else None
        return queue.listed(bible.db, state=state, limit=limit, cursor=cursor)


EVERY_JOB: Final = JobFilter()
Wished = Annotated[JobFilter, Depends(JobFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class JobsPage:
    """A page of jobs and how many there are of each state."""

    wish: JobFilter
    list: Listed[JobRow]
    counts: tuple[tuple[JobState, StatusMark, int], ...]
    total: int
    now: datetime
    late: Trouble | None
    clock: Trouble | None
    title: str = "Jobs"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/jobs", response_class=HTMLResponse)
def jobs(render: Render, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> HTMLResponse:
    """Jobs, newest first."""
    return render.page("jobs.html", jobs_page(bible, wish, cursor))


@router.get("/jobs.{ending}")
def as_file(bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every job of the list, as a file."""
    jobs = each(lambda cursor: wish.jobs(bible, limit=paging.MOST, cursor=cursor))
    return attachments.shaped("jobs", ending, JobShape, jobs)


@router.post("/jobs/clock")
def trust_clock(request: Request, bible: OpenBible) -> Response:
    """A person's word that the clock is right."""
    return changed(request, bible.trust_clock, said="The clock is believed; tidying goes on.", back="/jobs")


@router.post("/jobs/{job_id}/retry")
def retry(job_id: str, request: Request, bible: OpenBible, wish: Wished) -> Response:
    """Give a failed job a fresh start; the list stays where it is."""
    again = lambda: queue.retry(bible.db, JobId(checked_id("job", job_id)))  # noqa: E731
    return changed(request, again, said="The job waits for its turn again.", back=wish.href())


def jobs_page(bible: Bible, wish: JobFilter = EVERY_JOB, cursor: str | None = None) -> JobsPage:
    """What the list shows."""
    counts, now = queue.counts(bible.db), utcnow()
    page = wish.jobs(bible, limit=PAGE, cursor=cursor or None)
    return JobsPage(
        wish=wish,
        list=listed(wish, page, lambda job: _row(job, now), cursor=cursor, count=lambda _less: sum(counts.values())),
        counts=tuple((state, JOBS[state], counts[state]) for state in JobState),
        total=sum(counts.values()),
        now=now,
        late=late_jobs(bible, at=now),
        clock=doubted_clock(bible),
    )


def _row(job: Job, now: datetime) -> JobRow:
    since = _since(job, now)
    allowed = health.allowance(job.state, job.event, flow.ALLOWED)
    stands = job.state in (JobState.RUNNING, JobState.QUEUED)
    return JobRow(
        job=job,
        phrase=flow.PHRASES.get(job.event, job.event),
        mark=JOBS[job.state],
        attempts=_attempts(job),
        since=since,
        late=span(allowed) if stands and (now - since[1]).total_seconds() > allowed else "",
        about=_about(job),
        payload=json.dumps(dict(job.payload), ensure_ascii=False, indent=1),
    )


def _attempts(job: Job) -> str:
    told = [plural(job.attempt, "attempt") if job.attempt else "Not tried yet"]
    if job.errors:
        told.append(f"{job.errors} of {MOST_ATTEMPTS} failed")
    if job.lost:
        told.append(f"{job.lost} cut off with their worker")
    return ", ".join(told)


def _since(job: Job, now: datetime) -> tuple[str, datetime]:
    """Since when a job stands where it stands, with the words for it."""
    if job.state is JobState.RUNNING:
        return "Running since", job.started_at or job.due_at
    if job.state is JobState.QUEUED:
        return "Waiting since" if job.due_at <= now else "Tried again at", job.due_at
    return JOBS[job.state].word, job.settled_at or job.announced_at


def _about(job: Job) -> tuple[str, str | None]:
    if isinstance(run_id := job.payload.get("run_id"), str):
        return f"Run {run_id}", run_page(run_id)
    if isinstance(project_id := job.payload.get("project_id"), str):
        return f"Project {project_id}", f"/projects/{quote(project_id)}"
    return "The workspace", None
