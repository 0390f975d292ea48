"""The library: saved clips, logos and brand assets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Final

from showbible.lessons.model import LibraryItem, Shelf
from showbible.lessons.recall.records import like
from showbible.storage import changes, paging
from showbible.storage.changes import Change
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, required, value_of
from showbible.values import frozen
from showbible.vocabulary import checked_id

KIND: Final = "library"
"""What something on a shelf is called in the history of changes."""


@frozen
class WantedItems:
    """What to look for in the library; left out means anything."""

    shelf: Shelf | None = None
    kind: str = ""
    tag: str = ""
    letters: str = ""


def items(db: Database, shelf: Shelf, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[LibraryItem]:
    """What lies on a shelf, newest first."""
    return search(db, WantedItems(shelf=shelf), limit=limit, cursor=cursor)


def search(
    db: Database, wanted: WantedItems, *, limit: int = paging.USUAL, cursor: str | None = None
) -> Page[LibraryItem]:
    """What was looked for on any shelf, newest first."""
    params, read = _params(wanted), partial(value_of, LibraryItem)
    total = int(db.value(f"SELECT COUNT(*) FROM library_items WHERE {_PASSES}", **params))  # noqa: S608
    key = ("at", "item_id")
    return newest_first(db, _FOUND, read, key=key, total=total, limit=limit, cursor=cursor, **params)


_PASSES: Final = """
    (CAST(:shelf AS TEXT) IS NULL OR shelf = :shelf) AND (CAST(:kind AS TEXT) IS NULL OR kind = :kind)
    AND (CAST(:tag AS TEXT) IS NULL OR metadata LIKE :tag ESCAPE '!')
    AND (CAST(:letters AS TEXT) IS NULL OR LOWER(item_id || ' ' || kind || ' ' || COALESCE(path, '') || ' '
         || COALESCE(description, '') || ' ' || metadata) LIKE :letters ESCAPE '!')
"""

_FOUND: Final = f"""
    SELECT *
      FROM library_items
     WHERE {_PASSES} AND (at, item_id) < (:at, :after)
     ORDER BY at DESC, item_id DESC
     LIMIT :limit
"""  # noqa: S608


def _params(wanted: WantedItems) -> dict[str, str | None]:
    """A tag stands in the facts as a JSON text of its own."""
    tag = json.dumps(wanted.tag, ensure_ascii=False)
    return {
        "shelf": wanted.shelf,
        "kind": wanted.kind or None,
        "tag": like(tag) if wanted.tag else None,
        "letters": like(wanted.letters.strip().lower()) if wanted.letters.strip() else None,
    }


def kinds(db: Database) -> list[tuple[Shelf, str, int]]:
    """How many things of each kind lie on each shelf."""
    rows = db.all("SELECT shelf, kind, COUNT(*) AS number FROM library_items GROUP BY shelf, kind ORDER BY shelf, kind")
    return [(Shelf(row.shelf), row.kind, int(row.number)) for row in rows]


def is_kept(db: Database, path: str) -> bool:
    """Whether something on a shelf has its file at a path."""
    return bool(db.value("SELECT 1 FROM library_items WHERE path = :path LIMIT 1", path=path))


def kept_among(db: Database, paths: Sequence[str]) -> set[str]:
    """Which of some paths are the file of something on a shelf."""
    rows = db.all("SELECT DISTINCT path FROM library_items WHERE path IN :paths", paths=list(paths) or [""])
    return {row.path for row in rows}


def item(db: Database, shelf: Shelf, item_id: str) -> LibraryItem:
    """One thing on a shelf."""
    checked_id("library", item_id)
    row = db.first(
        "SELECT * FROM library_items WHERE shelf = :shelf AND item_id = :item_id", shelf=shelf, item_id=item_id
    )
    return value_of(LibraryItem, required(row, f"item on the {shelf} shelf", item_id))


def versions(db: Database, shelf: Shelf, item_id: str) -> list[Change]:
    """Who corrected something on a shelf and how, newest first."""
    return changes.of(db, kind=KIND, item_id=f"{shelf}/{item_id}")


def everything(db: Database, shelf: Shelf) -> list[LibraryItem]:
    """The whole shelf, oldest first."""
    rows = db.all("SELECT * FROM library_items WHERE shelf = :shelf ORDER BY at, item_id", shelf=shelf)
    return [value_of(LibraryItem, row) for row in rows]


def count(db: Database, shelf: Shelf) -> int:
    """How many things lie on a shelf."""
    return int(db.value("SELECT COUNT(*) FROM library_items WHERE shelf = :shelf", shelf=shelf))
