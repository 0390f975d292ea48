"""`/memory`: what finished runs taught, to look at, correct, pause, forget and try."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import UseState
from showbible.lessons.recall import patterns
from showbible.runs.model import word
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.memory.head import Head, address, head, query
from showbible.web.pages.memory.patterns import Detail, Row, detail, row
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain

router = APIRouter(prefix="/memory")

PAGE: Final = 24
STATES: Final = (("active", "In use"), ("paused", "Paused"), ("corrected", "Corrected by you"))
SORTS: Final = (("used", "Most runs"), ("score", "Best score"), ("cost", "Cheapest"), ("name", "By name"))
CORRECTED: Final = "corrected"


@dataclass(frozen=True, kw_only=True)
class PatternFilter:
    """What the address asks for; left out means anything."""

    q: str = ""
    state: str = ""
    sort: str = patterns.Sort.USED

    def href(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        return address("/memory", query(self, PatternFilter(), **changes))

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name, value in (("q", self.q), ("state", self.state)) if value)


def wish(
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "", state: str = "", sort: str = patterns.Sort.USED
) -> PatternFilter:
    """The wish that an address spells out."""
    order = word(patterns.Sort, "sort", sort or patterns.Sort.USED)
    known = state if state in ("", CORRECTED) else word(UseState, "state", state).value
    return PatternFilter(q=q.strip(), state=known, sort=order.value)


@dataclass(frozen=True, kw_only=True)
class Help:
    """The filter whose removal shows the most."""

    value: str
    href: str
    total: int


@dataclass(frozen=True, kw_only=True)
class MemoryPage:
    """A page of patterns, and the one that is peeked at; `lost` names one that is not there."""

    head: Head
    wish: PatternFilter
    rows: tuple[Row, ...]
    total: int
    next: str | None
    is_first: bool
    help: Help | None
    detail: Detail | None
    lost: str
    now: datetime
    states: tuple[tuple[str, str], ...] = STATES
    sorts: tuple[tuple[str, str], ...] = SORTS
    title: str = "Memory"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """What is told to learn what is new: the list, how long it is, and the runs behind what it shows."""
        known = (("known", f"{row.name}:{row.used}") for row in self.rows)
        return (*asdict(self.wish).items(), ("total", str(self.total)), *known)


@dataclass(frozen=True, kw_only=True)
class Drawer:
    """The drawer alone, for a page whose list stays as it is."""

    wish: PatternFilter
    detail: Detail | None
    now: datetime


@router.get("", response_class=HTMLResponse)
def shown(
    request: Request,
    bible: OpenBible,
    wish: Annotated[PatternFilter, Depends(wish)],
    peek: Annotated[str, Query(max_length=256)] = "",
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
) -> HTMLResponse:
    """Patterns, the most used first."""
    templates: Templates = request.app.state.templates
    if request.headers.get("hx-target", "").endswith("#peek"):
        return templates.fragment("memory.html", "drawer", page=drawer(bible, wish, peek))
    page = gathered(bible, wish, cursor, peek=peek)
    # A page that reads itself again after something was forgotten is not to blame for what is gone.
    status = 404 if page.lost and "hx-request" not in request.headers else 200
    return templates.page(request, "memory.html", page=page, status=status)


def gathered(bible: Bible, wish: PatternFilter, cursor: str | None, *, peek: str = "") -> MemoryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        found = patterns.patterns(
            bible.db, wanted(wish), sort=patterns.Sort(wish.sort), limit=PAGE, cursor=cursor or None
        )
        detail = _peeked(bible, peek)
        return MemoryPage(
            head=head(bible, "/memory"),
            wish=wish,
            rows=tuple(row(each, href=wish.href(peek=each.name)) for each in found.items),
            total=found.total,
            next=wish.href(cursor=found.next_cursor) if found.next_cursor else None,
            is_first=not cursor,
            help=_help(bible, wish) if not found.total and wish.narrows else None,
            detail=detail,
            lost=peek if peek and detail is None else "",
            now=utcnow(),
        )


def drawer(bible: Bible, wish: PatternFilter, peek: str) -> Drawer:
    """What the drawer shows, or that it is closed."""
    with bible.db.snapshot():
        return Drawer(wish=wish, detail=_peeked(bible, peek), now=utcnow())


def wanted(wish: PatternFilter) -> patterns.Wanted:
    """The filter that a wish stands for."""
    state = UseState(wish.state) if wish.state and wish.state != CORRECTED else None
    return patterns.Wanted(letters=wish.q, state=state, corrected=wish.state == CORRECTED)


def _peeked(bible: Bible, name: str) -> Detail | None:
    try:
        return detail(bible, name) if name else None
    except NotFound:
        return None


def _help(bible: Bible, wish: PatternFilter) -> Help:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        shown = value if name == "q" else dict(STATES).get(value, plain(value))
        tried.append(Help(value=shown, href=less.href(), total=patterns.number(bible.db, wanted(less))))
    return max(tried, key=lambda less: less.total)
