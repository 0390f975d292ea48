"""The nine stages of a run, each with the time it took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from showbible.runs.model import ENDS, Run, Stage, Status
from showbible.runs.recall.standing import standing
from showbible.web.pages.kit.marks import STAGES
from showbible.web.words import clock, moment

State = Literal["done", "now", "next", "failed", "stopped"]


@dataclass(frozen=True, kw_only=True)
class StageStep:
    """One stage: `percent` fills the bar of the present one by its takes, `since` says when it was last entered."""

    stage: str
    label: str
    state: State
    time: str
    percent: int | None
    since: str
    note: str | None


def steps(run: Run, *, at: datetime) -> tuple[StageStep, ...]:
    """The stages in their order, as they stand at a moment."""
    last = next((event.stage for event in reversed(run.timeline) if event.stage not in ENDS.values()), run.stage)
    return tuple(_step(run, stage, last=last, at=at) for stage in STAGES)


def _step(run: Run, stage: Stage, *, last: Stage, at: datetime) -> StageStep:
    visits = [event for event in run.timeline if event.stage is stage]
    state = _state(run, stage, last=last, visited=bool(visits))
    taken = sum(_seconds(event.duration_ms, event.at, at) for event in visits)
    far = standing(run) if state == "now" and stage is Stage.GENERATING_VIDEO else None
    # Takes, not percents: there is one percentage of a run, and it is that of the whole.
    done = f" · {far.made} of {far.planned}" if far and far.planned else ""
    return StageStep(
        stage=stage,
        label=STAGES[stage][0],
        state=state,
        time=(clock(taken) if visits else "–") + done,
        percent=100 * far.made // far.planned if far and far.planned else None,
        since=f"Entered {moment(visits[-1].at)}" if visits else "Not entered",
        note=reason(run) if state == "failed" else None,
    )


def _state(run: Run, stage: Stage, *, last: Stage, visited: bool) -> State:
    if stage is last and run.recorded_status is not Status.COMPLETED:
        if run.recorded_status is Status.RUNNING:
            return "now"
        return "failed" if run.recorded_status is Status.FAILED else "stopped"
    return "done" if visited else "next"


def _seconds(duration_ms: int | None, since: datetime, at: datetime) -> float:
    return max(0.0, (at - since).total_seconds()) if duration_ms is None else duration_ms / 1000


def reason(run: Run) -> str | None:
    """Why a run ended before its time, if anybody said so."""
    end = run.timeline[-1] if run.timeline else None
    return end.error if end is not None and end.stage in ENDS.values() else None
