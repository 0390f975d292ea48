"""Errors, warnings and what agents report."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final, Unpack

from showbible.errors import Invalid
from showbible.runs.model import NoteKind, ReportStatus
from showbible.runs.recall import one
from showbible.runs.recall.one import MOST_REPORTS, ReportFacts
from showbible.runs.record.log import append, changing
from showbible.storage.database import Database
from showbible.values import check_names
from showbible.vocabulary import KIB, checked_json, checked_text, stamp, utcnow, word

REPORT_LIMIT: Final = 16 * KIB
RECENT: Final = 5


def note(db: Database, run_id: str, kind: str, message: str, *, at: datetime | None = None) -> None:
    """Write an error or a warning into a run."""
    checked_text("message", message, empty=False)
    at, checked = at or utcnow(), word(NoteKind, "kind", kind)
    with changing(db, run_id):
        add_note(db, run_id, checked, message, at=at)
        append(db, run_id, checked, {"message": message}, at=at)


def add_note(db: Database, run_id: str, kind: str, message: str, *, at: datetime) -> None:
    """The note itself, inside the transaction of what it belongs to."""
    db.run(
        "INSERT INTO run_notes (run_id, kind, message, at) VALUES (:run_id, :kind, :message, :at)",
        run_id=run_id,
        kind=kind,
        message=message,
        at=stamp(at),
    )
    recent = one.notes(db, run_id, NoteKind.ERROR, last=RECENT)
    db.run(
        "UPDATE runs SET heard_at = :at, recent_errors = :recent WHERE run_id = :run_id",
        run_id=run_id,
        at=stamp(at),
        recent=json.dumps(recent),
    )


def report(
    db: Database,
    run_id: str,
    agent: str,
    status: str,
    *,
    at: datetime | None = None,
    **told: Unpack[ReportFacts],
) -> int:
    """Keep what an agent says of its work; gives the number of the report.

    A run keeps its first report and its newest ones; those between are dropped and counted.
    """
    check_names(ReportFacts, told)
    at, message, data = at or utcnow(), told.get("message"), told.get("data")
    row = {
        "agent": checked_text("agent", agent, limit=128, empty=False),
        "status": word(ReportStatus, "status", status),
        "message": None if message is None else checked_text("message", message, limit=REPORT_LIMIT),
        "progress": _checked_percent(told.get("progress")),
        "data": None if data is None else checked_json("data", data, limit=REPORT_LIMIT),
        "at": stamp(at),
    }
    shown = {**row, "data": data}
    del shown["at"]
    with changing(db, run_id):
        db.run("UPDATE runs SET heard_at = :at WHERE run_id = :run_id", run_id=run_id, at=stamp(at))
        seq = append(db, run_id, "progress", shown, at=at)
        db.run(
            """
            INSERT INTO run_reports (run_id, seq, agent, status, message, progress, data, at)
            VALUES (:run_id, :seq, :agent, :status, :message, :progress, :data, :at)
            """,
            run_id=run_id,
            seq=seq,
            **row,
        )
        _make_room(db, run_id)
    return seq


def _make_room(db: Database, run_id: str) -> None:
    number = int(db.value("SELECT COUNT(*) FROM run_reports WHERE run_id = :run_id", run_id=run_id))
    if number <= MOST_REPORTS:
        return
    db.run(
        """
        DELETE FROM run_reports
         WHERE run_id = :run_id
           AND seq = (SELECT seq FROM run_reports WHERE run_id = :run_id ORDER BY seq LIMIT 1 OFFSET 1)
        """,
        run_id=run_id,
    )
    db.run("UPDATE runs SET reports_dropped = reports_dropped + 1 WHERE run_id = :run_id", run_id=run_id)


def _checked_percent(value: int | None) -> int | None:
    if value is not None and (isinstance(value, bool) or not 0 <= value <= 100):
        raise Invalid("progress must lie between 0 and 100.", field="progress")
    return value
