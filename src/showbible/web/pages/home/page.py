"""`/`: what runs now, what needs a person, and what came of it lately; live."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Conflict
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.projects import recall as projects
from showbible.projects.model import Project
from showbible.runs.model import Happening, Status
from showbible.runs.recall import lists, log
from showbible.storage import paging
from showbible.studio import orchestrator
from showbible.vocabulary import checked_id, utcnow
from showbible.web.commands import Commands
from showbible.web.deps import OpenBible, Render
from showbible.web.live import EVERY_RUN, STORY
from showbible.web.pages.home import needs
from showbible.web.pages.home.needs import Need
from showbible.web.pages.home.trends import Lately, lately
from showbible.web.pages.kit.answers import Since, changed, partial, streamed
from showbible.web.pages.kit.cards import RunCard, cards
from showbible.web.render import Crumb

router = APIRouter()
router.include_router(needs.router)

RUNNING: Final = 6
RECENT: Final = 8
SAMPLE: Final = "The Last Keeper: a lighthouse keeper at dusk decides to light the lamp one last time"
"""What one click asks the studio for, so that the page shows a film being made."""


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """The state of a workspace; `place` says where it lives, `command` starts a first production."""

    place: str
    command: str
    projects: int
    runs: Mapping[Status, int]
    jobs: Mapping[JobState, int]
    running: tuple[RunCard, ...] = ()
    recent: tuple[RunCard, ...] = ()
    needs: tuple[Need, ...] = ()
    lately: Lately = field(default_factory=Lately)
    can_make: bool = False
    seq: int = 0
    story: Project | None = None
    """The one story that everything is told of; all of them when there is none."""
    stories: tuple[Project, ...] = ()
    title: str = "Home"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def total(self) -> int:
        """All runs."""
        return sum(self.runs.values())

    @property
    def is_empty(self) -> bool:
        """Nothing was recorded yet."""
        return self.total == 0 and self.projects == 0


@router.get("/", response_class=HTMLResponse)
def home(render: Render, bible: OpenBible, story: str = "") -> HTMLResponse:
    """The state of the workspace, or of one story."""
    return render.page("home.html", home_page(bible, story=_story(bible, story)))


@router.get("/stream")
def stream(render: Render, bible: OpenBible, since: Since = 0, story: str = "") -> Response:
    """What changes on the home page, as it happens."""
    one = _story(bible, story)

    def encode(_news: Sequence[Happening]) -> str:
        return partial("home", render.text("home.html", "home", home_page(bible, story=one, news=True)))

    return streamed(render.request, f"{STORY}{one.project_id}" if one else EVERY_RUN, since=since, encode=encode)


@router.post("/sample")
def make(request: Request, bible: OpenBible) -> Response:
    """Ask for the sample production; whoever works in the background makes it."""

    def effect() -> None:
        if not bible.settings.workers:
            raise Conflict("This server does no background work. Start the production from the command line instead.")
        orchestrator.ask(bible, SAMPLE, budget=5, pilots=2, scenes=2)

    return changed(request, effect, said="The studio is at work. Watch it happen.", back="/")


def _story(bible: Bible, story: str) -> Project | None:
    """The story that an address names."""
    return bible.projects.get(checked_id("project", story)) if story else None


def home_page(bible: Bible, *, story: Project | None = None, news: bool = False) -> HomePage:
    """What the home page shows, all of one moment; news leaves out what only changes by the week."""
    at, silence, one = utcnow(), bible.settings.stalled_after, story.project_id if story else None
    with bible.db.snapshot():
        found, waiting = lists.count(bible.db, project_id=one), queue.counts(bible.db)
        listed = functools.partial(bible.runs.list, project_id=one)
        running = listed(status=Status.RUNNING, limit=RUNNING).items if found[Status.RUNNING] else []
        recent = listed(limit=RECENT + RUNNING).items if sum(found.values()) else []
        return HomePage(
            place=str(bible.workspace.home) if bible.workspace.in_files else "PostgreSQL",
            command=Commands(settings=bible.settings).produce("a lighthouse keeper lights the lamp", budget="5"),
            projects=projects.count(bible.db),
            runs=found,
            jobs=waiting,
            running=cards(bible.db, running, at=at, stalled_after=silence),
            recent=cards(bible.db, [run for run in recent if run.is_over][:RECENT], at=at, stalled_after=silence),
            needs=needs.needs(bible, found, waiting, story=one),
            lately=Lately() if news else lately(bible, at=at, story=one),
            can_make=bible.settings.workers > 0,
            seq=log.last_seq(bible.db),
            story=story,
            stories=() if news else tuple(projects.projects(bible.db, limit=paging.MOST).items),
        )
