"""A job, and how the clock stands, as the server tells of them."""

from __future__ import annotations

from showbible.jobs.job import Job, JobState
from showbible.shapes.base import PageShape, Shape


class JobShape(Shape, like=Job):
    """A job; a failed one says why. `errors` counts attempts that failed, `lost` those whose worker vanished."""

    state: JobState


class JobList(PageShape, jobs=JobShape):
    """A page of jobs."""


class ClockShape(Shape):
    """Whether the clock is believed; while it is not, nothing is removed for its age."""

    trusted: bool
    reason: str | None
    remedy: str | None


class AnnouncedShape(Shape):
    """The job in which a worker does what was asked for."""

    job_id: str
