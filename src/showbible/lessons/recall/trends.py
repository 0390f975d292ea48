"""How productions change over time and what goes well, within a stretch of time and a story."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta
from functools import reduce
from typing import Any, Final

from showbible.lessons.model import RATING_WEIGHT
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import moment, stamp

_DAY: Final = 86_400_000_000  # microseconds
_WEEK: Final = timedelta(days=7)


@frozen
class TimeStretch:
    """Which records count: from one moment up to another, of one story; left out means all."""

    since: datetime | None = None
    until: datetime | None = None
    project_id: str | None = None


@frozen
class Sums:
    """What some records add up to; money in millionths of a dollar."""

    completed: int = 0
    failed: int = 0
    cancelled: int = 0
    spent: int = 0
    scored: int = 0
    points: float = 0.0
    rated: int = 0
    stars: int = 0
    film_cost: int = 0
    """What the completed runs cost that made a film."""
    film_seconds: float = 0.0

    @property
    def runs(self) -> int:
        """All of them, whatever their end."""
        return self.completed + self.failed + self.cancelled

    @property
    def score(self) -> float | None:
        """The average score, where anything was scored."""
        return self.points / self.scored if self.scored else None

    @property
    def rating(self) -> float | None:
        """The average rating, where anything was rated."""
        return self.stars / self.rated if self.rated else None

    @property
    def cost_per_run(self) -> float | None:
        """Millionths of a dollar for each run."""
        return self.spent / self.runs if self.runs else None

    @property
    def cost_per_second(self) -> float | None:
        """Millionths of a dollar for each second of finished film."""
        return self.film_cost / self.film_seconds if self.film_seconds else None

    def __add__(self, other: Sums) -> Sums:
        return Sums(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(Sums)})


@frozen
class WeekSums:
    """The runs that ended in the week that began on a Monday."""

    monday: date
    sums: Sums


@frozen
class Share:
    """How often one choice went well."""

    choice: str
    value: str
    runs: int
    good: int
    spent: int

    @property
    def rate(self) -> float:
        """The share of good ones."""
        return self.good / self.runs

    def by_success(self) -> tuple[float, int, str]:
        """Sorts the best first, by the success rate as if one more run had gone well and one badly."""
        return -(self.good + 1) / (self.runs + 2), -self.runs, self.value


@frozen
class Reliability:
    """How often a provider delivered, and how well."""

    provider: str
    runs: int
    good: int
    adherence: float | None
    quality: float | None

    @property
    def rate(self) -> float:
        """The share of runs that went well with it."""
        return self.good / self.runs


@frozen
class Trends:
    """What runs cost, how good they got, and how often each choice went well."""

    weeks: Sequence[WeekSums]
    shares: Sequence[Share]
    providers: Sequence[Reliability]
    threshold: float

    @property
    def sums(self) -> Sums:
        """All weeks together."""
        return total(self.weeks)

    @property
    def halves(self) -> tuple[Sums, Sums]:
        """The earlier half of the weeks, and the later."""
        middle = self.weeks[0].monday + len(self.weeks) // 2 * _WEEK
        earlier = [week for week in self.weeks if week.monday < middle]
        return total(earlier), total([week for week in self.weeks if week.monday >= middle])

    def of(self, choice: str) -> list[Share]:
        """The choices of one kind."""
        return [each for each in self.shares if each.choice == choice]

    def best(self, choice: str) -> Share | None:
        """The choice that went well most often, once a few runs speak for it."""
        return min((each for each in self.of(choice) if each.runs >= 3), key=Share.by_success, default=None)


def trends(db: Database, stretch: TimeStretch, *, threshold: float) -> Trends:
    """How productions change over time, and what goes well in them."""
    return Trends(
        weeks=weeks(db, stretch),
        shares=shares(db, stretch, threshold=threshold),
        providers=reliability(db, stretch),
        threshold=threshold,
    )


def total(weeks: Iterable[WeekSums]) -> Sums:
    """Weeks together."""
    return reduce(lambda one, other: one + other, (week.sums for week in weeks), Sums())


def weeks(db: Database, stretch: TimeStretch) -> list[WeekSums]:
    """Every week from the first with a run to the last, quiet ones too; the database sums days, and days make weeks."""
    sums: dict[date, Sums] = defaultdict(Sums)
    for row in db.all(_DAYS, day=_DAY, **_params(stretch)):
        day = (moment(0) + timedelta(days=int(row.day))).date()
        sums[day - timedelta(days=day.weekday())] += _sums(row)
    if not sums:
        return []
    first, number = min(sums), (max(sums) - min(sums)) // _WEEK + 1
    return [WeekSums(monday=first + n * _WEEK, sums=sums.get(first + n * _WEEK, Sums())) for n in range(number)]


def shares(db: Database, stretch: TimeStretch, *, threshold: float) -> list[Share]:
    """For each choice of a run how often it went well: completed, and judged at the threshold or above.

    A run is judged by its score and, where a person rated it, mostly by that.
    """
    rows = db.all(_SHARES, threshold=threshold, weight=RATING_WEIGHT, **_params(stretch))
    return [
        Share(choice=row.choice, value=row.value, runs=int(row.runs), good=int(row.good), spent=int(row.spent))
        for row in rows
    ]


def reliability(db: Database, stretch: TimeStretch) -> list[Reliability]:
    """Every provider that runs reported on, the most used first."""
    return [
        Reliability(
            provider=row.provider,
            runs=int(row.runs),
            good=int(row.good),
            adherence=None if row.adherence is None else float(row.adherence),
            quality=None if row.quality is None else float(row.quality),
        )
        for row in db.all(_PROVIDERS, **_params(stretch))
    ]


_WITHIN: Final = """
    at >= :since AND at < :until AND (CAST(:project_id AS TEXT) IS NULL OR project_id = :project_id)
