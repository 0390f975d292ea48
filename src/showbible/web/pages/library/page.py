"""`/library`: clips, logos and whatever else is worth keeping, to find, add, correct and take off the shelf."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Annotated, Final, Self

from fastapi import APIRouter, Depends, File, Request, UploadFile
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library as recall
from showbible.runs.model import AssetType
from showbible.storage import paging
from showbible.storage.blobs import CHUNK, LIMITS
from showbible.vocabulary import KIB, utcnow, word
from showbible.web.deps import OpenBible
from showbible.web.limits import upload as upload_of
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.attachments import FileFormat
from showbible.web.pages.kit.lists import Cursor, Listed, ListFilter, Peeked, listed
from showbible.web.pages.library.item import SHELVES, ItemCard, ItemDetail, Text, card, detail, filed
from showbible.web.render import Crumb, Templates
from showbible.web.shapes.lessons import KeptRow
from showbible.web.words import plain, plural

router = APIRouter(prefix="/library")

PAGE: Final = 50
LARGEST: Final = max(LIMITS.values())
"""The most bytes of a file."""
MOST_UPLOADED: Final = LARGEST + 1024 * KIB
"""The most bytes of an upload: a file, and the fields beside it."""


@dataclass(frozen=True, kw_only=True)
class LibraryFilter(ListFilter):
    """What to show of the library."""

    q: str = ""
    shelf: str = ""
    kind: str = ""
    tag: str = ""

    path = "/library"

    def checked(self) -> Self:
        """The same with a shelf that there is."""
        return replace(self, shelf=word(Shelf, "shelf", self.shelf).value if self.shelf else "")

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its tab calls it."""
        return SHELVES[Shelf(value)] if name == "shelf" else value

    @property
    def wanted(self) -> recall.WantedItems:
        """What the memory is asked for."""
        shelf = Shelf(self.shelf) if self.shelf else None
        return recall.WantedItems(shelf=shelf, kind=self.kind, tag=self.tag, letters=self.q)


Wished = Annotated[LibraryFilter, Depends(LibraryFilter.asked)]


@dataclass(frozen=True, kw_only=True)
class LibraryPage:
    """A page of the library, and what its drawer is open for."""

    wish: LibraryFilter
    list: Listed[ItemCard]
    sentence: str
    tabs: tuple[tuple[str, str, int], ...]
    kinds: tuple[tuple[str, str], ...]
    detail: ItemDetail | None
    now: datetime
    largest: int = LARGEST
    types: tuple[str, ...] = (*AssetType, "logo", "font", "palette", "intro", "music")
    title: str = "Library"
    crumbs: tuple[Crumb, ...] = ()


@router.get("", response_class=HTMLResponse)
def shown(request: Request, bible: OpenBible, wish: Wished, cursor: Cursor = None, peek: Peeked = "") -> HTMLResponse:
    """What lies on the shelves, newest first."""
    templates: Templates = request.app.state.templates
    page = library_page(bible, wish, cursor, peek=peek)
    # A page that reads itself again after something was taken off is not to blame for what is gone.
    if peek and page.detail is None and "hx-request" not in request.headers:
        raise NotFound("item of the library", peek)
    return templates.page(request, "library.html", page=page)


@router.get(".{ending}")
def file(bible: OpenBible, wish: Wished, ending: FileFormat) -> StreamingResponse:
    """Everything on the shelves that passes the filters."""
    read = partial(recall.search, bible.db, wish.wanted, limit=paging.MOST)
    found = attachments.each(lambda cursor: read(cursor=cursor))
    return attachments.shaped("library", ending, KeptRow, found)


@router.post("")
def add(
    request: Request, bible: OpenBible, shelf: Text, kind: Text, name: Text = "", path: Text = "", tags: Text = ""
) -> Response:
    """Put something on a shelf."""

    def effect() -> LibraryItem:
        place = word(Shelf, "shelf", shelf)
        what = word(AssetType, "kind", kind) if place is Shelf.ASSETS else kind
        said = name.strip() or None
        return bible.library.keep(place, what, path=path.strip() or None, description=said, metadata=filed(tags))

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

    def effect() -> LibraryItem:
        said = name.strip() or (file.filename or "").replace("\\", "/").rpartition("/")[2] or None
        place, facts = word(Shelf, "shelf", shelf), filed(tags)
        with bible.library.stored(place, kind, iter(partial(file.file.read, CHUNK), b"")) as found:
            return bible.library.keep(place, found.kind, path=found.path, description=said, metadata=facts)

    return changed(request, effect, said="It is on the shelf.", back="/library", undo=_off)


def _off(kept: LibraryItem) -> Undo:
    return Undo(action=f"/library/{kept.key}/forget")


def library_page(bible: Bible, wish: LibraryFilter, cursor: str | None = None, *, peek: str = "") -> LibraryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        found = recall.search(bible.db, wish.wanted, limit=PAGE, cursor=cursor)
        count = lambda less: recall.search(bible.db, less.wanted, limit=1).total  # noqa: E731
        kinds = recall.kinds(bible.db)
        counts = {shelf: sum(number for each, _, number in kinds if each is shelf) for shelf in Shelf}
        return LibraryPage(
            wish=wish,
            list=listed(wish, found, card, cursor=cursor, count=count),
            sentence=_sentence(counts),
            tabs=(
                (wish.href(shelf="", kind=""), "Everything", sum(counts.values())),
                *((wish.href(shelf=shelf.value, kind=""), name, counts[shelf]) for shelf, name in SHELVES.items()),
            ),
            kinds=tuple((kind, plain(kind)) for kind in sorted({kind for _, kind, _ in kinds})),
            detail=_peeked(bible, peek) if peek else None,
            now=utcnow(),
        )


def _peeked(bible: Bible, peek: str) -> ItemDetail | None:
    """What a drawer is open for; what is gone meanwhile is not shown."""
    try:
        return detail(bible, bible.library.kept.get(peek))
    except NotFound:
        return None


def _sentence(counts: dict[Shelf, int]) -> str:
    if not any(counts.values()):
        return "What is worth keeping for the next film: clips that worked, logos, fonts, colours."
    clips, brand = plural(counts[Shelf.ASSETS], "clip"), plural(counts[Shelf.BRAND], "brand asset")
    return f"{clips} and {brand} at hand for any film."
