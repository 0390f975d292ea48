"""`/jobs`: what follows from the facts: waiting, done, or failed with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible import flow
from showbible.bible import Bible
from showbible.jobs import health, queue
from showbible.jobs.queue import MOST_ATTEMPTS, Job, JobState
from showbible.runs.model import word
from showbible.storage import paging
from showbible.vocabulary import JobId, checked_id, rfc3339, utcnow
from showbible.web.addresses import run_page
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.attachments import csv_file, each, json_file
from showbible.web.pages.kit.marks import JOBS, StatusMark
from showbible.web.render import Crumb, Templates
from showbible.web.troubles import Trouble, doubted_clock, late_jobs
from showbible.web.words import plural, span

router = APIRouter()

PAGE = 50


@dataclass(frozen=True, kw_only=True)
class Since:
    """Since when a job stands where it stands; `late` is the time it was allowed, once that is over."""

    word: str
    at: datetime
    late: str = ""


@dataclass(frozen=True, kw_only=True)
class JobRow:
    """A job as the list shows it; `about` names the run or project it is for."""

    job_id: str
    event: str
    phrase: str
    mark: StatusMark
    attempts: str
    error: str | None
    since: Since
    about: str
    href: str | None
    payload: str
    can_retry: bool


@dataclass(frozen=True, kw_only=True)
class JobsPage:
    """A page of jobs and how many there are of each state."""

    jobs: tuple[JobRow, ...]
    state: str
    query: str
    counts: tuple[tuple[str, StatusMark, int], ...]
    total: int
    next: str | None
    is_first: bool
    now: datetime
    late: Trouble | None
    clock: Trouble | None
    title: str = "Jobs"
    crumbs: tuple[Crumb, ...] = ()


def stands(state: str = "") -> JobState | None:
    """The state that the address asks for; left out means any."""
    return word(JobState, "state", state) if state else None


Standing = Annotated[JobState | None, Depends(stands)]


@router.get("/jobs", response_class=HTMLResponse)
def listed(
    request: Request,
    bible: OpenBible,
    state: Standing,
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
) -> HTMLResponse:
    """Jobs, newest first."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "jobs.html", page=gathered(bible, state, cursor))


@router.get("/jobs.csv")
def as_csv(bible: OpenBible, state: Standing) -> StreamingResponse:
    """Every job of the list, as a table for spreadsheets."""
    return csv_file("jobs.csv", heads=list(FIELDS), rows=(row.values() for row in _rows(bible, state)))


@router.get("/jobs.json")
def as_json(bible: OpenBible, state: Standing) -> StreamingResponse:
    """Every job of the list, as JSON."""
    return json_file("jobs.json", _rows(bible, state))


FIELDS: Final[dict[str, Callable[[Job], Any]]] = {
    "job_id": lambda job: job.job_id,
    "event": lambda job: job.event,
    "state": lambda job: job.state,
    "attempt": lambda job: job.attempt,
    "errors": lambda job: job.errors,
    "lost": lambda job: job.lost,
    "error": lambda job: job.error,
    "payload": lambda job: json.dumps(dict(job.payload), ensure_ascii=False),
    "announced_at": lambda job: rfc3339(job.announced_at),
    "due_at": lambda job: rfc3339(job.due_at),
    "started_at": lambda job: rfc3339(job.started_at) if job.started_at else None,
    "settled_at": lambda job: rfc3339(job.settled_at) if job.settled_at else None,
}


def _rows(bible: Bible, state: JobState | None) -> Iterator[dict[str, Any]]:
    for job in each(lambda cursor: queue.listed(bible.db, state=state, limit=paging.MOST, cursor=cursor)):
        yield {name: read(job) for name, read in FIELDS.items()}


@router.post("/jobs/clock")
def trust_clock(request: Request, bible: OpenBible) -> Response:
    """A person's word that the clock is right."""
    return changed(request, bible.trust_clock, said="The clock is believed; tidying goes on.", back="/jobs")


@router.post("/jobs/{job_id}/retry")
def retry(job_id: str, request: Request, bible: OpenBible, state: Standing) -> Response:
    """Give a failed job a fresh start; the list stays where it is."""
    again = lambda: queue.retry(bible.db, JobId(checked_id("job", job_id)))  # noqa: E731
    return changed(request, again, said="The job waits for its turn again.", back=f"/jobs{_query(state)}")


def _query(state: JobState | None) -> str:
    return f"?{urlencode({'state': state})}" if state else ""


def gathered(bible: Bible, state: JobState | None, cursor: str | None) -> JobsPage:
    """What the list shows."""
    found, counts = queue.listed(bible.db, state=state, limit=PAGE, cursor=cursor or None), queue.counts(bible.db)
    now = utcnow()
    more = {"state": state or "", "cursor": found.next_cursor or ""}
    return JobsPage(
        jobs=tuple(_shown(job, now) for job in found.items),
        state=state or "",
        query=_query(state),
        counts=tuple((state.value, JOBS[state], counts[state]) for state in JobState),
        total=sum(counts.values()),
        next=f"?{urlencode({k: v for k, v in more.items() if v})}" if found.next_cursor else None,
        is_first=not cursor,
        now=now,
        late=late_jobs(bible, at=now),
        clock=doubted_clock(bible),
    )


def _shown(job: Job, now: datetime) -> JobRow:
    about, href = _about(job.payload)
    return JobRow(
        job_id=job.job_id,
        event=job.event,
        phrase=flow.PHRASES.get(job.event, job.event),
        mark=JOBS[job.state],
        attempts=_attempts(job),
        error=job.error,
        since=_since(job, now),
        about=about,
        href=href,
        payload=json.dumps(dict(job.payload), ensure_ascii=False, indent=1),
        can_retry=job.state is JobState.FAILED,
    )


def _attempts(job: Job) -> str:
    told = [plural(job.attempt, "attempt") if job.attempt else "Not tried yet"]
    if job.errors:
        told.append(f"{job.errors} of {MOST_ATTEMPTS} failed")
    if job.lost:
        told.append(f"{job.lost} cut off with their worker")
    return ", ".join(told)


def _since(job: Job, now: datetime) -> Since:
    if job.state is JobState.RUNNING:
        return _timed(job, "Running since", job.started_at or job.due_at, now)
    if job.state is JobState.QUEUED:
        return _timed(job, "Waiting since" if job.due_at <= now else "Tried again at", job.due_at, now)
    return Since(word=JOBS[job.state].word, at=job.settled_at or job.announced_at)


def _timed(job: Job, word: str, at: datetime, now: datetime) -> Since:
    allowed = health.allowance(job.state, job.event, flow.ALLOWED)
    late = (now - at).total_seconds() > allowed
    return Since(word=word, at=at, late=span(allowed) if late else "")


def _about(payload: Any) -> tuple[str, str | None]:
    if isinstance(run_id := payload.get("run_id"), str):
        return f"Run {run_id}", run_page(run_id)
    if isinstance(project_id := payload.get("project_id"), str):
        return f"Project {project_id}", f"/projects/{quote(project_id)}"
    return "The workspace", None
