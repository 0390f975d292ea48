"""The server's own recovery: productions that nobody works on are taken up, and open orders are followed."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

from showbible.bible import Bible
from showbible.errors import DiskFull, ShowbibleError, TryLater
from showbible.studio import config, orchestrator
from showbible.studio.closing import Follower
from showbible.studio.ledger import turns
from showbible.studio.ledger.model import StudioRun

PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
MOST_TURNS: Final = 25

log = structlog.get_logger("showbible.studio")


class Recovery:
    """Two threads: one goes on with what was asked for or left behind, one asks after orders of runs that are over."""

    def __init__(self, bible: Bible, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._bible = bible
        self._clock = clock
        self._stopping = threading.Event()
        self._orders = Follower(bible, crew=lambda: config.crew(bible))
        self._tries: dict[str, int] = {}
        self._not_before: dict[str, float] = {}
        self._threads = [
            threading.Thread(target=self._watch, args=(work,), name=name, daemon=True)
            for name, work in (("productions", self.run_one), ("orders", self.follow))
        ]

    def start(self) -> None:
        """Begin to watch in the background."""
        for thread in self._threads:
            thread.start()

    def stop(self, *, within: float = 15.0) -> None:
        """Take up nothing more; a production at work rests after its step and can be resumed."""
        self._stopping.set()
        until = time.monotonic() + within
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def run_one(self) -> bool:
        """Work on the first production that nobody works on and that can be worked on, if there is one."""
        return any(self._taken_up(found) for found in turns.unattended(self._bible.db) if self._is_due(found))

    def follow(self) -> bool:
        """Ask once after the open orders of runs that are over; never a reason to look again at once."""
        self._orders.look()
        return False

    def _is_due(self, found: StudioRun) -> bool:
        return self._clock() >= self._not_before.get(found.run_id, 0.0)

    def _taken_up(self, found: StudioRun) -> bool:
        """Whether a production was worked on; one that is broken or has to wait lets the next one pass."""
        try:
            if found.turn >= MOST_TURNS:
                self._give_up(found)
            else:
                orchestrator.produce(self._bible, found.run_id, stop=self._stopping, cancels=False, patience=0)
        except (TryLater, DiskFull) as error:
            # Pages and the API show it, and they name no place on this machine.
            self._wait(found, str(error).replace(str(self._bible.settings.home.absolute()), "the data folder"))
        except ShowbibleError as error:
            log.warning("production.set_aside", run_id=found.run_id, reason=str(error))
            self._wait(found)
        except Exception:
            log.exception("production.failed", run_id=found.run_id)
            self._wait(found)
        else:
            self._tries.pop(found.run_id, None)
            return True
        return False

    def _give_up(self, found: StudioRun) -> None:
        said = f"Its process ended without a word {MOST_TURNS} times."
        if found.waits:
            said = f"It was tried {MOST_TURNS} times in vain. {found.waits}"
        self._bible.runs.finish(found.run_id, "failed", error=said)

    def _wait(self, found: StudioRun, why: str | None = None) -> None:
        """Leave a production alone for a while, longer each time, and say on its page what it waits for."""
        tries = self._tries[found.run_id] = self._tries.get(found.run_id, 0) + 1
        self._not_before[found.run_id] = self._clock() + min(LONGEST_PAUSE, PAUSE * 2 ** min(tries, 10) / 2)
        if why is not None and why != found.waits:
            log.warning("production.waits", run_id=found.run_id, reason=why)
            with contextlib.suppress(ShowbibleError):
                turns.waits(self._bible.db, found.run_id, why)
                self._bible.runs.warning(found.run_id, f"Waits: {why}")

    def _watch(self, work: Callable[[], bool]) -> None:
        while not self._stopping.wait(PAUSE):
            try:
                while not self._stopping.is_set() and work():
                    pass
            except ShowbibleError as error:
                log.warning("studio.waits", reason=str(error))
            except Exception:
                log.exception("studio.failed")
