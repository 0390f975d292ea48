"""`/runs`: every production, filtered by the address, as cards, as a table, or as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.projects import recall as projects
from showbible.runs import recall
from showbible.runs.model import Sort, Stage, Status, Summary, word
from showbible.storage import paging
from showbible.vocabulary import QUERY_LIMIT, checked_id, dollars, rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cards import Card, cards
from showbible.web.pages.marks import STAGES, STATUSES
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain

router = APIRouter()

PAGE: Final = 50
VIEWS: Final = ("cards", "table")
SORTS: Final = (("newest", "Newest"), ("oldest", "Oldest"), ("cost", "Most spent"), ("score", "Best score"))


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What the address asks for; left out means anything."""

    q: str = ""
    status: str = ""
    stage: str = ""
    project: str = ""
    sort: str = Sort.NEWEST
    view: str = "cards"

    def query(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        usual = asdict(Wish())
        told = {name: value for name, value in asdict(replace(self, **changes)).items() if value != usual[name]}
        return f"?{urlencode(told)}" if told else "/runs"

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name, value in asdict(self).items() if value and name not in ("sort", "view"))


def wish(
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
    status: str = "",
    stage: str = "",
    project: str = "",
    sort: str = Sort.NEWEST,
    view: str = "cards",
) -> Wish:
    """The wish that an address spells out."""
    if view not in VIEWS:
        raise Invalid(f"view must be one of {', '.join(VIEWS)}.", field="view")
    return Wish(q=q.strip(), status=status, stage=stage, project=project, sort=sort or Sort.NEWEST, view=view)


Wished = Annotated[Wish, Depends(wish)]
Cursor = Annotated[str | None, Query(max_length=2048)]


@dataclass(frozen=True, kw_only=True)
class Help:
    """The filter whose removal shows the most runs."""

    name: str
    value: str
    href: str
    total: int


@dataclass(frozen=True, kw_only=True)
class RunsPage:
    """A page of runs; `help` only when nothing matches."""

    wish: Wish
    cards: tuple[Card, ...]
    total: int
    next: str | None
    is_first: bool
    projects: tuple[tuple[str, str], ...]
    help: Help | None
    statuses: tuple[tuple[str, str], ...] = tuple((status.value, mark.word) for status, mark in STATUSES.items())
    stages: tuple[tuple[str, str], ...] = tuple((stage.value, words[1]) for stage, words in STAGES.items())
    sorts: tuple[tuple[str, str], ...] = SORTS
    title: str = "Runs"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/runs", response_class=HTMLResponse)
def listed(request: Request, bible: OpenBible, wish: Wished, cursor: Cursor = None) -> HTMLResponse:
    """Runs, fifty at a time."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "runs.html", page=gathered(bible, wish, cursor))


def gathered(bible: Bible, wish: Wish, cursor: str | None) -> RunsPage:
    """What the list shows."""
    listed = found(bible, wish, limit=PAGE, cursor=cursor or None)
    more = urlencode({"cursor": listed.next_cursor}) if listed.next_cursor else None
    here = wish.query()
    return RunsPage(
        wish=wish,
        cards=cards(listed.items, at=utcnow(), stalled_after=bible.settings.stalled_after),
        total=listed.total,
        next=f"{here}{'&' if here.startswith('?') else '?'}{more}" if more else None,
        is_first=not cursor,
        projects=tuple(
            (each.project_id, each.name or each.project_id)
            for each in projects.projects(bible.db, limit=paging.MOST).items
        ),
        help=_help(bible, wish) if not listed.total and wish.narrows else None,
    )


def found(bible: Bible, wish: Wish, *, limit: int, cursor: str | None = None) -> paging.Page[Summary]:
    """A page of the runs that a wish asks for."""
    wanted = recall.Filter(
        status=word(Status, "status", wish.status) if wish.status else None,
        stage=word(Stage, "stage", wish.stage) if wish.stage else None,
        project_id=checked_id("project", wish.project) if wish.project else None,
        ids=recall.matching(bible.db, wish.q) if wish.q else None,
    )
    sort, silence = word(Sort, "sort", wish.sort), bible.settings.stalled_after
    # An empty list of ids has no type, and PostgreSQL refuses to compare with it.
    if wanted.ids == ():
        return paging.Page(items=[], total=0, next_cursor=None)
    return recall.runs(bible.db, wanted, sort=sort, limit=limit, cursor=cursor, stalled_after=silence)


def _help(bible: Bible, wish: Wish) -> Help:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        total = found(bible, less, limit=1).total
        tried.append(Help(name=name, value=plain(value) if name != "q" else value, href=less.query(), total=total))
    return max(tried, key=lambda less: less.total)


# What is filtered, as a file


@router.get("/runs.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as a table for spreadsheets."""
    return _file(_csv(_rows(bible, wish)), "text/csv; charset=utf-8", "runs.csv")


@router.get("/runs.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as JSON."""
    return _file(_json(_rows(bible, wish)), "application/json", "runs.json")


def _file(pieces: Iterator[str], kind: str, name: str) -> StreamingResponse:
    # The first piece is made before the answer begins, so that a wrong filter is still a refusal.
    first = next(pieces)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(_after(first, pieces), media_type=kind, headers=headers)


def _after(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


FIELDS: Final[dict[str, Callable[[Summary], Any]]] = {
    "run_id": lambda run: run.run_id,
    "project_id": lambda run: run.project_id,
    "concept": lambda run: run.concept,
    "stage": lambda run: run.stage,
    "progress": lambda run: run.progress,
    "budget_total": lambda run: dollars(run.budget),
    "budget_spent": lambda run: dollars(run.spent),
    "score": lambda run: run.score,
    "scenes_total": lambda run: run.total_scenes,
    "scenes_completed": lambda run: run.scenes_completed,
    "started_at": lambda run: rfc3339(run.started_at),
    "completed_at": lambda run: rfc3339(run.completed_at) if run.completed_at else None,
    "seconds": lambda run: (run.completed_at - run.started_at).total_seconds() if run.completed_at else None,
}
"""The columns of a file, beside the status, which depends on when one looks."""


def _rows(bible: Bible, wish: Wish) -> Iterator[dict[str, Any]]:
    cursor, silence = None, bible.settings.stalled_after
    while True:
        listed = found(bible, wish, limit=paging.MOST, cursor=cursor)
        for run in listed.items:
            status: Status = run.status(at=utcnow(), stalled_after=silence)
            yield {"status": status, **{name: read(run) for name, read in FIELDS.items()}}
        if (cursor := listed.next_cursor) is None:
            return


def _csv(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["status", *FIELDS])
    for row in rows:
        writer.writerow([_cell(value) for value in row.values()])
        if text.tell() > 32_768:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def _cell(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _json(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    before = "["
    for row in rows:
        yield f"{before}\n{json.dumps(row, ensure_ascii=False, allow_nan=False)}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"
