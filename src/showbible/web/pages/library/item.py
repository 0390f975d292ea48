"""One thing of the library: as a card, and in a drawer with its facts, its history and the way to correct it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.assets.recall import spelling
from showbible.bible import Bible
from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall import library as recall
from showbible.storage.changes import Change, newest
from showbible.vocabulary import KIB, checked_text, media_url
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.words import clock

router = APIRouter(prefix="/library")

SHELVES: Final = {Shelf.ASSETS: "Clips", Shelf.BRAND: "Brand"}
_UNSEEN: Final = ("audio", "music", "font", "palette")
_ICONS: Final = {"video": "runs", "audio": "sound", "music": "sound", "image": "asset", "logo": "asset"}
_NAMES: Final = {"description": "Name", "metadata": "Facts"}

Text = Annotated[str, Form()]


@dataclass(frozen=True, kw_only=True)
class ItemCard:
    """Something on a shelf; `media` plays or shows it, when its file is in a store of ours."""

    kept: LibraryItem
    name: str
    shelf: str
    icon: str
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
        shelf=SHELVES[kept.shelf],
        icon=_ICONS.get(kept.kind, "library"),
        still=quote(f"/stills/{seen.removeprefix('/media/')}") if seen else None,
        media=quote(media) if media else None,
        length=clock(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else "",
    )


@dataclass(frozen=True, kw_only=True)
class ItemDetail:
    """Something in the drawer; `seen` is the newest change its reader knows of."""

    card: ItemCard
    tags: str
    facts: tuple[tuple[str, str], ...]
    spelled: str
    versions: tuple[Version, ...]
    seen: int


def detail(bible: Bible, kept: LibraryItem) -> ItemDetail:
    """Something on a shelf with its facts and its history."""
    found, facts = recall.versions(bible.db, kept.shelf, kept.item_id), _facts(kept.metadata)
    return ItemDetail(
        card=card(kept),
        tags=", ".join(kept.tags),
        facts=tuple((name, spelling.value(value)) for name, value in facts.items()),
        spelled=spelling.spelled(facts),
        versions=versions(map(_readable, found), names=_NAMES),
        seen=newest(found),
    )


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
    request: Request,
    bible: OpenBible,
    seen: Annotated[int, Form()],
    kind: Text,
    name: Text = "",
    tags: Text = "",
    facts: Text = "",
) -> Response:
    """Say otherwise what something is; what another person changed meanwhile is not overwritten."""

    def act(things: Any) -> object:
        known = things.get(_key(request))
        told = {"kind": _worded(kind, known.kind) or "", "description": _worded(name, known.description)}
        return things.correct(_key(request), {**told, "metadata": _meant(known, tags, facts)}, seen=seen)

    return ITEMS.correct(request, bible, act, said="It is corrected.")


def filed(tags: str) -> dict[str, list[str]]:
    """What something is filed under, as its facts say it."""
    told = [checked_text("tags", tag, limit=KIB) for each in tags.split(",") if (tag := each.strip())]
    return {"tags": told} if told else {}


def _worded(text: str, before: str | None) -> str | None:
    """A text from a form, without the line ends and spaces that only the form made."""
    told = "\n".join(text.split("\r\n")).strip()
    return before if told == (before or "").strip() else told or None


def _meant(known: LibraryItem, tags: str, facts: str) -> dict[str, Any]:
    """The facts that a form spells out; what reads as it did before keeps its very value."""
    before = _facts(known.metadata)
    read = spelling.read(facts, known=before)
    told = {name: _alike(value, before.get(name)) for name, value in read.items()}
    kept = {"tags": known.metadata["tags"]} if "tags" in known.metadata else {}
    # A field of one line drops the line ends that a tag may have.
    same = tags.strip() == "".join(", ".join(known.tags).splitlines()).strip()
    return {**told, **(kept if same else filed(tags))}


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


def _readable(change: Change) -> Change:
    """A change with its facts as lines, for people."""
    return replace(change, before=_lined(change.before), after=_lined(change.after))


def _lined(told: Mapping[str, Any]) -> dict[str, Any]:
    return {**told, "metadata": spelling.spelled(told["metadata"], between="; ")} if "metadata" in told else dict(told)
