"""`/library`: clips, logos and whatever else is worth keeping, to find, add, correct and take off the shelf."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, File, Form, Query, Request, UploadFile
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library as recall
from showbible.lessons.recall import undo_tokens
from showbible.lessons.record import library as record
from showbible.runs.model import AssetType, word
from showbible.runs.recall.documents import media_url
from showbible.storage import paging
from showbible.storage.blobs import CHUNK, LIMITS
from showbible.vocabulary import KIB, QUERY_LIMIT, rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.limits import upload as upload_of
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.attachments import FileFormat
from showbible.web.pages.kit.lists import Relief
from showbible.web.pages.library.item import Detail, detail, filed, peek
from showbible.web.pages.memory.head import address, query
from showbible.web.render import Crumb, Templates
from showbible.web.words import clock, plain, plural

router = APIRouter(prefix="/library")

PAGE: Final = 50
SHELVES: Final = ((Shelf.ASSETS, "Clips"), (Shelf.BRAND, "Brand"))
MOST_TAGS: Final = 24
LARGEST: Final = max(LIMITS.values())
"""The most bytes of a file."""
MOST_UPLOADED: Final = LARGEST + 1024 * KIB
"""The most bytes of an upload: a file, and the fields beside it."""
_UNSEEN: Final = ("audio", "music", "font", "palette")
_ICONS: Final = {"video": "runs", "audio": "sound", "music": "sound", "image": "asset", "logo": "asset"}

Text = Annotated[str, Form()]


@dataclass(frozen=True, kw_only=True)
class LibraryFilter:
    """What the address asks for; left out means anything."""

    q: str = ""
    shelf: str = ""
    kind: str = ""
    tag: str = ""

    def href(self, **changes: str) -> str:
        """The address of the same shelf with something changed."""
        return address("/library", query(self, LibraryFilter(), **changes))

    @property
    def told(self) -> str:
        """What it asks for, as the end of an address."""
        return self.href().removeprefix("/library")

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name in ("q", "shelf", "kind", "tag") if (value := getattr(self, name)))


def wish(
    q: Annotated[str, Query(max_length=QUERY_LIMIT)] = "",
    shelf: str = "",
    kind: Annotated[str, Query(max_length=64)] = "",
    tag: Annotated[str, Query(max_length=256)] = "",
) -> LibraryFilter:
    """The wish that an address spells out."""
    return LibraryFilter(q=q.strip(), shelf=word(Shelf, "shelf", shelf).value if shelf else "", kind=kind, tag=tag)


Wished = Annotated[LibraryFilter, Depends(wish)]


@dataclass(frozen=True, kw_only=True)
class Item:
    """One thing on a shelf; `media` plays or shows it, when its file is in a store of ours."""

    item_id: str
    shelf: str
    shelf_name: str
    kind: str
    name: str
    path: str | None
    icon: str
    still: str | None
    media: str | None
    length: str
    tags: tuple[tuple[str, str], ...]
    at: datetime
    href: str
    action: str


@dataclass(frozen=True, kw_only=True)
class LibraryPage:
    """A page of the library; `help` only when nothing matches, `peek` and `detail` only with an open drawer."""

    wish: LibraryFilter
    items: tuple[Item, ...]
    total: int
    sentence: str
    next: str | None
    is_first: bool
    is_empty: bool
    help: Relief | None
    tabs: tuple[tuple[str, str, int], ...]
    here: str
    kinds: tuple[tuple[str, str], ...]
    peek: Item | None
    detail: Detail | None
    now: datetime
    largest: int = LARGEST
    types: tuple[str, ...] = (*AssetType, "logo", "font", "palette", "intro", "music")
    title: str = "Library"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def shown(
    request: Request,
    bible: OpenBible,
    wish: Wished,
    cursor: Annotated[str | None, Query(max_length=2048)] = None,
    peek: Annotated[str, Query(max_length=256)] = "",
) -> HTMLResponse:
    """What lies on the shelves, newest first."""
    templates: Templates = request.app.state.templates
    page = gathered(bible, wish, cursor, peek=peek)
    # A page that reads itself again after something was taken off is not to blame for what is gone.
    if peek and page.peek is None and "hx-request" not in request.headers:
        raise NotFound("item of the library", peek)
    return templates.page(request, "library.html", page=page)


@router.get(".{ending}")
def file(bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Everything on the shelves that passes the filters."""
    asked = wanted(wish)
    kept = attachments.each(lambda cursor: recall.found(bible.db, asked, limit=paging.MOST, cursor=cursor))
    return attachments.listed("library", ending, fields=FIELDS, items=kept)


