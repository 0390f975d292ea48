"""A clock for tests: its time passes, jumps and stands still as it is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from showbible.jobs import timekeeping
from showbible.jobs.timekeeping import Reading
from showbible.storage.database import Database


class Wall:
    """The clocks of this machine, moved by a test."""

    def __init__(self) -> None:
        self._first: Reading | None = None
        self._ahead = self._passed = 0

    def jump(self, **span: float) -> None:
        """Set the clock on the wall; no time passes."""
        self._ahead += timedelta(**span) // timedelta(microseconds=1)

    def pass_by(self, **span: float) -> None:
        """Let time pass on every clock."""
        self._passed += timedelta(**span) // timedelta(microseconds=1)

    def __call__(self, db: Database) -> Reading:
        """What the clocks say now."""
        first = self._first = self._first or timekeeping.read(db)
        return replace(
            first,
            wall=first.wall + self._ahead + self._passed,
            steady=first.steady + self._passed,
            server=first.server if first.server is None else first.server + self._passed,
        )
