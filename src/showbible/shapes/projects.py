"""What callers say and are told of projects."""

from __future__ import annotations

from datetime import datetime

from showbible.shapes.base import Body, PageShape, Shape


class NewProject(Body):
    """A project to make."""

    project_id: str
    name: str | None = None


class ProjectShape(Shape):
    """A project; `trouble` says why its memory cannot be opened, and what to do."""

    project_id: str
    name: str
    created_at: datetime
    trouble: str | None = None


class ProjectList(PageShape, projects=ProjectShape):
    """A page of projects."""


class ProjectRow(ProjectShape):
    """A project in a file, with what it holds."""

    assets: int
    entities: int
    segments: int
    scenes: int
    notes: int
    runs: int
    changed_at: datetime
