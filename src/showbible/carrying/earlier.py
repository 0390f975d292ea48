"""Lists in archives of earlier versions whose rows lie elsewhere by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from showbible.errors import Malformed
from showbible.lessons.model import checked_rating
from showbible.storage.migrations.workspace import step_0024_ratings_in_the_book as ratings
from showbible.vocabulary import checked_text

RATINGS: Final = "tables/workspace/production_ratings.jsonl"
"""What people said of runs, until it came into the book of changes."""
LISTS: Final[Mapping[str, frozenset[str]]] = {RATINGS: frozenset({"run_id", "rating", "notes", "at"})}
"""Every such list, and what its lines say."""


def rating_changes(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Ratings as the book of changes keeps them."""
    return ratings.as_changes(map(_checked, rows))


def _checked(row: Mapping[str, Any]) -> Mapping[str, Any]:
    if set(row) != LISTS[RATINGS] or not isinstance(row["run_id"], str):
        raise Malformed("A rating in the archive says something that cannot be kept.", field="archive")
    checked_rating(row["rating"])
    if row["notes"] is not None:
        checked_text("notes", row["notes"])
    return row
