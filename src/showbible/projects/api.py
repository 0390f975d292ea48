"""The project registry as a caller holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from showbible.projects import recall, record
from showbible.projects.model import Project
from showbible.storage import paging
from showbible.storage.database import Database, Life
from showbible.storage.paging import Page


@dataclass(frozen=True)
class Projects:
    """Make projects, look them up, take them away."""

    db: Database
    follow: Callable[[Life], None]
    """Does at once what follows from the end of a project's life."""
    settled: Callable[[str], None] = lambda _project_id: None
    """Refuses while something of a project may still be charged for."""

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
            self.settled(project_id)
            life = record.delete(self.db, project_id)
        self.follow(life)
