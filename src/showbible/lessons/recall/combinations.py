"""Moods and music styles that went well together."""

from __future__ import annotations

from showbible.lessons.model import GOOD, Combination
from showbible.storage.database import Database


def combinations(db: Database, *, pattern: str | None = None) -> list[Combination]:
    """Every combination among the rated runs that teach, the best founded successes first."""
    rows = db.all(
        """
        SELECT LOWER(TRIM(mood)) AS mood, LOWER(TRIM(music_style)) AS music_style,
               SUM(CASE WHEN rating >= :good THEN 1 ELSE 0 END) AS good, COUNT(*) AS total
          FROM productions
         WHERE teaches = 1 AND rating IS NOT NULL AND TRIM(mood) <> '' AND TRIM(music_style) <> ''
           AND (CAST(:pattern AS TEXT) IS NULL OR pattern = :pattern)
         GROUP BY LOWER(TRIM(mood)), LOWER(TRIM(music_style))
        """,
        good=GOOD,
        pattern=pattern,
    )
    found = [
        Combination(mood=row.mood, music_style=row.music_style, good=int(row.good), total=int(row.total))
        for row in rows
    ]
    return sorted(found, key=lambda each: (-_founded(each), -each.total, each.mood, each.music_style))


def successful(found: list[Combination]) -> list[Combination]:
    """The ones with enough runs behind them that more often went well than not."""
    return [each for each in found if each.has_support and each.success_rate > 0.5]


def _founded(combination: Combination) -> float:
    """The success rate as if one more run had gone well and one badly."""
    return (combination.good + 1) / (combination.total + 2)
