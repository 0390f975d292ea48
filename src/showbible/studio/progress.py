"""What a production says while it works."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from showbible.bible import Bible
from showbible.runs.model import Run, Stage
from showbible.runs.recall.standing import LEFT, pace, standing
from showbible.values import frozen
from showbible.vocabulary import Micros, RunId


@frozen
class Progress:
    """One thing that happened, with what was spent and how long the rest will take."""

    run_id: RunId
    stage: Stage
    message: str
    percent: int
    spent: Micros
    budget: Micros
    seconds_left: float | None


Say = Callable[[Progress], None]


def silent(_progress: Progress) -> None:
    """Say nothing."""


@dataclass(kw_only=True)
class Clock:
    """How much work there is, how much is done, and what that means for the time left."""

    total: float = 0.0
    done: float = 0.0
    started: float = field(default_factory=time.monotonic)

    def reach(self, share: float) -> None:
        """Say that at least this share of all work is done."""
        self.done = max(self.done, self.total * share)

    def left(self) -> float | None:
        """Seconds until the end at the present pace; None before anything was done."""
        return pace(elapsed=time.monotonic() - self.started, done=self.done, total=self.total)


@frozen
class Voice:
    """Tells the run's memory and whoever listens what is going on."""

    bible: Bible
    run_id: RunId
    say: Say = silent
    clock: Clock = field(default_factory=Clock)

    def tell(self, stage: Stage, message: str, *, done: bool = False) -> None:
        """Report something under the agent that does it; the time left goes along, so that pages say the same."""
        run, left = self.bible.runs.get(self.run_id), self.clock.left()
        status = "completed" if done else "running"
        data = None if left is None else {LEFT: round(left, 1)}
        percent = standing(run).percent
        self.bible.runs.report(self.run_id, stage.value, status, message=message, progress=percent, data=data)
        self._say(run, stage, message, left=left)

    def end(self, run: Run) -> None:
        """Say how it ended; the run itself takes no more reports."""
        self._say(run, run.stage, f"{run.recorded_status}", left=0.0)

    def _say(self, run: Run, stage: Stage, message: str, *, left: float | None) -> None:
        self.say(
            Progress(
                run_id=self.run_id,
                stage=stage,
                message=message,
                percent=standing(run).percent,
                spent=run.spent,
                budget=run.budget,
                seconds_left=left,
            )
        )
