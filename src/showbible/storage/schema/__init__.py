"""Every table, declared once.

The workspace holds what belongs to the studio; a project holds what belongs to one story.
On SQLite each is a file of its own; on PostgreSQL all tables share one database, and every table
of a project begins with its `project_id`.
Moments are microseconds since 1970, money is millionths of a dollar, JSON is text.
"""

from showbible.storage.schema import (
    assets,
    changes,
    conversations,
    direction,
    foundation,
    lessons,
    receipts,
    runs,
    studio,
)
from showbible.storage.schema.base import PROJECT, WORKSPACE

__all__ = [
    "ONLY_IN_FILES",
    "PROJECT",
    "WORKSPACE",
    "assets",
    "changes",
    "conversations",
    "direction",
    "foundation",
    "lessons",
    "receipts",
    "runs",
    "studio",
]

ONLY_IN_FILES = frozenset({"outbox"})
"""Tables of a project's file that one shared database has no need of."""
