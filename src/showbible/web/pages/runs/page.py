"""`/runs`: every production, filtered by the address, as cards or as a table, live while one looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showbible.bible import Bible
from showbible.projects import recall as projects
from showbible.runs.model import Sort, Status, Tier
from showbible.runs.recall import log
from showbible.runs.recall import views as run_views
from showbible.storage import paging
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.cards import RunCard, cards
from showbible.web.pages.kit.marks import STAGES, STATUSES
from showbible.web.pages.runs import bulk, files, live
from showbible.web.pages.runs import tags as runs_tags
from showbible.web.pages.runs import views as runs_views
from showbible.web.pages.runs.peek import Peek, peek
from showbible.web.pages.runs.views import Kept, kept
from showbible.web.pages.runs.wish import NONE_PICKED, Picked, RunFilter, Ticked, Wished, found, said
from showbible.web.render import Crumb, Templates, ignored
from showbible.web.words import plain

router = APIRouter()
for part in (files, live, bulk, runs_tags, runs_views):
    router.include_router(part.router)

PAGE: Final = 50
SORTS: Final = (("newest", "Newest"), ("oldest", "Oldest"), ("cost", "Most spent"), ("score", "Best score"))

Cursor = Annotated[str | None, Query(max_length=2048)]


@dataclass(frozen=True, kw_only=True)
class Help:
    """The filter whose removal shows the most runs."""

    value: str
    href: str
    total: int


@dataclass(frozen=True, kw_only=True)
class Narrow:
    """A filter in force, in words, and the list without it."""

    words: str
    href: str


@dataclass(frozen=True, kw_only=True)
class RunsPage:
    """A page of runs; `help` only when nothing matches, `seq` the last event it knows of."""

    wish: RunFilter
    cards: tuple[RunCard, ...]
    total: int
    next: str | None
    is_first: bool
    projects: tuple[tuple[str, str], ...]
    tags: tuple[tuple[str, str], ...]
    help: Help | None
    narrows: tuple[Narrow, ...]
    views: tuple[Kept, ...]
    peek: Peek | None
    picked: Picked
    seq: int
    statuses: tuple[tuple[str, str], ...] = tuple((status.value, mark.word) for status, mark in STATUSES.items())
    stages: tuple[tuple[str, str], ...] = tuple((stage.value, words[1]) for stage, words in STAGES.items())
    tiers: tuple[tuple[str, str], ...] = tuple((tier.value, plain(tier)) for tier in Tier)
    sorts: tuple[tuple[str, str], ...] = SORTS
    title: str = "Runs"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def takes_news(self) -> bool:
        """Whether a run that starts now would stand on top of this page."""
        narrows = [each for each in self.wish.narrows if each != ("status", Status.RUNNING.value)]
        return self.is_first and self.wish.sort == Sort.NEWEST and not narrows

    def here(self, **more: str) -> str:
        """The address of this list with what is ticked in it, and more beside it."""
        told = {name: value for name, value in {"sel": self.picked.told(), **more}.items() if value}
        return f"{self.wish.query()}&{urlencode(told)}" if told else self.wish.query()

    @property
    def kept(self) -> Kept | None:
        """The kept view that this page shows, if it is one."""
        return next((view for view in self.views if view.is_here), None)


@router.get("/runs", response_class=HTMLResponse, response_model=None)
def listed(
    request: Request, bible: OpenBible, wish: Wished, *, picked: Ticked, cursor: Cursor = None, peek: str = ""
) -> Response:
    """Runs, fifty at a time; the bare address goes on to the view that was chosen for it."""
    if not request.url.query and not ignored(request) and (chosen := run_views.default_view(bible.db)):
        return RedirectResponse(f"/runs{chosen.query}", status_code=303)
    templates: Templates = request.app.state.templates
    return templates.page(request, "runs.html", page=gathered(bible, wish, cursor, peeked=peek, picked=picked))


def gathered(
    bible: Bible, wish: RunFilter, cursor: str | None, *, peeked: str = "", picked: Picked = NONE_PICKED
) -> RunsPage:
    """What the list shows, all of one moment."""
    at, silence = utcnow(), bible.settings.stalled_after
    with bible.db.snapshot():
        page = found(bible, wish, limit=PAGE, cursor=cursor or None)
        more = urlencode({"cursor": page.next_cursor}) if page.next_cursor else None
        return RunsPage(
            wish=wish,
            cards=cards(bible.db, page.items, at=at, stalled_after=silence),
            total=page.total,
            next=f"{wish.query()}&{more}" if more else None,
            is_first=not cursor,
            projects=_projects(bible),
            tags=runs_tags.options(bible, wish),
            help=_help(bible, wish) if not page.total and wish.narrows else None,
            narrows=tuple(Narrow(words=said(*each), href=wish.query(**{each[0]: ""})) for each in wish.narrows),
            views=kept(bible, wish),
            peek=peek(bible, peeked, at=at) if peeked else None,
            picked=picked,
            seq=log.last_seq(bible.db),
        )


def _projects(bible: Bible) -> tuple[tuple[str, str], ...]:
    listed = projects.projects(bible.db, limit=paging.MOST).items
    return tuple((each.project_id, each.name or each.project_id) for each in listed)


def _help(bible: Bible, wish: RunFilter) -> Help:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        tried.append(Help(value=said(name, value), href=less.query(), total=found(bible, less, limit=1).total))
    return max(tried, key=lambda less: less.total)
