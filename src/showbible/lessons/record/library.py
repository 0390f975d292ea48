"""Keep clips, logos and brand assets, say otherwise what they are, or let them go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any, Final

from showbible.assets.learn.uploads import ENDINGS
from showbible.errors import Conflict, Invalid, NotFound
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library
from showbible.lessons.record.rulings import check_seen
from showbible.runs.model import AssetType
from showbible.storage import changes
from showbible.storage.blobs import Blobs, Stored, sniffed
from showbible.storage.database import Database
from showbible.vocabulary import (
    KIB,
    METADATA_LIMIT,
    PROSE_LIMIT,
    checked_id,
    checked_text,
    new_id,
    stamp,
    utcnow,
    word,
)


def shelve(
    db: Database,
    shelf: Shelf,
    kind: str,
    *,
    item_id: str | None = None,
    path: str | None = None,
    description: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> Kept:
    """Put something on a shelf; an id that is there already is a conflict."""
    row = {
        "shelf": shelf,
        "item_id": checked_id("library", item_id) if item_id is not None else new_id(),
        "path": None if path is None else _checked_path(path),
        **_told(kind, description, metadata or {}),
        "at": stamp(at or utcnow()),
    }
    with db.transaction():
        db.hold(f"library:{shelf}:{row['item_id']}")
        if db.value("SELECT 1 FROM library_items WHERE shelf = :shelf AND item_id = :item_id", **_key(row)):
            raise Conflict(f"There is an item {row['item_id']!r} on the {shelf} shelf already.")
        db.run(
            """
            INSERT INTO library_items (shelf, item_id, kind, path, description, metadata, at)
            VALUES (:shelf, :item_id, :kind, :path, :description, :metadata, :at)
            """,
            **row,
        )
        return library.item(db, shelf, str(row["item_id"]))


def keep_file(blobs: Blobs, shelf: Shelf, kind: str, content: Iterable[bytes]) -> tuple[str, Stored]:
    """A file in a store under a name of ours, not yet on a shelf, and what it is, should nobody have said so."""
    pieces = iter(content)
    head = next((piece for piece in pieces if piece), b"")
    if not head:
        raise Invalid("The file is empty.", field="file")
    found = sniffed(head)
    sort = found.partition("/")[0]
    what = (_clip if shelf is Shelf.ASSETS else _brand)(kind.strip(), sort)
    key = f"{PREFIX}{new_id()}{ENDINGS.get(found, '')}"
    return what, blobs.put(_STORES.get(sort, "media"), key, chain([head], pieces))


PREFIX: Final = "library/"
"""Where uploads for the library lie in a store."""
_STORES: Final = {"video": "videos", "audio": "audio"}
_SORTS: Final = {"video": "a film", "audio": "a sound", "image": "a picture"}


def _clip(kind: str, sort: str) -> str:
    """What a clip is: what its file is."""
    if sort not in _SORTS:
        raise Invalid(
            "A clip is a film, a sound or a picture, and this file is none that we know. Save it as MP4, WebM, MP3, "
            "WAV, PNG or JPEG, or keep it on the brand shelf.",
            field="file",
        )
    return _agreed(word(AssetType, "asset_type", kind), sort) if kind else sort


def _brand(kind: str, sort: str) -> str:
    """What a brand asset is: whatever it is called, a logo unless something else is said."""
    return _agreed(kind, sort) if kind else "logo"


def _agreed(kind: str, sort: str) -> str:
    if kind in _SORTS and kind != sort:
        raise Invalid(f"This file is {_SORTS.get(sort, 'something else')}, not {_SORTS[kind]}.", field="file")
    return kind


FIELDS: Final = ("kind", "description", "metadata")
"""What can be corrected of something on a shelf."""


def correct(
    db: Database,
    shelf: Shelf,
    item_id: str,
    told: Mapping[str, Any],
    *,
    seen: int | None = None,
    at: datetime | None = None,
) -> Kept:
    """Say otherwise what something on a shelf is: its `kind`, its `description`, its `metadata`.

    `seen` is the number of the newest change its author knew of, 0 for none.
    """
    if unknown := next((name for name in told if name not in FIELDS), None):
        raise Invalid(f"{unknown[:80]!r} cannot be changed; {', '.join(FIELDS)} can.", field=unknown[:80])
    with db.transaction():
        found = _held(db, shelf, item_id)
        after = replace(found, **told)
        differs = [name for name in FIELDS if getattr(found, name) != getattr(after, name)]
        if seen is not None and differs:
            stands, wanted = ({name: _in_words(each, name) for name in differs} for each in (found, after))
            check_seen("this", changes.newest(library.versions(db, shelf, item_id)), seen, stands=stands, wanted=wanted)
        if "kind" in differs:
            _check_kind(after)
        return _rewrite(db, found, after, at=at)


def take_back(db: Database, shelf: Shelf, item_id: str, seq: int) -> Kept:
    """Put back what one correction replaced; that is a change, too."""
    with db.transaction():
        found = _held(db, shelf, item_id)
        change = changes.one(db, kind=library.KIND, seq=seq)
        if change is None or change.item_id != library.book(shelf, item_id)["item_id"]:
            raise NotFound("change", str(seq))
        return _rewrite(db, found, replace(found, **change.before))


def _held(db: Database, shelf: Shelf, item_id: str) -> Kept:
    db.hold(f"library:{shelf}:{item_id}")
    return library.item(db, shelf, item_id)


def _rewrite(db: Database, found: Kept, after: Kept, *, at: datetime | None = None) -> Kept:
    row = _told(after.kind, after.description, after.metadata)
    db.run(_CORRECT, shelf=found.shelf, item_id=found.item_id, **row)
    before, now = ({name: getattr(each, name) for name in FIELDS} for each in (found, after))
    changes.note(db, **library.book(found.shelf, found.item_id), before=before, after=now, at=at)
    return after


_CORRECT: Final = """
    UPDATE library_items SET kind = :kind, description = :description, metadata = :metadata
     WHERE shelf = :shelf AND item_id = :item_id
