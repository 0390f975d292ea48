"""Patterns: what all runs of one kind of concept together recommend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from showbible.errors import NotFound
from showbible.lessons import plans
from showbible.lessons.concepts import GENERAL
from showbible.lessons.estimate import OWN, Plan, Sample
from showbible.lessons.model import Pattern, Production, Wish
from showbible.lessons.recall import history
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import dollars


def patterns(db: Database, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Pattern]:
    """Every pattern, the most used first."""
    paging.checked_limit(limit)
    used, after = paging.decoded(cursor, (int, str)) if cursor else (-(2**62), "")
    with db.snapshot():
        rows = db.all(
            """
            SELECT pattern, times_used
              FROM (SELECT pattern, COUNT(*) AS times_used
                      FROM productions
                     WHERE teaches = 1 AND pattern IS NOT NULL
                     GROUP BY pattern) AS counted
             WHERE (-times_used, pattern) > (:used, :after)
             ORDER BY times_used DESC, pattern
             LIMIT :limit
            """,
            used=used,
            after=after,
            limit=limit + 1,
        )
        lore = history.taught(db)
        found = [_pattern(db, row.pattern, lore) for row in rows]
        total = count(db)
    return paging.page(found, limit=limit, total=total, key=lambda each: (-each.times_used, each.name))


def pattern(db: Database, name: str) -> Pattern:
    """One pattern."""
    with db.snapshot():
        return _pattern(db, name, history.taught(db))


def count(db: Database) -> int:
    """How many patterns there are."""
    return int(db.value("SELECT COUNT(DISTINCT pattern) FROM productions WHERE teaches = 1 AND pattern IS NOT NULL"))


def sample(production: Production, *, own: bool) -> Sample:
    """What a record says of its plan."""
    score, weight = production.worth
    return Sample(
        kind=OWN if own else production.pattern or GENERAL,
        plan=Plan(
            tier=production.tier,
            edit_style=production.edit_style,
            scenes=production.planned_scenes or None,
            duration=round(production.duration) or None,
        ),
        score=score,
        weight=weight,
        cost=dollars(production.cost) if production.cost else None,
    )


@dataclass(frozen=True, kw_only=True)
class _Totals:
    times_used: int
    scored: int
    avg_score: float | None
    avg_cost: float


def _pattern(db: Database, name: str, lore: Sequence[Production]) -> Pattern:
    own = [each for each in lore if each.pattern == name]
    if len(own) < len(lore) == history.MOST_TAUGHT:
        own = history.of_pattern(db, name)
    totals = _totals(db, name)
    known = {each.run_id for each in own}
    others = [each for each in lore if each.run_id not in known]
    samples = [*(sample(each, own=True) for each in own), *(sample(each, own=False) for each in others)]
    best = plans.choose(samples, Wish(), curiosity=0.0, only_tried=True).plan
    length = best.duration or plans.USUAL_DURATION
    assert best.tier is not None
    assert best.edit_style is not None
    return Pattern(
        name=name,
        tier=best.tier,
        scenes=best.scenes or plans.usual_scenes(length),
        duration=length,
        edit_style=best.edit_style,
        times_used=totals.times_used,
        scored=totals.scored,
        avg_score=totals.avg_score,
        avg_cost=totals.avg_cost,
        keywords=() if name == GENERAL else tuple(name.split("_")),
        evidence=tuple(each.run_id for each in own),
    )


def _totals(db: Database, name: str) -> _Totals:
    row: Any = db.first(
        """
        SELECT COUNT(*) AS times_used, COUNT(score) AS scored, AVG(score) AS avg_score, SUM(cost) AS cost
          FROM productions
         WHERE pattern = :pattern AND teaches = 1
        """,
        pattern=name,
    )
    if not row.times_used:
        raise NotFound("pattern", name)
    return _Totals(
        times_used=int(row.times_used),
        scored=int(row.scored),
        avg_score=None if row.avg_score is None else float(row.avg_score),
        avg_cost=dollars(round(int(row.cost) / int(row.times_used))),
    )
