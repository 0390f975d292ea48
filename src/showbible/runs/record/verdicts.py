"""What a person decides about a pilot, and undoing it."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime

from showbible.errors import Conflict, NotFound
from showbible.runs.model import PilotStatus, Run
from showbible.runs.recall import one
from showbible.runs.recall.verdicts import KIND, PilotVerdict, gone_on, scope, stands, verdict
from showbible.runs.record.log import changing
from showbible.runs.record.pilots import crown, judge_pilot, uncrown
from showbible.storage import changes
from showbible.storage.database import Database


def approve(db: Database, run_id: str, pilot_id: str, *, at: datetime | None = None) -> int:
    """Go on with a pilot, which makes it the winner; gives the number of the decision, 0 when it stood already."""
    return _decide(db, run_id, pilot_id, PilotStatus.APPROVED, reason=None, at=at)


def reject(db: Database, run_id: str, pilot_id: str, reason: str, *, at: datetime | None = None) -> int:
    """Take a pilot out of the race and say why; gives the number of the decision, 0 when it stood already."""
    return _decide(db, run_id, pilot_id, PilotStatus.REJECTED, reason=reason, at=at)


def _decide(
    db: Database, run_id: str, pilot_id: str, status: PilotStatus, *, reason: str | None, at: datetime | None
) -> int:
    with changing(db, run_id):
        run, pilot = one.run(db, run_id), one.pilot(db, run_id, pilot_id)
        before = verdict(run, pilot)
        approved = status is PilotStatus.APPROVED
        winner = pilot_id if approved else before.winner if before.winner != pilot_id else None
        _put(db, run_id, pilot_id, PilotVerdict(status=status, reason=reason, winner=winner), at=at)
        return _note(db, run_id, pilot_id, before, at=at)


def undo(db: Database, run_id: str, pilot_id: str, seq: int, *, at: datetime | None = None) -> Run:
    """Put a pilot back to where one decision found it; a reason that is taken back is gone.

    Refused once the run has gone on with the decision, or somebody decided again.
    """
    with changing(db, run_id):
        run, pilot = one.run(db, run_id), one.pilot(db, run_id, pilot_id)
        change = changes.one(db, owner=scope(run_id), kind=KIND, seq=seq)
        if change is None or change.item_id != pilot_id:
            raise NotFound("decision", str(seq))
        if not stands(run, pilot, change):
            raise Conflict("Somebody decided again since; take that back first.")
        if stage := gone_on(run, change):
            said = stage.replace("_", " ")
            raise Conflict(f"The run has gone on with it ({said}), so it can no longer be taken back.")
        before = verdict(run, pilot)
        _put(db, run_id, pilot_id, replace(before, **change.before), at=at)
        _note(db, run_id, pilot_id, before, at=at)
        return one.run(db, run_id)


def _put(db: Database, run_id: str, pilot_id: str, wanted: PilotVerdict, *, at: datetime | None) -> None:
    """Let it stand so with a pilot, and tell the log once."""
    if wanted.winner is None:
        uncrown(db, run_id, pilot_id)
    else:
        crown(db, run_id, one.pilot(db, run_id, wanted.winner))
    judge_pilot(db, run_id, pilot_id, status=wanted.status, rejection_reason=wanted.reason, at=at)


def _note(db: Database, run_id: str, pilot_id: str, before: PilotVerdict, *, at: datetime | None) -> int:
    """Keep what was decided; gives its number, 0 where nothing changed."""
    after = verdict(one.run(db, run_id), one.pilot(db, run_id, pilot_id))
    if after == before:
        return 0
    named = {"owner": scope(run_id), "kind": KIND, "item_id": pilot_id}
    changes.note(db, **named, before=asdict(before), after=asdict(after), at=at)
    return changes.newest(changes.of(db, **named))
