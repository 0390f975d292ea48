"""What the analytics page draws: figures over weeks, and how often each choice went well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from typing import Final

from showbible.lessons.recall.trends import Reliability, Share, Sums, WeekSums
from showbible.vocabulary import dollars
from showbible.web.pages.kit import charts
from showbible.web.pages.kit.charts import Bars, Chart, ChartSeries
from showbible.web.words import plain, plural, score, usd

CHOICES: Final = (
    ("tier", "By tier"),
    ("edit_style", "By edit"),
    ("mood", "By mood"),
    ("music_style", "By music"),
    ("pattern", "By kind of film"),
)
MOST_SHARES: Final = 8


@dataclass(frozen=True, kw_only=True)
class Rates:
    """How often each choice of one kind went well, with its sentence; `figure` names its file."""

    figure: str
    title: str
    sentence: str
    rates: Sequence[Share | Reliability]


def total(weeks: Sequence[WeekSums]) -> Sums:
    """All weeks together."""
    return reduce(lambda one, other: one + other, (week.sums for week in weeks), Sums())


def named(monday: date) -> str:
    """A week by its first day."""
    return f"{monday:%-d %b}"


def drawn(weeks: Sequence[WeekSums]) -> tuple[tuple[str, Bars | Chart], ...]:
    """The figures over weeks, each with how it is drawn."""
    return ("bars", _spend(weeks)), ("lines", _quality(weeks)), ("lines", _price(weeks)), ("bars", _outcomes(weeks))


def _spend(weeks: Sequence[WeekSums]) -> Bars:
    most = max(weeks, key=lambda week: week.sums.spent)
    spent = f"{usd(total(weeks).spent)} in {plural(len(weeks), 'week')}; most in the week of {named(most.monday)}."
    series = [ChartSeries(label="Spent", values=tuple(dollars(week.sums.spent) for week in weeks))]
    return charts.bars(
        "spend", title="Spend by week", sentence=spent, stops=_stops(weeks), series=series, say="${:,.2f}".format
    )


def _quality(weeks: Sequence[WeekSums]) -> Chart:
    """The average score of each week, and the average rating on the same scale."""
    scores = tuple(week.sums.score for week in weeks)
    series = [ChartSeries(label="Score", values=scores, tone="a")]
    if any(week.sums.rated for week in weeks):
        stars = tuple(None if week.sums.rating is None else 20 * week.sums.rating for week in weeks)
        series.append(ChartSeries(label="Your ratings, five stars as 100", values=stars, tone="b"))
    return charts.lines(
        "quality",
        title="Quality by week",
        sentence=between(weeks, scores, say=score),
        stops=_stops(weeks),
        series=series,
        say="{:.0f}".format,
        high=100.0,
    )


def _price(weeks: Sequence[WeekSums]) -> Chart:
    """What a second of finished film cost each week."""
    each = [week.sums.cost_per_second for week in weeks]
    values, say = tuple(None if value is None else value / 1_000_000 for value in each), "${:,.2f}".format
    return charts.lines(
        "price",
        title="Cost of a finished second",
        sentence=between(weeks, values, say=say),
        stops=_stops(weeks),
        series=[ChartSeries(label="A second", values=values)],
        say=say,
    )


def _outcomes(weeks: Sequence[WeekSums]) -> Bars:
    """How the runs of each week ended."""
    sums = total(weeks)
    ended = sums.completed + sums.failed
    share = f"{round(100 * sums.completed / ended)}% completed" if ended else "None completed or failed"
    ends = (("completed", "a"), ("failed", "d"), ("cancelled", ""))
    return charts.bars(
        "outcomes",
        title="How runs ended",
        sentence=f"{share}, of {plural(sums.runs, 'finished run')}.",
        stops=_stops(weeks),
        series=[ChartSeries(label=plain(end), values=_counts(weeks, end), tone=tone) for end, tone in ends],
        say="{:.0f}".format,
    )


def _stops(weeks: Sequence[WeekSums]) -> list[str]:
    return [named(week.monday) for week in weeks]


def _counts(weeks: Sequence[WeekSums], end: str) -> tuple[float, ...]:
    return tuple(float(getattr(week.sums, end)) for week in weeks)


def between(weeks: Sequence[WeekSums], values: Sequence[float | None], *, say: Callable[[float], str]) -> str:
    """Between what a figure moved, and when."""
    known = [(value, week.monday) for week, value in zip(weeks, values, strict=True) if value is not None]
    if not known:
        return "Nothing of this kind is known yet."
    (low, first), (high, last) = min(known), max(known)
    if say(low) == say(high):
        return f"{say(low)} throughout."
    return f"Between {say(low)} in the week of {named(first)} and {say(high)} in that of {named(last)}."


def rates(shares: Sequence[Share], providers: Sequence[Reliability]) -> tuple[Rates, ...]:
    """How often each choice went well, for every kind of choice that runs have made, and each provider delivered."""
    made = []
    for choice, title in CHOICES:
        own = sorted((each for each in shares if each.choice == choice), key=_best_first)
        if own:
            leads = f"{plain(own[0].value)} leads: {own[0].good} of {plural(own[0].runs, 'run')} went well."
            made.append(Rates(figure=choice, title=title, sentence=leads, rates=own[:MOST_SHARES]))
    if providers:
        first = max(providers, key=lambda each: (each.rate, each.runs))
        leads = f"{first.provider} delivered most reliably: {first.good} of {plural(first.runs, 'run')}."
        made.append(Rates(figure="providers", title="Providers", sentence=leads, rates=providers[:MOST_SHARES]))
    return tuple(made)


def best(shares: Sequence[Share], choice: str) -> Share | None:
    """The choice that went well most often, once a few runs speak for it."""
    own = [each for each in shares if each.choice == choice and each.runs >= 3]
    return min(own, key=_best_first, default=None)


def halves(weeks: Sequence[WeekSums]) -> tuple[Sums, Sums]:
    """The earlier and the later half of a stretch."""
    middle = weeks[0].monday + timedelta(days=7 * (len(weeks) // 2))
    earlier, later = ([w for w in weeks if (w.monday < middle) is first] for first in (True, False))
    return total(earlier), total(later)


def _best_first(share: Share) -> tuple[float, int, str]:
    """By the success rate as if one more run had gone well and one badly."""
    return -(share.good + 1) / (share.runs + 2), -share.runs, share.value
