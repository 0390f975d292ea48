"""One run in the drawer beside the list: how far it is, what it made last, what it cost, why it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from showbible.bible import Bible
from showbible.runs.model import Pilot, Run
from showbible.runs.recall import one
from showbible.web.pages.kit.cards import RunCard, card, more
from showbible.web.pages.kit.marks import PILOTS, letter, tone
from showbible.web.pages.run.tracker import StageStep, reason, steps
from showbible.web.words import plain, usd


@dataclass(frozen=True, kw_only=True)
class PilotLine:
    """A pilot in a line; `name` is how it was made and how it stands."""

    pilot: Pilot
    letter: str
    tone: str
    name: str


@dataclass(frozen=True, kw_only=True)
class RunPeek:
    """A run as the drawer shows it; `percent` is the share of its budget that is spent."""

    card: RunCard
    more: str
    reason: str | None
    steps: tuple[StageStep, ...]
    pilots: tuple[PilotLine, ...]
    percent: int
    left: str


def peek(bible: Bible, run_id: str, *, at: datetime) -> RunPeek:
    """What the drawer shows of a run."""
    run = one.run(bible.db, run_id)
    return RunPeek(
        card=card(run, at=at, stalled_after=bible.settings.stalled_after),
        more=more(run.concept),
        reason=reason(run),
        steps=steps(run, at=at),
        pilots=tuple(_line(run, pilot, n) for n, pilot in enumerate(run.pilots)),
        percent=min(100, 100 * run.spent // run.budget) if run.budget else 100 * bool(run.spent),
        left=f"{usd(run.remaining)} left" if run.remaining >= 0 else f"{usd(-run.remaining)} over",
    )


def _line(run: Run, pilot: Pilot, position: int) -> PilotLine:
    stands = "won" if pilot.pilot_id == run.winning_pilot else PILOTS[pilot.status].word.lower()
    name = f"{plain(pilot.tier)}, {stands}"
    return PilotLine(pilot=pilot, letter=letter(position), tone=tone(position), name=name)
