"""`/projects`: every story with a picture, what it holds and when it last changed; and the way to begin one."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from showbible.assets.recall import overview
from showbible.bible import Bible
from showbible.errors import ShowbibleError
from showbible.projects import recall
from showbible.projects.model import id_for
from showbible.storage import paging
from showbible.vocabulary import utcnow
from showbible.web import problems
from showbible.web.deps import OpenAssets, OpenBible, Render
from showbible.web.pages.kit.attachments import FileFormat, each, shaped
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.lists import Cursor, listed
from showbible.web.pages.project.head import PAGE, PlainList
from showbible.web.pages.project.tiles import still_url
from showbible.web.shapes.base import together
from showbible.web.shapes.projects import ProjectRow

router = APIRouter(prefix="/projects")

_EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'


class ProjectsPage:
    """A page of projects, newest first; `wrong` says what stood in the way of the name that was wanted."""

    title, crumbs, wish = "Projects", (), PlainList()

    def __init__(self, bible: Bible, cursor: str | None = None, *, name: str = "", wrong: str = "") -> None:
        stories = recall.stories(bible.workspace, limit=PAGE, cursor=cursor or None)
        self.list = listed(self.wish, stories, lambda story: story, cursor=cursor)
        self.now, self.name, self.wrong = utcnow(), name, wrong


@router.get("", response_class=HTMLResponse)
def projects(render: Render, bible: OpenBible, cursor: Cursor = None) -> HTMLResponse:
    """Projects, fifty at a time."""
    return render.page("projects.html", ProjectsPage(bible, cursor))


@router.post("", response_class=HTMLResponse)
def create(render: Render, bible: OpenBible, name: Text = "") -> Response:
    """Begin a project and go there; a name that cannot be is shown again with the reason."""
    try:
        made = bible.projects.create(id_for(name), name=name.strip())
    except ShowbibleError as error:
        page = ProjectsPage(bible, name=name, wrong=str(error))
        return render.page("projects.html", page, status=problems.of(error).status)
    return RedirectResponse(f"/projects/{made.project_id}", status_code=303)


@router.get("/{project_id}/still")
def still(memory: OpenAssets) -> Response:
    """The newest thing of a project that can be seen; an empty picture when there is none."""
    newest = overview.cover(memory.db)
    url = None if newest is None or not memory.has_file(newest) else still_url(newest)
    if url is None:
        return Response(_EMPTY, media_type="image/svg+xml")
    return RedirectResponse(url, headers={"Cache-Control": "private, max-age=30"})


@router.get(".{ending}")
def stories_file(bible: OpenBible, ending: FileFormat) -> StreamingResponse:
    """Every project with what it holds."""
    stories = each(lambda cursor: recall.stories(bible.workspace, limit=paging.MOST, cursor=cursor))
    return shaped("projects", ending, ProjectRow, (together(story.project, story, story.held) for story in stories))
