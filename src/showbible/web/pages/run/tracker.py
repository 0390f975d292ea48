"""The nine stages of a run, each with the time it took."""

from __future__ import annotations

from datetime import datetime

from showbible.runs.model import ENDS, Run, Stage, Status
from showbible.runs.recall.standing import standing
from showbible.web.pages.kit.marks import STAGES
from showbible.web.words import clock, moment


class StageStep:
    """One stage: `percent` fills the bar of the present one by its takes, `since` says when it was last entered.

    `state` is done, now, next, failed or stopped.
    """

    def __init__(self, run: Run, stage: Stage, *, last: Stage, at: datetime) -> None:
        visits = [event for event in run.timeline if event.stage is stage]
        self.stage, self.label = stage, STAGES[stage][0]
        self.state = _state(run, stage, last=last, visited=bool(visits))
        self.since = f"Entered {moment(visits[-1].at)}" if visits else "Not entered"
        far = standing(run) if self.state == "now" and stage is Stage.GENERATING_VIDEO else None
        self.percent = 100 * far.made // far.planned if far and far.planned else None
        # Takes, not percents: there is one percentage of a run, and it is that of the whole.
        done = f" · {far.made} of {far.planned}" if far and far.planned else ""
        taken = sum(_seconds(event.duration_ms, event.at, at) for event in visits)
        self.time = (clock(taken) if visits else "–") + done


def steps(run: Run, *, at: datetime) -> tuple[StageStep, ...]:
    """The stages in their order, as they stand at a moment."""
    last = next((event.stage for event in reversed(run.timeline) if event.stage not in ENDS.values()), run.stage)
    return tuple(StageStep(run, stage, last=last, at=at) for stage in STAGES)


def _state(run: Run, stage: Stage, *, last: Stage, visited: bool) -> str:
    if stage is not last or run.recorded_status is Status.COMPLETED:
        return "done" if visited else "next"
    return {Status.RUNNING: "now", Status.FAILED: "failed"}.get(run.recorded_status, "stopped")


def _seconds(duration_ms: int | None, since: datetime, at: datetime) -> float:
    return max(0.0, (at - since).total_seconds()) if duration_ms is None else duration_ms / 1000


def reason(run: Run) -> str | None:
    """Why a run ended before its time, if anybody said so."""
    end = run.timeline[-1] if run.timeline else None
    return end.error if end is not None and end.stage in ENDS.values() else None
