"""How far a run is: its nine stages, each with the time it took; its money, spent by whom, and whether it will do."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from showbible.runs.model import ENDS, Run, Stage, Status
from showbible.runs.recall.run_words import STAGES, letter
from showbible.runs.recall.standing import projection, standing
from showbible.web.pages.kit.marks import StatusMark, tone
from showbible.words import clock, moment, usd

RING: Final = 1000
"""The length of the gauge's half ring, in the units its strokes are measured in."""


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


class Spender:
    """One spender: a stretch of the ring, from where what was spent `before` ends, and a line in the legend."""

    def __init__(self, tone: str, name: str, spent: int, of: str, *, before: int, whole: int) -> None:
        self.tone, self.name, self.spent, self.of = tone, name, usd(spent), of
        self.start = _along(before, whole)
        self.length = _along(before + spent, whole) - self.start


class Gauge:
    """The budget of a run at a moment as a half ring, with the same in words for who cannot see it."""

    def __init__(self, run: Run, *, at: datetime) -> None:
        projected = projection(run)
        whole = max(run.budget, run.spent, projected or 0, 1)
        self.parts = tuple(_parts(run, whole))
        end = sum(part.length for part in self.parts)
        self.tick = None if projected is None else _along(projected, whole)
        self.ahead = (end, max(0, (self.tick or 0) - end))
        self.limit = _along(run.budget, whole) if whole > run.budget else None
        self.projected = "–" if projected is None else usd(projected)
        self.headroom = "–" if projected is None else usd(run.budget - projected)
        minutes = ((run.completed_at or at) - run.started_at).total_seconds() / 60
        self.rate = f"{usd(round(run.spent / minutes))}/min" if minutes >= 1 / 60 and run.spent else "–"
        self.mark = _verdict(run, projected)
        ahead = "" if projected is None or run.is_over else f", projected {usd(projected)}"
        self.words = f"{usd(run.spent)} of {usd(run.budget)} spent{ahead}: {self.mark.word.lower()}."


def _parts(run: Run, whole: int) -> Iterable[Spender]:
    """Who spent what: each pilot, then what belongs to none of them."""
    spenders = [
        (tone(n), f"Pilot {letter(n)}", int(pilot.spent), f"of {usd(pilot.budget)}")
        for n, pilot in enumerate(run.pilots)
    ]
    shared = run.spent - sum(pilot.spent for pilot in run.pilots)
    if shared > 0 or not spenders:
        spenders.append(("shared", "Shared" if run.pilots else "The run", max(0, shared), ""))
    before = 0
    for colour, name, spent, of in spenders:
        yield Spender(colour, name, spent, of, before=before, whole=whole)
        before += spent


def _along(amount: int, whole: int) -> int:
    return RING * amount // whole


def _verdict(run: Run, projected: int | None) -> StatusMark:
    if run.spent > run.budget:
        return StatusMark(hue="bad", icon="warning", word=f"Over by {usd(run.spent - run.budget)}")
    if projected is not None and projected > run.budget:
        return StatusMark(hue="warn", icon="warning", word=f"Will exceed by {usd(projected - run.budget)}")
    return StatusMark(hue="ok", icon="check", word="Within budget" if run.is_over else "On plan")
