"""What the productions amount to: totals, averages and how they change by week."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from showbible.lessons.model import Shelf
from showbible.lessons.recall import library, patterns, preferences
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import Micros, dollars, moment

_DAY: Final = 86_400_000_000  # microseconds
UNKNOWN: Final = "unknown"


@frozen
class Overview:
    """The memory at a glance."""

    total_runs: int
    total_spent: Micros
    patterns_learned: int
    saved_assets: int
    preferences_set: bool


@frozen
class Glance:
    """How much there is to look at; `leading` is the pattern with the most runs behind it."""

    records: int
    rated: int
    avg_score: float | None
    patterns: int
    paused: int
    providers: int
    leading: str | None
    leading_runs: int
    leading_score: float | None


@frozen
class WeekFigures:
    """The runs that ended in one week."""

    week: str
    runs: int
    spent: float
    avg_score: float | None


@frozen
class Analytics:
    """Totals and averages over all records; None where there is nothing to average."""

    total_runs: int
    completed_runs: int
    failed_runs: int
    cancelled_runs: int
    total_spent: float
    spent_on_failures: float
    avg_cost_per_run: float | None
    avg_quality_score: float | None
    avg_rating: float | None
    cost_per_point: float | None
    tier_distribution: Mapping[str, int]
    rating_distribution: Mapping[str, int]
    patterns_learned: int
    by_week: tuple[WeekFigures, ...]


def overview(db: Database) -> Overview:
    """The memory at a glance, derived from the records."""
    with db.snapshot():
        row: Any = db.first("SELECT COUNT(*) AS runs, COALESCE(SUM(cost), 0) AS spent FROM productions")
        return Overview(
            total_runs=int(row.runs),
            total_spent=Micros(int(row.spent)),
            patterns_learned=patterns.count(db),
            saved_assets=library.count(db, Shelf.ASSETS),
            preferences_set=preferences.anybody_decided(db),
        )


def glance(db: Database) -> Glance:
    """How much there is of everything that was learned."""
    row: Any = db.first(
        """
        SELECT COUNT(*) AS records, COUNT(rating) AS rated, AVG(score) AS avg_score,
               COUNT(DISTINCT CASE WHEN teaches = 1 THEN pattern END) AS patterns,
               (SELECT COUNT(*) FROM pattern_rulings WHERE state = 'paused') AS paused,
               (SELECT COUNT(*)
                  FROM (SELECT provider FROM provider_learnings UNION SELECT provider FROM generations) AS known
               ) AS providers
          FROM productions
        """
    )
    leading: Any = db.first(
        """
        SELECT pattern, COUNT(*) AS runs, AVG(score) AS score
          FROM productions
         WHERE teaches = 1 AND pattern IS NOT NULL
         GROUP BY pattern
         ORDER BY COUNT(*) DESC, pattern
         LIMIT 1
        """
    )
    return Glance(
        records=int(row.records),
        rated=int(row.rated),
        avg_score=None if row.avg_score is None else float(row.avg_score),
        patterns=int(row.patterns),
        paused=int(row.paused),
        providers=int(row.providers),
        leading=leading.pattern if leading else None,
        leading_runs=int(leading.runs) if leading else 0,
        leading_score=float(leading.score) if leading and leading.score is not None else None,
    )


def analytics(db: Database) -> Analytics:
    """The same shape with and without history."""
    with db.snapshot():
        ends = _by_status(db)
        totals: Any = db.first(
            """
            SELECT COUNT(*) AS runs, COALESCE(SUM(cost), 0) AS spent, AVG(rating) AS rating
              FROM productions
            """
        )
        scored: Any = db.first(
            """
            SELECT COUNT(*) AS runs, COALESCE(SUM(score), 0) AS points, COALESCE(SUM(cost), 0) AS spent
              FROM productions
             WHERE status = 'completed' AND score IS NOT NULL
            """
        )
        return Analytics(
            total_runs=int(totals.runs),
            completed_runs=ends["completed"][0],
            failed_runs=ends["failed"][0],
            cancelled_runs=ends["cancelled"][0],
            total_spent=dollars(int(totals.spent)),
            spent_on_failures=dollars(ends["failed"][1]),
            avg_cost_per_run=_money_each(int(totals.spent), int(totals.runs)),
            avg_quality_score=round(scored.points / scored.runs, 2) if scored.runs else None,
            avg_rating=round(float(totals.rating), 2) if totals.rating is not None else None,
            cost_per_point=_money_each(int(scored.spent), scored.points),
            tier_distribution=_tiers(db),
            rating_distribution=_ratings(db),
            patterns_learned=patterns.count(db),
            by_week=_weeks(db),
        )


def _by_status(db: Database) -> Mapping[str, tuple[int, int]]:
    rows = db.all("SELECT status, COUNT(*) AS runs, SUM(cost) AS spent FROM productions GROUP BY status")
    found = {row.status: (int(row.runs), int(row.spent)) for row in rows}
    return {status: found.get(status, (0, 0)) for status in ("completed", "failed", "cancelled")}


def _tiers(db: Database) -> dict[str, int]:
    rows = db.all(
        """
        SELECT tier, COUNT(*) AS runs
          FROM productions
         WHERE status = 'completed'
         GROUP BY tier
         ORDER BY COUNT(*) DESC, tier
        """
    )
    return {row.tier or UNKNOWN: int(row.runs) for row in rows}


def _ratings(db: Database) -> dict[str, int]:
    rows = db.all("SELECT rating, COUNT(*) AS runs FROM productions WHERE rating IS NOT NULL GROUP BY rating")
    found = {row.rating: int(row.runs) for row in rows}
    return {str(rating): found.get(rating, 0) for rating in range(1, 6)}


def _weeks(db: Database) -> tuple[WeekFigures, ...]:
    """By ISO week, oldest first; the database sums days, and days make weeks."""
    rows = db.all(
        """
        SELECT day, COUNT(*) AS runs, SUM(cost) AS spent, COUNT(score) AS scored, COALESCE(SUM(score), 0) AS points
          FROM (SELECT at / :day AS day, cost, score FROM productions) AS dated
         GROUP BY day
         ORDER BY day
        """,
        day=_DAY,
    )
    weeks: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0])
    for row in rows:
        year, week, _ = (moment(0) + timedelta(days=int(row.day))).isocalendar()
        sums = weeks[f"{year}-W{week:02}"]
        for place, part in enumerate((row.runs, row.spent, row.scored, row.points)):
            sums[place] += float(part)
    return tuple(
        WeekFigures(
            week=week, runs=int(runs), spent=dollars(round(spent)), avg_score=round(points / n, 2) if n else None
        )
        for week, (runs, spent, n, points) in weeks.items()
    )


def _money_each(micros: int, number: float) -> float | None:
    return dollars(round(micros / number)) if number else None
