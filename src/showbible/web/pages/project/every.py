"""`/projects`: every story with a picture, what it holds and when it last changed; and the way to begin one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from showbible.assets.recall import overview
from showbible.bible import Bible
from showbible.errors import ShowbibleError
from showbible.projects import recall
from showbible.projects.model import Holdings, Project
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import new_id, utcnow
from showbible.web import problems
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.attachments import Ending, each, shaped
from showbible.web.pages.kit.lists import Cursor, Listed, listed
from showbible.web.pages.project.head import PAGE, PlainList
from showbible.web.pages.project.tiles import is_here, still_url
from showbible.web.render import Crumb, Templates
from showbible.web.shapes.base import together
from showbible.web.shapes.projects import ProjectRow

router = APIRouter(prefix="/projects")

_EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'


@dataclass(frozen=True, kw_only=True)
class Story:
    """A project, what it holds and how many runs it has; `trouble` says why its memory cannot be read."""

    project: Project
    held: Holdings
    runs: int
    trouble: str | None

    @property
    def changed_at(self) -> datetime:
        """When anything in it last changed."""
        return self.held.changed_at or self.project.created_at


@dataclass(frozen=True, kw_only=True)
class ProjectsPage:
    """A page of projects, newest first; `wrong` says what stood in the way of the name that was wanted."""

    list: Listed[Story]
    wish: PlainList
    now: datetime
    name: str = ""
    wrong: str = ""
    title: str = "Projects"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, cursor: Cursor = None) -> HTMLResponse:
    """Projects, fifty at a time."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "projects.html", page=projects_page(bible, cursor or None))


@router.post("", response_class=HTMLResponse)
def create(request: Request, bible: OpenBible, name: Annotated[str, Form()] = "") -> Response:
    """Begin a project and go there; a name that cannot be is shown again with the reason."""
    try:
        made = bible.projects.create(id_for(name), name=name.strip())
    except ShowbibleError as error:
        templates: Templates = request.app.state.templates
        page = projects_page(bible, None, name=name, wrong=str(error))
        return templates.page(request, "projects.html", page=page, status=problems.of(error).status)
    return RedirectResponse(f"/projects/{made.project_id}", status_code=303)


@router.get("/{project_id}/still")
def still(bible: OpenBible, memory: OpenAssets) -> Response:
    """The newest thing of a project that can be seen; an empty picture when there is none."""
    newest = overview.cover(memory.db)
    url = None if newest is None or not is_here(bible, newest) else still_url(newest)
    if url is None:
        return Response(_EMPTY, media_type="image/svg+xml")
    return RedirectResponse(url, headers={"Cache-Control": "private, max-age=30"})


@router.get(".{ending}")
def stories_file(bible: OpenBible, ending: Ending) -> StreamingResponse:
    """Every project with what it holds."""
    told = each(lambda cursor: stories(bible, limit=paging.MOST, cursor=cursor))
    return shaped("projects", ending, ProjectRow, (together(story.project, story, story.held) for story in told))


def id_for(name: str) -> str:
    """The id of a project that is called so: its letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:60].strip("-") or (new_id() if name.strip() else "")


def projects_page(bible: Bible, cursor: str | None, *, name: str = "", wrong: str = "") -> ProjectsPage:
    """What the list shows."""
    page = stories(bible, limit=PAGE, cursor=cursor)
    shown = listed(PlainList(), page, lambda story: story, cursor=cursor, count=lambda _: page.total)
    return ProjectsPage(list=shown, wish=PlainList(), now=utcnow(), name=name, wrong=wrong)


def stories(bible: Bible, *, limit: int, cursor: str | None = None) -> Page[Story]:
    """Projects with what they hold, newest first."""
    with bible.db.snapshot():
        page = recall.projects(bible.db, limit=limit, cursor=cursor)
        runs = recall.runs_of(bible.db, [project.project_id for project in page.items])
    held = _held(bible, page.items)
    told = [_story(project, held[project.project_id], runs=runs[project.project_id]) for project in page.items]
    return Page(items=told, total=page.total, next_cursor=page.next_cursor)


def _story(project: Project, held: Holdings | str, *, runs: int) -> Story:
    trouble = held if isinstance(held, str) else None
    return Story(project=project, held=Holdings() if isinstance(held, str) else held, runs=runs, trouble=trouble)


def _held(bible: Bible, found: Sequence[Project]) -> Mapping[str, Holdings | str]:
    """What the projects hold, or what keeps one of them from telling; it keeps no other from it."""
    if not bible.workspace.in_files:
        return recall.holdings(bible.db, [project.project_id for project in found])
    return {project.project_id: _held_in_file(bible, project) if project.is_begun else Holdings() for project in found}


def _held_in_file(bible: Bible, project: Project) -> Holdings | str:
    known = project.project_id
    if (trouble := bible.workspace.trouble(known)) is not None:
        return trouble
    try:
        return recall.holdings(bible.workspace.project(known), [known])[known]
    except ShowbibleError as error:
        return str(error)
