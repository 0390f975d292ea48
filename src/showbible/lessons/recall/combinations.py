"""Moods and music styles that went well together, and what people decided about them."""

from __future__ import annotations

from typing import Any, Final

from showbible.errors import NotFound
from showbible.lessons.model import GOOD, Combination, Pair, PairRuling, PairVerdict, Production, UseState
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.vocabulary import checked_text

KIND: Final = "combination"
"""What a combination is called in the history of changes."""


def combinations(db: Database, *, pattern: str | None = None) -> list[Combination]:
    """Every combination among the rated runs that teach, the best founded successes first.

    What a person decided about stays in the whole list, even when none of its runs is left.
    """
    with db.snapshot():
        told = rulings(db)
        of_pattern = {} if pattern is None else {"pattern": pattern}
        rows = db.all(_COUNTED_OF_PATTERN if of_pattern else _COUNTED, good=GOOD, **of_pattern)
        found = {Pair(row.mood, row.music_style): row for row in rows}
    every = [*found, *(pair for pair in told if pair not in found and pattern is None)]
    return sorted((_combination(pair, found.get(pair), told.get(pair)) for pair in every), key=_place)


def combination(db: Database, pair: Pair) -> Combination:
    """One combination, called by its mood and music in any case."""
    found = counted(db, pair)
    if not found.total and found.ruling == PairRuling():
        raise NotFound("combination", str(pair))
    return found


def counted(db: Database, pair: Pair) -> Combination:
    """The same, none of none where no run and nobody tells of it."""
    with db.snapshot():
        wanted = folded(db, pair)
        found = (each for each in combinations(db) if each.pair == wanted)
        return next(found, _combination(wanted, None, None))


def behind(db: Database, pair: Pair, *, limit: int) -> list[Production]:
    """The newest runs that count for a combination."""
    rows = db.all(_BEHIND, **named(pair), limit=limit)
    return [value_of(Production, each) for each in rows]


def successful(found: list[Combination]) -> list[Combination]:
    """The ones that may be suggested, those that a person chose first."""
    return sorted((each for each in found if each.is_suggested), key=lambda each: not each.is_chosen)


def rulings(db: Database) -> dict[Pair, PairRuling]:
    """Every combination that somebody decided something about."""
    found = {Pair(row.mood, row.music_style): _ruling(row) for row in db.all("SELECT * FROM combination_rulings")}
    return {pair: ruling for pair, ruling in found.items() if ruling != PairRuling()}


def row(db: Database, pair: Pair) -> Any:
    """What is kept about a combination beside its runs, or None."""
    return db.first(
        "SELECT * FROM combination_rulings WHERE mood = :mood AND music_style = :music_style", **named(pair)
    )


def ruling(db: Database, pair: Pair) -> PairRuling:
    """What was decided about one combination; nothing, for most."""
    kept = row(db, pair)
    return _ruling(kept) if kept else PairRuling()


def versions(db: Database, pair: Pair) -> list[Change]:
    """Who decided what about a combination, newest first."""
    return changes.of(db, kind=KIND, item_id=pair.item_id)


def folded(db: Database, pair: Pair) -> Pair:
    """A mood and a music style as this database counts them: each folds other letters than ASCII in its own way."""
    for name, value in named(pair).items():
        checked_text(name, value, empty=False)
    found = db.first(
        """
        SELECT LOWER(TRIM(CAST(:mood AS TEXT))) AS mood, LOWER(TRIM(CAST(:music_style AS TEXT))) AS music_style
        """,
        **named(pair),
    )
    assert found is not None
    return Pair(found.mood, found.music_style)


def named(pair: Pair) -> dict[str, str]:
    """A combination as the values of a statement."""
    return pair._asdict()


_COUNTS: Final = """
    teaches = 1 AND rating IS NOT NULL AND TRIM(mood) <> '' AND TRIM(music_style) <> ''
       AND (NOT EXISTS (SELECT 1 FROM combination_rulings WHERE forgotten_at IS NOT NULL)
            OR NOT EXISTS (SELECT 1
                             FROM combination_rulings AS told
                            WHERE told.mood = LOWER(TRIM(productions.mood))
                              AND told.music_style = LOWER(TRIM(productions.music_style))
                              AND told.forgotten_at >= productions.at))
"""
"""Whether a run counts for the combination it used: it was rated, and not forgotten since."""
# Names are folded after counting, once for each spelling and not for each run.
_COUNTED: Final = f"""
    SELECT LOWER(TRIM(mood)) AS mood, LOWER(TRIM(music_style)) AS music_style, SUM(good) AS good, SUM(total) AS total
      FROM (SELECT mood, music_style, SUM(CASE WHEN rating >= :good THEN 1 ELSE 0 END) AS good, COUNT(*) AS total
              FROM productions
             WHERE {_COUNTS}
             GROUP BY mood, music_style) AS spelled
     GROUP BY LOWER(TRIM(mood)), LOWER(TRIM(music_style))
"""  # noqa: S608
# The plus keeps SQLite from walking the index of all sounds for the sake of its order.
_COUNTED_OF_PATTERN: Final = _COUNTED.replace("teaches = 1", "pattern = :pattern AND +teaches = 1")
_BEHIND: Final = f"""
    SELECT *
      FROM productions
     WHERE {_COUNTS}
       AND LOWER(TRIM(mood)) = :mood AND LOWER(TRIM(music_style)) = :music_style
     ORDER BY at DESC, run_id DESC
     LIMIT :limit
"""  # noqa: S608


def _combination(pair: Pair, counted: Any, ruling: PairRuling | None) -> Combination:
    return Combination(
        **named(pair),
        good=int(counted.good) if counted else 0,
        total=int(counted.total) if counted else 0,
        ruling=ruling or PairRuling(),
    )


def _place(found: Combination) -> tuple[float, int, Pair]:
    """Ordered by the success rate as if one more run had gone well and one badly."""
    return -(found.good + 1) / (found.total + 2), -found.total, found.pair


def _ruling(kept: Any) -> PairRuling:
    return PairRuling(state=UseState(kept.state), verdict=PairVerdict(kept.verdict) if kept.verdict else None)
