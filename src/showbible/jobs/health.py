"""How the queue fares: what ended lately, what waits or runs for longer than it should."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from showbible.jobs.job import COLUMNS, Job, JobState
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import moment, stamp, utcnow

USUALLY_ALLOWED: Final = 900.0  # seconds
MOST_LOOKED_AT: Final = 200


@frozen
class Open:
    """A job that is due or running, and since when."""

    event: str
    state: JobState
    since: datetime

    def age(self, at: datetime) -> float:
        """For how many seconds it has been so; a clock that was set back makes nothing older."""
        return max(0.0, (at - self.since).total_seconds())


def allowance(state: JobState, event: str, allowed: Mapping[str, float]) -> float:
    """For how many seconds a job may wait, or work on an event, before somebody should look."""
    return allowed.get(event, USUALLY_ALLOWED) if state is JobState.RUNNING else USUALLY_ALLOWED


def late(db: Database, allowed: Mapping[str, float], *, at: datetime) -> list[Open]:
    """The jobs that have been due or running for longer than they should, the oldest first."""
    found = [each for each in unfinished(db, at=at) if each.age(at) > allowance(each.state, each.event, allowed)]
    return sorted(found, key=lambda each: each.since)


def unfinished(db: Database, *, at: datetime) -> list[Open]:
    """The jobs that run and those that have been due longest; a long queue is not read to its end."""
    rows = db.all(_UNFINISHED, at=stamp(at), limit=MOST_LOOKED_AT)
    return [Open(event=row.event, state=JobState(row.state), since=moment(int(row.since))) for row in rows]


_UNFINISHED: Final = """
    SELECT *
      FROM (SELECT event, state, COALESCE(started_at, due_at) AS since
              FROM jobs
             WHERE state = 'running'
             LIMIT :limit) AS running
     UNION ALL
    SELECT *
      FROM (SELECT event, state, due_at AS since
              FROM jobs
             WHERE state = 'queued' AND due_at <= :at
             ORDER BY due_at, job_id
             LIMIT :limit) AS waiting
"""


def nothing_ends(db: Database, *, at: datetime, within: timedelta) -> bool:
    """Whether no job has ended for a while; judged by the jobs announced last, which also end last."""
    ends = db.all(_LATEST_ENDS, since=0, limit=MOST_LOOKED_AT)
    return all(stamp(at - within) > (row.settled_at or 0) for row in ends)


def latest_ends(db: Database, *, since: datetime, limit: int) -> list[JobState]:
    """How the latest jobs ended, newest first."""
    return [JobState(row.state) for row in db.all(_LATEST_ENDS, since=stamp(since), limit=limit)]


_LATEST_ENDS: Final = """
    SELECT latest.state, latest.settled_at
      FROM (SELECT *
              FROM (SELECT state, announced_at, job_id, settled_at
                      FROM jobs
                     WHERE state = 'done' AND announced_at > :since
                     ORDER BY announced_at DESC, job_id DESC
                     LIMIT :limit) AS done
             UNION ALL
            SELECT *
              FROM (SELECT state, announced_at, job_id, settled_at
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


def struggling(db: Database, event: str, *, errors: int, limit: int) -> list[Job]:
    """The jobs of an event that failed for good, or so often and are tried again; the newest first."""
    return [value_of(Job, row) for row in db.all(_STRUGGLING, event=event, errors=errors, limit=limit)]


_STRUGGLING: Final = f"""
    SELECT {COLUMNS}
      FROM jobs
     WHERE event = :event AND state IN ('queued', 'running', 'failed') AND (state = 'failed' OR errors >= :errors)
     ORDER BY announced_at DESC, job_id DESC
     LIMIT :limit
"""  # noqa: S608
