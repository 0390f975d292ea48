"""How long things are kept and how large they may be: the one table that every limit, sweep and page reads."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from showbible.values import frozen
from showbible.vocabulary import KIB

MIB: Final = 1024 * KIB
GRACE: Final = timedelta(days=1)
"""A file that nothing names may be on its way: so long it is left alone."""


@frozen
class KeepingRule:
    """What is kept for how many days, for ever where none are given, and how much of it at the most."""

    what: str
    days: int | None = None
    most_bytes: int | None = None
    """Of one file; where `each_run` says so, of all files of a run together."""
    most_items: int | None = None
    each_run: bool = False

    def until(self, touched: datetime) -> datetime:
        """When something may go that was last touched at a moment."""
        return touched + timedelta(days=self.days or 0)

    def before(self, now: datetime) -> datetime | None:
        """What was last touched before this moment may go; None where nothing ever does."""
        return None if self.days is None else now - timedelta(days=self.days)


STORES: Final[Mapping[str, KeepingRule]] = {
    "videos": KeepingRule(what="Films and takes", most_bytes=500 * MIB),
    "audio": KeepingRule(what="Music and voices", most_bytes=500 * MIB),
    "media": KeepingRule(what="Pictures and other files", most_bytes=5 * 1024 * MIB),
    "runs": KeepingRule(what="Working files of runs", days=90, most_bytes=10 * MIB, each_run=True),
    "evals": KeepingRule(what="Evaluations", most_bytes=1 * KIB),
}
"""The stores of files."""

RECORDS: Final[Mapping[str, KeepingRule]] = {
    "progress": KeepingRule(what="Progress of runs", days=30, most_items=200, each_run=True),
    "events": KeepingRule(what="Lines of runs' logs", days=30),
    "jobs": KeepingRule(what="Jobs that are done", days=7),
    "failed_jobs": KeepingRule(what="Jobs that failed", days=90),
    "model_calls": KeepingRule(what="Calls of models", days=90),
}
"""What the database keeps for a time."""
