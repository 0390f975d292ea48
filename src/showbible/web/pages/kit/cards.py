"""A run as a card: a still, its name, how it stands and one fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from showbible.addresses import run_page
from showbible.runs.model import Status, Summary
from showbible.runs.recall import endings
from showbible.runs.recall.endings import RunEnding
from showbible.runs.recall.run_words import doing
from showbible.storage.database import Database
from showbible.studio.ledger import turns
from showbible.studio.ledger.model import StudioRun
from showbible.values import frozen
from showbible.web.pages.kit.marks import QUEUED, WAITING, StatusMark, mark
from showbible.words import headline, plural, score, span, usd


@frozen
class RunCard:
    """A run in a list; `progress` only while it runs, `still` only when it made something."""

    run_id: str
    title: str
    project_id: str
    mark: StatusMark
    fact: str
    progress: int | None
    still: str | None
    length: str
    spent: str
    budget: str
    score: str
    scenes: str
    started_at: datetime
    tags: tuple[str, ...]

    @property
    def href(self) -> str:
        """The run's page."""
        return run_page(self.run_id)


def cards(db: Database, found: Sequence[Summary], *, at: datetime, stalled_after: float) -> tuple[RunCard, ...]:
    """Runs as cards, as they stand at a moment."""
    ends = endings.endings(db, [run.run_id for run in found if run.recorded_status is Status.FAILED])
    unattended = turns.unattended(db) if any(not run.is_over for run in found) else []
    made = (card(run, at=at, stalled_after=stalled_after, end=ends.get(run.run_id)) for run in found)
    return tuple(_standing(each, unattended) for each in made)


def queued(db: Database) -> tuple[str, ...]:
    """The films that the studio was asked for and does not work on, in the order of their turn."""
    return tuple(asked.run_id for asked in turns.unattended(db) if asked.waits or not asked.turn)


def _standing(shown: RunCard, unattended: Sequence[StudioRun]) -> RunCard:
    """The card of a film on which nobody works: what it waits for, or how many are before it."""
    mine = next((asked for asked in unattended if asked.run_id == shown.run_id), None)
    if mine is None or (mine.turn and not mine.waits):
        return shown
    if mine.waits:
        return replace(shown, mark=WAITING, fact=f"Waits: {mine.waits}", progress=None)
    before = sum(asked.asked_at < mine.asked_at and not asked.turn for asked in unattended)
    fact = f"{plural(before, 'film')} before it" if before else "Next in line"
    return replace(shown, mark=QUEUED, fact=fact, progress=None)


def card(run: Summary, *, at: datetime, stalled_after: float, end: RunEnding | None = None) -> RunCard:
    """One run as a card; one that failed says where and why if its end is known."""
    return RunCard(
        run_id=run.run_id,
        title=headline(run.concept),
        project_id=run.project_id,
        mark=mark(run, at=at, stalled_after=stalled_after),
        fact=_failure(end) if end else fact(run),
        progress=None if run.is_over else run.progress,
        still=f"/runs/{run.run_id}/still" if run.scenes_completed else None,
        length=span(((run.completed_at or at) - run.started_at).total_seconds()),
        spent=usd(run.spent),
        budget=usd(run.budget),
        score=score(run.score),
        scenes=f"{run.scenes_completed} of {run.total_scenes}" if run.total_scenes else str(run.scenes_completed),
        started_at=run.started_at,
        tags=run.tags,
    )


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
