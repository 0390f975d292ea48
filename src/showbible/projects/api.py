"""The project registry as a caller holds it."""

from __future__ import annotations

from dataclasses import dataclass, field

from showbible.projects import recall, record
from showbible.projects.model import Project
from showbible.storage import paging
from showbible.storage.database import Database, Life
from showbible.storage.paging import Page


class ProjectEnd:
    """What the end of a project needs and causes before its caller goes on: nothing by itself; `flow` says what."""

    def check(self, project_id: str) -> None:
        """Refuse while a project may not end."""

    def ended(self, life: Life) -> None:
        """A life of a project is over."""


@dataclass(frozen=True)
class Projects:
    """Make projects, look them up, take them away."""

    db: Database
    end: ProjectEnd = field(default_factory=ProjectEnd)

    def create(self, project_id: str, *, name: str | None = None) -> Project:
        """A new project; one that exists already is a conflict."""
        return record.create(self.db, project_id, name=name)

    def get(self, project_id: str) -> Project:
        """One project."""
        return recall.project(self.db, project_id)

    def list(self, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Project]:
        """Projects, newest first."""
        return recall.projects(self.db, limit=limit, cursor=cursor)

    def delete(self, project_id: str) -> None:
        """Remove a project with its memory, its runs and its files; refused while something may still be charged."""
        with self.db.transaction():
            self.end.check(project_id)
            life = record.delete(self.db, project_id)
        self.end.ended(life)
