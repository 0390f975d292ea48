"""The whole memory in the two file shapes that other tools read."""

from __future__ import annotations

from typing import Any

from showbible.lessons.model import Pattern, Shelf
from showbible.lessons.recall import combinations, documents, history, library, patterns
from showbible.lessons.recall.preferences import standing
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.vocabulary import LOCAL_USER


def long_term(db: Database, user_id: str = LOCAL_USER) -> dict[str, Any]:
    """Everything as a `long_term.json`, all of one moment."""
    with db.snapshot():
        return documents.long_term(
            standing(db, user_id).values,
            history.everything(db),
            _every_pattern(db),
            saved=library.everything(db, Shelf.ASSETS),
            brand=library.everything(db, Shelf.BRAND),
        )


def memory_index(db: Database, user_id: str = LOCAL_USER) -> dict[str, Any]:
    """The learning loop as a `memory_index.json`, all of one moment."""
    with db.snapshot():
        return documents.memory_index(
            standing(db, user_id).values,
            history.everything(db),
            combinations.successful(combinations.combinations(db)),
        )


def _every_pattern(db: Database) -> list[Pattern]:
    found: list[Pattern] = []
    cursor = None
    while True:
        page = patterns.patterns(db, limit=paging.MOST, cursor=cursor)
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            return found
