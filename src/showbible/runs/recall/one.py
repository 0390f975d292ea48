"""One run with all it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypedDict

from showbible.errors import NotFound
from showbible.runs.model import (
    AssetType,
    Delivery,
    NoteKind,
    Pilot,
    Report,
    Run,
    StageEvent,
    Status,
    Summary,
)
from showbible.runs.recall import bounds, rows
from showbible.runs.recall.bounds import Most
from showbible.runs.recall.mutes import mutes
from showbible.runs.recall.tags import tags
from showbible.storage import retention
from showbible.storage.database import Database
from showbible.storage.rows import required, value_of
from showbible.vocabulary import ProjectId, checked_id, moment

MOST_REPORTS: Final = retention.RECORDS["progress"].most_items or 0


class ReportFacts(TypedDict, total=False):
    """What an agent may say of its work besides its name and status."""

    message: str | None
    progress: int | None
    data: Mapping[str, Any] | None


def run(db: Database, run_id: str, *, most: Most | None = None) -> Run:
    """One run with its pilots, assets, timeline and notes, all of one moment; with `most`, the newest of them."""
    checked_id("run", run_id)
    with db.snapshot():
        row = db.first("SELECT * FROM runs WHERE run_id = :run_id", run_id=run_id)
        if row is None:
            raise NotFound("run", run_id)
        return value_of(
            Run,
            row,
            recorded_status=Status(row.status),
            tags=tags(db, [run_id]).get(run_id, ()),
            mutes=mutes(db, run_id),
            totals=bounds.totals(db, run_id),
            **vars(_everything(db, run_id) if most is None else bounds.parts(db, run_id, most)),
        )


def _everything(db: Database, run_id: str) -> bounds.Parts:
    return bounds.Parts(
        pilots=pilots(db, run_id),
        assets=assets(db, run_id),
        timeline=timeline(db, run_id),
        errors=notes(db, run_id, NoteKind.ERROR),
        warnings=notes(db, run_id, NoteKind.WARNING),
    )


def lean(db: Database, run_id: str) -> Run:
    """One run with everything but its assets."""
    with db.snapshot():
        return replace(
            run(db, run_id, most=bounds.IN_PASSING),
            pilots=pilots(db, run_id),
            assets=(),
            timeline=timeline(db, run_id),
            errors=notes(db, run_id, NoteKind.ERROR),
            warnings=notes(db, run_id, NoteKind.WARNING),
        )


def summary(db: Database, run_id: str) -> Summary:
    """One run as a list shows it."""
    return replace(bare(db, run_id), tags=tags(db, [run_id]).get(run_id, ()))


def bare(db: Database, run_id: str) -> Summary:
    """One run without its tags, for whoever is about to change it."""
    checked_id("run", run_id)
    row = db.first(f"SELECT {rows.SUMMARY} FROM runs WHERE run_id = :run_id", run_id=run_id)  # noqa: S608
    return rows.summary(required(row, "run", run_id))


def started_at(db: Database, run_id: str) -> datetime | None:
    """When the run of this name began; None where there is no such run."""
    found = db.value("SELECT started_at FROM runs WHERE run_id = :run_id", run_id=run_id)
    return None if found is None else moment(found)


def is_still(db: Database, known: Summary) -> bool:
    """Whether a run that was read before is there, and no other of its name."""
    return started_at(db, known.run_id) == known.started_at


def project_of(db: Database, run_id: str) -> ProjectId | None:
    """The project of a run, while both exist."""
    found = db.value(
        """
        SELECT projects.project_id
          FROM runs
          JOIN projects ON projects.project_id = runs.project_id AND projects.deleted_at IS NULL
         WHERE runs.run_id = :run_id
        """,
        run_id=run_id,
    )
    return None if found is None else ProjectId(found)


def pilots(db: Database, run_id: str) -> tuple[Pilot, ...]:
    """The pilots of a run, in the order they joined."""
    found = db.all("SELECT * FROM run_pilots WHERE run_id = :run_id ORDER BY position", run_id=run_id)
    return tuple(value_of(Pilot, row) for row in found)


def pilot(db: Database, run_id: str, pilot_id: str) -> Pilot:
    """One pilot of a run."""
    row = db.first(
        "SELECT * FROM run_pilots WHERE run_id = :run_id AND pilot_id = :pilot_id", run_id=run_id, pilot_id=pilot_id
    )
    return value_of(Pilot, required(row, "pilot", pilot_id))


def assets(db: Database, run_id: str, *, kind: AssetType | None = None) -> tuple[Delivery, ...]:
    """What a run delivered, in the order it came."""
    found = db.all(
        """
        SELECT *
          FROM run_assets
         WHERE run_id = :run_id AND (CAST(:kind AS TEXT) IS NULL OR type = :kind)
         ORDER BY delivered_at, asset_id
        """,
        run_id=run_id,
        kind=kind,
    )
    return tuple(value_of(Delivery, row) for row in found)


def asset(db: Database, run_id: str, asset_id: str) -> Delivery:
    """One asset that a run delivered."""
    row = db.first(
        "SELECT * FROM run_assets WHERE run_id = :run_id AND asset_id = :asset_id", run_id=run_id, asset_id=asset_id
    )
    return value_of(Delivery, required(row, "asset", asset_id))


def timeline(db: Database, run_id: str) -> tuple[StageEvent, ...]:
    """The stages a run went through, with the time each took."""
    found = db.all("SELECT * FROM run_stages WHERE run_id = :run_id ORDER BY position", run_id=run_id)
    return tuple(value_of(StageEvent, row) for row in found)


def notes(db: Database, run_id: str, kind: NoteKind, *, last: int | None = None) -> tuple[str, ...]:
    """The errors or warnings of a run, oldest first; `last` keeps only the newest few."""
    found = db.all(
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
    return tuple(row.message for row in reversed(found))


def reports(db: Database, run_id: str, *, since: int = 0) -> tuple[list[Report], int]:
    """What agents reported after a sequence number, and how many reports were dropped for room."""
    summary(db, run_id)
    found = db.all(
        "SELECT * FROM run_reports WHERE run_id = :run_id AND seq > :since ORDER BY seq LIMIT :most",
        run_id=run_id,
        since=since,
        most=MOST_REPORTS,
    )
    dropped = db.value("SELECT reports_dropped FROM runs WHERE run_id = :run_id", run_id=run_id)
    return [value_of(Report, row) for row in found], int(dropped)
