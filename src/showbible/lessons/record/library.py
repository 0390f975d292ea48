"""Keep clips, logos and brand assets, or let them go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain
from typing import Any, Final

from showbible.assets.learn.uploads import ENDINGS
from showbible.errors import Conflict, Invalid
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library
from showbible.runs.model import AssetType, word
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
        "kind": checked_text("kind", kind, limit=64, empty=False),
        "path": None if path is None else _checked_path(path),
        "description": None if description is None else checked_text("description", description, limit=PROSE_LIMIT),
        "metadata": checked_text("metadata", _json(metadata or {}), limit=METADATA_LIMIT),
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


def unshelve(db: Database, shelf: Shelf, item_id: str) -> Kept:
    """Take something off a shelf; its file stays. Gives what was taken."""
    with db.transaction():
        db.hold(f"library:{shelf}:{item_id}")
        taken = library.item(db, shelf, item_id)
        db.run("DELETE FROM library_items WHERE shelf = :shelf AND item_id = :item_id", shelf=shelf, item_id=item_id)
    return taken


def _key(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"shelf": row["shelf"], "item_id": row["item_id"]}


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
