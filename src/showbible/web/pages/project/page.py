"""`/projects/{p}`: what a story has made, searched as you type, each hit with its reasons."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from showbible.assets.api import Assets
from showbible.assets.model import Asset, Hit, Kind, Segment, word
from showbible.assets.recall import library, overview
from showbible.bible import Bible
from showbible.projects import recall
from showbible.storage.paging import Page
from showbible.vocabulary import QUERY_LIMIT, checked_id
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.rewording import author
from showbible.web.pages.project.tiles import KINDS, Tile, stretch, tile
from showbible.web.render import Crumb, Templates

router = APIRouter(prefix="/projects")

PAGE: Final = 50
PROJECTS: Final = Crumb(label="Projects", href="/projects")
_LONGEST_CRUMB: Final = 40


@dataclass(frozen=True, kw_only=True)
class Head:
    """What stands above every page of a project: its name, what it holds, and its parts."""

    project_id: str
    name: str
    assets: int
    runs: int
    changed_at: datetime | None
    parts: tuple[tuple[str, str, int | None], ...]

    @property
    def href(self) -> str:
        """The project's first page."""
        return f"/projects/{self.project_id}"

    @property
    def crumbs(self) -> tuple[Crumb, ...]:
        """The way to a page inside the project."""
        short = self.name if len(self.name) <= _LONGEST_CRUMB else f"{self.name[:_LONGEST_CRUMB].rstrip()}…"
        return (PROJECTS, Crumb(label=short, href=self.href))


def head(bible: Bible, project_id: str) -> Head:
    """The head of a project's pages."""
    known = bible.projects.get(project_id)
    held = recall.holdings(bible.workspace.project(known.project_id), [known.project_id])[known.project_id]
    here = f"/projects/{known.project_id}"
    return Head(
        project_id=known.project_id,
        name=known.name,
        assets=held.assets,
        runs=recall.runs_of(bible.db, [known.project_id])[known.project_id],
        changed_at=held.changed_at,
        parts=(
            (here, "Assets", held.assets),
            (f"{here}/entities", "Entities", held.entities),
            (f"{here}/timeline", "Timeline", held.segments),
            (f"{here}/notes", "Notes", held.notes),
            (f"{here}/continuity", "Continuity", None),
            (f"{here}/direction", "Direction", held.scenes),
        ),
    )


@dataclass(frozen=True, kw_only=True)
class AssetFilter:
    """What the address asks for; left out means anything."""

    q: str = ""
    kind: str = ""

    def query(self, **changes: str) -> str:
        """The same list with something changed, as the end of an address."""
        told = {name: value for name, value in {**asdict(self), **changes}.items() if value}
        return f"?{urlencode(told)}" if told else ""


def wish(q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "", kind: str = "") -> AssetFilter:
    """The wish that an address spells out."""
    return AssetFilter(q=q.strip(), kind=word(Kind, "kind", kind) if kind else "")


Wished = Annotated[AssetFilter, Depends(wish)]


@dataclass(frozen=True, kw_only=True)
class Help:
    """The filter whose removal shows the most assets."""

    value: str
    href: str
    total: int


@dataclass(frozen=True, kw_only=True)
class Peek:
    """An asset looked at beside the list."""

    tile: Tile
    facts: tuple[tuple[str, str], ...]
    caption: str | None
    said_by: str
    prompt: str | None


@dataclass(frozen=True, kw_only=True)
class ProjectPage:
    """A page of a project's assets; `help` only when nothing matches, `missing` what a search did without."""

    head: Head
    wish: AssetFilter
    here: str
    kinds: tuple[tuple[str, str, str, int], ...]
    tiles: tuple[Tile, ...]
    total: int
    next: str | None
    is_first: bool
    help: Help | None
    missing: tuple[str, ...]
    peek: Peek | None
    title: str
    crumbs: tuple[Crumb, ...] = (PROJECTS,)


