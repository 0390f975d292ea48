"""The worker: threads that claim jobs, do them, and keep their leases alive."""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import structlog

from showbible.errors import ShowbibleError
from showbible.jobs import queue, schedule
from showbible.jobs.queue import Job, LeaseLost, State
from showbible.storage.database import Database

IDLE_SECONDS: Final = 0.25

log = structlog.get_logger("showbible.jobs")


class Worker:
    """A few threads of one process, all under one owner's name."""

    def __init__(
        self,
        db: Database,
        perform: Callable[[Job], None],
        *,
        threads: int = 2,
        lease_seconds: float = 30.0,
        periods: Mapping[str, float] | None = None,
    ) -> None:
        self.db = db
        self.owner = f"{boot(db)}:{os.getpid()}:{secrets.token_hex(6)}"
        self.last_beat = time.monotonic()
        """When this worker was last seen alive, on this process's own clock."""
        self._perform = perform
        self._lease_ms = int(lease_seconds * 1000)
        self._periods = periods or {}
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._work, name=f"worker-{n}", daemon=True) for n in range(threads)]
        self._threads.append(threading.Thread(target=self._keep_alive, name="worker-beat", daemon=True))

    def start(self) -> None:
        """Begin to work in the background."""
        for thread in self._threads:
            thread.start()

    def stop(self, *, within: float = 15.0) -> bool:
        """Claim nothing more and wait for running jobs; gives whether all of them ended."""
        self._stopping.set()
        deadline = time.monotonic() + within
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def run_one(self) -> bool:
        """Do one job, if one is due."""
        job = queue.claim(self.db, owner=self.owner, lease_ms=self._lease_ms)
        if job is None:
            return False
        self._do(job)
        return True

    def run_all(self) -> int:
        """Do everything that is due now, in this thread; gives how many jobs that was."""
        done = 0
        while queue.has_work(self.db, boot=boot(self.db)) and self.run_one():
            done += 1
        return done

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                busy = queue.has_work(self.db, boot=boot(self.db)) and self.run_one()
            except ShowbibleError as error:
                log.warning("worker.waits", reason=str(error))
                busy = False
            except Exception:
                log.exception("worker.failed")
                busy = False
            if not busy:
                self._stopping.wait(IDLE_SECONDS)

    def _do(self, job: Job) -> None:
        started = time.monotonic()
        try:
            self._perform(job)
        except LeaseLost:
            log.warning("job.lost", job_id=job.job_id, job=job.event)
        except Exception as error:
            state = queue.put_back(self.db, job, f"{type(error).__name__}: {error}")
            note = log.error if state is State.FAILED else log.warning
            note("job.failed", job_id=job.job_id, job=job.event, attempt=job.attempt, exc_info=True)
        else:
            queue.finish(self.db, job)
            milliseconds = round((time.monotonic() - started) * 1000)
            log.info("job.done", job_id=job.job_id, job=job.event, ms=milliseconds)

    def _keep_alive(self) -> None:
        pause = min(self._lease_ms / 3000, 1.0)
        while not self._stopping.wait(pause):
            try:
                queue.renew(self.db, owner=self.owner, lease_ms=self._lease_ms)
                schedule.announce_due(self.db, self._periods)
                self.last_beat = time.monotonic()
            except ShowbibleError as error:
                log.warning("worker.waits", reason=str(error))
            except Exception:
                log.exception("worker.failed")


def boot(db: Database) -> str:
    """What the lease clock counts from: this start of the machine for a file, the server for PostgreSQL."""
    return _boot_id() if db.rules.name == "sqlite" else "server"


@lru_cache
def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:  # not Linux: a reboot then looks like a lease that is still held
        return "machine"
