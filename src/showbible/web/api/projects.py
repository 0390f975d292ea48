"""`/projects`: the stories that everything belongs to."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.bible import Bible
from showbible.projects.model import Project
from showbible.shapes.base import together
from showbible.shapes.projects import NewProject, ProjectList, ProjectShape
from showbible.storage.paging import Page
from showbible.web.api.bodies import Paged
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/projects", tags=["projects"])


@router.post("", status_code=201, response_model=ProjectShape)
def create(body: NewProject, request: Request, bible: OpenBible) -> Response:
    """Make a project."""
    return once(bible.db, request, lambda: ProjectShape.of(bible.projects.create(body.project_id, name=body.name)))


@router.get("")
def listed(bible: OpenBible, page: Paged) -> ProjectList:
    """Projects, newest first."""
    found = bible.projects.list(limit=page.limit, cursor=page.cursor)
    shown = [_shape(bible, project) for project in found.items]
    return ProjectList.of(Page(items=shown, total=found.total, next_cursor=found.next_cursor))


@router.get("/{project_id}")
def get(project_id: str, bible: OpenBible) -> ProjectShape:
    """One project."""
    return _shape(bible, bible.projects.get(project_id))


def _shape(bible: Bible, project: Project) -> ProjectShape:
    """A project with what is wrong with it; one that nobody has opened yet stays unopened."""
    trouble = bible.workspace.trouble(project.project_id) if project.is_begun else None
    return ProjectShape.of(together(project, trouble=trouble))


@router.delete("/{project_id}", status_code=204)
def delete(project_id: str, bible: OpenBible) -> None:
    """Remove a project with its memory, its runs and its files."""
    bible.projects.delete(project_id)
