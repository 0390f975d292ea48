"""Lists of runs: filtered, ordered, a page at a time, at the cost of one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.runs.model import RunSort, Stage, Status, Summary, Tier
from showbible.runs.recall import rows
from showbible.storage import paging, search
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, Micros, checked_id, checked_text, stamp, utcnow

CONCEPTS: Final = search.Index(name="run")
EVERY_RUN: Final = "runs"
MOST_HITS: Final = 1000


@frozen
class WantedRuns:
    """Which runs a list shows; `archived` is whether those put away are shown alone, or not at all."""

    status: Status | None = None
    stage: Stage | None = None
    project_id: str | None = None
    ids: tuple[str, ...] | None = None
    tier: Tier | None = None
    tag: str | None = None
    least_score: float | None = None
    most_spent: Micros | None = None
    since: datetime | None = None
    until: datetime | None = None
    archived: bool | None = None

    @property
    def is_counted(self) -> bool:
        """Whether the kept counts know how many there are."""
        asks = (self.ids, self.tier, self.tag, self.least_score, self.most_spent, self.since, self.until)
        waits = self.status in (Status.STALLED, Status.RUNNING)
        return self.archived is False and not waits and all(ask is None for ask in asks)


@frozen
class _ListOrder:
    column: str
    descending: bool
    kind: type
    start: int | float


_ORDERS: Final = {
    RunSort.NEWEST: _ListOrder(column="started_at", descending=True, kind=int, start=2**62),
    RunSort.OLDEST: _ListOrder(column="started_at", descending=False, kind=int, start=-1),
    RunSort.COST: _ListOrder(column="spent", descending=True, kind=int, start=2**62),
    RunSort.SCORE: _ListOrder(column="score_order", descending=True, kind=float, start=1e9),
}


def runs(
    db: Database,
    wanted: WantedRuns,
    *,
    sort: RunSort = RunSort.NEWEST,
    limit: int = paging.USUAL,
    cursor: str | None = None,
    stalled_after: float,
    at: datetime | None = None,
) -> Page[Summary]:
    """Runs that pass a filter, in an order; the cost is that of one page however many there are."""
    paging.checked_limit(limit)
    order = _ORDERS[sort]
    begin, after = paging.decoded(cursor, (order.kind, str)) if cursor else (order.start, "")
    silent = stamp((at or utcnow()) - timedelta(seconds=stalled_after))
    conditions, params = _conditions(wanted, silent=silent)
    found = db.all(_page_sql(order, conditions), **params, begin=begin, after=after, limit=limit + 1)
    return paging.page(
        rows.summaries(db, found),
        limit=limit,
        total=_total(db, wanted, conditions, params),
        key=_sort_key(sort),
    )


def _page_sql(order: _ListOrder, conditions: list[str]) -> str:
    """The list's text, put together from these pieces alone; values are always bound."""
    way, sign = ("DESC", "<") if order.descending else ("ASC", ">")
    where = " AND ".join([*conditions, f"({order.column}, run_id) {sign} (:begin, :after)"])
    return (
        f"SELECT {rows.SUMMARY} FROM runs WHERE {where} "  # noqa: S608
        f"ORDER BY {order.column} {way}, run_id {way} LIMIT :limit"
    )


def _conditions(wanted: WantedRuns, *, silent: int) -> tuple[list[str], dict[str, Any]]:
    asked = {
        **_standing(wanted.status, silent),
        "stage = :stage": wanted.stage,
        "project_id = :project_id": checked_id("project", wanted.project_id) if wanted.project_id else None,
        "run_id IN :ids": wanted.ids,
        _OF_TIER: wanted.tier,
        _TAGGED: wanted.tag,
        "score_order >= :least_score": wanted.least_score,
        "spent <= :most_spent": wanted.most_spent,
        "started_at >= :since": stamp(wanted.since) if wanted.since else None,
        "started_at < :until": stamp(wanted.until) if wanted.until else None,
    }
    told = {sql: value for sql, value in asked.items() if value is not None}
    params = {sql.rsplit(":", 1)[1].rstrip(")"): value for sql, value in told.items()}
    return [*told, *_SHELVED[wanted.archived]], params


