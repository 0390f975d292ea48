"""`/runs`: every production, filtered by the address, as cards, as a table or as a file, live while one looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.projects import recall as projects
from showbible.runs.model import RunSort, Status, Tier
from showbible.runs.recall import log, tags
from showbible.storage import paging
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import csv_file, each, json_file
from showbible.web.pages.kit.cards import RunCard, cards
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked, listed
from showbible.web.pages.kit.marks import STAGES, STATUSES
from showbible.web.pages.kit.saved_views import SavedViews, ViewLink
from showbible.web.pages.runs import acts, news
from showbible.web.pages.runs.peek import RunPeek, peek
from showbible.web.render import Crumb, Templates, ignored
from showbible.web.run_filter import RunFilter, Wished
from showbible.web.shapes.runs import RunRow, SeenRun
from showbible.web.words import plain

VIEWS: Final = SavedViews(filter=RunFilter, store=lambda bible: bible.runs.views)

router = APIRouter()
for part in (news, acts):
    router.include_router(part.router)
VIEWS.register(router)

PAGE: Final = 50
LONGEST_OPTION: Final = 24
SORTS: Final = (("newest", "Newest"), ("oldest", "Oldest"), ("cost", "Most spent"), ("score", "Best score"))
EVERY: Final = "*"
"""All that match, told as a flag: no list of ids would stay true."""

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Picked:
    """What is ticked in the list, as the address tells it: runs by their ids, or every one that matches."""

    ids: tuple[str, ...] = ()
    every: bool = False

    def told(self) -> str:
        """The selection as one word of an address."""
        return EVERY if self.every else ",".join(self.ids)


def picked(sel: Annotated[str, Query(max_length=8192)] = "") -> Picked:
    """The selection that an address spells out."""
    return Picked(every=True) if sel == EVERY else Picked(ids=tuple(filter(None, sel.split(","))))


@dataclass(frozen=True, kw_only=True)
class RunsPage:
    """A page of runs; `seq` is the last event it knows of."""

    wish: RunFilter
    list: Listed[RunCard]
    projects: Options
    tags: Options
    views: tuple[ViewLink, ...]
    peek: RunPeek | None
    picked: Picked
    seq: int
    statuses: Options = tuple((status.value, mark.word) for status, mark in STATUSES.items())
    stages: Options = tuple((stage.value, words[1]) for stage, words in STAGES.items())
    tiers: Options = tuple((tier.value, plain(tier)) for tier in Tier)
    sorts: Options = SORTS
    title: str = "Runs"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def takes_news(self) -> bool:
        """Whether a run that starts now would stand on top of this page."""
        narrows = [one for one in self.wish.narrows if one != ("status", Status.RUNNING.value)]
        return self.list.is_first and self.wish.sort == RunSort.NEWEST and not narrows

    def here(self, **more: str) -> str:
        """The address of this list with what is ticked in it, and more beside it."""
        told = urlencode({name: value for name, value in {"sel": self.picked.told(), **more}.items() if value})
        # Behind the whole address: without what is added, it must not become the bare one.
        return f"{self.wish.href()}&{told}" if told else self.wish.href()

    @property
    def kept(self) -> ViewLink | None:
        """The saved view that this page shows, if it is one."""
        return next((view for view in self.views if view.is_here), None)


@router.get("/runs", response_class=HTMLResponse, response_model=None)
def shown(
    request: Request,
    bible: OpenBible,
    wish: Wished,
    picked: Annotated[Picked, Depends(picked)],
    cursor: Cursor = None,
    peek: Peeked = "",
) -> Response:
    """Runs, fifty at a time; the bare address goes on to the view that was chosen for it."""
    if not request.url.query and not ignored(request) and (chosen := bible.runs.views.default()):
        return RedirectResponse(f"/runs{chosen.query}", status_code=303)
    templates: Templates = request.app.state.templates
    return templates.page(request, "runs.html", page=runs_page(bible, wish, cursor, peeked=peek, picked=picked))


def runs_page(
    bible: Bible, wish: RunFilter, cursor: str | None = None, *, peeked: str = "", picked: Picked | None = None
) -> RunsPage:
    """What the list shows, all of one moment."""
    at, silence = utcnow(), bible.settings.stalled_after
    with bible.db.snapshot():
        page = wish.page(bible, limit=PAGE, cursor=cursor or None)
        shown = {card.run_id: card for card in cards(bible.db, page.items, at=at, stalled_after=silence)}
        return RunsPage(
            wish=wish,
            list=listed(
                wish,
                page,
                lambda run: shown[run.run_id],
                cursor=cursor,
                count=lambda less: less.page(bible, limit=1).total,
            ),
            projects=tuple(
                (story.project_id, story.name or story.project_id)
                for story in projects.projects(bible.db, limit=paging.MOST).items
            ),
            tags=_tags(bible, wish),
            views=VIEWS.links(bible, wish),
            peek=peek(bible, peeked, at=at) if peeked else None,
            picked=picked or Picked(),
            seq=log.last_seq(bible.db),
        )


def _tags(bible: Bible, wish: RunFilter) -> Options:
    """The tags a list can be narrowed to, each with how many runs it would show; the one in force is always there."""
    known = tags.known_tags(bible.db, archived=bool(wish.archived))
    shown = {tag.tag: f"{_cut(tag.tag)} ({tag.runs:,})" for tag in known}
    if wish.tag:
        shown.setdefault(wish.tag, _cut(wish.tag))
    return tuple(shown.items())


def _cut(tag: str) -> str:
    return tag if len(tag) <= LONGEST_OPTION else tag[:LONGEST_OPTION].rstrip() + "…"


@router.get("/runs.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as a table for spreadsheets; tags stand with commas between."""
    rows = ({**row, "tags": ", ".join(row["tags"])}.values() for row in _rows(bible, wish))
    return csv_file("runs.csv", heads=list(RunRow.model_fields), rows=rows)


@router.get("/runs.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as JSON."""
    return json_file("runs.json", _rows(bible, wish))


def _rows(bible: Bible, wish: RunFilter) -> Iterator[dict[str, Any]]:
    silence = bible.settings.stalled_after
    for run in each(lambda cursor: wish.page(bible, limit=paging.MOST, cursor=cursor)):
        yield RunRow.of(SeenRun(run, stalled_after=silence)).model_dump()
