"""The worker: threads that claim jobs, do them, and keep their leases alive.

A lease is prolonged only while a living thread of this worker holds the job. Whatever fails, a job is
therefore either settled or comes back by itself once its lease has run out.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

import structlog

from showbible.errors import ShowbibleError
from showbible.jobs import queue, schedule
from showbible.jobs.job import Job, JobState, LeaseLost
from showbible.jobs.timekeeping import machine_boot
from showbible.storage.bell import JOBS, Bell
from showbible.storage.database import Database

IDLE_SECONDS: Final = (0.25, 2.0)
"""How long a thread without work waits, and how long where a bell calls it: what waits for its time rings no bell."""
SETTLING_PAUSES: Final = (0.1, 0.4, 1.6, 6.4, 15.0, 15.0)
"""Seconds between the tries to settle a job whose effect is safe already."""

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
        beside: Callable[[], object] | None = None,
        pauses: Sequence[float] = SETTLING_PAUSES,
        bell: Bell | None = None,
        idle: tuple[float, float] = IDLE_SECONDS,
    ) -> None:
        """Call `beside` once a beat, apart from the jobs, for what must not wait for its turn in the queue."""
        self.db = db
        self.owner = f"{boot(db)}:{os.getpid()}:{secrets.token_hex(6)}"
        self.last_beat = time.monotonic()
        """When this worker was last seen alive, on this process's own clock."""
        self._perform = perform
        self._lease_ms = int(lease_seconds * 1000)
        self._periods = periods or {}
        self._beside = beside
        self._pauses = pauses
        self._held: dict[threading.Thread, Job] = {}
        self._stopping = threading.Event()
        self._bell, self._idle = bell, idle
        self._woken = [threading.Event() for _ in range(threads)]
        self._threads = [_thread(partial(self._work, woken), f"worker-{n}") for n, woken in enumerate(self._woken)]
        self._threads.append(_thread(self._keep_alive, "worker-beat"))
        if beside is not None:
            self._threads.append(_thread(self._stand_by, "worker-beside"))

    def start(self) -> None:
        """Begin to work in the background."""
        if self._bell is not None:
            self._bell.call(JOBS, self._wake)
        for thread in self._threads:
            thread.start()

    def stop(self, *, within: float = 15.0) -> bool:
        """Claim nothing more and wait for running jobs; gives whether all of them ended."""
        self._stopping.set()
        self._wake()
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

    def held(self) -> list[Job]:
        """The jobs that living threads of this worker work on now."""
        return [job for thread, job in tuple(self._held.items()) if thread.is_alive()]

    def beat(self) -> None:
        """Prolong the leases of what is held, and announce what is due again."""
        queue.renew(self.db, self.held(), lease_ms=self._lease_ms)
        schedule.announce_due(self.db, self._periods)
        self.last_beat = time.monotonic()

    def _wake(self) -> None:
        """Let every thread look for work now."""
        for woken in self._woken:
            woken.set()

    def _work(self, woken: threading.Event) -> None:
        while not self._stopping.is_set():
            busy = False
            with _undaunted():
                busy = queue.has_work(self.db, boot=boot(self.db)) and self.run_one()
            if not busy:
                woken.wait(self._idle[self._bell is not None and self._bell.is_heard])
                woken.clear()

    def _do(self, job: Job) -> None:
        """Perform a job and settle it; when it cannot be settled it is let go, and comes back."""
        self._held[threading.current_thread()] = job
        try:
            self._perform_and_settle(job)
        except LeaseLost:
            _note(log.warning, "job.lost", job)
        finally:
            del self._held[threading.current_thread()]

    def _perform_and_settle(self, job: Job) -> None:
        started = time.monotonic()
        try:
            self._perform(job)
        except LeaseLost:
            raise
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {error}"
            state = self._settled(job, lambda: queue.put_back(self.db, job, reason))
            _note(log.error if state is JobState.FAILED else log.warning, "job.failed", job, exc_info=error)
        else:
            self._settled(job, lambda: queue.finish(self.db, job))
            _note(log.info, "job.done", job, ms=round((time.monotonic() - started) * 1000))

    def _settled(self, job: Job, settle: Callable[[], JobState]) -> JobState | None:
        """Settle a job, again and again with growing pauses; None when it had to be let go."""
        for pause in self._pauses:
            try:
                return settle()
            except Exception as error:
                _note(log.warning, "job.waits_to_settle", job, reason=str(error))
            if self._stopping.wait(pause):
                break
        try:
            return settle()
        except Exception as error:
            _note(log.error, "job.let_go", job, reason=str(error))
            return None

    def _keep_alive(self) -> None:
        while not self._stopping.wait(self._pause):
            with _undaunted():
                self.beat()

    def _stand_by(self) -> None:
        while not self._stopping.is_set():
            with _undaunted():
                if self._beside is not None:
                    self._beside()
            self._stopping.wait(self._pause)

    @property
    def _pause(self) -> float:
        return min(self._lease_ms / 3000, 1.0)


def _thread(target: Callable[[], None], name: str) -> threading.Thread:
    return threading.Thread(target=target, name=name, daemon=True)


@contextmanager
def _undaunted() -> Iterator[None]:
    """Note what goes wrong inside and go on: a thread of a worker never ends by itself."""
    try:
        yield
    except ShowbibleError as error:
        with suppress(Exception):
            log.warning("worker.waits", reason=str(error))
    except Exception:
        with suppress(Exception):
            log.exception("worker.failed")


def _note(note: Callable[..., Any], event: str, job: Job, **facts: Any) -> None:
    # A log that cannot be written, as on a full disk, must not cost a job its end.
    with suppress(Exception):
        note(event, job_id=job.job_id, job=job.event, attempt=job.attempt, **facts)


def boot(db: Database) -> str:
    """What the lease clock counts from: this start of the machine for a file, the server for PostgreSQL."""
    return machine_boot() if db.rules.name == "sqlite" else "server"
