"""A SQLite file that another program wrote: a copy of it, read and never obeyed.

Only plain tables are asked, by names that we know; a view could make us compute for ever. What a table lacks is None.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from showbible.errors import Malformed, TooLarge
from showbible.storage import sqlite

SECONDS: Final = 300.0
MOST_ROWS: Final = 2_000_000

_TABLES: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"


class ForeignFile:
    """The tables of such a file."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._columns = {name: self._names(name) for name, sql in self._asked(_TABLES) if _is_readable(name, sql)}

    @property
    def tables(self) -> frozenset[str]:
        """The names of its tables."""
        return frozenset(self._columns)

    def columns(self, table: str) -> frozenset[str]:
        """The names of a table's columns; none when there is no such table."""
        return frozenset(self._columns.get(table, ()))

    @property
    def is_ours(self) -> bool:
        """Whether Showbible wrote it."""
        return bool(self._asked("PRAGMA application_id")[0][0] == sqlite.APPLICATION_ID)

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows of a table with these columns, a missing one as None; no rows where there is no such table."""
        there = [name for name in columns if name in self.columns(table)]
        if not there:
            return
        names = ", ".join(f'"{name}"' for name in there)
        for number, row in enumerate(self._asked(f'SELECT {names} FROM "{table}" ORDER BY rowid')):  # noqa: S608
            if number >= MOST_ROWS:
                raise TooLarge(f"{table} has more than {MOST_ROWS:,} rows.")
            yield {**dict.fromkeys(columns), **dict(zip(there, row, strict=True))}

    def _names(self, table: str) -> tuple[str, ...]:
        return tuple(row[1] for row in self._asked(f'PRAGMA table_info("{table}")'))

    def _asked(self, sql: str) -> Any:
        try:
            return self._connection.execute(sql).fetchmany(MOST_ROWS + 1)
        except (sqlite.DriverError, OverflowError, UnicodeDecodeError) as error:
            raise Malformed(f"The database cannot be read ({error}).", field="archive") from None


@contextmanager
def foreign_file(copy: Path) -> Iterator[ForeignFile]:
    """A copy of a file, to be read for a while and not longer."""
    has_log = copy.with_name(f"{copy.name}-wal").exists()
    address = f"file:{quote(str(copy))}?" + ("mode=rw" if has_log else "mode=ro&immutable=1")
    connection = sqlite.at(address)
    try:
        until = time.monotonic() + SECONDS
        connection.set_progress_handler(lambda: int(time.monotonic() > until), 100_000)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA query_only = ON")
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        yield ForeignFile(connection)
    finally:
        connection.close()


def _is_readable(name: str, sql: str | None) -> bool:
    """Whether a table may be asked: a plain one, or a full-text index that keeps its own words."""
    words = "".join((sql or "").lower().split())
    plain = not words.startswith("createvirtual") or ("usingfts5" in words and "content=" not in words)
    return plain and '"' not in name
