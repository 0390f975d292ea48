"""`/projects`: every story with a picture, what it holds and when it last changed; and the way to begin one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showbible.assets.recall import overview
from showbible.bible import Bible
from showbible.errors import ShowbibleError
from showbible.projects import recall
from showbible.projects.model import Holdings, Project
from showbible.storage.paging import Page
from showbible.vocabulary import new_id, utcnow
from showbible.web import problems
from showbible.web.deps import OpenBible
from showbible.web.pages.project.tiles import is_here, still_url
from showbible.web.render import Crumb, Templates

router = APIRouter(prefix="/projects")

PAGE: Final = 50
_EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'


@dataclass(frozen=True, kw_only=True)
class StoryFacts:
    """A project, what it holds and how many runs it has; `trouble` says why its memory cannot be read."""

    project: Project
    held: Holdings
    runs: int
    trouble: str | None = None

    @property
    def changed_at(self) -> datetime:
        """When anything in it last changed."""
        return self.held.changed_at or self.project.created_at


@dataclass(frozen=True, kw_only=True)
class Story:
    """A project as a card; `still` only when something in it can be seen."""

    project_id: str
    name: str
    still: str | None
    counts: tuple[tuple[int, str, str | None], ...]
    changed_at: datetime
    trouble: str | None = None

    @property
    def href(self) -> str:
        """The project's page."""
        return f"/projects/{self.project_id}"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The form for a new project as it was filled in; `wrong` says what stood in the way."""

    name: str = ""
    wrong: str = ""


@dataclass(frozen=True, kw_only=True)
class ProjectsPage:
    """A page of projects, newest first."""

    stories: tuple[Story, ...]
    total: int
    next: str | None
    is_first: bool
    now: datetime
    form: Wanted = Wanted()
    title: str = "Projects"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def listed(
    request: Request, bible: OpenBible, cursor: Annotated[str | None, Query(max_length=2048)] = None
) -> HTMLResponse:
    """Projects, fifty at a time."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "projects.html", page=gathered(bible, cursor))


@router.post("", response_class=HTMLResponse)
def create(request: Request, bible: OpenBible, name: Annotated[str, Form()] = "") -> Response:
    """Begin a project and go there; a name that cannot be is shown again with the reason."""
    try:
        made = bible.projects.create(named(name), name=name.strip())
    except ShowbibleError as error:
        templates: Templates = request.app.state.templates
        page = gathered(bible, None, form=Wanted(name=name, wrong=str(error)))
        return templates.page(request, "projects.html", page=page, status=problems.of(error).status)
    return RedirectResponse(f"/projects/{made.project_id}", status_code=303)


@router.get("/{project_id}/still")
def still(project_id: str, bible: OpenBible) -> Response:
    """The newest thing of a project that can be seen; an empty picture when there is none."""
    known = bible.projects.get(project_id).project_id
    newest = overview.cover(bible.workspace.project(known))
    url = None if newest is None or not is_here(bible, newest) else still_url(newest)
    if url is None:
        return Response(_EMPTY, media_type="image/svg+xml")
    return RedirectResponse(url, headers={"Cache-Control": "private, max-age=30"})


def named(name: str) -> str:
    """The id of a project that is called so: its letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:60].strip("-") or (new_id() if name.strip() else "")


def gathered(bible: Bible, cursor: str | None, *, form: Wanted | None = None) -> ProjectsPage:
    """What the list shows."""
    told = found(bible, limit=PAGE, cursor=cursor or None)
    return ProjectsPage(
        stories=tuple(map(_story, told.items)),
        total=told.total,
        next=f"?{urlencode({'cursor': told.next_cursor})}" if told.next_cursor else None,
        is_first=not cursor,
        now=utcnow(),
        form=form or Wanted(),
    )


def found(bible: Bible, *, limit: int, cursor: str | None = None) -> Page[StoryFacts]:
    """Projects with what they hold, newest first."""
    with bible.db.snapshot():
        page = recall.projects(bible.db, limit=limit, cursor=cursor)
        runs = recall.runs_of(bible.db, [each.project_id for each in page.items])
    held = _held(bible, page.items)
    told = [_told(each, held[each.project_id], runs=runs[each.project_id]) for each in page.items]
    return Page(items=told, total=page.total, next_cursor=page.next_cursor)


def _told(project: Project, held: Holdings | str, *, runs: int) -> StoryFacts:
    if isinstance(held, Holdings):
        return StoryFacts(project=project, held=held, runs=runs)
    return StoryFacts(project=project, held=Holdings(), runs=runs, trouble=held)


def _held(bible: Bible, found: Sequence[Project]) -> Mapping[str, Holdings | str]:
    """What the projects hold, or what keeps one of them from telling; it keeps no other from it."""
    if not bible.workspace.in_files:
        return recall.holdings(bible.db, [each.project_id for each in found])
    return {each.project_id: _held_in_file(bible, each) if each.is_begun else Holdings() for each in found}


def _held_in_file(bible: Bible, project: Project) -> Holdings | str:
    known = project.project_id
    if (trouble := bible.workspace.trouble(known)) is not None:
        return trouble
    try:
        return recall.holdings(bible.workspace.project(known), [known])[known]
    except ShowbibleError as error:
        return str(error)


def _story(told: StoryFacts) -> Story:
    project, held = told.project, told.held
    counts = (
        (held.assets, "asset", None),
        (held.entities, "entity", "entities"),
        (held.scenes, "scene", None),
        (told.runs, "run", None),
    )
    return Story(
        project_id=project.project_id,
        name=project.name,
        still=f"/projects/{project.project_id}/still" if held.seen else None,
        counts=counts,
        changed_at=told.changed_at,
        trouble=told.trouble,
    )
