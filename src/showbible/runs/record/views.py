"""Keep a view of the list of runs by its name."""

from __future__ import annotations

from typing import Final

from showbible.errors import Conflict
from showbible.runs.recall import views
from showbible.runs.recall.views import SavedView
from showbible.storage.database import Database
from showbible.vocabulary import KIB, checked_text, stamp, utcnow

LONGEST_NAME: Final = 240
"""Bytes: sixty letters of any alphabet."""
MOST_VIEWS: Final = 50


def keep_view(db: Database, name: str, query: str, *, is_default: bool = False) -> SavedView:
    """A view under a name; keeping it again changes what the name stands for."""
    row = {
        "name": checked_text("name", name.strip(), limit=LONGEST_NAME, empty=False),
        "query": checked_text("query", query, limit=4 * KIB),
    }
    with db.transaction():
        db.hold("run_views")
        known = {view.name for view in views.views(db)}
        if len(known | {row["name"]}) > MOST_VIEWS:
            raise Conflict(f"There are {MOST_VIEWS} views already. Delete one that nobody uses.")
        db.run(_KEEP, **row, now=stamp(utcnow()))
        if is_default:
            open_with(db, row["name"])
        return views.view(db, row["name"])


_KEEP: Final = """
    INSERT INTO run_views (name, query, is_default, kept_at) VALUES (:name, :query, 0, :now)
        ON CONFLICT (name) DO UPDATE SET query = excluded.query
"""


def open_with(db: Database, name: str | None) -> None:
    """Let the bare address of the list show a view, or everything again."""
    with db.transaction():
        db.hold("run_views")
        if name is not None:
            views.view(db, name)
        db.run(
            "UPDATE run_views SET is_default = CASE WHEN name = CAST(:name AS TEXT) THEN 1 ELSE 0 END", name=name or ""
        )


def drop_view(db: Database, name: str) -> SavedView:
    """Forget a view; gives what it was."""
    with db.transaction():
        gone = views.view(db, name)
        db.run("DELETE FROM run_views WHERE name = :name", name=name)
    return gone
