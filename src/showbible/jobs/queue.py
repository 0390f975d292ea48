"""The queue: a table of jobs beside the facts that caused them.

A job is announced in the transaction of its fact, so neither exists without the other. It is claimed
by one owner under a lease; each claim counts an attempt, and only the holder of the latest attempt may
settle it. With a key, the newest announcement replaces one that waits, and two never run at once.

An attempt ends in one of three ways: settled, put back after an error, or lost because its worker
vanished. Errors and losses are counted apart: a few errors are enough to give up, while a process may
be ended many times for reasons that are not the job's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

import structlog

from showbible.errors import Conflict, NotFound, ShowbibleError
from showbible.events import ATTEMPTS
from showbible.jobs.job import COLUMNS, Job, JobState, LeaseLost
from showbible.storage import bell, paging
from showbible.storage.aging import AgingRows
from showbible.storage.database import Database
from showbible.storage.incarnations import signed
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, value_of
from showbible.vocabulary import JobId, new_id, stamp, utcnow

__all__ = ["Job", "JobState", "LeaseLost"]

MOST_ATTEMPTS: Final = 5  # that end in an error
MOST_LOST: Final = 20
LONGEST_WAIT: Final = 3600 * 1_000_000  # microseconds
ERROR_LIMIT: Final = 2000

log = structlog.get_logger("showbible.jobs")


def announce(db: Database, event: str, *, key: str | None = None, **payload: Any) -> JobId:
    """Save what must follow, in the transaction of the fact it follows from."""
    job_id = JobId(new_id())
    row = {
        "job_id": job_id,
        "event": event,
        "payload": json.dumps(signed(db, payload), allow_nan=False),
        "key": key,
        "now": stamp(utcnow()),
    }
    if db.queue is db:
        _enqueue(db, row)
        return job_id
    db.run(
        """
        INSERT INTO outbox (job_id, event, payload, key, announced_at)
        VALUES (:job_id, :event, :payload, :key, :now)
        """,
        **row,
    )
    db.after_commit("relay", lambda: _relay_soon(db))
    return job_id


def _relay_soon(db: Database) -> None:
    """Relay now if that is possible: the fact is safe, and the sweep brings what stays behind."""
    try:
        relay(db)
    except ShowbibleError as error:
        log.warning("relay.waits", reason=str(error))


def relay(db: Database) -> int:
    """Bring what a project's file announced to the workspace's queue; gives how many.

    Dying in between is harmless: the row stays in the outbox, and its job id is enqueued only once.
    """
    waiting = db.all("SELECT seq, job_id, event, payload, key, announced_at AS now FROM outbox ORDER BY seq")
    if not waiting:
        return 0
    with db.queue.transaction():
        for row in waiting:
            if not db.queue.value("SELECT 1 FROM jobs WHERE job_id = :job_id", job_id=row.job_id):
                _enqueue(db.queue, {name: value for name, value in row._mapping.items() if name != "seq"})
    with db.transaction():
        db.many("DELETE FROM outbox WHERE seq = :seq", [{"seq": row.seq} for row in waiting])
    return len(waiting)


def _enqueue(db: Database, row: Mapping[str, Any]) -> None:
    db.run(
        """
        INSERT INTO jobs (job_id, event, payload, key, state, due_at, announced_at)
        VALUES (:job_id, :event, :payload, :key, 'queued', :now, :now)
            ON CONFLICT (event, key) WHERE state = 'queued'
            DO UPDATE SET payload = excluded.payload, announced_at = excluded.announced_at
                    WHERE excluded.announced_at >= jobs.announced_at
        """,
        **row,
    )
    db.ring(bell.JOBS)


def has_work(db: Database, *, boot: str) -> bool:
    """Whether a claim could find something: a read, so that idle workers never write."""
    return bool(
        db.value(
            """
            SELECT 1
             WHERE EXISTS (SELECT 1 FROM jobs
                            WHERE state = 'queued' AND (due_at <= :now OR due_at > :never))
                OR EXISTS (SELECT 1 FROM jobs
                            WHERE state = 'running' AND (lease_until < :clock OR owner NOT LIKE :boot))
            """,
            now=stamp(utcnow()),
            never=stamp(utcnow()) + LONGEST_WAIT,
            clock=db.clock_ms(),
            boot=f"{boot}:%",
        )
    )


def claim(db: Database, *, owner: str, lease_ms: int) -> Job | None:
    """The next job, now leased to `owner`; None when nothing is due."""
    with db.transaction():
        _take_back_orphans(db, boot=owner.partition(":")[0])
        row = db.first(
            _CLAIM.format(skip_locked=db.rules.skip_locked),
            owner=owner,
            lease_until=db.clock_ms() + lease_ms,
            now=stamp(utcnow()),
            never=stamp(utcnow()) + LONGEST_WAIT,
        )
    return value_of(Job, row) if row else None


# A job due later than the longest wait can only come from a clock that was set back: it is due.
_CLAIM: Final = f"""
    UPDATE jobs
       SET state = 'running', owner = :owner, lease_until = :lease_until, started_at = :now, attempt = attempt + 1
     WHERE job_id = (
           SELECT waiting.job_id
             FROM jobs AS waiting
            WHERE waiting.state = 'queued'
              AND (waiting.due_at <= :now OR waiting.due_at > :never)
              AND NOT EXISTS (
                  SELECT 1
                    FROM jobs AS running
                   WHERE running.state = 'running'
                     AND running.event = waiting.event
                     AND running.key = waiting.key)
            ORDER BY waiting.due_at, waiting.job_id
            LIMIT 1
            {{skip_locked}})
    RETURNING {COLUMNS}
