"""Every status as an icon, a word and a hue; every stage in two lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from showbible.jobs.queue import JobState
from showbible.runs.model import Pilot, PilotStatus, Stage, Status, Summary


@dataclass(frozen=True, kw_only=True)
class StatusMark:
    """A status as pages show it: `hue` is run, ok, warn, bad or idle."""

    hue: str
    icon: str
    word: str


STAGES: Final[Mapping[Stage, tuple[str, str]]] = {
    Stage.INITIALIZED: ("Start", "Starting"),
    Stage.ANALYZING_ASSETS: ("Assets", "Analyzing assets"),
    Stage.PLANNING_PILOTS: ("Pilots", "Planning pilots"),
    Stage.GENERATING_SCRIPTS: ("Scripts", "Writing scripts"),
    Stage.GENERATING_VIDEO: ("Video", "Generating video"),
    Stage.GENERATING_AUDIO: ("Audio", "Generating audio"),
    Stage.EVALUATING: ("Evaluate", "Evaluating"),
    Stage.EDITING: ("Edit", "Editing"),
    Stage.RENDERING: ("Render", "Rendering"),
}
"""The working stages in order: a word for a narrow place, and what goes on there."""

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


def doing(stage: Stage) -> str:
    """What goes on in a stage."""
    return STAGES[stage][1] if stage in STAGES else stage.capitalize()


def letter(position: int) -> str:
    """The letter of a pilot, by the order in which they joined."""
    return chr(ord("A") + position) if position < 26 else str(position + 1)


def letters(pilots: Sequence[Pilot]) -> dict[str, str]:
    """What pages call the pilots of a run."""
    return {pilot.pilot_id: letter(position) for position, pilot in enumerate(pilots)}


def tone(position: int) -> str:
    """The colour of a pilot: the first four have one of their own."""
    return "abcd"[position] if position < 4 else "e"
