"""One thing of the library in its drawer: what is known of it, who changed that, and the way to say it otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from showbible.assets.recall import spelling
from showbible.bible import Bible
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library as recall
from showbible.storage.changes import Change, newest
from showbible.vocabulary import KIB, checked_text, word
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import changed, corrected
from showbible.web.pages.kit.rewording import Version, versions

router = APIRouter(prefix="/library/{shelf}/{item_id}")

_NAMES: Final = {"description": "Name", "metadata": "Facts"}

Text = Annotated[str, Form()]


@dataclass(frozen=True, kw_only=True)
class Detail:
    """What the drawer shows beside the card; `seen` is the newest change its reader knows of."""

    name: str
    kind: str
    tags: str
    facts: tuple[tuple[str, str], ...]
    spelled: str
    versions: tuple[Version, ...]
    seen: int
    action: str


def detail(bible: Bible, kept: Kept) -> Detail:
    """Something on a shelf with its facts and its history."""
    found = recall.versions(bible.db, kept.shelf, kept.item_id)
    facts = _facts(kept.metadata)
    return Detail(
        name=kept.description or "",
        kind=kept.kind,
        tags=", ".join(kept.tags),
        facts=tuple((name, spelling.value(value)) for name, value in facts.items()),
        spelled=spelling.spelled(facts),
        versions=versions(map(_readable, found), names=_NAMES),
        seen=newest(found),
        action=f"/library/{kept.shelf}/{kept.item_id}",
    )


def peek(shelf: str, item_id: str) -> str:
    """What an address asks for to open the drawer of something."""
    return f"{shelf}/{item_id}"


@router.post("/correct")
def correct(
    shelf: str,
    item_id: str,
    request: Request,
    bible: OpenBible,
    seen: Annotated[int, Form()],
    kind: Text,
    name: Text = "",
    tags: Text = "",
    facts: Text = "",
) -> Response:
    """Say otherwise what something is; what another person changed meanwhile is not overwritten."""
    place = word(Shelf, "shelf", shelf)

    def effect() -> Kept:
        known = recall.item(bible.db, place, item_id)
        told = {"kind": _worded(kind, known.kind) or "", "description": _worded(name, known.description)}
        return bible.library.correct(place, item_id, {**told, "metadata": _meant(known, tags, facts)}, seen=seen)

    return corrected(
        request,
        effect,
        history=partial(recall.versions, bible.db, place, item_id),
        take_back=f"/library/{place}/{item_id}/take-back",
        said="It is corrected.",
        back=_back(place, item_id),
    )


@router.post("/take-back")
def take_back(shelf: str, item_id: str, request: Request, bible: OpenBible, seq: Annotated[int, Form()]) -> Response:
    """Put back what one correction replaced."""
    place = word(Shelf, "shelf", shelf)
    effect = partial(bible.library.take_back, place, item_id, seq)
    return changed(request, effect, said="It is as it was before that change.", back=_back(place, item_id))


def filed(tags: str) -> dict[str, list[str]]:
    """What something is filed under, as its facts say it."""
    told = [checked_text("tags", tag, limit=KIB) for each in tags.split(",") if (tag := each.strip())]
    return {"tags": told} if told else {}


def _back(shelf: Shelf, item_id: str) -> str:
    return f"/library?{urlencode({'peek': peek(shelf, item_id)})}"


def _worded(text: str, before: str | None) -> str | None:
    """A text from a form, without the line ends and spaces that only the form made."""
    told = "\n".join(text.split("\r\n")).strip()
    return before if told == (before or "").strip() else told or None


def _meant(known: Kept, tags: str, facts: str) -> dict[str, Any]:
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