"""


def _check_kind(after: Kept) -> None:
    """Refuse to call a clip what no clip is, and a file that we have looked at what it is not."""
    if after.shelf is Shelf.ASSETS:
        word(AssetType, "kind", after.kind)
    name = (after.path or "").partition("/")[2]
    sort = next((kind for kind, ending in ENDINGS.items() if name.endswith(ending)), "").partition("/")[0]
    if name.startswith(PREFIX) and sort:
        _agreed(after.kind, sort)


def _in_words(found: Kept, name: str) -> str:
    value = getattr(found, name)
    return _json(value) if name == "metadata" else value or "empty"


def unshelve(db: Database, shelf: Shelf, item_id: str) -> Kept:
    """Take something off a shelf; its file stays, its history goes. Gives what was taken."""
    with db.transaction():
        taken = _held(db, shelf, item_id)
        db.run("DELETE FROM library_items WHERE shelf = :shelf AND item_id = :item_id", shelf=shelf, item_id=item_id)
        changes.drop(db, **library.book(shelf, item_id))
    return taken


def _key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"shelf": row["shelf"], "item_id": row["item_id"]}


def _told(kind: str, description: str | None, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of something, as its row keeps it."""
    return {
        "kind": checked_text("kind", kind, limit=64, empty=False),
        "description": None if description is None else checked_text("description", description, limit=PROSE_LIMIT),
        "metadata": checked_text("metadata", _json(metadata), limit=METADATA_LIMIT),
    }


def _checked_path(path: str) -> str:
    checked_text("path", path, limit=4 * KIB, empty=False)
    if ".." in path.replace("\\", "/").split("/") or any(ord(letter) < 32 for letter in path):
        raise Invalid("path must not climb out of its folder.", field="path")
    return path


def _json(metadata: Mapping[str, Any]) -> str:
    try:
        return json.dumps(dict(metadata), allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError):
        raise Invalid("metadata holds something that JSON cannot say.", field="metadata") from None
