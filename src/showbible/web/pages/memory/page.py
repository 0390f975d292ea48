"""`/memory`: what finished runs taught, to look at, correct, pause, forget and try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Annotated, Any, Final, NamedTuple, Self
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.lessons.model import Pattern, Production, Suggestion, UseState
from showbible.lessons.recall import history, patterns, rulings
from showbible.lessons.recall.forgotten import ForgottenPattern
from showbible.runs.model import EditStyle, Tier
from showbible.storage.changes import newest
from showbible.vocabulary import utcnow, word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit import charts
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, Peeked, listed
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.pages.memory.head import MemoryHead, head
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural, usd

router = APIRouter(prefix="/memory")

PAGE: Final = 24
EVIDENCE: Final = 12
STATES: Final = (("active", "In use"), ("paused", "Paused"), ("corrected", "Corrected by you"))
SORTS: Final = (("used", "Most runs"), ("score", "Best score"), ("cost", "Cheapest"), ("name", "By name"))
CORRECTED: Final = "corrected"
_PLAN: Final[tuple[tuple[str, str, type[StrEnum] | None], ...]] = (
    ("tier", "Tier", Tier),
    ("edit_style", "Edit", EditStyle),
    ("scenes", "Scenes", None),
    ("duration", "Seconds", None),
)

Text = Annotated[str, Form()]


@dataclass(frozen=True, kw_only=True)
class PatternFilter(ListFilter):
    """Which patterns, in which order."""

    q: str = ""
    state: str = ""
    sort: str = patterns.PatternSort.USED

    path = "/memory"

    def checked(self) -> Self:
        """The same with a state and an order that are known."""
        state = self.state if self.state in ("", CORRECTED) else word(UseState, "state", self.state).value
        return replace(self, state=state, sort=word(patterns.PatternSort, "sort", self.sort).value)

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return value if name == "q" else dict(STATES).get(value, plain(value))

    @property
    def wanted(self) -> patterns.WantedPatterns:
        """What the memory is asked for."""
        state = UseState(self.state) if self.state and self.state != CORRECTED else None
        return patterns.WantedPatterns(letters=self.q, state=state, corrected=self.state == CORRECTED)


Wished = Annotated[PatternFilter, Depends(PatternFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class PatternRow:
    """A pattern as the page shows it: `key` is its part in the ids of elements, `spark` draws its latest scores."""

    found: Pattern
    key: str
    action: str
    cost: str
    spark: str


def _row(found: Pattern) -> PatternRow:
    scores = found.latest
    return PatternRow(
        found=found,
        key=_key(found.name),
        action=f"/memory/patterns/{quote(found.name, safe='')}",
        cost=f"{usd(round(found.avg_cost * 1_000_000))} a run",
        spark=charts.spark(scores, low=min(scores), high=max(scores)) if len(scores) > 1 else "",
    )


class PlanChoice(NamedTuple):
    """One part of what a pattern recommends; `chosen` is what a person decided, if anything."""

    field: str
    label: str
    value: str
    chosen: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class PatternDetail:
    """A pattern in the drawer, with its evidence; `seen` is the newest change its reader knows of."""

    row: PatternRow
    choices: tuple[PlanChoice, ...]
    advice: Suggestion
    evidence: list[Production]
    versions: tuple[Version, ...]
    seen: int


@dataclass(frozen=True, kw_only=True)
class PatternDrawer:
    """The drawer alone, for a page whose list stays as it is."""

    wish: PatternFilter
    detail: PatternDetail | None
    now: datetime


@dataclass(frozen=True, kw_only=True)
class MemoryPage(PatternDrawer):
    """A page of patterns, and the one that is peeked at; `lost` names one that is not there."""

    head: MemoryHead
    list: Listed[PatternRow]
    lost: str
    states: tuple[tuple[str, str], ...] = STATES
    sorts: tuple[tuple[str, str], ...] = SORTS
    title: str = "Memory"
    crumbs: tuple[Crumb, ...] = ()

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """What is told to learn what is new: the list, how long it is, and the runs behind what it shows."""
        known = (("known", f"{row.found.name}:{row.found.times_used}") for row in self.list.items)
        return (*asdict(self.wish).items(), ("total", str(self.list.total)), *known)


@router.get("", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, wish: Wished, peek: Peeked = "", cursor: Cursor = None) -> HTMLResponse:
    """Patterns, the most used first."""
    templates: Templates = request.app.state.templates
    if request.headers.get("hx-target", "").endswith("#peek"):
        with bible.db.snapshot():
            drawer = PatternDrawer(wish=wish, detail=_peeked(bible, peek), now=utcnow())
        return templates.fragment("memory.html", "drawer", page=drawer)
    page = memory_page(bible, wish, cursor, peek=peek)
    # A page that reads itself again after something was forgotten is not to blame for what is gone.
    status = 404 if page.lost and "hx-request" not in request.headers else 200
    return templates.page(request, "memory.html", page=page, status=status)


def memory_page(bible: Bible, wish: PatternFilter, cursor: str | None = None, *, peek: str = "") -> MemoryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        sort = patterns.PatternSort(wish.sort)
        page = patterns.patterns(bible.db, wish.wanted, sort=sort, limit=PAGE, cursor=cursor)
        detail = _peeked(bible, peek)
        return MemoryPage(
            head=head(bible, "/memory"),
            wish=wish,
            list=listed(wish, page, _row, cursor=cursor, count=lambda less: patterns.number(bible.db, less.wanted)),
            detail=detail,
            lost=peek if peek and detail is None else "",
            now=utcnow(),
        )


def _peeked(bible: Bible, name: str) -> PatternDetail | None:
    try:
        found = patterns.pattern(bible.db, name) if name else None
    except NotFound:
        return None
    if found is None:
        return None
    changes = rulings.versions(bible.db, name)
    return PatternDetail(
        row=_row(found),
        choices=tuple(_choice(found, *each) for each in _PLAN),
        advice=bible.lessons.suggest(name.replace("_", " ")),
        evidence=history.of_pattern(bible.db, name, limit=EVIDENCE),
        versions=versions(changes, names={"edit_style": "Edit"}),
        seen=newest(changes),
    )


def _choice(found: Pattern, field: str, label: str, kind: type[StrEnum] | None) -> PlanChoice:
    options = tuple((each.value, plain(each)) for each in kind or ())
    chosen = getattr(found.ruling, field)
    return PlanChoice(field, label, plain(str(getattr(found, field))), str(chosen or ""), options)


def _key(name: str) -> str:
    """A pattern as part of an element's id, whatever letters it has."""
    return blake2b(name.encode(), digest_size=6).hexdigest()


