"""`/projects/{p}`: what a story has made, searched as you type, each hit with its reasons, and as a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, StreamingResponse

from showbible.assets.api import Assets
from showbible.assets.model import AssetHit, AssetKind, Segment
from showbible.assets.recall import library, overview
from showbible.bible import Bible
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import checked_id, word
from showbible.web import render
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.attachments import FileFormat, each, shaped
from showbible.web.pages.kit.lists import Cursor, Listed, Peeked, listed
from showbible.web.pages.project.head import PAGE, PROJECTS, InProject, PlainList, head
from showbible.web.pages.project.tiles import KINDS, Tile, tile
from showbible.web.render import Crumb
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


@dataclass(frozen=True, kw_only=True)
class AssetsPage(InProject):
    """A page of a project's assets; `missing` is what a search did without."""

    wish: AssetFilter
    kinds: tuple[tuple[str, str, str, int], ...]
    list: Listed[Tile]
    missing: tuple[str, ...]
    peek: Tile | None

    @property
    def title(self) -> str:
        """The project's name."""
        return self.head.project.name

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The way to the project."""
        return (PROJECTS,)


@router.get("/{project_id}", response_class=HTMLResponse)
def assets(
    project_id: str, request: Request, bible: OpenBible, wish: Wished, cursor: Cursor = None, peek: Peeked = ""
) -> HTMLResponse:
    """Assets, newest first, or those that answer a question, best first."""
    page = assets_page(bible, project_id, wish, cursor=cursor or None, peek=peek)
    answer = render.shown(request, "project.html", page)
    if "hx-request" in request.headers and not peek and not cursor:
        # What was typed becomes the address, without the fields that say nothing.
        answer.headers["HX-Replace-Url"] = f"{page.head.href}{wish.href()}".rstrip("?")
    return answer


def assets_page(
    bible: Bible, project_id: str, wish: AssetFilter, *, cursor: str | None = None, peek: str = ""
) -> AssetsPage:
    """What the list shows."""
    memory = bible.assets(project_id)
    hits = wish.hits(memory, cursor=cursor)
    segments = _segments(memory, hits)

    def shown(hit: AssetHit) -> Tile:
        segment = segments.get(hit.asset.segment_id or "")
        return tile(memory.project_id, hit.asset, segment=segment, why=hit.why if wish.q else "")

    return AssetsPage(
        head=head(bible, project_id),
        wish=wish,
        kinds=tuple((kind.value, *KINDS[kind], number) for kind, number in overview.kinds(memory.db).items()),
        list=listed(wish, hits, shown, cursor=cursor, count=lambda less: less.hits(memory, limit=1).total),
        missing=memory.missing(wish.q),
        peek=_peek(memory, checked_id("asset", peek)) if peek else None,
    )


def _segments(memory: Assets, hits: Page[AssetHit]) -> dict[str, Segment]:
    """The stretches of the story in which some assets lie, by their ids."""
    return overview.segments(memory.db, list({hit.asset.segment_id for hit in hits.items if hit.asset.segment_id}))


def _peek(memory: Assets, asset_id: str) -> Tile | None:
    """One asset beside the list; one that is gone meanwhile is not shown."""
    asset = library.assets_by_id(memory.db, [asset_id]).get(asset_id)
    if asset is None:
        return None
    segments = overview.segments(memory.db, [asset.segment_id or ""])
    return tile(memory.project_id, asset, segment=segments.get(asset.segment_id or ""))


@router.get("/{project_id}/assets.{ending}")
def assets_file(memory: OpenAssets, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Every asset that passes the filters, or answers the question."""

    def rows(cursor: str | None) -> Page[AssetRow]:
        hits = wish.hits(memory, limit=paging.MOST, cursor=cursor)
        segments = _segments(memory, hits)
        items = [AssetRow.placed(hit, segments.get(hit.asset.segment_id or "")) for hit in hits.items]
        return Page(items=items, total=hits.total, next_cursor=hits.next_cursor)

    told = each(rows)
    return shaped(f"{memory.project_id}-assets", ending, AssetRow, told)
