"""`/projects`: the stories that everything belongs to."""

from __future__ import annotations

from datetime import datetime

from fastapi import APIRouter, Request, Response

from showbible.bible import Bible
from showbible.projects.model import Project
from showbible.storage import paging
from showbible.web.api.bodies import Body, Cursor, Limit
from showbible.web.deps import OpenBible
from showbible.web.once import once
from showbible.web.shapes.base import Shape

router = APIRouter(prefix="/projects", tags=["projects"])


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

    @classmethod
    def of(cls, project: Project, *, trouble: str | None = None) -> ProjectShape:
        """The answer that shows a project."""
        return cls(project_id=project.project_id, name=project.name, created_at=project.created_at, trouble=trouble)


class ProjectList(Shape):
    """A page of projects."""

    projects: list[ProjectShape]
    total: int
    next_cursor: str | None


@router.post("", status_code=201, response_model=ProjectShape)
def create(body: NewProject, request: Request, bible: OpenBible) -> Response:
    """Make a project."""
    return once(bible.db, request, lambda: ProjectShape.of(bible.projects.create(body.project_id, name=body.name)))


@router.get("")
def listed(bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None) -> ProjectList:
    """Projects, newest first."""
    page = bible.projects.list(limit=limit, cursor=cursor)
    shown = [_shown(bible, project) for project in page.items]
    return ProjectList(projects=shown, total=page.total, next_cursor=page.next_cursor)


@router.get("/{project_id}")
def get(project_id: str, bible: OpenBible) -> ProjectShape:
    """One project."""
    return _shown(bible, bible.projects.get(project_id))


def _shown(bible: Bible, project: Project) -> ProjectShape:
    """A project with what is wrong with it; one that nobody has opened yet stays unopened."""
    return ProjectShape.of(project, trouble=bible.workspace.trouble(project.project_id) if project.is_begun else None)


@router.delete("/{project_id}", status_code=204)
def delete(project_id: str, bible: OpenBible) -> None:
    """Remove a project with its memory, its runs and its files."""
    bible.projects.delete(project_id)
