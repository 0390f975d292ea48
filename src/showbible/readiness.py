"""Whether this server can do useful work now: each check with its finding."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Final, Protocol

import structlog

from showbible.bible import Bible
from showbible.errors import ShowbibleError, without_paths
from showbible.jobs import health, queue
from showbible.llm.embeddings import choosing
from showbible.storage import identity, migrate
from showbible.storage.database import Database
from showbible.storage.sqlite import free_bytes
from showbible.troubles import Trouble, deaf_hook, doubted_clock, late_backup, late_jobs
from showbible.values import frozen
from showbible.vocabulary import plural, utcnow

LONGEST_SILENCE: Final = 30.0  # seconds
JOBS_LOOKED_AT: Final = 20
PROJECTS_TOLD: Final = 3

log = structlog.get_logger("showbible")


class CheckState(StrEnum):
    """What a check found; only a failed one makes the server not ready."""

    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


@frozen
class Check:
    """One finding, with the reason when it is not good."""

    state: CheckState = CheckState.OK
    detail: str = ""


class Working(Protocol):
    """A worker as far as a server cares."""

    last_beat: float
    """When it was last alive, on the monotonic clock."""

    def stop(self) -> object:
        """Claim nothing more, and wait for what is running."""


def failed(detail: str) -> Check:
    """The finding that something does not work."""
    return Check(state=CheckState.FAILED, detail=detail)


def store_checks(bible: Bible) -> Mapping[str, Check]:
    """What only asking the disk and the database can tell."""
    db = bible.workspace.db
    return {
        "disk": _tried(lambda: _disk(bible)),
        "schema": _tried(lambda: _schema(db)),
        "store": _tried(lambda: _store(db)),
        "files": _tried(lambda: _files(bible)),
        "jobs": _tried(lambda: _jobs(db)),
        "projects": _tried(lambda: _projects(bible)),
        "queue": _tried(lambda: _check_of(late_jobs(bible))),
        "clock": _tried(lambda: _check_of(doubted_clock(bible))),
        "backups": _tried(lambda: _check_of(late_backup(bible))),
        "webhooks": _tried(lambda: _check_of(deaf_hook(bible))),
        "reading": _tried(_reading),
    }


def _check_of(trouble: Trouble | None) -> Check:
    if trouble is None:
        return Check()
    return Check(
        state=CheckState.FAILED if trouble.severe else CheckState.DEGRADED, detail=f"{trouble.text} See /jobs."
    )


def worker_check(worker: Working) -> Check:
    """Whether the worker of this process was alive within the last half minute."""
    silence = time.monotonic() - worker.last_beat
    if silence < LONGEST_SILENCE:
        return Check()
    return failed(f"The worker has been silent for {silence:.0f} s. Restart the server.")


def _tried(check: Callable[[], Check]) -> Check:
    try:
        return check()
    except ShowbibleError as error:
        return failed(without_paths(str(error)))
    except Exception as error:
        log.exception("readiness.failed")
        return failed(f"The check itself failed: {type(error).__name__}.")


def _disk(bible: Bible) -> Check:
    floor = bible.settings.disk_floor_mb
    free = free_bytes(bible.workspace.home) // 1024**2
    if free >= floor:
        return Check()
    return failed(f"{free:,} MB are free where {floor:,} are needed. Free some space.")


def _schema(db: Database) -> Check:
    found, known = migrate.version(db, "workspace"), migrate.head("workspace")
    if found == known:
        return Check()
    return failed(f"The database has schema version {found}; this Showbible works with version {known}.")


def _store(db: Database) -> Check:
    """Write something, read it, and take it back."""
    return Check() if identity.round_trip(db) else failed("The database does not give back what was written.")


def _files(bible: Bible) -> Check:
    """Whether the home of the files answers."""
    bible.blobs.check()
    return Check()


def _reading() -> Check:
    """By what texts are read: something always does."""
    return Check(detail=f"Scenes and talk are read by {choosing.reader()}.")


def _projects(bible: Bible) -> Check:
    """Whether any project is known to be out of reach: the others are served all the same."""
    if not (troubles := bible.workspace.troubles()):
        return Check()
    told = " ".join([*troubles.values()][:PROJECTS_TOLD])
    more = f" And {len(troubles) - PROJECTS_TOLD} more." if len(troubles) > PROJECTS_TOLD else ""
    return Check(state=CheckState.DEGRADED, detail=without_paths(told) + more)


def _jobs(db: Database) -> Check:
    latest = health.latest_ends(db, since=utcnow() - timedelta(hours=1), limit=JOBS_LOOKED_AT)
    failures = latest.count(queue.JobState.FAILED)
    if failures * 2 <= len(latest):
        return Check()
    # A few failures in a quiet hour are worth a look; half of many mean that nothing works.
    state = CheckState.FAILED if failures * 2 > JOBS_LOOKED_AT else CheckState.DEGRADED
    return Check(
        state=state, detail=f"{failures} of the last {plural(len(latest), 'job')} failed. See /jobs for the reasons."
    )