"""

_DAYS: Final = f"""
    SELECT day, SUM(completed) AS completed, SUM(failed) AS failed, SUM(cancelled) AS cancelled, SUM(cost) AS spent,
           COUNT(score) AS scored, COALESCE(SUM(score), 0) AS points, COUNT(rating) AS rated,
           COALESCE(SUM(rating), 0) AS stars, SUM(CASE WHEN film > 0 THEN cost ELSE 0 END) AS film_cost,
           SUM(film) AS film_seconds
      FROM (SELECT at / :day AS day, cost, score, rating,
                   CASE WHEN status = 'completed' THEN 1 ELSE 0 END AS completed,
                   CASE WHEN status = 'failed' THEN 1 ELSE 0 END AS failed,
                   CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END AS cancelled,
                   CASE WHEN status = 'completed' THEN duration ELSE 0 END AS film
              FROM productions
             WHERE {_WITHIN}) AS dated
     GROUP BY day
"""  # noqa: S608

_JUDGED: Final = f"""
    SELECT tier, edit_style, LOWER(TRIM(mood)) AS mood, LOWER(TRIM(music_style)) AS music_style, pattern, cost,
           CASE WHEN status = 'completed' AND :threshold <=
                     CASE WHEN rating IS NULL THEN score
                          WHEN score IS NULL THEN 20.0 * rating
                          ELSE (score + :weight * 20.0 * rating) / (1.0 + :weight) END
                THEN 1 ELSE 0 END AS good
      FROM productions
     WHERE {_WITHIN} AND status <> 'cancelled' AND (status = 'failed' OR score IS NOT NULL OR rating IS NOT NULL)
"""  # noqa: S608

_CHOICES: Final = ("tier", "edit_style", "mood", "music_style", "pattern")
_SHARES: Final = f"WITH judged AS ({_JUDGED}) " + " UNION ALL ".join(  # noqa: S608
    f"""
    SELECT '{choice}' AS choice, {choice} AS value, COUNT(*) AS runs, SUM(good) AS good, SUM(cost) AS spent
      FROM judged
     WHERE {choice} <> ''
     GROUP BY {choice}
    """  # noqa: S608
    for choice in _CHOICES
)

_PROVIDERS: Final = """
    SELECT provider, COUNT(*) AS runs, SUM(success) AS good, AVG(adherence) AS adherence, AVG(quality) AS quality
      FROM provider_learnings
     WHERE at >= :since AND at < :until AND paused_at IS NULL
       AND (CAST(:project_id AS TEXT) IS NULL
            OR run_id IN (SELECT run_id FROM productions WHERE project_id = :project_id))
     GROUP BY provider
     ORDER BY COUNT(*) DESC, provider
"""


def _params(stretch: TimeStretch) -> dict[str, Any]:
    return {
        "since": stamp(stretch.since) if stretch.since else -(2**62),
        "until": stamp(stretch.until) if stretch.until else 2**62,
        "project_id": stretch.project_id,
    }


def _sums(row: Any) -> Sums:
    # PostgreSQL sums whole numbers into decimals.
    return Sums(
        completed=int(row.completed),
        failed=int(row.failed),
        cancelled=int(row.cancelled),
        spent=int(row.spent),
        scored=int(row.scored),
        points=float(row.points),
        rated=int(row.rated),
        stars=int(row.stars),
        film_cost=int(row.film_cost),
        film_seconds=float(row.film_seconds),
    )