"""  # noqa: S608


def _take_back_orphans(db: Database, *, boot: str) -> None:
    """Free what vanished workers left."""
    orphans = db.all(
        _ORPHANS.format(skip_locked=db.rules.skip_locked),
        clock=db.clock_ms(),
        boot=f"{boot}:%",
    )
    for row in orphans:
        _take_back(db, value_of(Job, row))


_ORPHANS: Final = f"""
    SELECT {COLUMNS}
      FROM jobs
     WHERE state = 'running' AND (lease_until < :clock OR owner NOT LIKE :boot)
     ORDER BY job_id
     {{skip_locked}}
"""  # noqa: S608


def _take_back(db: Database, job: Job) -> None:
    """Queue a lost job again, unless it was lost too often or a newer one waits already."""
    if job.lost + 1 >= MOST_LOST:
        _let_go(db, job, state=JobState.FAILED, error=f"Its worker stopped without a word {MOST_LOST} times.", lost=1)
    elif job.key is not None and _has_newer(db, job):
        _let_go(db, job, state=JobState.DONE, error=job.error, lost=1)
    else:
        pause = pause_after_loss(job.lost + 1)
        due_at = stamp(utcnow()) + pause if pause else stamp(job.due_at)
        _queue_again(db, job, error=job.error, due_at=due_at, lost=1)


def pause_after_loss(lost: int) -> int:
    """Microseconds to wait when a worker vanished: none at first, then 1, 2, 4 seconds, up to ten minutes.

    Whoever takes over should do so at once; a job that ends its worker must leave time for the others.
    """
    return min(2 ** (lost - 2), 600) * 1_000_000 if lost > 1 else 0


def renew(db: Database, held: Iterable[Job], *, lease_ms: int) -> None:
    """Prolong the leases of the attempts that somebody really works on, and no others."""
    rows = [{"job_id": job.job_id, "attempt": job.attempt} for job in held]
    if not rows:
        return
    with db.transaction():
        until = db.clock_ms() + lease_ms
        db.many(
            """
            UPDATE jobs
               SET lease_until = :until
             WHERE job_id = :job_id AND attempt = :attempt AND state = 'running'
            """,
            [row | {"until": until} for row in rows],
        )


def settle(db: Database, job: Job) -> None:
    """Mark a job done, in the transaction of its effect; refuses who no longer holds it."""
    if not _let_go(db, job, state=JobState.DONE, error=None):
        raise LeaseLost(f"Job {job.job_id} was taken over by another worker.")


def finish(db: Database, job: Job) -> JobState:
    """Mark a job done after its effect, unless that has happened already."""
    with db.transaction():
        _let_go(db, job, state=JobState.DONE, error=None)
    return JobState.DONE


def give_up(db: Database, job: Job, reason: str) -> None:
    """Mark a job failed for good, with the reason a person will read."""
    with db.transaction():
        _let_go(db, job, state=JobState.FAILED, error=_storable(reason), errors=1)


def _storable(reason: str) -> str:
    """A reason that every database can keep, whatever an error carried along."""
    return reason.replace("\x00", "").encode("utf-8", "replace").decode()[:ERROR_LIMIT]


def _let_go(db: Database, job: Job, *, state: JobState, error: str | None, errors: int = 0, lost: int = 0) -> int:
    change, counts = "state = :state, settled_at = :now", {"errors": errors, "lost": lost}
    return _leave(db, job, change, state=state, now=stamp(utcnow()), error=error, **counts)


def _queue_again(db: Database, job: Job, *, error: str | None, due_at: int, errors: int = 0, lost: int = 0) -> None:
    _leave(db, job, "state = 'queued', due_at = :due_at", due_at=due_at, error=error, errors=errors, lost=lost)


def _leave(db: Database, job: Job, change: str, **values: Any) -> int:
    """Let a running job stand otherwise, unless somebody else has taken it over; gives whether it was so."""
    sql = f"""
        UPDATE jobs
           SET {change}, error = :error, errors = errors + :errors, lost = lost + :lost,
               owner = NULL, lease_until = NULL
         WHERE job_id = :job_id AND attempt = :attempt AND state = 'running'
    """  # noqa: S608
    return db.run(sql, job_id=job.job_id, attempt=job.attempt, **values)


def put_back(db: Database, job: Job, reason: str) -> JobState:
    """Try a failed job again after a pause that grows; gives up when it failed often enough."""
    if job.errors + 1 >= ATTEMPTS.get(job.event, MOST_ATTEMPTS):
        give_up(db, job, reason)
        return JobState.FAILED
    with db.transaction():
        if job.key is not None and _has_newer(db, job):
            _let_go(db, job, state=JobState.DONE, error=_storable(f"Replaced by a newer one after: {reason}"), errors=1)
            return JobState.DONE
        due_at = stamp(utcnow()) + pause_after(job.errors + 1)
        _queue_again(db, job, error=_storable(reason), due_at=due_at, errors=1)
    return JobState.QUEUED


def pause_after(errors: int) -> int:
    """Microseconds to wait after so many errors: 1, 4, 16, 64 seconds, never over an hour."""
    return int(min(4 ** (errors - 1) * 1_000_000, LONGEST_WAIT))


def _has_newer(db: Database, job: Job) -> bool:
    sql = "SELECT 1 FROM jobs WHERE state = 'queued' AND event = :event AND key = :key"
    return bool(db.value(sql, event=job.event, key=job.key))


def retry(db: Database, job_id: JobId) -> Job:
    """Give a failed job a fresh start."""
    with db.transaction():
        db.hold(f"job:{job_id}")
        job = find(db, job_id)
        if job.state is not JobState.FAILED:
            raise Conflict(f"Job {job_id} is {job.state}; only a failed job can be retried.")
        if job.key is not None and _has_newer(db, job):
            raise Conflict(f"A newer job for {job.key} is waiting already.")
        db.run(
            """
            UPDATE jobs
               SET state = 'queued', attempt = 0, errors = 0, lost = 0, error = NULL, due_at = :now,
                   started_at = NULL, settled_at = NULL
             WHERE job_id = :job_id
            """,
            job_id=job_id,
            now=stamp(utcnow()),
        )
        db.ring(bell.JOBS)
        return find(db, job_id)


def find(db: Database, job_id: str) -> Job:
    """One job."""
    row = db.first(f"SELECT {COLUMNS} FROM jobs WHERE job_id = :job_id", job_id=job_id)  # noqa: S608
    if row is None:
        raise NotFound("job", job_id)
    return value_of(Job, row)


def listed(
    db: Database, *, state: JobState | None = None, limit: int = paging.USUAL, cursor: str | None = None
) -> Page[Job]:
    """Jobs, newest first."""
    total, key = sum(counts(db).values()) if state is None else counts(db)[state], ("announced_at", "job_id")
    read = partial(value_of, Job)
    return newest_first(db, _LISTED, read, key=key, total=total, limit=limit, cursor=cursor, state=state)


_LISTED: Final = f"""
    SELECT {COLUMNS}
      FROM jobs
     WHERE (CAST(:state AS TEXT) IS NULL OR state = :state)
       AND (announced_at, job_id) < (:at, :after)
     ORDER BY announced_at DESC, job_id DESC
     LIMIT :limit
"""  # noqa: S608


def counts(db: Database) -> dict[JobState, int]:
    """How many jobs stand where."""
    rows = db.all("SELECT state, COUNT(*) AS number FROM jobs GROUP BY state")
    found = {JobState(row.state): int(row.number) for row in rows}
    return {state: found.get(state, 0) for state in JobState}


def forget(db: Database, *, state: JobState, before: datetime, most: int) -> int:
    """Remove jobs that ended so and were announced before a moment, at most so many; gives how many went."""
    return _ENDED.forget(db, before=before, most=most, state=state)


_ENDED: Final = AgingRows(table="jobs", key="job_id", since="announced_at", only="state = :state")
