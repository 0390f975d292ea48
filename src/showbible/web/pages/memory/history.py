"""`/memory/history`: every finished run as a record, to rate and to forget."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.lessons.model import Production
from showbible.lessons.recall import records
from showbible.runs.model import Status, word
from showbible.vocabulary import QUERY_LIMIT, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.lists import Relief
from showbible.web.pages.kit.marks import STATUSES, StatusMark
from showbible.web.pages.memory.head import MEMORY, Head, address, head, query
from showbible.web.pages.memory.patterns import Taught, evidence
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, span

router = APIRouter(prefix="/memory")

PAGE: Final = 50
ENDS: Final = (Status.COMPLETED, Status.FAILED, Status.CANCELLED)
RATED: Final = (("good", "Went well"), ("fair", "Fair"), ("bad", "Went badly"), ("not_yet", "Not rated yet"))
SORTS: Final = (
    ("newest", "Newest"),
    ("oldest", "Oldest"),
    ("score", "Best score"),
    ("rating", "Best rated"),
    ("cost", "Most spent"),
)


@dataclass(frozen=True, kw_only=True)
class HistoryFilter:
    """What the address asks for; left out means anything."""

    q: str = ""
    status: str = ""
    rated: str = ""
    pattern: str = ""
    mood: str = ""
    music: str = ""
    sort: str = records.Sort.NEWEST

    def href(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        return address("/memory/history", query(self, HistoryFilter(), **changes))

    def file(self, kind: str) -> str:
        """The address of exactly these records as a file."""
        return address(f"/memory/history.{kind}", query(self, HistoryFilter()))

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        names = ("q", "status", "rated", "pattern", "mood", "music")
        return tuple((name, getattr(self, name)) for name in names if getattr(self, name))

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """The filters that have no field of their own in the form."""
        return tuple((name, value) for name, value in self.narrows if name in ("pattern", "mood", "music"))


def wish(
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
    status: str = "",
    rated: str = "",
    pattern: Annotated[str, Query(max_length=256)] = "",
    mood: Annotated[str, Query(max_length=256)] = "",
    music: Annotated[str, Query(max_length=256)] = "",
    sort: str = records.Sort.NEWEST,
) -> HistoryFilter:
    """The wish that an address spells out."""
    return HistoryFilter(
        q=q.strip(),
        status=word(Status, "status", status).value if status else "",
        rated=word(records.Rated, "rated", rated).value if rated else "",
        pattern=pattern,
        mood=mood,
        music=music,
        sort=word(records.Sort, "sort", sort or records.Sort.NEWEST).value,
    )


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A finished run in the list; `pattern` is the kind it taught, `lapsed` says that it no longer does."""

    run: Taught
    mark: StatusMark
    pattern: str
    pattern_href: str
    lapsed: bool
    length: str
    sound: str
    notes: str


@dataclass(frozen=True, kw_only=True)
class HistoryPage:
    """A page of records; `help` only when nothing matches."""

    head: Head
    wish: HistoryFilter
    entries: tuple[Entry, ...]
    total: int
    next: str | None
    is_first: bool
    help: Relief | None
    now: datetime
    statuses: tuple[tuple[str, str], ...] = tuple((each.value, STATUSES[each].word) for each in ENDS)
    rated: tuple[tuple[str, str], ...] = RATED
    sorts: tuple[tuple[str, str], ...] = SORTS
    title: str = "History"
    crumbs: tuple[Crumb, ...] = (MEMORY,)


@router.get("/history", response_class=HTMLResponse)
def listed(
    request: Request,
    bible: OpenBible,
    wish: Annotated[HistoryFilter, Depends(wish)],
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
) -> HTMLResponse:
    """Finished runs, fifty at a time."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "memory_history.html", page=gathered(bible, wish, cursor))


def gathered(bible: Bible, wish: HistoryFilter, cursor: str | None = None) -> HistoryPage:
    """What the list shows, all of one moment."""
    with bible.db.snapshot():
        found = records.records(bible.db, wanted(wish), sort=records.Sort(wish.sort), limit=PAGE, cursor=cursor or None)
        return HistoryPage(
            head=head(bible, "/memory/history"),
            wish=wish,
            entries=tuple(_entry(each) for each in found.items),
            total=found.total,
            next=wish.href(cursor=found.next_cursor) if found.next_cursor else None,
            is_first=not cursor,
            help=_help(bible, wish) if not found.total and wish.narrows else None,
            now=utcnow(),
        )


def wanted(wish: HistoryFilter) -> records.Wanted:
    """The filter that a wish stands for."""
    return records.Wanted(
        letters=wish.q,
        status=Status(wish.status) if wish.status else None,
        rated=records.Rated(wish.rated) if wish.rated else None,
        pattern=wish.pattern,
        mood=wish.mood,
        music_style=wish.music,
    )


def _entry(found: Production) -> Entry:
    pattern = found.pattern or ""
    return Entry(
        run=evidence(found),
        mark=STATUSES[found.status],
        pattern=plain(pattern),
        pattern_href=address("/memory", f"peek={pattern}") if pattern and found.teaches else "",
        lapsed=bool(pattern) and not found.teaches,
        length=span(found.duration) if found.duration else "",
        sound=", ".join(filter(None, (found.mood, found.music_style))),
        notes=found.notes or "",
    )


def _help(bible: Bible, wish: HistoryFilter) -> Relief:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        total = records.records(bible.db, wanted(less), limit=1).total
        tried.append(Relief(value=value if name == "q" else plain(value), href=less.href(), total=total))
    return max(tried, key=lambda less: less.total)
