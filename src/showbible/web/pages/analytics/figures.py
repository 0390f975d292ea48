"""What the analytics page draws: figures over weeks, and how often each choice went well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from typing import Final

from showbible.lessons.recall.trends import Reliability, Share, Sums, Week
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
class Rate:
    """One choice and how often it went well; `told` counts the runs."""

    name: str
    percent: int
    told: str
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rates:
    """The rates of one kind of choice, with its sentence; `figure` names its file."""

    figure: str
    title: str
    sentence: str
    rates: tuple[Rate, ...]
    heads: tuple[str, ...] = ()


def total(weeks: Sequence[Week]) -> Sums:
    """All weeks together."""
    return reduce(lambda one, other: one + other, (week.sums for week in weeks), Sums())


def named(monday: date) -> str:
    """A week by its first day."""
    return f"{monday:%-d %b}"


def spend(weeks: Sequence[Week]) -> Bars:
    """What was spent each week."""
    most = max(weeks, key=lambda week: week.sums.spent)
    sentence = f"{usd(total(weeks).spent)} in {plural(len(weeks), 'week')}; most in the week of {named(most.monday)}."
    values = tuple(dollars(week.sums.spent) for week in weeks)
    return charts.bars(
        "spend",
        title="Spend by week",
        sentence=sentence,
        stops=[named(week.monday) for week in weeks],
        series=[ChartSeries(label="Spent", values=values)],
        say="${:,.2f}".format,
    )


def quality(weeks: Sequence[Week]) -> Chart:
    """The average score of each week, and the average rating on the same scale."""
    scores = tuple(week.sums.score for week in weeks)
    series = [ChartSeries(label="Score", values=scores, tone="a")]
    if any(week.sums.rated for week in weeks):
        stars = tuple(20 * week.sums.stars / week.sums.rated if week.sums.rated else None for week in weeks)
        series.append(ChartSeries(label="Your ratings, five stars as 100", values=stars, tone="b"))
    return charts.lines(
        "quality",
        title="Quality by week",
        sentence=between(weeks, scores, say=score),
        stops=[named(week.monday) for week in weeks],
        series=series,
        say="{:.0f}".format,
        high=100.0,
    )


def price(weeks: Sequence[Week]) -> Chart:
    """What a second of finished film cost each week."""
    each = [week.sums.cost_per_second for week in weeks]
    values = tuple(None if value is None else value / 1_000_000 for value in each)
    return charts.lines(
        "price",
        title="Cost of a finished second",
        sentence=between(weeks, values, say="${:,.2f}".format),
        stops=[named(week.monday) for week in weeks],
        series=[ChartSeries(label="A second", values=values)],
        say="${:,.2f}".format,
    )


def outcomes(weeks: Sequence[Week]) -> Bars:
    """How the runs of each week ended."""
    sums = total(weeks)
    ended = sums.completed + sums.failed
    share = f"{round(100 * sums.completed / ended)}% completed" if ended else "None completed or failed"
    return charts.bars(
        "outcomes",
        title="How runs ended",
        sentence=f"{share}, of {plural(sums.runs, 'finished run')}.",
        stops=[named(week.monday) for week in weeks],
        series=[
            ChartSeries(label="Completed", values=tuple(float(week.sums.completed) for week in weeks), tone="a"),
            ChartSeries(label="Failed", values=tuple(float(week.sums.failed) for week in weeks), tone="d"),
            ChartSeries(label="Cancelled", values=tuple(float(week.sums.cancelled) for week in weeks)),
        ],
        say="{:.0f}".format,
    )


def between(weeks: Sequence[Week], values: Sequence[float | None], *, say: Callable[[float], str]) -> str:
    """Between what a figure moved, and when."""
    known = [(value, week.monday) for week, value in zip(weeks, values, strict=True) if value is not None]
    if not known:
        return "Nothing of this kind is known yet."
    (low, first), (high, last) = min(known), max(known)
    if say(low) == say(high):
        return f"{say(low)} throughout."
    return f"Between {say(low)} in the week of {named(first)} and {say(high)} in that of {named(last)}."


def rates(shares: Sequence[Share]) -> tuple[Rates, ...]:
    """How often each choice went well, for every kind of choice that runs have made."""
    made = []
    for choice, title in CHOICES:
        own = sorted((each for each in shares if each.choice == choice), key=_best_first)
        if own:
            shown = tuple(_rate(each) for each in own[:MOST_SHARES])
            made.append(Rates(figure=choice, title=title, sentence=_leads(own), rates=shown, heads=("A run",)))
    return tuple(made)


def reliability(found: Sequence[Reliability]) -> Rates:
    """How often each provider delivered, and how well."""
    best = max(found, key=lambda each: (each.rate, each.runs), default=None)
    sentence = f"{best.provider} delivered most reliably: {best.good} of {plural(best.runs, 'run')}." if best else ""
    shown = tuple(
        Rate(
            name=each.provider,
            percent=round(100 * each.rate),
            told=f"{each.good} of {each.runs}",
            extra=(score(each.adherence), score(each.quality)),
        )
        for each in found[:MOST_SHARES]
    )
    heads = ("Follows prompts", "Quality")
    return Rates(figure="providers", title="Providers", sentence=sentence, rates=shown, heads=heads)


def best(shares: Sequence[Share], choice: str) -> Share | None:
    """The choice that went well most often, once a few runs speak for it."""
    own = [each for each in shares if each.choice == choice and each.runs >= 3]
    return min(own, key=_best_first, default=None)


def halves(weeks: Sequence[Week]) -> tuple[Sums, Sums]:
    """The earlier and the later half of a stretch."""
    middle = weeks[0].monday + timedelta(days=7 * (len(weeks) // 2))
    earlier, later = ([w for w in weeks if (w.monday < middle) is first] for first in (True, False))
    return total(earlier), total(later)


def _best_first(share: Share) -> tuple[float, int, str]:
    """By the success rate as if one more run had gone well and one badly."""
    return -(share.good + 1) / (share.runs + 2), -share.runs, share.value


def _leads(own: Sequence[Share]) -> str:
    first = own[0]
    return f"{plain(first.value)} leads: {first.good} of {plural(first.runs, 'run')} went well."


def _rate(share: Share) -> Rate:
    return Rate(
        name=plain(share.value),
        percent=round(100 * share.rate),
        told=f"{share.good} of {share.runs}",
        extra=(usd(round(share.spent / share.runs)),),
    )
