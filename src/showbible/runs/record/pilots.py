"""Pilots: they join a run, are judged, and one of them wins."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, Unpack

from showbible.errors import Conflict, Invalid
from showbible.runs.model import EditStyle, Pilot, PilotStatus, PilotStyle, Run, Tier
from showbible.runs.recall import one
from showbible.runs.recall.bounds import Most
from showbible.runs.recall.verdicts import PilotJudgement
from showbible.runs.record.log import append, changing
from showbible.storage.database import Database
from showbible.values import check_names
from showbible.vocabulary import checked_id, checked_text, money, stamp, utcnow, word


def add_pilot(
    db: Database,
    run_id: str,
    pilot_id: str,
    *,
    tier: str,
    budget: object,
    style: PilotStyle | None = None,
    at: datetime | None = None,
    most: Most | None = None,
) -> Run:
    """Let a pilot compete for the run's budget, with a style of its own if it has one."""
    checked_id("pilot", pilot_id)
    kind, allocated = word(Tier, "tier", tier), money("allocated_budget", budget)
    chosen = _checked(style or PilotStyle())
    with changing(db, run_id):
        if _exists(db, run_id, pilot_id):
            raise Conflict(f"Run {run_id} has a pilot {pilot_id!r} already.")
        db.run(
            """
            INSERT INTO run_pilots (run_id, pilot_id, position, tier, status, budget, spent, scenes_generated,
                                    mood, music_style, edit_style)
            SELECT :run_id, :pilot_id, COALESCE(MAX(position), 0) + 1, :tier, 'running', :budget, 0, 0,
                   CAST(:mood AS TEXT), CAST(:music_style AS TEXT), CAST(:edit_style AS TEXT)
              FROM run_pilots
             WHERE run_id = :run_id
            """,
            run_id=run_id,
            pilot_id=pilot_id,
            tier=kind,
            budget=allocated,
            **asdict(chosen),
        )
        return _told(db, run_id, pilot_id, at=at, most=most)


def _checked(style: PilotStyle) -> PilotStyle:
    for name in ("mood", "music_style"):
        if (told := getattr(style, name)) is not None:
            checked_text(name, told)
    edit = style.edit_style
    return replace(style, edit_style=word(EditStyle, "edit_style", edit) if edit else None)


def judge_pilot(
    db: Database,
    run_id: str,
    pilot_id: str,
    *,
    at: datetime | None = None,
    most: Most | None = None,
    **said: Unpack[PilotJudgement],
) -> Run:
    """Score a pilot, approve it, reject it with the reason, or put it back in the race.

    A reason lasts as long as its rejection, and who is rejected or back in the race has not won.
    """
    check_names(PilotJudgement, said)
    score, status, reason = said.get("score"), said.get("status"), said.get("rejection_reason")
    if score is not None and (isinstance(score, bool) or not 0 <= score <= 100):
        raise Invalid("quality_score must lie between 0 and 100.", field="quality_score")
    verdict = word(PilotStatus, "status", status) if status is not None else None
    if reason is not None:
        checked_text("rejection_reason", reason)
    with changing(db, run_id):
        one.pilot(db, run_id, pilot_id)
        db.run(
            """
            UPDATE run_pilots
               SET score = COALESCE(:score, score),
                   status = COALESCE(:status, status),
                   rejection_reason = CASE WHEN CAST(:status AS TEXT) IN ('running', 'approved') THEN NULL
                                           ELSE COALESCE(:reason, rejection_reason) END
             WHERE run_id = :run_id AND pilot_id = :pilot_id
            """,
            run_id=run_id,
            pilot_id=pilot_id,
            score=score,
            status=verdict,
            reason=reason,
        )
        if verdict in (PilotStatus.RUNNING, PilotStatus.REJECTED):
            uncrown(db, run_id, pilot_id)
        _rescore(db, run_id)
        return _told(db, run_id, pilot_id, at=at, most=most)


def name_winner(
    db: Database, run_id: str, pilot_id: str, *, at: datetime | None = None, most: Most | None = None
) -> Run:
    """Say which pilot the run goes on with."""
    with changing(db, run_id):
        crown(db, run_id, one.pilot(db, run_id, pilot_id))
        return _told(db, run_id, pilot_id, at=at, most=most)


def crown(db: Database, run_id: str, pilot: Pilot) -> None:
    """Make a pilot the winner; its score becomes the run's, and it is no longer rejected if it was."""
    db.run(
        """
        UPDATE run_pilots
           SET status = 'approved', rejection_reason = NULL
         WHERE run_id = :run_id AND pilot_id = :pilot_id AND status = 'rejected'
        """,
        run_id=run_id,
        pilot_id=pilot.pilot_id,
    )
    db.run("UPDATE runs SET winning_pilot = :pilot_id WHERE run_id = :run_id", run_id=run_id, pilot_id=pilot.pilot_id)
    _rescore(db, run_id)


def uncrown(db: Database, run_id: str, pilot_id: str) -> None:
    """Let a pilot no longer be the winner, if it was."""
    db.run(
        "UPDATE runs SET winning_pilot = NULL WHERE run_id = :run_id AND winning_pilot = :pilot_id",
        run_id=run_id,
        pilot_id=pilot_id,
    )
    _rescore(db, run_id)


def _rescore(db: Database, run_id: str) -> None:
    """The run's score is its winner's, or the best of those still in the race while nobody has won."""
    db.run(
        """
        UPDATE runs
           SET score = (SELECT MAX(score)
                          FROM run_pilots
                         WHERE run_pilots.run_id = runs.run_id
                           AND (pilot_id = runs.winning_pilot
                                OR (runs.winning_pilot IS NULL AND run_pilots.status <> 'rejected')))
         WHERE run_id = :run_id
        """,
        run_id=run_id,
    )
    db.run("UPDATE runs SET score_order = COALESCE(score, -1) WHERE run_id = :run_id", run_id=run_id)


def _exists(db: Database, run_id: str, pilot_id: str) -> bool:
    sql = "SELECT 1 FROM run_pilots WHERE run_id = :run_id AND pilot_id = :pilot_id"
    return bool(db.value(sql, run_id=run_id, pilot_id=pilot_id))


def _told(db: Database, run_id: str, pilot_id: str, *, at: datetime | None, most: Most | None) -> Run:
    at = at or utcnow()
    db.run("UPDATE runs SET heard_at = :at WHERE run_id = :run_id", run_id=run_id, at=stamp(at))
    append(db, run_id, "pilot", _fields(one.pilot(db, run_id, pilot_id)), at=at)
    return one.run(db, run_id, most=most)


def _fields(pilot: Pilot) -> dict[str, Any]:
    return {"pilot_id": pilot.pilot_id, "tier": pilot.tier, "status": pilot.status, "score": pilot.score}
