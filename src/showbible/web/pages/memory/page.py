"""`/memory`: what finished runs taught, to look at, correct, pause, forget and try."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Final, Self

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import UseState
from showbible.lessons.recall import patterns
from showbible.vocabulary import utcnow, word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, Peeked, listed
from showbible.web.pages.memory.head import Head, head
from showbible.web.pages.memory.patterns import Detail, Row, detail, row
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain

router = APIRouter(prefix="/memory")

PAGE: Final = 24
STATES: Final = (("active", "In use"), ("paused", "Paused"), ("corrected", "Corrected by you"))
SORTS: Final = (("used", "Most runs"), ("score", "Best score"), ("cost", "Cheapest"), ("name", "By name"))
CORRECTED: Final = "corrected"


@dataclass(frozen=True, kw_only=True)
class PatternFilter(ListFilter):
    """Which patterns, in which order."""

    q: str = ""
    state: str = ""
    sort: str = patterns.Sort.USED

    path = "/memory"

    def checked(self) -> Self:
        """The same with a state and an order that are known."""
        state = self.state if self.state in ("", CORRECTED) else word(UseState, "state", self.state).value
        return replace(self, state=state, sort=word(patterns.Sort, "sort", self.sort).value)

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return value if name == "q" else dict(STATES).get(value, plain(value))

    @property
    def wanted(self) -> patterns.Wanted:
        """What the memory is asked for."""
        state = UseState(self.state) if self.state and self.state != CORRECTED else None
        return patterns.Wanted(letters=self.q, state=state, corrected=self.state == CORRECTED)


Wished = Annotated[PatternFilter, Depends(PatternFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class MemoryPage:
    """A page of patterns, and the one that is peeked at; `lost` names one that is not there."""

    head: Head
    wish: PatternFilter
    list: Listed[Row]
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
        known = (("known", f"{row.name}:{row.used}") for row in self.list.items)
        return (*asdict(self.wish).items(), ("total", str(self.list.total)), *known)


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
    wish: Wished,
    peek: Peeked = "",
    cursor: Cursor = None,
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
        page = patterns.patterns(bible.db, wish.wanted, sort=patterns.Sort(wish.sort), limit=PAGE, cursor=cursor)
        detail = _peeked(bible, peek)
        return MemoryPage(
            head=head(bible, "/memory"),
            wish=wish,
            list=listed(
                wish,
                page,
                lambda each: row(each, href=wish.href(peek=each.name)),
                cursor=cursor,
                count=lambda less: patterns.number(bible.db, less.wanted),
            ),
            detail=detail,
            lost=peek if peek and detail is None else "",
            now=utcnow(),
        )


def drawer(bible: Bible, wish: PatternFilter, peek: str) -> Drawer:
    """What the drawer shows, or that it is closed."""
    with bible.db.snapshot():
        return Drawer(wish=wish, detail=_peeked(bible, peek), now=utcnow())


def _peeked(bible: Bible, name: str) -> Detail | None:
    try:
        return detail(bible, name) if name else None
    except NotFound:
        return None
