"""`/projects/{p}`: what a story has made, searched as you type, each hit with its reasons, and as a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Self

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.assets.api import Assets
from showbible.assets.model import Asset, AssetHit, AssetKind, Segment
from showbible.assets.recall import library, overview
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import checked_id, word
from showbible.web.deps import OpenAssets, OpenBible, Render
from showbible.web.pages.kit.attachments import FileFormat, each, shaped
from showbible.web.pages.kit.lists import Cursor, Peeked, listed
from showbible.web.pages.project.head import PAGE, PROJECTS, InProject, PlainList
from showbible.web.pages.project.tiles import KINDS, Tile
from showbible.web.shapes.assets import AssetRow

router = APIRouter(prefix="/projects")


@dataclass(frozen=True, kw_only=True)
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

    def hits(self, memory: Assets, *, limit: int = PAGE, cursor: str | None = None) -> Page[AssetHit]:
        """The assets that are asked for."""
        return memory.search(self.q, kind=self.kind or None, limit=limit, cursor=cursor)


Wished = Annotated[AssetFilter, Depends(AssetFilter.asked)]


class AssetsPage(InProject):
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
        self.list = listed(wish, hits, show, cursor=cursor, count=lambda less: less.hits(memory, limit=1).total)
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
def assets_file(memory: OpenAssets, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every asset that passes the filters, or answers the question."""

    def rows(cursor: str | None) -> Page[AssetRow]:
        hits = wish.hits(memory, limit=paging.MOST, cursor=cursor)
        segments = _segments(memory, [hit.asset for hit in hits.items])
        items = [AssetRow.placed(hit, segments.get(hit.asset.segment_id or "")) for hit in hits.items]
        return Page(items=items, total=hits.total, next_cursor=hits.next_cursor)

    return shaped(f"{memory.project_id}-assets", ending, AssetRow, each(rows))