FIELDS: Final[dict[str, Callable[[Kept], Any]]] = {
    "id": lambda kept: kept.item_id,
    "shelf": lambda kept: kept.shelf,
    "kind": lambda kept: kept.kind,
    "description": lambda kept: kept.description,
    "path": lambda kept: kept.path,
    "duration": lambda kept: kept.metadata.get("duration"),
    "metadata": lambda kept: dict(kept.metadata),
    "saved_at": lambda kept: rfc3339(kept.at),
}


@router.post("")
def add(
    request: Request,
    bible: OpenBible,
    shelf: Text,
    kind: Text,
    name: Text = "",
    path: Text = "",
    tags: Text = "",
) -> Response:
    """Put something on a shelf."""

    def effect() -> Kept:
        place, what = word(Shelf, "shelf", shelf), kind
        if place is Shelf.ASSETS:
            what = word(AssetType, "kind", kind)
        return bible.library.keep(
            place, what, path=path.strip() or None, description=name.strip() or None, metadata=filed(tags)
        )

    return changed(request, effect, said="It is on the shelf.", back="/library", undo=_off)


@router.post("/upload", openapi_extra=upload_of(MOST_UPLOADED))
def upload(
    request: Request,
    bible: OpenBible,
    file: Annotated[UploadFile, File()],
    shelf: Text = Shelf.ASSETS,
    kind: Text = "",
    name: Text = "",
    tags: Text = "",
) -> Response:
    """Keep a file and put it on a shelf, under its own name where none is given."""

    def effect() -> Kept:
        called = name.strip() or (file.filename or "").replace("\\", "/").rpartition("/")[2]
        item = {"description": called or None, "metadata": filed(tags)}
        place = word(Shelf, "shelf", shelf)
        what, stored = record.keep_file(bible.blobs, place, kind, iter(partial(file.file.read, CHUNK), b""))
        try:
            return bible.library.keep(place, what, path=f"{stored.store}/{stored.key}", **item)
        except BaseException:
            bible.blobs.delete(stored.store, stored.key)
            raise

    return changed(request, effect, said="It is on the shelf.", back="/library", undo=_off)


def _off(kept: Kept) -> Undo:
    return Undo(action=f"/library/{kept.shelf}/{kept.item_id}/remove")


@router.post("/{shelf}/{item_id}/remove")
def remove(shelf: str, item_id: str, request: Request, bible: OpenBible) -> Response:
    """Take something off the shelf; its file stays."""
    place = word(Shelf, "shelf", shelf)

    def undo(taken: Kept) -> Undo:
        return Undo(action=f"/library/{place}/{item_id}/put-back", fields={"taken": undo_tokens.written(taken)})

    effect = partial(record.unshelve, bible.db, place, item_id)
    return changed(request, effect, said="It is off the shelf; its file stays.", back="/library", undo=undo)


@router.post("/{shelf}/{item_id}/put-back")
def put_back(shelf: str, item_id: str, request: Request, bible: OpenBible, taken: Text) -> Response:
    """Put back what was taken off the shelf, where it lay."""
    place = word(Shelf, "shelf", shelf)

    def effect() -> Kept:
        kept = undo_tokens.read(Kept, taken)
        facts = {"path": kept.path, "description": kept.description, "metadata": kept.metadata, "at": kept.at}
        return bible.library.keep(place, kept.kind, item_id=item_id, **facts)

    return changed(request, effect, said="It is back on the shelf.", back="/library")


