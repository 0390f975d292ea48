"""`/`: what runs now, what needs a person, and what came of it lately; live."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import State
from showbible.projects import recall as projects
from showbible.runs import recall as runs
from showbible.runs.model import Happening, Status
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.live import EVERY_RUN
from showbible.web.pages import home_needs, home_sample
from showbible.web.pages.answers import partial, streamed
from showbible.web.pages.cards import Card, cards
from showbible.web.pages.home_needs import Need, needs
from showbible.web.pages.home_sample import can_make
from showbible.web.pages.home_trends import Lately, lately
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter()
for part in (home_needs, home_sample):
    router.include_router(part.router)

RUNNING: Final = 6
RECENT: Final = 8


@dataclass(frozen=True, kw_only=True)
class RunCounts:
    """How many runs are in each status."""

    running: int = 0
    completed: int = 0
    failed: int = 0
    cancelled: int = 0

    @property
    def total(self) -> int:
        """All runs."""
        return self.running + self.completed + self.failed + self.cancelled


@dataclass(frozen=True, kw_only=True)
class JobCounts:
    """How many jobs are in each state."""

    queued: int = 0
    running: int = 0
    done: int = 0
    failed: int = 0

    @property
    def total(self) -> int:
        """All jobs."""
        return self.queued + self.running + self.done + self.failed


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """The state of a workspace; `place` says where it lives, `command` starts a first production."""

    place: str
    command: str
    projects: int
    runs: RunCounts
    jobs: JobCounts
    running: tuple[Card, ...] = ()
    recent: tuple[Card, ...] = ()
    needs: tuple[Need, ...] = ()
    lately: Lately = field(default_factory=Lately)
    can_make: bool = False
    seq: int = 0
    title: str = "Home"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Nothing was recorded yet."""
        return self.runs.total == 0 and self.projects == 0

    @property
    def headline(self) -> str:
        """What is going on, in a few words."""
        return f"{plural(self.runs.running, 'run')} under way" if self.runs.running else "All quiet"


@router.get("/", response_class=HTMLResponse)
def home(request: Request, bible: OpenBible) -> HTMLResponse:
    """The state of the workspace."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "home.html", page=gathered(bible))


@router.get("/stream")
def stream(request: Request, bible: OpenBible, since: Annotated[int, Query(ge=0, le=2**62)] = 0) -> Response:
    """What changes on the home page, as it happens."""
    templates: Templates = request.app.state.templates

    def encode(_news: Sequence[Happening]) -> str:
        return partial("home", templates.text("home.html", "home", page=gathered(bible, news=True)))

    return streamed(request, EVERY_RUN, since=since, encode=encode)


def gathered(bible: Bible, *, news: bool = False) -> HomePage:
    """What the home page shows, all of one moment; news leaves out what only changes by the week."""
    at, silence = utcnow(), bible.settings.stalled_after
    with bible.db.snapshot():
        found, waiting = runs.count(bible.db), queue.counts(bible.db)
        running = bible.runs.list(status=Status.RUNNING, limit=RUNNING).items if found[Status.RUNNING] else []
        recent = bible.runs.list(limit=RECENT + RUNNING).items if sum(found.values()) else []
        return HomePage(
            place=str(bible.workspace.home) if bible.workspace.in_files else "PostgreSQL",
            command='showbible produce "a lighthouse keeper lights the lamp" --budget 5',
            projects=projects.count(bible.db),
            runs=_run_counts(found),
            jobs=_job_counts(waiting),
            running=cards(bible.db, running, at=at, stalled_after=silence),
            recent=cards(bible.db, [run for run in recent if run.is_over][:RECENT], at=at, stalled_after=silence),
            needs=needs(bible, found, waiting),
            lately=Lately() if news else lately(bible, at=at),
            can_make=can_make(bible),
            seq=runs.last_seq(bible.db),
        )


def _run_counts(found: dict[Status, int]) -> RunCounts:
    return RunCounts(
        running=found[Status.RUNNING],
        completed=found[Status.COMPLETED],
        failed=found[Status.FAILED],
        cancelled=found[Status.CANCELLED],
    )


def _job_counts(waiting: dict[State, int]) -> JobCounts:
    return JobCounts(
        queued=waiting[State.QUEUED],
        running=waiting[State.RUNNING],
        done=waiting[State.DONE],
        failed=waiting[State.FAILED],
    )
