"""`/`: what runs now, what needs a person, and what came of it lately; live."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.jobs import queue
from showbible.projects import recall as projects
from showbible.projects.model import Project
from showbible.runs.model import Status
from showbible.runs.recall import lists, log
from showbible.runs.recall.log import Happening
from showbible.storage import paging
from showbible.studio import closing, orchestrator
from showbible.studio.payroll import paid_names
from showbible.vocabulary import USUAL_BUDGET, checked_id, utcnow
from showbible.web.commands import Commands
from showbible.web.deps import OpenBible, Render
from showbible.web.live import EVERY_RUN, STORY
from showbible.web.pages.home.needs import needs
from showbible.web.pages.home.trends import newest_lessons, weekly
from showbible.web.pages.kit.answers import Since, changed, partial, streamed
from showbible.web.pages.kit.cards import cards

router = APIRouter()

Charged = Annotated[Literal["yes", "no"], Form()]

RUNNING: Final = 6
RECENT: Final = 8
SAMPLE: Final = "The Last Keeper: a lighthouse keeper at dusk decides to light the lamp one last time"
"""What one click asks the studio for, so that the page shows a film being made."""


class HomePage:
    """The state of a workspace, all of one moment; `place` says where it lives, `command` starts a first production.

    Everything is told of one story, or of all when none is named; news leaves out what only changes by the week.
    """

    title, crumbs = "Home", ()

    def __init__(self, bible: Bible, *, story: Project | None = None, news: bool = False) -> None:
        at, db, one = utcnow(), bible.db, story.project_id if story else None
        show = functools.partial(cards, db, at=at, stalled_after=bible.settings.stalled_after)
        listed = functools.partial(bible.runs.list, project_id=one)
        self.place = str(bible.workspace.home) if bible.workspace.in_files else "PostgreSQL"
        self.command = Commands(settings=bible.settings).produce(
            "a lighthouse keeper lights the lamp", budget=str(USUAL_BUDGET)
        )
        self.story, self.can_make = story, bible.settings.workers > 0
        self.paid = paid_names(bible)
        with db.snapshot():
            self.runs, self.jobs = lists.count(db, project_id=one), queue.counts(db)
            self.total, self.projects = sum(self.runs.values()), projects.count(db)
            self.running = show(listed(status=Status.RUNNING, limit=RUNNING).items if self.runs[Status.RUNNING] else [])
            recent = listed(limit=RECENT + RUNNING).items if self.total else []
            self.recent = show([run for run in recent if run.is_over][:RECENT])
            self.needs = needs(bible, self.runs, self.jobs, story=one)
            self.charts = () if news else weekly(bible, at=at, story=one)
            self.learned = () if news else newest_lessons(bible, story=one)
            self.stories = [] if news else projects.projects(db, limit=paging.MOST).items
            self.seq = log.last_seq(db)
        self.is_empty = not self.total and not self.projects


@router.get("/", response_class=HTMLResponse)
def home(render: Render, bible: OpenBible, story: str = "") -> HTMLResponse:
    """The state of the workspace, or of one story."""
    return render.page("home.html", HomePage(bible, story=_story(bible, story)))


@router.get("/stream")
def stream(render: Render, bible: OpenBible, since: Since = 0, story: str = "") -> Response:
    """What changes on the home page, as it happens."""
    one = _story(bible, story)

    def encode(_news: Sequence[Happening]) -> str:
        return partial("home", render.text("home.html", "home", HomePage(bible, story=one, news=True)))

    return streamed(render.request, f"{STORY}{one.project_id}" if one else EVERY_RUN, since=since, encode=encode)


@router.post("/sample")
def make(request: Request, bible: OpenBible) -> Response:
    """Ask for the sample production; whoever works in the background makes it."""

    def effect() -> None:
        if not bible.settings.workers:
            raise Conflict("This server does no background work. Start the production from the command line instead.")
        orchestrator.ask(bible, SAMPLE, budget=USUAL_BUDGET, pilots=2, scenes=2)

    return changed(request, effect, said="The studio is at work. Watch it happen.", back="/")


@router.post("/payments/{run_id}/{intent_id}")
def decide(run_id: str, intent_id: str, request: Request, bible: OpenBible, charged: Charged) -> Response:
    """A person's word on a paid step whose outcome nobody knows."""
    run, intent = checked_id("run", run_id), checked_id("paid step", intent_id)
    said = "Booked as charged." if charged == "yes" else "Booked as not charged; the money is free again."
    effect = lambda: closing.decide(bible, run, intent, charged=charged == "yes")  # noqa: E731
    return changed(request, effect, said=said, back="/")


def _story(bible: Bible, story: str) -> Project | None:
    """The story that an address names."""
    return bible.projects.get(checked_id("project", story)) if story else None
