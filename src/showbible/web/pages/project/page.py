"""`/projects`: every story, and the way to begin one; `/projects/{p}`: what it has made, searched as you type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Final, Self

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from showbible.assets.api import Assets
from showbible.assets.model import Asset, AssetHit, AssetKind, Segment
from showbible.assets.recall import library, overview
from showbible.bible import Bible
from showbible.errors import ShowbibleError
from showbible.projects import recall
from showbible.projects.model import id_for
from showbible.shapes.assets import AssetRow
from showbible.shapes.base import together
from showbible.shapes.projects import ProjectRow
from showbible.storage import paging
from showbible.values import frozen
from showbible.vocabulary import checked_id, utcnow, word
from showbible.web import problems
from showbible.web.deps import OpenAssets, OpenBible, Render
from showbible.web.pages.kit.assets import KINDS, Tile, asset_still
from showbible.web.pages.kit.attachments import Ending, each, shaped
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked
from showbible.web.pages.project.head import PAGE, PROJECTS, PlainList, ProjectPage

router = APIRouter(prefix="/projects")

_EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'


class ProjectsPage:
    """A page of projects, newest first; `wrong` says what stood in the way of the name that was wanted."""

    title, crumbs, wish = "Projects", (), PlainList()

    def __init__(self, bible: Bible, cursor: str | None = None, *, name: str = "", wrong: str = "") -> None:
        stories = recall.stories(bible.workspace, limit=PAGE, cursor=cursor or None)
        self.list = Listed(self.wish, stories, lambda story: story, cursor=cursor)
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
    url = None if newest is None or not memory.has_file(newest) else asset_still(newest)
    if url is None:
        return Response(_EMPTY, media_type="image/svg+xml")
    return RedirectResponse(url, headers={"Cache-Control": "private, max-age=30"})


@router.get(".{ending}")
def stories_file(bible: OpenBible, ending: Ending) -> StreamingResponse:
    """Every project with what it holds."""
    stories = each(lambda cursor: recall.stories(bible.workspace, limit=paging.MOST, cursor=cursor))
    return shaped("projects", ending, ProjectRow, (together(story.project, story, story.held) for story in stories))


@frozen
class AssetFilter(PlainList):
    """Which assets; without a question, newest first."""

    q: str = ""
    kind: str = ""

    def checked(self) -> Self:
        """The same with a kind that is known."""
        return replace(self, kind=word(AssetKind, "kind", self.kind).value if self.kind else "")

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its button calls it."""
        return KINDS[AssetKind(value)][0] if name == "kind" else value

    def hits(self, memory: Assets, *, limit: int = PAGE, cursor: str | None = None) -> paging.Page[AssetHit]:
        """The assets that are asked for."""
        return memory.search(self.q, kind=self.kind or None, limit=limit, cursor=cursor)


Wished = Annotated[AssetFilter, Depends(AssetFilter.asked)]


class AssetsPage(ProjectPage):
    """A page of a project's assets, one of them beside it; `missing` is what a search did without."""

    def __init__(
        self, bible: OpenBible, project_id: str, wish: Wished, cursor: Cursor = None, peek: Peeked = ""
    ) -> None:
        super().__init__(bible, project_id)
        self.title, self.crumbs, self.wish, memory = self.head.project.name, (PROJECTS,), wish, self.memory
        hits = wish.hits(memory, cursor=cursor or None)
        peeked = library.assets_by_id(memory.db, [checked_id("asset", peek)] if peek else []).values()
        segments = _segments(memory, [*(hit.asset for hit in hits.items), *peeked])

        def tile(asset: Asset, why: str = "") -> Tile:
            return Tile(project_id, asset, segment=segments.get(asset.segment_id or ""), why=why)

        show = lambda hit: tile(hit.asset, hit.why if wish.q else "")  # noqa: E731
        self.list = Listed(wish, hits, show, cursor=cursor, count=lambda less: less.hits(memory, limit=1).total)
        self.kinds = [(kind.value, *KINDS[kind], number) for kind, number in overview.kinds(memory.db).items()]
        self.missing = memory.missing(wish.q)
        self.peek = next(map(tile, peeked), None)


def _segments(memory: Assets, assets: Iterable[Asset]) -> dict[str, Segment]:
    """The stretches of the story in which some assets lie, by their ids."""
    return overview.segments(memory.db, list({asset.segment_id for asset in assets if asset.segment_id}))


@router.get("/{project_id}", response_class=HTMLResponse)
def assets(render: Render, page: Annotated[AssetsPage, Depends()]) -> HTMLResponse:
    """Assets, newest first, or those that answer a question, best first."""
    answer, asked = render.page("project.html", page), render.request
    if "hx-request" in asked.headers and not any(asked.query_params.get(name) for name in ("peek", "cursor")):
        # What was typed becomes the address, without the fields that say nothing.
        answer.headers["HX-Replace-Url"] = f"{page.head.href}{page.wish.href()}".rstrip("?")
    return answer


@router.get("/{project_id}/assets.{ending}")
def assets_file(memory: OpenAssets, wish: Wished, ending: Ending) -> StreamingResponse:
    """Every asset that passes the filters, or answers the question."""

    def rows(cursor: str | None) -> paging.Page[AssetRow]:
        hits = wish.hits(memory, limit=paging.MOST, cursor=cursor)
        segments = _segments(memory, [hit.asset for hit in hits.items])
        items = [AssetRow.placed(hit, segments.get(hit.asset.segment_id or "")) for hit in hits.items]
        return paging.Page(items=items, total=hits.total, next_cursor=hits.next_cursor)

    hits = each(rows)
    return shaped(f"{memory.project_id}-assets", ending, AssetRow, hits)