def gathered(bible: Bible, wish: LibraryFilter, cursor: str | None = None, *, peek: str = "") -> LibraryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        looked = _looked_at(bible, peek) if peek else None
        found = recall.found(bible.db, wanted(wish), limit=PAGE, cursor=cursor or None)
        kinds = recall.kinds(bible.db)
        counts = {shelf: sum(number for each, _, number in kinds if each is shelf) for shelf in Shelf}
        return LibraryPage(
            wish=wish,
            items=tuple(_item(each, wish) for each in found.items),
            total=found.total,
            sentence=_sentence(counts),
            next=wish.href(cursor=found.next_cursor) if found.next_cursor else None,
            is_first=not cursor,
            is_empty=not kinds,
            help=_help(bible, wish) if not found.total and wish.narrows else None,
            tabs=(
                (wish.href(shelf="", kind=""), "Everything", sum(counts.values())),
                *((wish.href(shelf=shelf.value, kind=""), name, counts[shelf]) for shelf, name in SHELVES),
            ),
            here=wish.href(kind=""),
            kinds=tuple((kind, plain(kind)) for kind in sorted({kind for _, kind, _ in kinds})),
            peek=_item(looked, wish) if looked else None,
            detail=detail(bible, looked) if looked else None,
            now=utcnow(),
        )


def _looked_at(bible: Bible, peek: str) -> Kept | None:
    """What a drawer is open for; what is gone meanwhile is not shown."""
    shelf, _, item_id = peek.partition("/")
    try:
        return recall.item(bible.db, word(Shelf, "shelf", shelf), item_id)
    except NotFound:
        return None


def wanted(wish: LibraryFilter) -> recall.Wanted:
    """The filter that a wish stands for."""
    shelf = Shelf(wish.shelf) if wish.shelf else None
    return recall.Wanted(shelf=shelf, kind=wish.kind, tag=wish.tag, letters=wish.q)


def _item(kept: Kept, wish: LibraryFilter) -> Item:
    media = media_url(kept.path) if kept.path else None
    # A file that we kept without an ending is none that can be drawn.
    seen = media if kept.kind not in _UNSEEN and "." in (kept.path or "").rpartition("/")[2] else None
    seconds = kept.metadata.get("duration")
    return Item(
        item_id=kept.item_id,
        shelf=kept.shelf,
        shelf_name=dict(SHELVES)[kept.shelf],
        kind=plain(kept.kind),
        name=kept.description or (kept.path or kept.item_id).rpartition("/")[2],
        path=kept.path,
        icon=_ICONS.get(kept.kind, "library"),
        still=quote(f"/stills/{seen.removeprefix('/media/')}") if seen else None,
        media=quote(media) if media else None,
        length=clock(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else "",
        tags=tuple((tag, wish.href(tag=tag)) for tag in kept.tags[:MOST_TAGS]),
        at=kept.at,
        href=wish.href(peek=peek(kept.shelf, kept.item_id)),
        action=f"/library/{kept.shelf}/{kept.item_id}/remove",
    )


def _sentence(counts: dict[Shelf, int]) -> str:
    if not sum(counts.values()):
        return "What is worth keeping for the next film: clips that worked, logos, fonts, colours."
    return (
        f"{plural(counts[Shelf.ASSETS], 'clip')} and {plural(counts[Shelf.BRAND], 'brand asset')} at hand for any film."
    )


def _help(bible: Bible, wish: LibraryFilter) -> Relief:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        total = recall.found(bible.db, wanted(less), limit=1).total
        shown = {shelf.value: label for shelf, label in SHELVES}.get(value, value)
        tried.append(Relief(value=shown, href=less.href(), total=total))
    return max(tried, key=lambda less: less.total)
