"""The server's own recovery: productions that nobody works on are taken up, one at a time."""

from __future__ import annotations

import threading
from typing import Final

import structlog

from showbible.bible import Bible
from showbible.errors import ShowbibleError
from showbible.studio import config, ledger, orchestrator

PAUSE: Final = 1.0
MOST_TURNS: Final = 25

log = structlog.get_logger("showbible.studio")


class Recovery:
    """A thread that goes on with whatever was asked for or left behind."""

    def __init__(self, bible: Bible) -> None:
        self._bible = bible
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="productions", daemon=True)

    def start(self) -> None:
        """Begin to watch in the background."""
        self._thread.start()

    def stop(self, *, within: float = 15.0) -> None:
        """Take up nothing more; a production at work rests after its step and can be resumed."""
        self._stopping.set()
        self._thread.join(within)

    def run_one(self) -> bool:
        """Work on one unattended production, if there is one."""
        waiting = ledger.unattended(self._bible.db)
        if not waiting:
            return False
        first = waiting[0]
        if first.turn >= MOST_TURNS:
            said = f"Its process ended without a word {MOST_TURNS} times."
            self._bible.runs.finish(first.run_id, "failed", error=said)
            return True
        crew = config.crew(self._bible)
        orchestrator.produce(self._bible, first.run_id, crew=crew, stop=self._stopping, cancels=False, patience=0)
        return True

    def _watch(self) -> None:
        while not self._stopping.wait(PAUSE):
            try:
                while not self._stopping.is_set() and self.run_one():
                    pass
            except ShowbibleError as error:
                log.warning("production.waits", reason=str(error))
            except Exception:
                log.exception("production.failed")
