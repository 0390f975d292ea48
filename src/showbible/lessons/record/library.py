"""Keep clips, logos and brand assets, or let them go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.errors import Conflict, Invalid
from showbible.lessons.model import Kept, Shelf
from showbible.lessons.recall import library
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
