"""`/library`: clips, logos and whatever else is worth keeping, to find, add, correct and take off the shelf."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, File, Request, UploadFile
from starlette.responses import HTMLResponse, Response

from showbible.assets.recall import spelling
from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library as recall
from showbible.runs.model import AssetType
from showbible.shapes.lessons import KeptRow
from showbible.storage.blobs import CHUNK
from showbible.storage.changes import Change
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import KIB, checked_text, media_url, word
from showbible.web.deps import OpenBible, Render
from showbible.web.limits import FILE_LIMIT
from showbible.web.limits import upload as upload_of
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts, Things
from showbible.web.pages.kit.forms import Number, Text
from showbible.web.pages.kit.lists import BibleList, Cursor, Listed, Peeked
from showbible.web.pages.kit.page import PlacePage
from showbible.web.pages.kit.rewording import Version, versions
from showbible.words import clock, plain

router = APIRouter(prefix="/library")

PAGE: Final = 50
LARGEST: Final = FILE_LIMIT
"""The most bytes of a file."""
MOST_UPLOADED: Final = LARGEST + 1024 * KIB
"""The most bytes of an upload: a file, and the fields beside it."""
SHELVES: Final = {Shelf.ASSETS: "Clips", Shelf.BRAND: "Brand"}
_UNSEEN: Final = ("audio", "music", "font", "palette")


@frozen
class LibraryFilter(BibleList[LibraryItem]):
    """What to show of the library."""

    q: str = ""
    shelf: str = ""
    kind: str = ""
    tag: str = ""

    path = "/library"
    kinds = MappingProxyType({"shelf": Shelf})

    def words(self, name: str, value: str) -> str:
        """A filter in force, as its tab calls it."""
        return SHELVES[Shelf(value)] if name == "shelf" else value

    def read_page(self, bible: Bible, *, limit: int, cursor: str | None = None) -> Page[LibraryItem]:
        """A page of what it asks for."""
        shelf = Shelf(self.shelf) if self.shelf else None
        wanted = recall.WantedItems(shelf=shelf, kind=self.kind, tag=self.tag, letters=self.q)
        return recall.search(bible.db, wanted, limit=limit, cursor=cursor)


Wished = Annotated[LibraryFilter, Depends(LibraryFilter.asked)]


@frozen
class ItemCard:
    """Something on a shelf; `media` plays or shows it, when its file is in a store of ours."""

    kept: LibraryItem
    name: str
    still: str | None
    media: str | None
    length: str


def card(kept: LibraryItem) -> ItemCard:
    """Something on a shelf as the page shows it."""
    media = media_url(kept.path) if kept.path else None
    # A file that we kept without an ending is none that can be drawn.
    seen = media if kept.kind not in _UNSEEN and "." in (kept.path or "").rpartition("/")[2] else None
    seconds = kept.metadata.get("duration")
    return ItemCard(
        kept=kept,
        name=kept.description or (kept.path or kept.item_id).rpartition("/")[2],
        still=quote(f"/stills/{seen.removeprefix('/media/')}") if seen else None,
        media=quote(media) if media else None,
        length=clock(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else "",
    )


@frozen
class ItemDetail:
    """Something in the drawer, with its facts and who changed it."""

    card: ItemCard
    facts: Mapping[str, Any]
    versions: tuple[Version, ...]

    value = staticmethod(spelling.value)
    spelled = staticmethod(spelling.spelled)


@frozen
class LibraryPage(PlacePage):
    """A page of the library, and what its drawer is open for."""

    wish: LibraryFilter
    list: Listed[LibraryItem]
    counts: Mapping[Shelf, int]
    kinds: tuple[tuple[str, str], ...]
    detail: ItemDetail | None

    title = "Library"
    card = staticmethod(card)
    shelves = SHELVES
    largest = LARGEST
    types = (*AssetType, "logo", "font", "palette", "intro", "music")


@router.get("", response_class=HTMLResponse)
def show_library(
    render: Render, bible: OpenBible, wish: Wished, cursor: Cursor = None, peek: Peeked = ""
) -> HTMLResponse:
    """What lies on the shelves, newest first."""
    page = library_page(bible, wish, cursor, peek=peek)
    # A page that reads itself again after something was taken off is not to blame for what is gone.
    if peek and page.detail is None and "hx-request" not in render.request.headers:
        raise NotFound("item of the library", peek)
    return render.page("library.html", page)


def library_page(bible: Bible, wish: LibraryFilter, cursor: str | None = None, *, peek: str = "") -> LibraryPage:
    """What the page shows, all of one moment."""
    with bible.db.snapshot():
        kinds = recall.kinds(bible.db)
        return LibraryPage(
            wish=wish,
            list=wish.listed(bible, limit=PAGE, cursor=cursor),
            counts={shelf: sum(number for each, _, number in kinds if each is shelf) for shelf in Shelf},
            kinds=tuple((kind, plain(kind)) for kind in sorted({kind for _, kind, _ in kinds})),
            detail=_detail(bible, peek) if peek else None,
        )


def _detail(bible: Bible, peek: str) -> ItemDetail | None:
    """What a drawer is open for; what is gone meanwhile is not shown."""
    try:
        kept = bible.library.kept.get(peek)
    except NotFound:
        return None
    changes = map(_readable, recall.versions(bible.db, kept.shelf, kept.item_id))
    names = {"description": "Name", "metadata": "Facts"}
    return ItemDetail(card=card(kept), facts=_facts(kept.metadata), versions=versions(changes, names=names))


def _readable(change: Change) -> Change:
    """A change with its facts as lines, for people."""
    return replace(change, before=_lined(change.before), after=_lined(change.after))


def _lined(side: Mapping[str, Any]) -> dict[str, Any]:
    return {**side, "metadata": spelling.spelled(side["metadata"], between="; ")} if "metadata" in side else dict(side)


attachments.offer(router, "", "library", KeptRow, attachments.whole(LibraryFilter))


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
        with bible.library.stored(place, kind, iter(partial(file.file.read, CHUNK), b"")) as stored:
            return bible.library.keep(place, stored.kind, path=stored.path, description=said, metadata=facts)

    return changed(request, effect, said="It is on the shelf.", back="/library", undo=_off)


def _off(kept: LibraryItem) -> Undo:
    return Undo(action=f"/library/{kept.key}/forget")


def _key(request: Request) -> str:
    return f"{request.path_params['shelf']}/{request.path_params['item_id']}"


ITEMS: Final = Acts(
    things=lambda bible, _: bible.library.kept,
    back=lambda _, request: f"/library?{urlencode({'peek': _key(request)})}",
    home=lambda _: "/library",
    taken=LibraryItem,
    item_id=_key,
    forgotten="It is off the shelf; its file stays.",
    restored="It is back on the shelf.",
)
ITEMS.register(router, "/{shelf}/{item_id}", acts=["undo", "forget"])


@router.post("/{shelf}/{item_id}/correct")
def correct(
    request: Request, bible: OpenBible, seen: Number, kind: Text, name: Text = "", tags: Text = "", facts: Text = ""
) -> Response:
    """Say otherwise what something is; what another person changed meanwhile is not overwritten."""

    def act(things: Things) -> object:
        known = things.get(_key(request))
        words = {"kind": _worded(kind, known.kind) or "", "description": _worded(name, known.description)}
        return things.correct(_key(request), {**words, "metadata": _metadata(known, tags, facts)}, seen=seen)

    return ITEMS.correct(request, bible, act, said="It is corrected.")


def filed(tags: str) -> dict[str, list[str]]:
    """What something is filed under, as its facts say it."""
    names = [checked_text("tags", tag, limit=KIB) for each in tags.split(",") if (tag := each.strip())]
    return {"tags": names} if names else {}


def _worded(text: str, before: str | None) -> str | None:
    """A text from a form, without the line ends and spaces that only the form made."""
    words = "\n".join(text.split("\r\n")).strip()
    return before if words == (before or "").strip() else words or None


def _metadata(known: LibraryItem, tags: str, facts: str) -> dict[str, Any]:
    """The facts that a form spells out; what reads as it did before keeps its very value."""
    before = _facts(known.metadata)
    read = spelling.read(facts, known=before)
    alike = {name: _alike(value, before.get(name)) for name, value in read.items()}
    kept = {"tags": known.metadata["tags"]} if "tags" in known.metadata else {}
    # A field of one line drops the line ends that a tag may have.
    same = tags.strip() == "".join(", ".join(known.tags).splitlines()).strip()
    return {**alike, **(kept if same else filed(tags))}


def _alike(value: Any, before: Any) -> Any:
    """A value that replaces a number or a yes or no is one, too, where it is written as one."""
    if not isinstance(value, str) or not isinstance(before, int | float):
        return value
    try:
        meant = json.loads(value)
    except ValueError:
        return value
    return meant if isinstance(meant, int | float) else value


def _facts(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What is known beside the tags, which have a field of their own."""
    return {name: value for name, value in metadata.items() if name != "tags"}
