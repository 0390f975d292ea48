"""Whether the clock on the wall can be believed, before anything is removed for its age.

A mark of the highest time believed is kept in the workspace, beside a measure of time that nobody sets:
this machine's time since it started and, on PostgreSQL, the server's clock. A wall clock that is far ahead
of the mark and of the time known to have passed, or behind it, is in doubt. The doubt ends when the
clock comes back, when a person says that it is right, or when it has run on evenly for three days.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import structlog

from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import moment, stamp, utcnow

_SECOND: Final = 1_000_000  # microseconds, as everything here
_HOUR: Final = 3600 * _SECOND
DAY: Final = 24 * _HOUR
SLACK: Final = 300 * _SECOND
PROOF: Final = 3 * DAY
OFTEN: Final = 60 * _SECOND
"""How much time may pass between two marks."""
MOST_NOTES: Final = 60

log = structlog.get_logger("showbible.jobs")


@frozen
class Reading:
    """What the clocks say at one moment, in microseconds."""

    wall: int
    steady: int
    """Time since this machine started, asleep or awake."""
    boot: str
    """Which start of which machine that is."""
    server: int | None = None
    """The clock of the database's server, where there is one."""


Clock = Callable[[Database], Reading]


@frozen
class Doubt:
    """A clock that is not where it should be, and for how long it has run evenly since."""

    expected: int
    wall: int
    proven: int = 0

    @property
    def reason(self) -> str:
        """What is wrong, in words for a person."""
        away = timedelta(microseconds=abs(self.wall - self.expected))
        side = "ahead of" if self.wall > self.expected else "behind"
        return f"The clock says {moment(self.wall):%-d %b %Y, %H:%M} UTC, {_span(away)} {side} the time expected."


REMEDY: Final = (
    "Until somebody says that it is right, nothing is removed for its age. Set the clock if it is wrong. If it is "
    "right, say so on the Jobs page or with: showbible doctor --trust-clock"
)


@frozen
class Mark:
    """The time believed last, and the measures taken with it."""

    believed: int
    reading: Reading
    lived: int = 0
    """All the steady time that was ever seen to pass here."""
    notes: tuple[tuple[int, int], ...] = ()
    """(lived, wall) about every hour of the last steady day, and whenever the wall clock jumped."""
    doubt: Doubt | None = None


def read(db: Database) -> Reading:
    """The clocks of this machine, and of the database's server."""
    return Reading(
        wall=stamp(utcnow()),
        steady=time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000,
        boot=machine_boot(),
        server=None if db.rules.name == "sqlite" else db.clock_ms() * 1000,
    )


@lru_cache
def machine_boot() -> str:
    """The id of this start of this machine."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:  # not Linux: a reboot then looks like a lease that is still held
        return "machine"


def observe(db: Database, clock: Clock = read) -> Mark:
    """Look at the clocks and keep the mark; who wants to remove something for its age asks here first."""
    with db.transaction():
        db.hold("clock")
        mark = advanced(_stored_mark(db), clock(db))
        _keep(db, mark)
    return mark


def observe_sometimes(db: Database, clock: Clock = read) -> None:
    """Keep the mark fresh without writing at every beat."""
    known, now = _stored_mark(db), clock(db)
    if known is None or _is_old(known, now) or (advanced(known, now).doubt is None) != (known.doubt is None):
        mark = observe(db, clock)
        if mark.doubt is not None and (known is None or known.doubt is None):
            log.warning("clock.doubted", reason=mark.doubt.reason)


def _is_old(mark: Mark, now: Reading) -> bool:
    passed = _passed(mark.reading, now)
    return passed is None or passed >= OFTEN


def doubt(db: Database, clock: Clock = read) -> Doubt | None:
    """Why the clock is not believed now, if it is not; keeps nothing."""
    known = _stored_mark(db)
    return advanced(known, clock(db)).doubt if known is not None else None


def trust(db: Database, clock: Clock = read) -> Mark:
    """Take a person's word that the clock is right."""
    with db.transaction():
        db.hold("clock")
        now = clock(db)
        mark = replace(advanced(_stored_mark(db), now), believed=now.wall, doubt=None)
        _keep(db, mark)
    return mark