PATTERNS: Final = Acts(
    things=lambda bible, _: bible.lessons.pattern_rulings,
    back=lambda _, request: f"/memory?peek={quote(request.path_params['item_id'])}",
    home=lambda _: "/memory",
    taken=ForgottenPattern,
    called=lambda request: plain(request.path_params["item_id"]),
    paused="{it} is paused.",
    resumed="{it} is in use again.",
    restored="The pattern is back.",
)
PATTERNS.register(router, "/patterns/{item_id}")


@router.post("/patterns/{item_id}/plan")
def correct(
    item_id: str,
    request: Request,
    bible: OpenBible,
    seen: Annotated[int, Form()],
    tier: Text = "",
    edit_style: Text = "",
    scenes: Text = "",
    duration: Text = "",
) -> Response:
    """Decide what a pattern recommends; an empty field leaves it to the runs."""

    def act(things: Any) -> object:
        amounts = {"scenes": _amount("scenes", scenes), "duration": _amount("duration", duration)}
        return things.correct(item_id, {"tier": tier or None, "edit_style": edit_style or None, **amounts}, seen=seen)

    return PATTERNS.correct(request, bible, act, said="{it} follows your plan.")


def _amount(field: str, text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 9:
        raise Invalid(f"{field} must be a whole number.", field=field)
    return int(text)


@dataclass(frozen=True, kw_only=True)
class PatternNews:
    """What a list does not show yet: in words, by the key of each pattern, and where it is shown."""

    words: str
    badges: tuple[tuple[str, str], ...]
    href: str


@router.get("/news", response_class=HTMLResponse)
def news(
    request: Request,
    bible: OpenBible,
    wish: Wished,
    total: Annotated[int, Query(ge=0)],
    known: Annotated[list[str] | None, Query(max_length=PAGE)] = None,
) -> HTMLResponse:
    """What is new to a reader who knows of `total` patterns and of so many runs behind some of them."""
    uses, counts = patterns.uses(bible.db, wish.wanted), _counts(known or ())
    more = {name: uses.get(name, 0) - number for name, number in counts.items() if uses.get(name, 0) > number}
    fresh = max(0, len(uses) - total)
    parts = (f"{fresh} new" if fresh else "", f"{len(more)} changed" if more else "")
    told = PatternNews(
        words=", ".join(filter(None, parts)),
        badges=tuple((_key(name), plural(number, "new run")) for name, number in more.items()),
        href=wish.href(),
    )
    templates: Templates = request.app.state.templates
    return HTMLResponse(templates.text("memory_news.html", "news", page=told))


def _counts(known: Sequence[str]) -> dict[str, int]:
    counts = {}
    for each in known:
        name, _, number = each.rpartition(":")
        if not number.isdecimal() or len(number) > 9:
            raise Invalid("known must name a pattern and its runs, as in teaser:12.", field="known")
        counts[name] = int(number)
    return counts
