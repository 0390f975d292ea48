"""The queue: a table of jobs beside the facts that caused them.

A job is announced in the transaction of its fact, so neither exists without the other. It is claimed
by one owner under a lease; each claim counts an attempt, and only the holder of the latest attempt may
settle it. With a key, the newest announcement replaces one that waits, and two never run at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

import structlog

from showbible.errors import Conflict, NotFound, ShowbibleError
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.incarnations import signed
from showbible.storage.paging import Page
from showbible.vocabulary import JobId, moment, new_id, stamp, utcnow

MOST_ATTEMPTS: Final = 5
LONGEST_WAIT: Final = 3600 * 1_000_000  # microseconds
ERROR_LIMIT: Final = 2000


log = structlog.get_logger("showbible.jobs")


class State(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class LeaseLost(ShowbibleError):
    """Another worker has this job by now; what this one did must not count."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """Something to do, or done, because of an event."""

    job_id: JobId
    event: str
    payload: Mapping[str, Any]
    key: str | None
    state: State
    attempt: int
    error: str | None
    announced_at: datetime
    due_at: datetime
    settled_at: datetime | None


_COLUMNS: Final = "job_id, event, payload, key, state, attempt, error, announced_at, due_at, settled_at"


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
    return _job(row) if row else None


# A job due later than the longest wait can only come from a clock that was set back: it is due.
_CLAIM: Final = f"""
    UPDATE jobs
       SET state = 'running', owner = :owner, lease_until = :lease_until, attempt = attempt + 1
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
    RETURNING {_COLUMNS}
"""  # noqa: S608


def _take_back_orphans(db: Database, *, boot: str) -> None:
    """Queue again what dead workers left, unless it killed too many or a newer one waits already."""
    db.run(
        """
        UPDATE jobs
           SET state = CASE
                   WHEN attempt >= :most THEN 'failed'
                   WHEN EXISTS (SELECT 1
                                  FROM jobs AS newer
                                 WHERE newer.state = 'queued'
                                   AND newer.event = jobs.event
                                   AND newer.key = jobs.key) THEN 'done'
                   ELSE 'queued' END,
               error = CASE WHEN attempt >= :most THEN :reason ELSE error END,
               owner = NULL, lease_until = NULL
         WHERE state = 'running' AND (lease_until < :clock OR owner NOT LIKE :boot)
        """,
        most=MOST_ATTEMPTS,
        reason=f"Its worker stopped without a word {MOST_ATTEMPTS} times.",
        clock=db.clock_ms(),
        boot=f"{boot}:%",
    )


def renew(db: Database, *, owner: str, lease_ms: int) -> None:
    """Prolong every lease of an owner who is alive."""
    if not db.value("SELECT 1 FROM jobs WHERE state = 'running' AND owner = :owner", owner=owner):
        return
    with db.transaction():
        db.run(
            "UPDATE jobs SET lease_until = :until WHERE state = 'running' AND owner = :owner",
            owner=owner,
            until=db.clock_ms() + lease_ms,
        )


def settle(db: Database, job: Job) -> None:
    """Mark a job done, in the transaction of its effect; refuses who no longer holds it."""
    if not _let_go(db, job, state=State.DONE, error=None):
        raise LeaseLost(f"Job {job.job_id} was taken over by another worker.")


def finish(db: Database, job: Job) -> None:
    """Mark a job done after its effect, unless that has happened already."""
    with db.transaction():
        _let_go(db, job, state=State.DONE, error=None)


def give_up(db: Database, job: Job, reason: str) -> None:
    """Mark a job failed for good, with the reason a person will read."""
    with db.transaction():
        _let_go(db, job, state=State.FAILED, error=reason[:ERROR_LIMIT])


def _let_go(db: Database, job: Job, *, state: State, error: str | None) -> int:
    return db.run(
        """
        UPDATE jobs
           SET state = :state, error = :error, settled_at = :now, owner = NULL, lease_until = NULL
         WHERE job_id = :job_id AND attempt = :attempt AND state = 'running'
        """,
        state=state,
        error=error,
        now=stamp(utcnow()),
        job_id=job.job_id,
        attempt=job.attempt,
    )


def put_back(db: Database, job: Job, reason: str) -> State:
    """Try a failed job again after a pause that grows; gives up when it failed often enough."""
    if job.attempt >= MOST_ATTEMPTS:
        give_up(db, job, reason)
        return State.FAILED
    with db.transaction():
        if job.key is not None and _has_newer(db, job):
            _let_go(db, job, state=State.DONE, error=f"Replaced by a newer one after: {reason}"[:ERROR_LIMIT])
            return State.DONE
        db.run(
            """
            UPDATE jobs
               SET state = 'queued', error = :reason, due_at = :due_at, owner = NULL, lease_until = NULL
             WHERE job_id = :job_id AND attempt = :attempt AND state = 'running'
            """,
            reason=reason[:ERROR_LIMIT],
            due_at=stamp(utcnow()) + pause_after(job.attempt),
            job_id=job.job_id,
            attempt=job.attempt,
        )
    return State.QUEUED


def pause_after(attempt: int) -> int:
    """Microseconds to wait after a failed attempt: 1, 4, 16, 64 seconds, never over an hour."""
    return int(min(4 ** (attempt - 1) * 1_000_000, LONGEST_WAIT))


def _has_newer(db: Database, job: Job) -> bool:
    sql = "SELECT 1 FROM jobs WHERE state = 'queued' AND event = :event AND key = :key"
    return bool(db.value(sql, event=job.event, key=job.key))


def retry(db: Database, job_id: JobId) -> Job:
    """Give a failed job a fresh start."""
    with db.transaction():
        db.hold(f"job:{job_id}")
        job = find(db, job_id)
        if job.state is not State.FAILED:
            raise Conflict(f"Job {job_id} is {job.state}; only a failed job can be retried.")
        if job.key is not None and _has_newer(db, job):
            raise Conflict(f"A newer job for {job.key} is waiting already.")
        db.run(
            """
            UPDATE jobs
               SET state = 'queued', attempt = 0, error = NULL, due_at = :now, settled_at = NULL
             WHERE job_id = :job_id
            """,
            job_id=job_id,
            now=stamp(utcnow()),
        )
        return find(db, job_id)


def find(db: Database, job_id: str) -> Job:
    """One job."""
    row = db.first(f"SELECT {_COLUMNS} FROM jobs WHERE job_id = :job_id", job_id=job_id)  # noqa: S608
    if row is None:
        raise NotFound("job", job_id)
    return _job(row)


def listed(
    db: Database, *, state: State | None = None, limit: int = paging.USUAL, cursor: str | None = None
) -> Page[Job]:
    """Jobs, newest first."""
    paging.checked_limit(limit)
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    rows = db.all(
        _LISTED,
        state=state,
        at=at,
        after=after,
        limit=limit + 1,
    )
    jobs = [_job(row) for row in rows]
    total = sum(counts(db).values()) if state is None else counts(db)[state]
    return paging.page(jobs, limit=limit, total=total, key=lambda job: (stamp(job.announced_at), job.job_id))


_LISTED: Final = f"""
    SELECT {_COLUMNS}
      FROM jobs
     WHERE (CAST(:state AS TEXT) IS NULL OR state = :state)
       AND (announced_at, job_id) < (:at, :after)
     ORDER BY announced_at DESC, job_id DESC
     LIMIT :limit
