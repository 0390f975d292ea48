"""A run as a card: a still, its name, how it stands and one fact."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from showbible.addresses import run_page
from showbible.runs.model import Status, Summary
from showbible.runs.recall import endings
from showbible.runs.recall.endings import RunEnding
from showbible.runs.recall.run_words import doing
from showbible.storage.database import Database
from showbible.studio.ledger import turns
from showbible.studio.ledger.model import StudioRun
from showbible.web.pages.kit.marks import QUEUED, WAITING, StatusMark, mark
from showbible.words import headline, plural, score, span, usd


class RunCard:
    """A run in a list, as it stands at a moment; `progress` only while it runs, `still` only when it made something.

    One that failed says where and why if its `end` is known; a film on which nobody works, what it waits for or how
    many of those that are `unattended` are before it.
    """

    def __init__(
        self,
        run: Summary,
        *,
        at: datetime,
        stalled_after: float,
        end: RunEnding | None = None,
        unattended: Sequence[StudioRun] = (),
    ) -> None:
        self.run, self.run_id, self.href, self.title = run, run.run_id, run_page(run.run_id), headline(run.concept)
        self.mark, self.fact = mark(run, at=at, stalled_after=stalled_after), _failure(end) if end else fact(run)
        self.progress = None if run.is_over else run.progress
        self.still = f"/runs/{run.run_id}/still" if run.scenes_completed else None
        self.length = span(((run.completed_at or at) - run.started_at).total_seconds())
        made, total = run.scenes_completed, run.total_scenes
        self.scenes = f"{made} of {total}" if total else str(made)
        mine = next((asked for asked in unattended if asked.run_id == run.run_id), None)
        if mine and (mine.waits or not mine.turn):
            self.mark, self.fact = _waiting(mine, unattended)
            self.progress = None


def cards(db: Database, found: Sequence[Summary], *, at: datetime, stalled_after: float) -> tuple[RunCard, ...]:
    """Runs as cards, as they stand at a moment."""
    ends = endings.endings(db, [run.run_id for run in found if run.recorded_status is Status.FAILED])
    unattended = turns.unattended(db) if any(not run.is_over for run in found) else []
    show = partial(RunCard, at=at, stalled_after=stalled_after, unattended=unattended)
    return tuple(show(run, end=ends.get(run.run_id)) for run in found)


def queued(db: Database) -> tuple[str, ...]:
    """The films that the studio was asked for and does not work on, in the order of their turn."""
    return tuple(asked.run_id for asked in turns.unattended(db) if asked.waits or not asked.turn)


def _waiting(mine: StudioRun, unattended: Sequence[StudioRun]) -> tuple[StatusMark, str]:
    if mine.waits:
        return WAITING, f"Waits: {mine.waits}"
    before = sum(asked.asked_at < mine.asked_at and not asked.turn for asked in unattended)
    return QUEUED, f"{plural(before, 'film')} before it" if before else "Next in line"


def more(concept: str) -> str:
    """What a concept says beyond its title."""
    name, line = headline(concept), concept.strip()
    return line if name.endswith("…") else line.removeprefix(name).strip()


def fact(run: Summary) -> str:
    """What matters most about a run in its state."""
    if run.recorded_status is Status.COMPLETED:
        return f"Score {score(run.score)}, {usd(run.spent)}" if run.score is not None else f"{usd(run.spent)} spent"
    made = f"scene {run.scenes_completed} of {run.total_scenes}" if run.total_scenes else ""
    if not run.is_over:
        return ", ".join(filter(None, (f"{usd(run.spent)} of {usd(run.budget)}", made)))
    return f"{plural(run.scenes_completed, 'scene')} made, {usd(run.spent)} spent"


def _failure(end: RunEnding) -> str:
    """Where a run failed, and why."""
    return f"{doing(end.stage)}: {end.error or 'no reason was given'}"
