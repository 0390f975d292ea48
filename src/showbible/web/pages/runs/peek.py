"""One run in the drawer beside the list: how far it is, what it made last, what it cost, why it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from showbible.bible import Bible
from showbible.runs import model
from showbible.runs.model import Run
from showbible.runs.recall import one
from showbible.web.pages.kit.cards import RunCard, card, more
from showbible.web.pages.kit.marks import PILOTS, letter, tone
from showbible.web.pages.run.tracker import Step, reason, steps
from showbible.web.words import plain, score, usd


@dataclass(frozen=True, kw_only=True)
class Pilot:
    """A pilot in a line: who, how it was made, its points and its money."""

    letter: str
    tone: str
    name: str
    score: str
    spent: str


@dataclass(frozen=True, kw_only=True)
class Peek:
    """A run as the drawer shows it; `percent` is the share of its budget that is spent."""

    card: RunCard
    more: str
    reason: str | None
    steps: tuple[Step, ...]
    pilots: tuple[Pilot, ...]
    percent: int
    left: str


def peek(bible: Bible, run_id: str, *, at: datetime) -> Peek:
    """What the drawer shows of a run."""
    run = one.run(bible.db, run_id)
    return Peek(
        card=card(run, at=at, stalled_after=bible.settings.stalled_after),
        more=more(run.concept),
        reason=reason(run),
        steps=steps(run, at=at),
        pilots=_pilots(run),
        percent=min(100, 100 * run.spent // run.budget) if run.budget else 100 * bool(run.spent),
        left=f"{usd(run.remaining)} left" if run.remaining >= 0 else f"{usd(-run.remaining)} over",
    )


def _standing(run: Run, pilot: model.Pilot) -> str:
    return "won" if pilot.pilot_id == run.winning_pilot else PILOTS[pilot.status].word.lower()


def _pilots(run: Run) -> tuple[Pilot, ...]:
    return tuple(
        Pilot(
            letter=letter(n),
            tone=tone(n),
            name=f"{plain(pilot.tier)}, {_standing(run, pilot)}",
            score=score(pilot.score),
            spent=usd(pilot.spent),
        )
        for n, pilot in enumerate(run.pilots)
    )
