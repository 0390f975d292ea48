"""`/library`: clips, logos and whatever else is worth keeping, to find, add, correct and take off the shelf."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, File, Request, UploadFile
from starlette.responses import Response

from showbible.assets.recall import spelling
from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library as recall
from showbible.runs.model import AssetType
from showbible.shapes.library import KeptRow
from showbible.storage.blobs import CHUNK
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import KIB, checked_text, media_url, word
from showbible.web.deps import OpenBible
from showbible.web.limits import FILE_LIMIT, MIB
from showbible.web.limits import upload as upload_of
from showbible.web.pages.kit import attachments
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts, Things
from showbible.web.pages.kit.forms import Number, Text, form_text
from showbible.web.pages.kit.lists import BibleList, Cursor, Peeked, ReadAgain
from showbible.web.pages.kit.page import PlacePage, page_at
from showbible.web.pages.kit.rewording import Side, versions
from showbible.words import clock, plain

router = APIRouter(prefix="/library")

PAGE: Final = 50
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


class ItemCard:
    """Something on a shelf; `media` plays or shows it, when its file is in a store of ours."""

    def __init__(self, kept: LibraryItem) -> None:
        self.kept, seconds = kept, kept.metadata.get("duration")
        self.name = kept.description or (kept.path or kept.item_id).rpartition("/")[2]
        self.length = clock(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else ""
        media = quote(media_url(kept.path or "") or "")
        self.media = media or None
        # A file that we kept without an ending is none that can be drawn.
        is_seen = media and kept.kind not in _UNSEEN and "." in (kept.path or "").rpartition("/")[2]
        self.still = f"/stills/{media.removeprefix('/media/')}" if is_seen else None


class ItemDetail:
    """Something in the drawer, with its facts and who changed it."""

    value = staticmethod(spelling.value)
    spelled = staticmethod(spelling.spelled)

    def __init__(self, bible: Bible, kept: LibraryItem) -> None:
        self.card, self.facts = ItemCard(kept), _facts(kept.metadata)
        changes = recall.versions(bible.db, kept.shelf, kept.item_id)
        self.versions = versions(changes, names={"description": "Name", "metadata": "Facts"}, tell=_lined)


@page_at(router, "", "library.html")
class LibraryPage(PlacePage):
    """What lies on the shelves, newest first, all of one moment, and what the drawer is open for."""

    title = "Library"
    card = ItemCard
    shelves = SHELVES
    largest = FILE_LIMIT
    types = (*AssetType, "logo", "font", "palette", "intro", "music")

    def __init__(
        self, bible: OpenBible, wish: Wished, cursor: Cursor = None, again: ReadAgain = True, peek: Peeked = ""
    ) -> None:
        self.wish = wish
        self.detail: ItemDetail | None = None
        with bible.db.snapshot():
            kinds, self.list = recall.kinds(bible.db), wish.listed(bible, limit=PAGE, cursor=cursor)
            with suppress(NotFound):
                self.detail = ItemDetail(bible, bible.library.kept.get(peek)) if peek else None
        if peek and self.detail is None and not again:
            raise NotFound("item of the library", peek)
        self.counts = {shelf: sum(number for each, _, number in kinds if each is shelf) for shelf in Shelf}
        self.kinds = [(kind, plain(kind)) for kind in sorted({kind for _, kind, _ in kinds})]


def _lined(side: Side) -> Side:
    """What was changed, with its facts as lines."""
    return {**side, "metadata": spelling.spelled(side["metadata"], between="; ")} if "metadata" in side else side


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


@router.post("/upload", openapi_extra=upload_of(FILE_LIMIT + MIB))
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
    words = form_text(text)
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
