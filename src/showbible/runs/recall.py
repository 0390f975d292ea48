"""Look runs up: one with all it holds, a list of many, and the log of what happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.errors import NotFound
from showbible.runs.model import (
    MOST_REPORTS,
    AssetType,
    AudioTier,
    Delivery,
    EditStyle,
    Happening,
    NoteKind,
    Pilot,
    PilotStatus,
    Report,
    ReportStatus,
    Run,
    Sort,
    Stage,
    StageEvent,
    Status,
    Summary,
    Tier,
)
from showbible.storage import paging, search
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import (
    QUERY_LIMIT,
    AssetId,
    Micros,
    PilotId,
    ProjectId,
    RunId,
    SceneId,
    UserId,
    checked_id,
    checked_text,
    moment,
    stamp,
    utcnow,
)

CONCEPTS: Final = search.Index(name="run")
EVERY_RUN: Final = "runs"
MOST_HITS: Final = 1000

_SUMMARY: Final = """
    run_id, project_id, user_id, concept, status, stage, progress, budget, spent, score, score_order,
    total_scenes, scenes_completed, started_at, completed_at, heard_at
"""


def run(db: Database, run_id: str) -> Run:
    """One run with its pilots, assets, timeline and notes, all of one moment."""
    checked_id("run", run_id)
    with db.snapshot():
        row = db.first("SELECT * FROM runs WHERE run_id = :run_id", run_id=run_id)
        if row is None:
            raise NotFound("run", run_id)
        return Run(
            **_summary_fields(row),
            audio_tier=AudioTier(row.audio_tier),
            winning_pilot=row.winning_pilot,
            seed_asset_ids=tuple(json.loads(row.seed_asset_ids)),
            extracted_themes=tuple(json.loads(row.extracted_themes)),
            extracted_colors=tuple(json.loads(row.extracted_colors)),
            edit_style=EditStyle(row.edit_style) if row.edit_style else None,
            mood=row.mood,
            music_style=row.music_style,
            final_video_path=row.final_video_path,
            edl_path=row.edl_path,
            pilots=pilots(db, run_id),
            assets=assets(db, run_id),
            timeline=timeline(db, run_id),
            errors=notes(db, run_id, NoteKind.ERROR),
            warnings=notes(db, run_id, NoteKind.WARNING),
        )


def summary(db: Database, run_id: str) -> Summary:
    """One run as a list shows it."""
    checked_id("run", run_id)
    row = db.first(f"SELECT {_SUMMARY} FROM runs WHERE run_id = :run_id", run_id=run_id)  # noqa: S608
    if row is None:
        raise NotFound("run", run_id)
    return Summary(**_summary_fields(row))


def pilots(db: Database, run_id: str) -> tuple[Pilot, ...]:
    """The pilots of a run, in the order they joined."""
    rows = db.all("SELECT * FROM run_pilots WHERE run_id = :run_id ORDER BY position", run_id=run_id)
    return tuple(_pilot(row) for row in rows)


def pilot(db: Database, run_id: str, pilot_id: str) -> Pilot:
    """One pilot of a run."""
    row = db.first(
        "SELECT * FROM run_pilots WHERE run_id = :run_id AND pilot_id = :pilot_id", run_id=run_id, pilot_id=pilot_id
    )
    if row is None:
        raise NotFound("pilot", pilot_id)
    return _pilot(row)


def assets(db: Database, run_id: str, *, kind: AssetType | None = None) -> tuple[Delivery, ...]:
    """What a run delivered, in the order it came."""
    rows = db.all(
        """
        SELECT *
          FROM run_assets
         WHERE run_id = :run_id AND (CAST(:kind AS TEXT) IS NULL OR type = :kind)
         ORDER BY delivered_at, asset_id
        """,
        run_id=run_id,
        kind=kind,
    )
    return tuple(delivery(row) for row in rows)


def asset(db: Database, run_id: str, asset_id: str) -> Delivery:
    """One asset that a run delivered."""
    row = db.first(
        "SELECT * FROM run_assets WHERE run_id = :run_id AND asset_id = :asset_id", run_id=run_id, asset_id=asset_id
    )
    if row is None:
        raise NotFound("asset", asset_id)
    return delivery(row)


def timeline(db: Database, run_id: str) -> tuple[StageEvent, ...]:
    """The stages a run went through, with the time each took."""
    rows = db.all("SELECT * FROM run_stages WHERE run_id = :run_id ORDER BY position", run_id=run_id)
    return tuple(
        StageEvent(
            stage=Stage(row.stage),
            at=moment(row.at),
            duration_ms=row.duration_ms,
            details=json.loads(row.details),
            error=row.error,
        )
        for row in rows
    )


def notes(db: Database, run_id: str, kind: NoteKind, *, last: int | None = None) -> tuple[str, ...]:
    """The errors or warnings of a run, oldest first; `last` keeps only the newest few."""
    rows = db.all(
        """
        SELECT message
          FROM run_notes
         WHERE run_id = :run_id AND kind = :kind
         ORDER BY note_id DESC
         LIMIT :last
        """,
        run_id=run_id,
        kind=kind,
        last=last or 2**31,
    )
    return tuple(row.message for row in reversed(rows))


def reports(db: Database, run_id: str, *, since: int = 0) -> tuple[list[Report], int]:
    """What agents reported after a sequence number, and how many reports were dropped for room."""
    summary(db, run_id)
    rows = db.all(
        "SELECT * FROM run_reports WHERE run_id = :run_id AND seq > :since ORDER BY seq LIMIT :most",
        run_id=run_id,
        since=since,
        most=MOST_REPORTS,
    )
    dropped = db.value("SELECT reports_dropped FROM runs WHERE run_id = :run_id", run_id=run_id)
    return [_report(row) for row in rows], int(dropped)


# The log


def happenings(db: Database, *, after: int, run_id: str | None = None, limit: int = 500) -> list[Happening]:
    """What happened after a sequence number, to one run or to all."""
    rows = db.all(
        _HAPPENINGS_OF_RUN if run_id is not None else _HAPPENINGS,
        after=after,
        limit=limit,
        **({"run_id": run_id} if run_id is not None else {}),
    )
    return [
        Happening(seq=row.seq, run_id=RunId(row.run_id), kind=row.kind, body=json.loads(row.body), at=moment(row.at))
        for row in rows
    ]


_HAPPENINGS: Final = "SELECT * FROM events WHERE seq > :after ORDER BY seq LIMIT :limit"
_HAPPENINGS_OF_RUN: Final = "SELECT * FROM events WHERE run_id = :run_id AND seq > :after ORDER BY seq LIMIT :limit"


def last_seq(db: Database) -> int:
    """The sequence number of the newest line in the log."""
    return int(db.value("SELECT COALESCE(MAX(seq), 0) FROM events"))


# Lists


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which runs a list shows."""

    status: Status | None = None
    stage: Stage | None = None
    project_id: str | None = None
    ids: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class _Order:
    column: str
    descending: bool
    kind: type
    start: int | float


