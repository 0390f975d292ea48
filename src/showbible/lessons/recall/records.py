"""Production records as people look for them: filtered, ordered, a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from showbible.lessons.model import BAD, GOOD, Production
from showbible.runs.model import Status
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import stamp


class RecordSort(StrEnum):
    """The orders a list of records comes in."""

    NEWEST = "newest"
    OLDEST = "oldest"
    SCORE = "score"
    RATING = "rating"
    COST = "cost"


class Rated(StrEnum):
    """What a person thought of a run."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    NOT_YET = "not_yet"


@frozen
class WantedRecords:
    """Which records a list shows; left out means any."""

    letters: str = ""
    status: Status | None = None
    rated: Rated | None = None
    pattern: str = ""
    mood: str = ""
    music_style: str = ""


@frozen
class _Order:
    column: str
    start: int | float
    key: Callable[[Production], int | float]


_ORDERS: Final = {
    RecordSort.NEWEST: _Order(column="at", start=2**62, key=lambda each: stamp(each.at)),
    RecordSort.OLDEST: _Order(column="-at", start=2**62, key=lambda each: -stamp(each.at)),
    RecordSort.SCORE: _Order(
        column="COALESCE(score, -1.0)", start=1e9, key=lambda each: -1.0 if each.score is None else each.score
    ),
    RecordSort.RATING: _Order(column="COALESCE(rating, 0)", start=2**31 - 1, key=lambda each: each.rating or 0),
    RecordSort.COST: _Order(column="cost", start=2**62, key=lambda each: each.cost),
}
_RATED: Final = {
    Rated.GOOD: f"rating >= {GOOD}",
    Rated.FAIR: f"rating > {BAD} AND rating < {GOOD}",
    Rated.BAD: f"rating <= {BAD}",
    Rated.NOT_YET: "rating IS NULL",
}


def records(
    db: Database,
    wanted: WantedRecords,
    *,
    sort: RecordSort,
    limit: int,
    cursor: str | None,
) -> Page[Production]:
    """The finished runs that pass a filter, in an order."""
    paging.checked_limit(limit)
    order = _ORDERS[sort]
    begin, after = paging.decoded(cursor, (type(order.start), str)) if cursor else (order.start, "")
    conditions, params = _conditions(wanted)
    rows = db.all(_page_sql(order, conditions), **params, begin=begin, after=after, limit=limit + 1)
    # Built from the pieces of this file alone; values are always bound.
    total = db.value(f"SELECT COUNT(*) FROM productions WHERE {' AND '.join(conditions)}", **params)  # noqa: S608
    return paging.page(
        [value_of(Production, row) for row in rows],
        limit=limit,
        total=int(total),
        key=lambda each: (order.key(each), each.run_id),
    )


def _page_sql(order: _Order, conditions: list[str]) -> str:
    where = " AND ".join([*conditions, f"({order.column}, run_id) < (:begin, :after)"])
    return (
        f"SELECT * FROM productions WHERE {where} "  # noqa: S608
        f"ORDER BY {order.column} DESC, run_id DESC LIMIT :limit"
    )


def _conditions(wanted: WantedRecords) -> tuple[list[str], dict[str, Any]]:
    conditions, params = ["1 = 1"], dict[str, Any]()
    if wanted.letters:
        conditions.append("(LOWER(concept) LIKE :letters ESCAPE '!' OR run_id = :run_id)")
        params |= {"letters": like(wanted.letters.strip().lower()), "run_id": wanted.letters.strip()}
    if wanted.rated is not None:
        conditions.append(_RATED[wanted.rated])
    for condition, name, value in (
        ("status = :status", "status", wanted.status),
        ("pattern = :pattern", "pattern", wanted.pattern),
        ("LOWER(TRIM(mood)) = :mood", "mood", wanted.mood),
        ("LOWER(TRIM(music_style)) = :music_style", "music_style", wanted.music_style),
    ):
        if value:
            conditions.append(condition)
            params[name] = value
    return conditions, params


def like(letters: str) -> str:
    """What LIKE needs to find some letters anywhere, with `!` before its own signs."""
    plain = letters.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{plain}%"
