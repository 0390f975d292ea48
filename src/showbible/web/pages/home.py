"""`/`: what the studio holds and what goes on in it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import State
from showbible.projects import recall as projects
from showbible.runs import recall as runs
from showbible.runs.model import Status
from showbible.web.deps import OpenBible
from showbible.web.render import HomePage, JobCounts, RunCounts, Templates

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
def home(request: Request, bible: OpenBible) -> HTMLResponse:
    """The state of the workspace."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "home.html", page=gathered(bible))


def gathered(bible: Bible) -> HomePage:
    """What the home page shows, in three reads."""
    found, waiting = runs.count(bible.db), queue.counts(bible.db)
    return HomePage(
        place=str(bible.workspace.home) if bible.workspace.in_files else "PostgreSQL",
        command="showbible runs list",
        projects=projects.count(bible.db),
        runs=RunCounts(
            running=found[Status.RUNNING],
            completed=found[Status.COMPLETED],
            failed=found[Status.FAILED],
            cancelled=found[Status.CANCELLED],
        ),
        jobs=JobCounts(
            queued=waiting[State.QUEUED],
            running=waiting[State.RUNNING],
            done=waiting[State.DONE],
            failed=waiting[State.FAILED],
        ),
    )