_ORDERS: Final = {
    Sort.NEWEST: _Order(column="started_at", descending=True, kind=int, start=2**62),
    Sort.OLDEST: _Order(column="started_at", descending=False, kind=int, start=-1),
    Sort.COST: _Order(column="spent", descending=True, kind=int, start=2**62),
    Sort.SCORE: _Order(column="score_order", descending=True, kind=float, start=1e9),
}


def runs(
    db: Database,
    wanted: Filter,
    *,
    sort: Sort = Sort.NEWEST,
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
    rows = db.all(_page_sql(order, conditions), **params, begin=begin, after=after, limit=limit + 1)
    return paging.page(
        [Summary(**_summary_fields(row)) for row in rows],
        limit=limit,
        total=_total(db, wanted, conditions, params),
        key=_sort_key(sort),
    )


def _page_sql(order: _Order, conditions: list[str]) -> str:
    """The list's text, put together from these pieces alone; values are always bound."""
    way, sign = ("DESC", "<") if order.descending else ("ASC", ">")
    where = " AND ".join([*conditions, f"({order.column}, run_id) {sign} (:begin, :after)"])
    return (
        f"SELECT {_SUMMARY} FROM runs WHERE {where} "  # noqa: S608
        f"ORDER BY {order.column} {way}, run_id {way} LIMIT :limit"
    )


def _conditions(wanted: Filter, *, silent: int) -> tuple[list[str], dict[str, Any]]:
    conditions: list[str] = []
    params: dict[str, Any] = {}
    if wanted.status is Status.STALLED:
        conditions.append("status = 'running' AND heard_at < :silent")
        params["silent"] = silent
    elif wanted.status is Status.RUNNING:
        conditions.append("status = 'running' AND heard_at >= :silent")
        params["silent"] = silent
    elif wanted.status is not None:
        conditions.append("status = :status")
        params["status"] = wanted.status
    if wanted.stage is not None:
        conditions.append("stage = :stage")
        params["stage"] = wanted.stage
    if wanted.project_id is not None:
        conditions.append("project_id = :project_id")
        params["project_id"] = checked_id("project", wanted.project_id)
    if wanted.ids is not None:
        conditions.append("run_id IN :ids")
        params["ids"] = wanted.ids
    return conditions, params


def _total(db: Database, wanted: Filter, conditions: list[str], params: dict[str, Any]) -> int:
    """How many pass: by the kept counts, unless silence or a search decides."""
    if wanted.ids is None and wanted.status not in (Status.STALLED, Status.RUNNING):
        where = " AND ".join(conditions) or "1 = 1"
        return int(db.value(f"SELECT COALESCE(SUM(number), 0) FROM run_counts WHERE {where}", **params))  # noqa: S608
    where = " AND ".join(conditions)
    return int(db.value(f"SELECT COUNT(*) FROM runs WHERE {where}", **params))  # noqa: S608


def _sort_key(sort: Sort) -> Callable[[Summary], paging.Key]:
    if sort is Sort.COST:
        return lambda found: (int(found.spent), found.run_id)
    if sort is Sort.SCORE:
        return lambda found: (score_order(found.score), found.run_id)
    return lambda found: (stamp(found.started_at), found.run_id)


def score_order(score: float | None) -> float:
    """Where a score stands among others: runs without one come last."""
    return -1.0 if score is None else float(score)


def matching(db: Database, query: str) -> tuple[str, ...]:
    """The runs whose concept answers a plain sentence, or whose id it is."""
    checked_text("q", query, limit=QUERY_LIMIT)
    exact = db.all("SELECT run_id FROM runs WHERE run_id = :query", query=query.strip())
    hits = search.find(db, CONCEPTS, query, scope=EVERY_RUN, limit=MOST_HITS)
    return (*(row.run_id for row in exact), *(hit.item_id for hit in hits))


def count(db: Database) -> dict[Status, int]:
    """How many runs there are of each recorded status."""
    rows = db.all("SELECT status, SUM(number) AS number FROM run_counts GROUP BY status")
    found = {Status(row.status): int(row.number) for row in rows}
    return {status: found.get(status, 0) for status in Status}


# Rows into values


def _summary_fields(row: Any) -> dict[str, Any]:
    return {
        "run_id": RunId(row.run_id),
        "project_id": ProjectId(row.project_id),
        "user_id": UserId(row.user_id),
        "concept": row.concept,
        "recorded_status": Status(row.status),
        "stage": Stage(row.stage),
        "progress": row.progress,
        "budget": Micros(row.budget),
        "spent": Micros(row.spent),
        "score": row.score,
        "total_scenes": row.total_scenes,
        "scenes_completed": row.scenes_completed,
        "started_at": moment(row.started_at),
        "completed_at": moment(row.completed_at) if row.completed_at is not None else None,
        "heard_at": moment(row.heard_at),
    }


def _pilot(row: Any) -> Pilot:
    return Pilot(
        pilot_id=PilotId(row.pilot_id),
        tier=Tier(row.tier),
        status=PilotStatus(row.status),
        score=row.score,
        budget=Micros(row.budget),
        spent=Micros(row.spent),
        scenes_generated=row.scenes_generated,
        rejection_reason=row.rejection_reason,
    )


def delivery(row: Any) -> Delivery:
    """The asset in a row of `run_assets`."""
    return Delivery(
        asset_id=AssetId(row.asset_id),
        type=AssetType(row.type),
        path=row.path,
        scene_id=SceneId(row.scene_id) if row.scene_id is not None else None,
        pilot_id=PilotId(row.pilot_id) if row.pilot_id is not None else None,
        duration=row.duration,
        cost=Micros(row.cost),
        prompt=row.prompt,
        negative_prompt=row.negative_prompt,
        metadata=json.loads(row.metadata),
        delivered_at=moment(row.delivered_at),
    )


def _report(row: Any) -> Report:
    return Report(
        seq=row.seq,
        agent=row.agent,
        status=ReportStatus(row.status),
        message=row.message,
        progress=row.progress,
        data=json.loads(row.data) if row.data is not None else None,
        at=moment(row.at),
    )
