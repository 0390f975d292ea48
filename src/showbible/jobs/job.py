"""A job: something to do, or done, because of an event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from showbible.errors import ShowbibleError
from showbible.values import frozen
from showbible.vocabulary import JobId


class LeaseLost(ShowbibleError):
    """Another worker has this job by now; what this one did must not count."""


class JobState(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@frozen
class Job:
    """Something to do, or done, because of an event."""

    job_id: JobId
    event: str
    payload: Mapping[str, Any]
    key: str | None
    state: JobState
    attempt: int
    """How often it was claimed; only the holder of the latest attempt may settle it."""
    errors: int
    """How many attempts ended in an error."""
    lost: int
    """How many attempts nobody ended: their worker vanished."""
    error: str | None
    announced_at: datetime
    due_at: datetime
    started_at: datetime | None
    """When the latest attempt began."""
    settled_at: datetime | None


COLUMNS: Final = (
    "job_id, event, payload, key, state, attempt, errors, lost, error, announced_at, due_at, started_at, settled_at"
)
