"""The money of a run: spent by whom, where it is heading, and whether that fits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from showbible.runs.model import Run
from showbible.runs.recall.standing import projection
from showbible.web.pages.kit.marks import StatusMark, letter, tone
from showbible.web.words import usd

RING: Final = 1000
"""The length of the gauge's half ring, in the units its strokes are measured in."""


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
        self.rate, self.mark = _rate(run, at), _verdict(run, projected)
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


def _rate(run: Run, at: datetime) -> str:
    minutes = ((run.completed_at or at) - run.started_at).total_seconds() / 60
    return f"{usd(round(run.spent / minutes))}/min" if minutes >= 1 / 60 and run.spent else "–"
