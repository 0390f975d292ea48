"""Every status as an icon, a word and a hue."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from showbible.jobs.queue import JobState
from showbible.runs.model import PilotStatus, Status, Summary
from showbible.runs.recall.run_words import doing
from showbible.values import frozen


@frozen
class StatusMark:
    """A status as pages show it: `hue` is run, ok, warn, bad or idle."""

    hue: str
    icon: str
    word: str


_ENDS: Final[Mapping[Status, StatusMark]] = {
    Status.STALLED: StatusMark(hue="warn", icon="hourglass", word="Stalled"),
    Status.COMPLETED: StatusMark(hue="ok", icon="check", word="Completed"),
    Status.FAILED: StatusMark(hue="bad", icon="failed", word="Failed"),
    Status.CANCELLED: StatusMark(hue="idle", icon="stopped", word="Cancelled"),
}

PILOTS: Final[Mapping[PilotStatus, StatusMark]] = {
    PilotStatus.RUNNING: StatusMark(hue="run", icon="record", word="In the race"),
    PilotStatus.APPROVED: StatusMark(hue="ok", icon="check", word="Approved"),
    PilotStatus.REJECTED: StatusMark(hue="bad", icon="failed", word="Rejected"),
}

QUEUED: Final = StatusMark(hue="idle", icon="clock", word="Queued")
WAITING: Final = StatusMark(hue="warn", icon="hourglass", word="Waiting")

JOBS: Final[Mapping[JobState, StatusMark]] = {
    JobState.QUEUED: QUEUED,
    JobState.RUNNING: StatusMark(hue="run", icon="record", word="Running"),
    JobState.DONE: StatusMark(hue="ok", icon="check", word="Done"),
    JobState.FAILED: StatusMark(hue="bad", icon="failed", word="Failed"),
}

STATUSES: Final[Mapping[Status, StatusMark]] = {
    Status.RUNNING: StatusMark(hue="run", icon="record", word="Running"),
    **_ENDS,
}


def mark(run: Summary, *, at: datetime, stalled_after: float) -> StatusMark:
    """The mark of a run: a running one says what it does."""
    status = run.status(at=at, stalled_after=stalled_after)
    return _ENDS[status] if status in _ENDS else StatusMark(hue="run", icon="record", word=doing(run.stage))


def tone(position: int) -> str:
    """The colour of a pilot: the first four have one of their own."""
    return "abcd"[position] if position < 4 else "e"