def a_steady_day_ago(mark: Mark) -> datetime | None:
    """A time before which nothing was stamped within the last day of steady time; None before that is known."""
    since = [number for number, (lived, _) in enumerate(mark.notes) if mark.lived - lived >= DAY]
    if not since:
        return None
    return moment(min(wall for _, wall in (*mark.notes[since[-1] :], (0, mark.reading.wall))) - SLACK)


def advanced(mark: Mark | None, now: Reading) -> Mark:
    """The mark after looking at the clocks again."""
    if mark is None:
        return Mark(believed=now.wall, reading=now, notes=((0, now.wall),))
    passed = _passed(mark.reading, now)
    expected = mark.believed + (passed or 0)
    notes, lived = _noted(mark, now, passed=passed or 0), mark.lived + (passed or 0)
    moved = replace(mark, reading=now, lived=lived, believed=expected, notes=notes)
    found = None if -SLACK <= now.wall - expected <= DAY else _doubted(mark, now, passed=passed, expected=expected)
    if found is None or found.proven >= PROOF:
        return replace(moved, believed=now.wall, doubt=None)
    return replace(moved, doubt=found)


def _noted(mark: Mark, now: Reading, *, passed: int) -> tuple[tuple[int, int], ...]:
    """The notes with this moment, if it is time for one, and without what no longer matters."""
    lived = mark.lived + passed
    jumped = abs(now.wall - mark.reading.wall - passed) > SLACK
    if not jumped and lived - mark.notes[-1][0] < _HOUR:
        return mark.notes
    notes = [*mark.notes, (lived, now.wall)]
    while len(notes) > 1 and lived - notes[1][0] >= DAY:
        del notes[0]
    while len(notes) > MOST_NOTES:  # two become one that promises less
        notes[:2] = [(notes[1][0], min(notes[0][1], notes[1][1]))]
    return tuple(notes)


def _doubted(mark: Mark, now: Reading, *, passed: int | None, expected: int) -> Doubt:
    """The doubt, nearer to its end when the clock ran evenly since the last look, and from its start when not."""
    moved = now.wall - mark.reading.wall
    # Across a restart of the machine nobody can tell how long it was off.
    even = -SLACK <= moved <= DAY if passed is None else abs(moved - passed) <= SLACK
    proven = mark.doubt.proven + (passed or 0) if mark.doubt is not None and even else 0
    return Doubt(expected=expected, wall=now.wall, proven=proven)


def _passed(before: Reading, now: Reading) -> int | None:
    """The time known to have passed: the least that a clock which nobody sets admits to; None if none can tell."""
    told = [now.steady - before.steady] if now.boot == before.boot else []
    if now.server is not None and before.server is not None:
        told.append(now.server - before.server)
    return max(0, min(told)) if told else None


def _span(away: timedelta) -> str:
    if away >= timedelta(days=2):
        return f"{away.days:,} days"
    hours = away // timedelta(hours=1)
    return f"{hours} hours" if hours > 1 else f"{away // timedelta(minutes=1)} minutes"


def _stored_mark(db: Database) -> Mark | None:
    found = db.value("SELECT value FROM facts WHERE name = 'clock'")
    return None if found is None else _mark(json.loads(found))


def _mark(told: dict[str, Any]) -> Mark:
    return Mark(
        believed=told["believed"],
        reading=Reading(**told["reading"]),
        lived=told["lived"],
        notes=tuple((lived, wall) for lived, wall in told["notes"]),
        doubt=Doubt(**told["doubt"]) if told["doubt"] else None,
    )


def _keep(db: Database, mark: Mark) -> None:
    db.run(
        """
        INSERT INTO facts (name, value) VALUES ('clock', :value)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """,
        value=json.dumps(asdict(mark)),
    )
