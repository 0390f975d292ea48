"""`/analytics`: what films cost, how good they get and what goes well, over time and by story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.lessons.recall import trends
from showbible.lessons.recall.trends import Reliability, Share, Stretch, Sums, Week
from showbible.projects import recall as projects
from showbible.storage import paging
from showbible.vocabulary import checked_id, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.analytics import figures
from showbible.web.pages.analytics.figures import Rates
from showbible.web.pages.kit.charts import Bars, Chart
from showbible.web.pages.memory.head import address
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural, score, usd

router = APIRouter()

PRESETS: Final = ((4, "4 weeks"), (12, "12 weeks"), (52, "A year"))
CENT: Final = 10_000
ENOUGH_WEEKS: Final = 4
"""A stretch shorter than this is not compared with itself."""


@dataclass(frozen=True, kw_only=True)
class AnalyticsFilter:
    """What the address asks for: days from and to, one story; left out means everything."""

    since: str = ""
    until: str = ""
    story: str = ""

    @property
    def told(self) -> str:
        """The same as a query."""
        spelled = (("from", self.since), ("to", self.until), ("story", self.story))
        return urlencode([(name, value) for name, value in spelled if value])

    @property
    def href(self) -> str:
        """The address of these figures."""
        return address("/analytics", self.told)

    def file(self, figure: str) -> str:
        """The address of one figure as a table for spreadsheets."""
        return address(f"/analytics/{figure}.csv", self.told)


def wish(
    since: Annotated[str, Query(alias="from", max_length=32)] = "",
    until: Annotated[str, Query(alias="to", max_length=32)] = "",
    story: str = "",
) -> AnalyticsFilter:
    """The wish that an address spells out."""
    _day("from", since), _day("to", until)
    return AnalyticsFilter(since=since, until=until, story=checked_id("project", story) if story else "")


Wished = Annotated[AnalyticsFilter, Depends(wish)]


@dataclass(frozen=True, kw_only=True)
class Found:
    """The figures behind the page, before anything is drawn."""

    weeks: Sequence[Week]
    shares: Sequence[Share]
    providers: Sequence[Reliability]
    threshold: float


@dataclass(frozen=True, kw_only=True)
class AnalyticsPage:
    """Figures with what they amount to; presets are tabs (address, name, count)."""

    wish: AnalyticsFilter
    sentence: str
    sums: Sums
    tiles: tuple[tuple[str, str, str, str], ...]
    charts: tuple[tuple[str, Bars | Chart], ...]
    rates: tuple[Rates, ...]
    threshold: str
    stories: tuple[tuple[str, str], ...]
    presets: tuple[tuple[str, str, None], ...]
    title: str = "Analytics"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/analytics", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, wish: Wished) -> HTMLResponse:
    """Cost, quality and what goes well."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "analytics.html", page=gathered(bible, wish, today=utcnow().date()))


def gathered(bible: Bible, wish: AnalyticsFilter, *, today: date) -> AnalyticsPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        found = figured(bible, wish)
        stories = projects.projects(bible.db, limit=paging.MOST).items
    sums = figures.total(found.weeks)
    return AnalyticsPage(
        wish=wish,
        sentence=conclusion(found) if sums.runs else "",
        sums=sums,
        tiles=_tiles(sums),
        charts=_charts(found.weeks) if found.weeks else (),
        rates=(*figures.rates(found.shares), *((figures.reliability(found.providers),) if found.providers else ())),
        threshold=f"{found.threshold:g}",
        stories=tuple((each.project_id, each.name or each.project_id) for each in stories),
        presets=_presets(wish, today),
    )


def figured(bible: Bible, wish: AnalyticsFilter) -> Found:
    """The figures that a wish asks for."""
    since, until = _day("from", wish.since), _day("to", wish.until)
    stretch = Stretch(since=since, until=until + timedelta(days=1) if until else None, project_id=wish.story or None)
    threshold = bible.lessons.preferences().values.quality_threshold
    return Found(
        weeks=trends.weeks(bible.db, stretch),
        shares=trends.shares(bible.db, stretch, threshold=threshold),
        providers=trends.reliability(bible.db, stretch),
        threshold=threshold,
    )


def conclusion(found: Found) -> str:
    """What the figures amount to, in one sentence."""
    told = _change(found.weeks) if len(found.weeks) >= ENOUGH_WEEKS else _state(figures.total(found.weeks))
    tier, style = figures.best(found.shares, "tier"), figures.best(found.shares, "edit_style")
    if tier and style:
        told += f"; {plain(tier.value).lower()} films ({tier.good} of {tier.runs}) and {style.value} edits "
        told += f"({style.good} of {style.runs}) go well most often"
    return f"{told}."


def _change(weeks: Sequence[Week]) -> str:
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


def _tiles(sums: Sums) -> tuple[tuple[str, str, str, str], ...]:
    """Icon, label, value and note of each; what nobody knows is a dash."""
    ended, second = sums.completed + sums.failed, sums.cost_per_second
    each = usd(round(sums.cost_per_run)) if sums.cost_per_run is not None else "–"
    share = f"{round(100 * sums.completed / ended)}%" if ended else "–"
    return (
        ("money", "Spent", usd(sums.spent) if sums.runs else "–", f"{each} a run"),
        ("lesson", "Average score", score(sums.score), f"{plural(sums.scored, 'run')} scored"),
        ("check", "Completed", share, f"{sums.completed} of {plural(ended, 'run')}"),
        ("clock", "A finished second", usd(round(second)) if second is not None else "–", _film(sums.film_seconds)),
    )


def _film(seconds: float) -> str:
    return f"{seconds / 60:,.1f} minutes of film" if seconds else "No finished film yet"


def _charts(weeks: Sequence[Week]) -> tuple[tuple[str, Bars | Chart], ...]:
    return (
        ("bars", figures.spend(weeks)),
        ("lines", figures.quality(weeks)),
        ("lines", figures.price(weeks)),
        ("bars", figures.outcomes(weeks)),
    )


def _presets(wish: AnalyticsFilter, today: date) -> tuple[tuple[str, str, None], ...]:
    monday = today - timedelta(days=today.weekday())
    starts = [(f"{monday - timedelta(days=7 * (number - 1))}", name) for number, name in PRESETS]
    made = [(replace(wish, since=start, until=""), name) for start, name in [*starts, ("", "Everything")]]
    return tuple((each.href, name, None) for each, name in made)


def _day(name: str, text: str) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.combine(date.fromisoformat(text), datetime.min.time(), tzinfo=UTC)
    except ValueError:
        raise Invalid(f"{name} must be a day such as 2026-11-15, not {text[:40]!r}.", field=name) from None
