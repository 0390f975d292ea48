"""`/jobs`: what follows from the facts: waiting, done, or failed with the reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import MOST_ATTEMPTS, Job, State
from showbible.runs.model import word
from showbible.vocabulary import JobId, checked_id, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.marks import JOBS, Mark
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter(prefix="/jobs")

PAGE = 50


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A job as the list shows it; `about` names the run or project it is for."""

    job_id: str
    event: str
    mark: Mark
    attempts: str
    error: str | None
    announced_at: datetime
    about: str
    href: str | None
    payload: str
    can_retry: bool


@dataclass(frozen=True, kw_only=True)
class JobsPage:
    """A page of jobs and how many there are of each state."""

    jobs: tuple[Shown, ...]
    state: str
    counts: tuple[tuple[str, Mark, int], ...]
    total: int
    next: str | None
    is_first: bool
    now: datetime
    title: str = "Jobs"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def listed(
    request: Request,
    bible: OpenBible,
    state: str = "",
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
) -> HTMLResponse:
    """Jobs, newest first."""
    templates: Templates = request.app.state.templates
    chosen = word(State, "state", state) if state else None
    return templates.page(request, "jobs.html", page=gathered(bible, chosen, cursor))


@router.post("/{job_id}/retry")
def retry(job_id: str, request: Request, bible: OpenBible) -> Response:
    """Give a failed job a fresh start, then go back to the list."""
    queue.retry(bible.db, JobId(checked_id("job", job_id)))
    return RedirectResponse("/jobs", status_code=303)


def gathered(bible: Bible, state: State | None, cursor: str | None) -> JobsPage:
    """What the list shows."""
    found, counts = queue.listed(bible.db, state=state, limit=PAGE, cursor=cursor or None), queue.counts(bible.db)
    more = {"state": state or "", "cursor": found.next_cursor or ""}
    return JobsPage(
        jobs=tuple(_shown(job) for job in found.items),
        state=state or "",
        counts=tuple((each.value, JOBS[each], counts[each]) for each in State),
        total=sum(counts.values()),
        next=f"?{urlencode({k: v for k, v in more.items() if v})}" if found.next_cursor else None,
        is_first=not cursor,
        now=utcnow(),
    )


def _shown(job: Job) -> Shown:
    about, href = _about(job.payload)
    return Shown(
        job_id=job.job_id,
        event=job.event,
        mark=JOBS[job.state],
        attempts=f"{plural(job.attempt, 'attempt')} of {MOST_ATTEMPTS}" if job.attempt else "Not tried yet",
        error=job.error,
        announced_at=job.announced_at,
        about=about,
        href=href,
        payload=json.dumps(dict(job.payload), ensure_ascii=False, indent=1),
        can_retry=job.state is State.FAILED,
    )


def _about(payload: Any) -> tuple[str, str | None]:
    if isinstance(run_id := payload.get("run_id"), str):
        return f"Run {run_id}", f"/runs/{run_id}"
    if isinstance(project_id := payload.get("project_id"), str):
        return f"Project {project_id}", f"/projects/{quote(project_id)}"
    return "The workspace", None
