"""`/analytics`: what films cost, how good they get and what goes well, over time and by story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Annotated, Any, Final, Self

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.bible import Bible
from showbible.errors import Invalid, NotFound
from showbible.lessons.recall import trends
from showbible.lessons.recall.trends import Reliability, Share, Sums, TimeStretch, WeekSums
from showbible.projects import recall as projects
from showbible.projects.model import Project
from showbible.storage import paging
from showbible.vocabulary import checked_id, dollars, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.analytics import figures
from showbible.web.pages.analytics.figures import Rates
from showbible.web.pages.kit.attachments import csv_file
from showbible.web.pages.kit.charts import Bars, Chart
from showbible.web.pages.kit.lists import ListFilter
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural, score, usd

router = APIRouter()

WEEKLY: Final = ("spend", "quality", "price", "outcomes")
WEEK_COLUMNS: Final[tuple[str, ...]] = (
    *("week", "runs", "completed", "failed", "cancelled", "spent", "avg_score", "avg_rating", "cost_per_second"),
)
SHARE_COLUMNS: Final = ("runs", "went_well", "success_rate", "spent")
PRESETS: Final = ((4, "4 weeks"), (12, "12 weeks"), (52, "A year"))
CENT: Final = 10_000
ENOUGH_WEEKS: Final = 4
"""A stretch shorter than this is not compared with itself."""


@dataclass(frozen=True, kw_only=True)
class AnalyticsFilter(ListFilter):
    """Days from and to, one story; left out means everything."""

    since: str = ""
    until: str = ""
    story: str = ""

    path = "/analytics"
    names = MappingProxyType({"since": "from", "until": "to"})

    def checked(self) -> Self:
        """The same with days and an id that can be."""
        _day("from", self.since), _day("to", self.until), checked_id("project", self.story or "any")
        return self

    @property
    def stretch(self) -> TimeStretch:
        """What the memory is asked for."""
        since, until = _day("from", self.since), _day("to", self.until)
        end = until + timedelta(days=1) if until else None
        return TimeStretch(since=since, until=end, project_id=self.story or None)


Wished = Annotated[AnalyticsFilter, Depends(AnalyticsFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class AnalyticsFigures:
    """The figures behind the page, before anything is drawn."""

    weeks: Sequence[WeekSums]
    shares: Sequence[Share]
    providers: Sequence[Reliability]
    threshold: float


@dataclass(frozen=True, kw_only=True)
class AnalyticsPage:
    """AnalyticsFigures with what they amount to; presets are tabs (address, name, count)."""

    wish: AnalyticsFilter
    sentence: str
    sums: Sums
    charts: tuple[tuple[str, Bars | Chart], ...]
    rates: tuple[Rates, ...]
    threshold: str
    stories: Sequence[Project]
    presets: tuple[tuple[str, str, None], ...]
    title: str = "Analytics"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/analytics", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, wish: Wished) -> HTMLResponse:
    """Cost, quality and what goes well."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "analytics.html", page=analytics_page(bible, wish, today=utcnow().date()))


def analytics_page(bible: Bible, wish: AnalyticsFilter, *, today: date) -> AnalyticsPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        found = figures_for(bible, wish)
        stories = projects.projects(bible.db, limit=paging.MOST).items
    sums = figures.total(found.weeks)
    return AnalyticsPage(
        wish=wish,
        sentence=conclusion(found) if sums.runs else "",
        sums=sums,
        charts=figures.drawn(found.weeks) if found.weeks else (),
        rates=figures.rates(found.shares, found.providers),
        threshold=f"{found.threshold:g}",
        stories=stories,
        presets=_presets(wish, today),
    )


def figures_for(bible: Bible, wish: AnalyticsFilter) -> AnalyticsFigures:
    """The figures that a wish asks for."""
    stretch = wish.stretch
    threshold = bible.lessons.preferences().values.quality_threshold
    return AnalyticsFigures(
        weeks=trends.weeks(bible.db, stretch),
        shares=trends.shares(bible.db, stretch, threshold=threshold),
        providers=trends.reliability(bible.db, stretch),
        threshold=threshold,
    )


def conclusion(found: AnalyticsFigures) -> str:
    """What the figures amount to, in one sentence."""
    told = _change(found.weeks) if len(found.weeks) >= ENOUGH_WEEKS else _state(figures.total(found.weeks))
    tier, style = figures.best(found.shares, "tier"), figures.best(found.shares, "edit_style")
    if tier and style:
        told += f"; {plain(tier.value).lower()} films ({tier.good} of {tier.runs}) and {style.value} edits "
        told += f"({style.good} of {style.runs}) go well most often"
    return f"{told}."


def _change(weeks: Sequence[WeekSums]) -> str:
    before, after = figures.halves(weeks)
    told = []
    if before.score is not None and after.score is not None:
        gain = after.score - before.score
        points = plural(round(abs(gain), 1), "point")
        told.append(
            f"Quality {'rose' if gain > 0 else 'fell'} by {points} to {score(after.score)}"
            if abs(gain) >= 1
            else f"Quality held at {score(after.score)}"
        )
    if before.cost_per_run and after.cost_per_run:
        less = before.cost_per_run - after.cost_per_run
        worth = f"{usd(round(abs(less)))} {'less' if less > 0 else 'more'} than" if abs(less) >= CENT else "the same as"
        told.append(f"a run costs {worth} before")
    return " while ".join(told) if told else _state(before + after)


def _state(sums: Sums) -> str:
    judged = f", scoring {score(sums.score)} on average" if sums.score is not None else ""
    return f"{plural(sums.runs, 'finished run')} cost {usd(sums.spent)}{judged}"


def _presets(wish: AnalyticsFilter, today: date) -> tuple[tuple[str, str, None], ...]:
    monday = today - timedelta(days=today.weekday())
    starts = [(f"{monday - timedelta(days=7 * (number - 1))}", name) for number, name in PRESETS]
    made = [(replace(wish, since=start, until=""), name) for start, name in [*starts, ("", "Everything")]]
    return tuple((each.href(), name, None) for each, name in made)


@router.get("/analytics/{figure}.csv")
def as_csv(figure: str, bible: OpenBible, wish: Wished) -> StreamingResponse:
    """The figures of one chart, with the same filters as the page; what nobody knows stays empty."""
    found = figures_for(bible, wish)
    heads, rows = WEEK_COLUMNS, list(map(_week, found.weeks))
    if figure == "providers":
        heads = ("provider", "runs", "went_well", "success_rate", "avg_adherence", "avg_quality")
        rows = [(it.provider, it.runs, it.good, it.rate, it.adherence, it.quality) for it in found.providers]
    elif figure in dict(figures.CHOICES):
        heads, own = (figure, *SHARE_COLUMNS), [each for each in found.shares if each.choice == figure]
        rows = [(each.value, each.runs, each.good, each.rate, dollars(each.spent)) for each in own]
    elif figure not in WEEKLY:
        raise NotFound("figure", figure)
    return csv_file(f"{figure}.csv", heads=heads, rows=rows)


def _week(week: WeekSums) -> tuple[Any, ...]:
    sums, second = week.sums, week.sums.cost_per_second
    counts = (sums.runs, sums.completed, sums.failed, sums.cancelled)
    each_second = None if second is None else second / 1_000_000
    return (week.monday, *counts, dollars(sums.spent), sums.score, sums.rating, each_second)


def _day(name: str, text: str) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.combine(date.fromisoformat(text), datetime.min.time(), tzinfo=UTC)
    except ValueError:
        raise Invalid(f"{name} must be a day such as 2026-11-15, not {text[:40]!r}.", field=name) from None
