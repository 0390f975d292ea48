"""`/analytics`: what films cost, how good they get and what goes well, over time and by story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import Annotated, Any, Final, Self

from fastapi import APIRouter, Depends
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.recall import trends
from showbible.lessons.recall.trends import Reliability, Share, Sums, TimeStretch, Trends, WeekSums
from showbible.projects import recall as projects
from showbible.storage import paging
from showbible.values import frozen
from showbible.vocabulary import checked_id, dollars
from showbible.web.deps import OpenBible
from showbible.web.filters import ListFilter, days
from showbible.web.pages.kit import charts
from showbible.web.pages.kit.attachments import csv_file
from showbible.web.pages.kit.charts import Chart, ChartSeries
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.words import plain, plural, score, usd

router = APIRouter()

CHOICES: Final = {
    "tier": "By tier",
    "edit_style": "By edit",
    "mood": "By mood",
    "music_style": "By music",
    "pattern": "By kind of film",
}
WEEK_COLUMNS: Final[tuple[str, ...]] = (
    *("week", "runs", "completed", "failed", "cancelled", "spent", "avg_score", "avg_rating", "cost_per_second"),
)
MOST_SHARES: Final = 8
CENT: Final = 10_000
ENOUGH_WEEKS: Final = 4
"""A stretch shorter than this is not compared with itself."""


@frozen
class AnalyticsFilter(ListFilter):
    """Days from and to, one story; left out means everything."""

    since: str = ""
    until: str = ""
    story: str = ""

    path = "/analytics"
    names = MappingProxyType({"since": "from", "until": "to"})

    def checked(self) -> Self:
        """The same with days and an id that can be."""
        days(self.since, self.until), checked_id("project", self.story or "any")
        return self

    @property
    def stretch(self) -> TimeStretch:
        """What the memory is asked for."""
        since, until = days(self.since, self.until)
        return TimeStretch(since=since, until=until, project_id=self.story or None)


Wished = Annotated[AnalyticsFilter, Depends(AnalyticsFilter.asked)]


@frozen
class Rates:
    """How often each choice of one kind went well, with its sentence; `figure` names its file."""

    figure: str
    title: str
    sentence: str
    rates: Sequence[Share | Reliability]


class AnalyticsFigures(Trends):
    """Trends as the page draws and tells them."""

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The figures over weeks."""
        return _spend(self.weeks), _quality(self.weeks), _price(self.weeks), _outcomes(self.weeks)

    @property
    def rates(self) -> list[Rates]:
        """How often each choice went well, for every kind that runs have made, and each provider delivered."""
        made = []
        for choice, title in CHOICES.items():
            own = sorted(self.of(choice), key=Share.by_success)
            for best in own[:1]:
                leads = f"{plain(best.value)} leads: {best.good} of {plural(best.runs, 'run')} went well."
                made.append(Rates(figure=choice, title=title, sentence=leads, rates=own[:MOST_SHARES]))
        if self.providers:
            first = max(self.providers, key=lambda each: (each.rate, each.runs))
            leads = f"{first.provider} delivered most reliably: {first.good} of {plural(first.runs, 'run')}."
            delivered = self.providers[:MOST_SHARES]
            made.append(Rates(figure="providers", title="Providers", sentence=leads, rates=delivered))
        return made

    @property
    def conclusion(self) -> str:
        """What the figures amount to, in one sentence."""
        words = _change(*self.halves) if len(self.weeks) >= ENOUGH_WEEKS else _state(self.sums)
        tier, style = self.best("tier"), self.best("edit_style")
        if tier and style:
            words += f"; {plain(tier.value).lower()} films ({tier.good} of {tier.runs}) and {style.value} edits "
            words += f"({style.good} of {style.runs}) go well most often"
        return f"{words}."


@page_at(router, "/analytics", "analytics.html")
class AnalyticsPage(PlacePage):
    """Cost, quality and what goes well, all of one moment, with what there is to narrow it by."""

    title = "Analytics"

    def __init__(self, bible: OpenBible, wish: Wished) -> None:
        self.wish = wish
        with bible.db.snapshot():
            self.stories = projects.projects(bible.db, limit=paging.MOST).items
            self.figures = figures_for(bible, wish)

    @property
    def presets(self) -> tuple[tuple[str, str, None], ...]:
        """Stretches that end now, as tabs."""
        monday = self.now.date() - timedelta(days=self.now.weekday())
        weeks = ((4, "4 weeks"), (12, "12 weeks"), (52, "A year"))
        starts = [(f"{monday - timedelta(days=7 * (number - 1))}", name) for number, name in weeks]
        made = [(replace(self.wish, since=start, until=""), name) for start, name in [*starts, ("", "Everything")]]
        return tuple((each.href(), name, None) for each, name in made)


def figures_for(bible: Bible, wish: AnalyticsFilter) -> AnalyticsFigures:
    """The figures that a wish asks for."""
    threshold = bible.lessons.preferences().values.quality_threshold
    return AnalyticsFigures(**vars(trends.trends(bible.db, wish.stretch, threshold=threshold)))


