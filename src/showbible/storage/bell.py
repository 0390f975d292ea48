"""Who waits for news is called at once where the database can do that; everybody looks again after a while anyway.

On PostgreSQL one connection of each process listens. Files cannot call across processes: there nobody is ever heard,
and whoever waits looks often.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from showbible.storage import postgres
from showbible.storage.database import Database

JOBS: Final = "jobs"
RUNS: Final = "runs"
"""What can be rung for: something to do, and something that happened in a run."""

_PAUSE: Final = 1.0

Call = Callable[[], object]

log = structlog.get_logger("showbible.storage")


class Bell:
    """Calls whoever asked to be called when any process rings."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._calls: dict[str, list[Call]] = defaultdict(list)
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self.is_heard = False
        """Whether rings arrive now; while they do not, whoever waits has to look by himself."""

    def call(self, channel: str, back: Call) -> None:
        """Have something called, in a thread of the bell's own, whenever somebody rings."""
        self._calls[channel].append(back)
        with self._starting:
            if self._thread is None and isinstance(self._db.rules, postgres.PostgreSQL):
                self._thread = threading.Thread(target=self._listen, name="bell", daemon=True)
                self._thread.start()

    def leave(self, channel: str, back: Call) -> None:
        """Call that no more."""
        self._calls[channel].remove(back)

    def close(self) -> None:
        """Listen no more."""
        self._closing.set()
        if self._thread is not None:
            with suppress(Exception), self._db.apart() as connection, connection.begin():
                self._db.rules.ring(connection, "closing")  # or it would be noticed a pause later
            self._thread.join(3 * _PAUSE)

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                self._hear()
            except Exception as error:  # the server is away: whoever waits looks by himself meanwhile
                log.warning("bell.silent", reason=str(error))
            self.is_heard = False
            self._closing.wait(_PAUSE)

    def _hear(self) -> None:
        for channel in postgres.heard(self._db, pause=_PAUSE):
            if not self.is_heard:
                self.is_heard = True
                self._ring(JOBS, RUNS)  # whatever came before anybody listened
            if self._closing.is_set():
                return
            if channel is not None:
                self._ring(channel)

    def _ring(self, *channels: str) -> None:
        for channel in channels:
            for call in tuple(self._calls[channel]):
                call()
