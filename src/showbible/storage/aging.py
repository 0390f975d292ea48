"""Rows that are kept for a time, and how the oldest of them go."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import stamp


@frozen
class AgingRows:
    """The rows of a table that may go when they are old."""

    table: str
    key: str
    """The columns that name a row, with commas between."""
    since: str
    """The column that says how old a row is; an index leads by it."""
    only: str = "1 = 1"
    """Which of them, as a condition."""

    def forget(self, db: Database, *, before: datetime, most: int, **values: Any) -> int:
        """Remove those from before a moment, the oldest first and at most so many; gives how many went."""
        sql = f"""
            DELETE FROM {self.table}
             WHERE ({self.key}) IN (SELECT {self.key}
                                      FROM {self.table}
                                     WHERE {self.since} < :before AND {self.only}
                                     ORDER BY {self.since}
                                     LIMIT :most)
        """  # noqa: S608
        with db.transaction():
            return db.run(sql, before=stamp(before), most=most, **values)