def _standing(status: Status | None, silent: int) -> dict[str, Any]:
    """What the status asks: a running run is stalled when it was silent for long."""
    if status is Status.STALLED:
        return {"status = 'running' AND heard_at < :silent": silent}
    if status is Status.RUNNING:
        return {"status = 'running' AND heard_at >= :silent": silent}
    return {"status = :status": status}


_OF_TIER: Final = "EXISTS (SELECT 1 FROM run_pilots WHERE run_pilots.run_id = runs.run_id AND tier = :tier)"
# A page stops at its last row and asks row by row; a count goes faster from the pilots of the tier.
_AMONG_TIER: Final = "run_id IN (SELECT run_id FROM run_pilots WHERE tier = :tier)"
_TAGGED: Final = "run_id IN (SELECT run_id FROM run_tags WHERE tag = :tag)"
# The sign keeps the index of the archive out of it: nearly every run is not in there.
_SHELVED: Final[dict[bool | None, list[str]]] = {
    None: [],
    True: ["archived_at IS NOT NULL"],
    False: ["+archived_at IS NULL"],
}


def _total(db: Database, wanted: WantedRuns, conditions: list[str], params: dict[str, Any]) -> int:
    """How many pass: by the kept counts where they know."""
    if wanted.is_counted:
        where = " AND ".join(each for each in conditions if each not in _SHELVED[False]) or "1 = 1"
        return int(db.value(f"SELECT COALESCE(SUM(number), 0) FROM run_counts WHERE {where}", **params))  # noqa: S608
    where = " AND ".join(conditions).replace(_OF_TIER, _AMONG_TIER) or "1 = 1"
    return int(db.value(f"SELECT COUNT(*) FROM runs WHERE {where}", **params))  # noqa: S608


def every_id(db: Database, wanted: WantedRuns, *, stalled_after: float, at: datetime | None = None) -> tuple[str, ...]:
    """The ids of all runs that pass a filter."""
    silent = stamp((at or utcnow()) - timedelta(seconds=stalled_after))
    conditions, params = _conditions(wanted, silent=silent)
    where = " AND ".join(conditions) or "1 = 1"
    return tuple(row.run_id for row in db.all(f"SELECT run_id FROM runs WHERE {where}", **params))  # noqa: S608


def some(db: Database, run_ids: Sequence[str]) -> list[Summary]:
    """Those of the runs named that exist, in no order."""
    if not run_ids:
        return []
    found = db.all(f"SELECT {rows.SUMMARY} FROM runs WHERE run_id IN :ids", ids=list(run_ids))  # noqa: S608
    return rows.summaries(db, found)


def _sort_key(sort: RunSort) -> Callable[[Summary], paging.Key]:
    if sort is RunSort.COST:
        return lambda found: (int(found.spent), found.run_id)
    if sort is RunSort.SCORE:
        return lambda found: (score_order(found.score), found.run_id)
    return lambda found: (stamp(found.started_at), found.run_id)


def score_order(score: float | None) -> float:
    """Where a score stands among others: runs without one come last."""
    return -1.0 if score is None else float(score)


def matching(db: Database, query: str) -> tuple[str, ...]:
    """The runs whose concept answers a plain sentence, or whose id it is."""
    checked_text("q", query, limit=QUERY_LIMIT)
    exact = db.all("SELECT run_id FROM runs WHERE run_id = :query", query=query.strip())
    hits = search.find(db, CONCEPTS, query, scope=EVERY_RUN, limit=MOST_HITS, budget=2 * MOST_HITS)
    return (*(row.run_id for row in exact), *(hit.item_id for hit in hits))


def count(db: Database, *, project_id: str | None = None) -> dict[Status, int]:
    """How many runs there are of each recorded status, of one project or all, without those that were put away."""
    kept = db.all(
        """
        SELECT status, SUM(number) AS number
          FROM run_counts
         WHERE CAST(:project_id AS TEXT) IS NULL OR project_id = :project_id
         GROUP BY status
        """,
        project_id=project_id,
    )
    found = {Status(row.status): int(row.number) for row in kept}
    return {status: found.get(status, 0) for status in Status}
