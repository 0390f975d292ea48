"""`/`: what runs now, what needs a person, and what came of it lately; live."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.jobs import queue
from showbible.jobs.queue import State
from showbible.projects import recall as projects
from showbible.runs import recall as runs
from showbible.runs.model import ENDS, Happening, Stage, Status, Summary
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.live import EVERY_RUN
from showbible.web.pages.answers import partial, streamed
from showbible.web.pages.cards import Card, cards, title
from showbible.web.pages.marks import doing
from showbible.web.render import Crumb, Templates
from showbible.web.words import plural

router = APIRouter()

RUNNING: Final = 6
RECENT: Final = 8
NEEDS: Final = 4


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
class Need:
    """Something that waits for a person, with the way to it."""

    hue: str
    icon: str
    title: str
    text: str
    href: str
    act: str


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
        return partial("home", templates.text("home.html", "home", page=gathered(bible)))

    return streamed(request, EVERY_RUN, since=since, encode=encode)


def gathered(bible: Bible) -> HomePage:
    """What the home page shows, all of one moment."""
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
            running=cards(running, at=at, stalled_after=silence),
            recent=cards([run for run in recent if run.is_over][:RECENT], at=at, stalled_after=silence),
            needs=_needs(bible, found, waiting),
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


def _needs(bible: Bible, found: dict[Status, int], waiting: dict[State, int]) -> tuple[Need, ...]:
    """Reviews first, then what fell silent, what failed, and jobs that gave up."""
    needs: list[Need] = []
    if found[Status.RUNNING]:
        judged = bible.runs.list(status=Status.RUNNING, stage=Stage.EVALUATING, limit=NEEDS).items
        needs += [_need(run, "warn", "hourglass", "Its pilots wait for your word.", "Review") for run in judged]
        silent = bible.runs.list(status=Status.STALLED, limit=NEEDS).items
        needs += [_need(run, "warn", "clock", f"No news since {doing(run.stage).lower()}.", "Look") for run in silent]
    if found[Status.FAILED]:
        failed = bible.runs.list(status=Status.FAILED, limit=NEEDS - 1).items
        needs += [_need(run, "bad", "failed", _why(bible, run), "Look") for run in failed]
    if waiting[State.FAILED]:
        text = "Nothing is lost: read why, then retry."
        told = f"{plural(waiting[State.FAILED], 'job')} failed"
        needs.append(Need(hue="bad", icon="jobs", title=told, text=text, href="/jobs?state=failed", act="Look"))
    return tuple(needs)


def _need(run: Summary, hue: str, icon: str, text: str, act: str) -> Need:
    return Need(hue=hue, icon=icon, title=title(run.concept), text=text, href=f"/runs/{run.run_id}", act=act)


def _why(bible: Bible, run: Summary) -> str:
    """Where a run failed, and why."""
    stages = runs.timeline(bible.db, run.run_id)
    last = next((event.stage for event in reversed(stages) if event.stage not in ENDS.values()), Stage.INITIALIZED)
    reason = stages[-1].error if stages and stages[-1].error else "No reason was given."
    return f"Failed while {doing(last).lower()}: {reason[:160]}"
