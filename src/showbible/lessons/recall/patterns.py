"""Patterns: what all runs of one kind of concept together recommend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from showbible.errors import NotFound
from showbible.lessons.model import Pattern, Ruling, UseState
from showbible.lessons.recall import history, rulings
from showbible.lessons.recall.concepts import GENERAL
from showbible.lessons.recall.estimate import money
from showbible.lessons.recall.estimate.plan import Plan, Trial
from showbible.lessons.recall.estimate.repertoire import habits
from showbible.lessons.recall.typical import confidence, typical
from showbible.runs.model import EditStyle, Tier
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import dollars


class PatternSort(StrEnum):
    """The orders a list of patterns comes in."""

    USED = "used"
    SCORE = "score"
    COST = "cost"
    NAME = "name"


@frozen
class WantedPatterns:
    """Which patterns a list shows: with these letters in the name, in this state, corrected or not."""

    letters: str = ""
    state: UseState | None = None
    corrected: bool = False


EVERY: Final = WantedPatterns()
MOST_LATEST: Final = 12


@frozen
class _Totals:
    name: str
    times_used: int
    scored: int
    avg_score: float | None
    avg_cost: float


def patterns(
    db: Database,
    wanted: WantedPatterns = EVERY,
    *,
    sort: PatternSort = PatternSort.USED,
    limit: int = paging.USUAL,
    cursor: str | None = None,
) -> Page[Pattern]:
    """The patterns that pass a filter, the most used first unless another order is asked for."""
    paging.checked_limit(limit)
    begin = paging.decoded(cursor, (float, str)) if cursor else None
    with db.snapshot():
        told = rulings.rulings(db)
        passing = _passing(db, wanted, told)
        places = _ordered(passing, sort)
        keys = {each.name: place for place, each in places}
        shown = [each for place, each in places if begin is None or place > begin][: limit + 1]
        listed = paging.page(shown, limit=limit, total=len(passing), key=lambda each: keys[each.name])
        found = _patterns(db, listed.items, told)
    return Page(items=found, total=listed.total, next_cursor=listed.next_cursor)


def pattern(db: Database, name: str) -> Pattern:
    """One pattern."""
    with db.snapshot():
        totals = _totals(db, name)
        if not totals:
            raise NotFound("pattern", name)
        (found,) = _patterns(db, totals, {name: rulings.ruling(db, name)})
    return found


def number(db: Database, wanted: WantedPatterns) -> int:
    """How many patterns pass a filter."""
    return len(_passing(db, wanted, rulings.rulings(db)))


def uses(db: Database, wanted: WantedPatterns) -> dict[str, int]:
    """How many runs are behind each pattern that passes a filter."""
    with db.snapshot():
        return {each.name: each.times_used for each in _passing(db, wanted, rulings.rulings(db))}


def count(db: Database) -> int:
    """How many patterns there are."""
    return int(db.value("SELECT COUNT(DISTINCT pattern) FROM productions WHERE teaches = 1 AND pattern IS NOT NULL"))


def _ordered(found: Iterable[_Totals], sort: PatternSort) -> list[tuple[tuple[float, str], _Totals]]:
    return sorted(((_place(each, sort), each) for each in found), key=lambda pair: pair[0])


def _place(found: _Totals, sort: PatternSort) -> tuple[float, str]:
    """Where a pattern stands in an order; what was never scored comes last."""
    first = {
        PatternSort.USED: -float(found.times_used),
        PatternSort.SCORE: 1.0 if found.avg_score is None else -found.avg_score,
        PatternSort.COST: found.avg_cost,
        PatternSort.NAME: 0.0,
    }
    return first[sort], found.name


def _passing(db: Database, wanted: WantedPatterns, told: Mapping[str, Ruling]) -> list[_Totals]:
    return [each for each in _totals(db) if _passes(each, told.get(each.name, Ruling()), wanted)]


def _passes(found: _Totals, ruling: Ruling, wanted: WantedPatterns) -> bool:
    letters = wanted.letters.lower().replace("_", " ")
    return (
        letters in found.name.replace("_", " ")
        and wanted.state in (None, ruling.state)
        and (ruling.corrects or not wanted.corrected)
    )


def _patterns(db: Database, shown: Sequence[_Totals], told: Mapping[str, Ruling]) -> list[Pattern]:
    """What is recommended for each, whatever their number in two queries."""
    own = history.trials_of(db, [each.name for each in shown])
    newest = history.newest_trials(db) if shown else []
    best = habits(tuple(newest), {name: tuple(trials) for name, trials in own.items()})
    return [_pattern(each, own[each.name], best[each.name], told.get(each.name, Ruling())) for each in shown]


def _pattern(totals: _Totals, own: Sequence[Trial], best: Plan, ruling: Ruling) -> Pattern:
    name, tier = totals.name, best.tier or Tier.ANIMATED
    usual = typical(own)
    length = ruling.duration or usual.duration or money.USUAL_SECONDS
    return Pattern(
        name=name,
        tier=ruling.tier or tier,
        scenes=ruling.scenes or usual.scenes or usual.scenes_in(length),
        duration=length,
        edit_style=ruling.edit_style or best.edit_style or EditStyle.BALANCED,
        times_used=totals.times_used,
        scored=totals.scored,
        avg_score=totals.avg_score,
        avg_cost=totals.avg_cost,
        keywords=() if name == GENERAL else tuple(name.split("_")),
        evidence=tuple(each.run_id for each in own),
        confidence=confidence(own, tier, usual),
        ruling=ruling,
        latest=tuple(each.score for each in own if each.score is not None)[:MOST_LATEST][::-1],
    )


def _totals(db: Database, name: str | None = None) -> list[_Totals]:
    rows = db.all(
        """
        SELECT pattern, COUNT(*) AS times_used, COUNT(score) AS scored, AVG(score) AS avg_score, SUM(cost) AS cost
          FROM productions
         WHERE teaches = 1 AND pattern IS NOT NULL AND (CAST(:pattern AS TEXT) IS NULL OR pattern = :pattern)
         GROUP BY pattern
        """,
        pattern=name,
    )
    return [
        _Totals(
            name=row.pattern,
            times_used=int(row.times_used),
            scored=int(row.scored),
            avg_score=None if row.avg_score is None else float(row.avg_score),
            avg_cost=dollars(round(int(row.cost) / int(row.times_used))),
        )
        for row in rows
    ]
