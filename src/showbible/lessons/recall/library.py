"""The library: saved clips, logos and brand assets."""

from __future__ import annotations

import json
from typing import Any

from showbible.errors import NotFound
from showbible.lessons.model import Kept, Shelf
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import checked_id, moment, stamp


def items(db: Database, shelf: Shelf, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Kept]:
    """What lies on a shelf, newest first."""
    paging.checked_limit(limit)
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    rows = db.all(
        """
        SELECT *
          FROM library_items
         WHERE shelf = :shelf AND (at, item_id) < (:at, :after)
         ORDER BY at DESC, item_id DESC
         LIMIT :limit
        """,
        shelf=shelf,
        at=at,
        after=after,
        limit=limit + 1,
    )
    return paging.page(
        [_kept(row) for row in rows],
        limit=limit,
        total=count(db, shelf),
        key=lambda found: (stamp(found.at), found.item_id),
    )


def item(db: Database, shelf: Shelf, item_id: str) -> Kept:
    """One thing on a shelf."""
    checked_id("library", item_id)
    row = db.first(
        "SELECT * FROM library_items WHERE shelf = :shelf AND item_id = :item_id", shelf=shelf, item_id=item_id
    )
    if row is None:
        raise NotFound(f"item on the {shelf} shelf", item_id)
    return _kept(row)


def everything(db: Database, shelf: Shelf) -> list[Kept]:
    """The whole shelf, oldest first."""
    rows = db.all("SELECT * FROM library_items WHERE shelf = :shelf ORDER BY at, item_id", shelf=shelf)
    return [_kept(row) for row in rows]


def count(db: Database, shelf: Shelf) -> int:
    """How many things lie on a shelf."""
    return int(db.value("SELECT COUNT(*) FROM library_items WHERE shelf = :shelf", shelf=shelf))


def _kept(row: Any) -> Kept:
    return Kept(
        item_id=row.item_id,
        shelf=Shelf(row.shelf),
        kind=row.kind,
        path=row.path,
        description=row.description,
        metadata=json.loads(row.metadata),
        at=moment(row.at),
    )