"""  # noqa: S608


def counts(db: Database) -> dict[State, int]:
    """How many jobs stand where."""
    rows = db.all("SELECT state, COUNT(*) AS number FROM jobs GROUP BY state")
    found = {State(row.state): int(row.number) for row in rows}
    return {state: found.get(state, 0) for state in State}


def latest_ends(db: Database, *, since: datetime, limit: int) -> list[State]:
    """How the latest jobs ended, newest first."""
    return [State(row.state) for row in db.all(_LATEST_ENDS, since=stamp(since), limit=limit)]


_LATEST_ENDS: Final = """
    SELECT latest.state
      FROM (SELECT *
              FROM (SELECT state, announced_at, job_id
                      FROM jobs
                     WHERE state = 'done' AND announced_at > :since
                     ORDER BY announced_at DESC, job_id DESC
                     LIMIT :limit) AS done
             UNION ALL
            SELECT *
              FROM (SELECT state, announced_at, job_id
                      FROM jobs
                     WHERE state = 'failed' AND announced_at > :since
                     ORDER BY announced_at DESC, job_id DESC
                     LIMIT :limit) AS failed) AS latest
     ORDER BY latest.announced_at DESC, latest.job_id DESC
     LIMIT :limit
"""


def oldest_due(db: Database) -> datetime | None:
    """Since when the job that waits longest has been due."""
    sql = "SELECT MIN(due_at) FROM jobs WHERE state = 'queued' AND due_at <= :now"
    due = db.value(sql, now=stamp(utcnow()))
    return None if due is None else moment(int(due))


def forget_done(db: Database, *, before: datetime) -> int:
    """Remove jobs that were done before a moment; failed ones stay until a person looks."""
    with db.transaction():
        return db.run("DELETE FROM jobs WHERE state = 'done' AND announced_at < :before", before=stamp(before))


def _job(row: Any) -> Job:
    return Job(
        job_id=JobId(row.job_id),
        event=row.event,
        payload=json.loads(row.payload),
        key=row.key,
        state=State(row.state),
        attempt=row.attempt,
        error=row.error,
        announced_at=moment(row.announced_at),
        due_at=moment(row.due_at),
        settled_at=moment(row.settled_at) if row.settled_at is not None else None,
    )
