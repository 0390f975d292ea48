"""What people decided about the pilots of a run, and whether it can still be taken back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final, TypedDict

from showbible.runs.model import Pilot, PilotStatus, Run, Stage
from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.values import frozen

KIND: Final = "pilot"


class PilotJudgement(TypedDict, total=False):
    """What can be said of a pilot; what is left out stays as it is."""

    score: float | None
    status: str | None
    rejection_reason: str | None


@frozen
class PilotVerdict:
    """How it stands with a pilot: its status, why it was rejected, and who the run goes on with."""

    status: str
    reason: str | None
    winner: str | None


def verdict(run: Run, pilot: Pilot) -> PilotVerdict:
    """How it stands with a pilot of a run."""
    return PilotVerdict(status=pilot.status, reason=pilot.rejection_reason, winner=run.winning_pilot)


def scope(run_id: str) -> str:
    """Where the decisions of a run are kept; no user's id looks like it."""
    return f"run/{run_id}"


def decisions(db: Database, run: Run) -> dict[str, Change]:
    """The last decision about each pilot that still stands as it was made, in order of the pilots."""
    found = {pilot: _newest(db, run.run_id, pilot.pilot_id) for pilot in run.pilots}
    return {
        pilot.pilot_id: change
        for pilot, change in found.items()
        if change is not None and pilot.status is not PilotStatus.RUNNING and stands(run, pilot, change)
    }


def _newest(db: Database, run_id: str, pilot_id: str) -> Change | None:
    known = changes.of(db, owner=scope(run_id), kind=KIND, item_id=pilot_id)
    return known[0] if known else None


def stands(run: Run, pilot: Pilot, change: Change) -> bool:
    """Whether everything is still as a decision left it."""
    now = asdict(verdict(run, pilot))
    return all(now.get(name) == value for name, value in change.after.items())


def gone_on(run: Run, change: Change) -> Stage | None:
    """The stage that a run entered after a decision: from there on the decision is part of the film."""
    return next((event.stage for event in run.timeline if event.at > change.at), None)


def recommended(run: Run) -> Pilot | None:
    """The pilot to recommend: it has made something, and it leads, or every other one was rejected.

    Nobody is recommended before there is something to compare, among equals, or after a choice was made.
    """
    racing = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    chosen = run.winning_pilot or any(pilot.status is PilotStatus.APPROVED for pilot in racing)
    if run.is_over or chosen or len(run.pilots) < 2:
        return None
    ranked = sorted((pilot for pilot in racing if pilot.score is not None), key=lambda pilot: -(pilot.score or 0.0))
    if not ranked or len(ranked) < min(2, len(racing)) or not ranked[0].scenes_generated:
        return None
    return None if len(ranked) > 1 and ranked[0].score == ranked[1].score else ranked[0]
