"""The money of a run: spent by whom, where it is heading, and whether that fits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from showbible.runs.model import Pilot, PilotStatus, Run
from showbible.web.pages.kit.marks import StatusMark, letter, tone
from showbible.web.words import usd

RING: Final = 1000
"""The length of the gauge's half ring, in the units its strokes are measured in."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One spender: a stretch of the ring and a line in the legend."""

    tone: str
    name: str
    spent: str
    of: str
    start: int
    length: int


@dataclass(frozen=True, kw_only=True)
class Gauge:
    """The budget as a half ring, with the same in words for who cannot see it."""

    mark: StatusMark
    spent: str
    total: str
    parts: tuple[Part, ...]
    ahead: tuple[int, int]
    tick: int | None
    limit: int | None
    projected: str
    headroom: str
    rate: str
    words: str


def gauge(run: Run, *, at: datetime) -> Gauge:
    """The budget of a run at a moment."""
    projected = projection(run)
    whole = max(run.budget, run.spent, projected or 0, 1)
    parts = _parts(run, whole)
    ends_at = parts[-1].start + parts[-1].length if parts else 0
    goal = None if projected is None else _along(projected, whole)
    mark = _verdict(run, projected)
    return Gauge(
        mark=mark,
        spent=usd(run.spent),
        total=usd(run.budget),
        parts=parts,
        ahead=(ends_at, max(0, (goal or 0) - ends_at)),
        tick=goal,
        limit=_along(run.budget, whole) if whole > run.budget else None,
        projected="–" if projected is None else usd(projected),
        headroom="–" if projected is None else usd(run.budget - projected),
        rate=_rate(run, at),
        words=_words(run, projected, mark),
    )


def projection(run: Run) -> int | None:
    """What the run will have cost: the scenes still missing at the price of those made so far."""
    if run.is_over:
        return run.spent
    made = sum(pilot.scenes_generated for pilot in run.pilots)
    racing = [pilot for pilot in run.pilots if pilot.status is not PilotStatus.REJECTED]
    if not made or not run.total_scenes or not racing:
        return None
    usual = sum(pilot.spent for pilot in run.pilots) / made
    return run.spent + round(sum(_missing(run, pilot) * _price(pilot, usual) for pilot in racing))


def _missing(run: Run, pilot: Pilot) -> int:
    return max(0, run.total_scenes - pilot.scenes_generated)


def _price(pilot: Pilot, usual: float) -> float:
    return pilot.spent / pilot.scenes_generated if pilot.scenes_generated else usual


def _parts(run: Run, whole: int) -> tuple[Part, ...]:
    shared = run.spent - sum(pilot.spent for pilot in run.pilots)
    spenders = [
        (tone(n), f"Pilot {letter(n)}", int(pilot.spent), f"of {usd(pilot.budget)}")
        for n, pilot in enumerate(run.pilots)
    ]
    if shared > 0 or not spenders:
        spenders.append(("shared", "Shared" if run.pilots else "The run", max(0, shared), ""))
    parts, before = [], 0
    for colour, name, spent, of in spenders:
        start, before = before, before + spent
        length = _along(before, whole) - _along(start, whole)
        parts.append(Part(tone=colour, name=name, spent=usd(spent), of=of, start=_along(start, whole), length=length))
    return tuple(parts)


def _along(amount: int, whole: int) -> int:
    return RING * amount // whole


def _verdict(run: Run, projected: int | None) -> StatusMark:
    if run.spent > run.budget:
        return StatusMark(hue="bad", icon="warning", word=f"Over by {usd(run.spent - run.budget)}")
    if projected is not None and projected > run.budget:
        return StatusMark(hue="warn", icon="warning", word=f"Will exceed by {usd(projected - run.budget)}")
    if run.is_over:
        return StatusMark(hue="ok", icon="check", word="Within budget")
    return StatusMark(hue="ok", icon="check", word="On plan")


def _rate(run: Run, at: datetime) -> str:
    minutes = ((run.completed_at or at) - run.started_at).total_seconds() / 60
    return f"{usd(round(run.spent / minutes))}/min" if minutes >= 1 / 60 and run.spent else "–"


def _words(run: Run, projected: int | None, mark: StatusMark) -> str:
    ahead = "" if projected is None or run.is_over else f", projected {usd(projected)}"
    return f"{usd(run.spent)} of {usd(run.budget)} spent{ahead}: {mark.word.lower()}."