@router.get("/{project_id}", response_class=HTMLResponse)
def assets(
    project_id: str,
    request: Request,
    bible: OpenBible,
    wish: Wished,
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
    peek: Annotated[str, Query(max_length=128)] = "",
) -> HTMLResponse:
    """Assets, newest first, or those that answer a question, best first."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, project_id, wish, cursor=cursor or None, peek=peek)
    answer = templates.page(request, "project.html", page=page)
    if "hx-request" in request.headers and not peek and not cursor:
        # What was typed becomes the address, without the fields that say nothing.
        answer.headers["HX-Replace-Url"] = page.here
    return answer


def gathered(
    bible: Bible, project_id: str, wish: AssetFilter, *, cursor: str | None = None, peek: str = ""
) -> ProjectPage:
    """What the list shows."""
    top, memory = head(bible, project_id), bible.assets(project_id)
    page = found(memory, wish, cursor=cursor)
    segments = placed(memory, page)
    here = f"{top.href}{wish.query()}"
    more = wish.query(cursor=page.next_cursor) if page.next_cursor else None
    return ProjectPage(
        head=top,
        wish=wish,
        here=here,
        kinds=_kinds(memory),
        tiles=tuple(_tile(memory, hit, segments, asked=bool(wish.q)) for hit in page.items),
        total=page.total,
        next=more,
        is_first=cursor is None,
        help=_help(memory, wish) if not page.total and (wish.q or wish.kind) else None,
        missing=memory.missing(wish.q),
        peek=_peek(memory, checked_id("asset", peek)) if peek else None,
        title=top.name,
    )


def found(memory: Assets, wish: AssetFilter, *, cursor: str | None = None, limit: int = PAGE) -> Page[Hit]:
    """The assets that a wish asks for."""
    return memory.search(wish.q, kind=wish.kind or None, limit=limit, cursor=cursor)


def placed(memory: Assets, shown: Page[Hit]) -> dict[str, Segment]:
    """The stretches of the story in which some assets lie, by their ids."""
    named = {hit.asset.segment_id for hit in shown.items if hit.asset.segment_id}
    return overview.segments(memory.db, list(named))


def _kinds(memory: Assets) -> tuple[tuple[str, str, str, int], ...]:
    numbers = overview.kinds(memory.db)
    return tuple((kind.value, *KINDS[kind], number) for kind, number in numbers.items())


def _tile(memory: Assets, hit: Hit, segments: dict[str, Segment], *, asked: bool) -> Tile:
    segment = segments.get(hit.asset.segment_id or "")
    return tile(memory.project_id, hit.asset, segment=segment, why=hit.why if asked else "")


def _help(memory: Assets, wish: AssetFilter) -> Help:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in asdict(wish).items():
        if value:
            less = replace(wish, **{name: ""})
            said = KINDS[Kind(value)][0] if name == "kind" else value
            href = f"/projects/{memory.project_id}{less.query()}"
            tried.append(Help(value=said, href=href, total=found(memory, less, limit=1).total))
    return max(tried, key=lambda less: less.total)


def _peek(memory: Assets, asset_id: str) -> Peek | None:
    """One asset beside the list; one that is gone meanwhile is not shown."""
    asset = library.assets_by_id(memory.db, [asset_id]).get(asset_id)
    if asset is None:
        return None
    segments = overview.segments(memory.db, [asset.segment_id] if asset.segment_id else [])
    segment = segments.get(asset.segment_id or "")
    return Peek(
        tile=tile(memory.project_id, asset, segment=segment),
        facts=_facts(asset, segment),
        caption=asset.caption,
        said_by=author(asset.caption_by or ""),
        prompt=asset.prompt,
    )


def _facts(asset: Asset, segment: Segment | None) -> tuple[tuple[str, str], ...]:
    """What is known of an asset in a word or two each."""
    told = (
        ("Who is in it", asset.entity_summary or ""),
        ("Tags", ", ".join(asset.tags)),
        ("In the story", f"{segment.segment_id}, {stretch(segment)}" if segment else ""),
        ("File", asset.path),
    )
    return tuple((name, value) for name, value in told if value)
