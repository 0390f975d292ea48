"""The views of the list of runs that people keep by name."""

from __future__ import annotations

from showbible.storage.database import Database
from showbible.storage.rows import required, value_of
from showbible.values import frozen


@frozen
class SavedView:
    """A way to look at the list: `query` is what its address says; one may be what the bare address shows."""

    name: str
    query: str
    is_default: bool


def views(db: Database) -> tuple[SavedView, ...]:
    """Every view, in the order they were first kept."""
    return tuple(value_of(SavedView, row) for row in db.all("SELECT * FROM run_views ORDER BY kept_at, name"))


def view(db: Database, name: str) -> SavedView:
    """One view."""
    row = db.first("SELECT * FROM run_views WHERE name = :name", name=name)
    return value_of(SavedView, required(row, "view", name))


def first_views(db: Database, *, limit: int) -> tuple[SavedView, ...]:
    """A few views: the one that opens the list, then those kept first."""
    rows = db.all("SELECT * FROM run_views ORDER BY is_default DESC, kept_at, name LIMIT :limit", limit=limit)
    return tuple(value_of(SavedView, row) for row in rows)


def default_view(db: Database) -> SavedView | None:
    """The view that the bare address of the list stands for, if somebody chose one."""
    row = db.first("SELECT * FROM run_views WHERE is_default = 1")
    return None if row is None else value_of(SavedView, row)
