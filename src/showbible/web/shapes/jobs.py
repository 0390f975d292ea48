"""A job, and how the clock stands, as the server tells of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from showbible.jobs.job import JobState
from showbible.web.shapes.base import PageShape, Shape


class JobShape(Shape):
    """A job; a failed one says why. `errors` counts attempts that failed, `lost` those whose worker vanished."""

    job_id: str
    event: str
    payload: dict[str, Any]
    key: str | None
    state: JobState
    attempt: int
    errors: int
    lost: int
    error: str | None
    announced_at: datetime
    due_at: datetime
    started_at: datetime | None
    settled_at: datetime | None


class JobList(PageShape):
    """A page of jobs."""

    jobs: list[JobShape]


class ClockShape(Shape):
    """Whether the clock is believed; while it is not, nothing is removed for its age."""

    trusted: bool
    reason: str | None
    remedy: str | None