@router.get("/analytics/{figure}.csv")
def file(figure: str, bible: OpenBible, wish: Wished) -> StreamingResponse:
    """The figures of one chart, with the same filters as the page; what nobody knows stays empty."""
    figures = figures_for(bible, wish)
    heads, rows = WEEK_COLUMNS, list(map(_week, figures.weeks))
    if figure == "providers":
        heads = ("provider", "runs", "went_well", "success_rate", "avg_adherence", "avg_quality")
        rows = [(it.provider, it.runs, it.good, it.rate, it.adherence, it.quality) for it in figures.providers]
    elif figure in CHOICES:
        heads, own = (figure, "runs", "went_well", "success_rate", "spent"), figures.of(figure)
        rows = [(each.value, each.runs, each.good, each.rate, dollars(each.spent)) for each in own]
    elif figure not in ("spend", "quality", "price", "outcomes"):
        raise NotFound("figure", figure)
    return csv_file(f"{figure}.csv", heads=heads, rows=rows)


def _week(week: WeekSums) -> tuple[Any, ...]:
    sums = week.sums
    counts = (sums.runs, sums.completed, sums.failed, sums.cancelled)
    return (week.monday, *counts, dollars(sums.spent), sums.score, sums.rating, _second_price(week))


def _change(before: Sums, after: Sums) -> str:
    """How the later half of a stretch differs from the earlier."""
    parts = []
    if before.score is not None and after.score is not None:
        gain = after.score - before.score
        points, now = plural(round(abs(gain), 1), "point"), score(after.score)
        moved = f"Quality {'rose' if gain > 0 else 'fell'} by {points} to {now}"
        parts.append(moved if abs(gain) >= 1 else f"Quality held at {now}")
    if before.cost_per_run and after.cost_per_run:
        less = before.cost_per_run - after.cost_per_run
        worth = f"{usd(round(abs(less)))} {'less' if less > 0 else 'more'} than" if abs(less) >= CENT else "the same as"
        parts.append(f"a run costs {worth} before")
    return " while ".join(parts) if parts else _state(before + after)


def _state(sums: Sums) -> str:
    judged = f", scoring {score(sums.score)} on average" if sums.score is not None else ""
    return f"{plural(sums.runs, 'finished run')} cost {usd(sums.spent)}{judged}"


def _week_name(monday: date) -> str:
    """A week by its first day."""
    return f"{monday:%-d %b}"


def _stops(weeks: Sequence[WeekSums]) -> list[str]:
    return [_week_name(week.monday) for week in weeks]


def _spend(weeks: Sequence[WeekSums]) -> Chart:
    most = max(weeks, key=lambda week: week.sums.spent)
    spent, first = usd(trends.total(weeks).spent), _week_name(most.monday)
    sentence = f"{spent} in {plural(len(weeks), 'week')}; most in the week of {first}."
    series = [ChartSeries(label="Spent", values=tuple(dollars(week.sums.spent) for week in weeks))]
    return charts.Chart(
        "spend",
        title="Spend by week",
        sentence=sentence,
        stops=_stops(weeks),
        series=series,
        say="${:,.2f}".format,
        stacked=True,
    )


def _quality(weeks: Sequence[WeekSums]) -> Chart:
    """The average score of each week, and the average rating on the same scale."""
    scores = tuple(week.sums.score for week in weeks)
    series = [ChartSeries(label="Score", values=scores, tone="a")]
    if any(week.sums.rated for week in weeks):
        stars = tuple(None if week.sums.rating is None else 20 * week.sums.rating for week in weeks)
        series.append(ChartSeries(label="Your ratings, five stars as 100", values=stars, tone="b"))
    return charts.Chart(
        "quality",
        title="Quality by week",
        sentence=_between(weeks, scores, say=score),
        stops=_stops(weeks),
        series=series,
        say="{:.0f}".format,
        high=100.0,
    )


def _price(weeks: Sequence[WeekSums]) -> Chart:
    """What a second of finished film cost each week."""
    values, say = tuple(map(_second_price, weeks)), "${:,.2f}".format
    return charts.Chart(
        "price",
        title="Cost of a finished second",
        sentence=_between(weeks, values, say=say),
        stops=_stops(weeks),
        series=[ChartSeries(label="A second", values=values)],
        say=say,
    )


def _second_price(week: WeekSums) -> float | None:
    micros = week.sums.cost_per_second
    return None if micros is None else micros / 1_000_000


def _outcomes(weeks: Sequence[WeekSums]) -> Chart:
    """How the runs of each week ended."""
    sums = trends.total(weeks)
    ended = sums.completed + sums.failed
    share = f"{round(100 * sums.completed / ended)}% completed" if ended else "None completed or failed"
    ends = (("completed", "a"), ("failed", "d"), ("cancelled", ""))
    counts = {end: tuple(float(getattr(week.sums, end)) for week in weeks) for end, _ in ends}
    return charts.Chart(
        "outcomes",
        title="How runs ended",
        sentence=f"{share}, of {plural(sums.runs, 'finished run')}.",
        stops=_stops(weeks),
        series=[ChartSeries(label=plain(end), values=counts[end], tone=tone) for end, tone in ends],
        say="{:.0f}".format,
        stacked=True,
    )


def _between(weeks: Sequence[WeekSums], values: Sequence[float | None], *, say: Callable[[float], str]) -> str:
    """Between what a figure moved, and when."""
    known = [(value, week.monday) for week, value in zip(weeks, values, strict=True) if value is not None]
    if not known:
        return "Nothing of this kind is known yet."
    (low, first), (high, last) = min(known), max(known)
    if say(low) == say(high):
        return f"{say(low)} throughout."
    return f"Between {say(low)} in the week of {_week_name(first)} and {say(high)} in that of {_week_name(last)}."
