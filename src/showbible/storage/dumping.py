"""Every table of a PostgreSQL database as text, of one moment, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.engine import Connection

from showbible.errors import Conflict
from showbible.storage.database import Database
from showbible.values import frozen

ALWAYS_FILLED: Final = frozenset({"facts", "workspace_version", "project_version", "schedules"})
"""Tables that have rows before anybody has done anything."""

Write = Callable[[str, Iterable[bytes]], None]
Read = Callable[[str], Iterable[bytes]]


@frozen
class DumpedTable:
    """A table and the columns of it that are not worked out from others."""

    name: str
    columns: tuple[str, ...]

    @property
    def listed(self) -> str:
        """The columns, as a statement names them."""
        return ", ".join(f'"{column}"' for column in self.columns)


def dump(db: Database, write: Write) -> dict[str, tuple[str, ...]]:
    """Hand every table to `write`, all of one moment; gives their columns."""
    with db.snapshot(), db.connection() as connection:
        tables = _tables(connection)
        for table in tables:
            write(table.name, _rows(connection, table))
    return {table.name: table.columns for table in tables}


def load(db: Database, columns: Mapping[str, tuple[str, ...]], read: Read, *, replace: bool) -> None:
    """Put dumped tables in the place of what a database holds, all or nothing."""
    with db.transaction(), db.connection() as connection:
        db.hold("showbible schema")
        names = [table.name for table in _tables(connection)]
        if not replace and (filled := _filled(connection, names)) is not None:
            raise Conflict(
                f"The database is not empty: {filled} has rows. Name an empty one, or say that it may be replaced."
            )
        connection.execute(text(f"TRUNCATE {', '.join(names)}"))
        for name in [name for name in names if name in columns]:
            _fill(connection, DumpedTable(name=name, columns=columns[name]), read(name))
        count_on(connection, names)


def _tables(connection: Connection) -> list[DumpedTable]:
    """Our tables; one that others refer to comes before them."""
    rows = connection.execute(text(_COLUMNS)).all()
    columns = {row.name: tuple(row.columns) for row in rows}
    needs: dict[str, set[str]] = {name: set() for name in columns}
    for row in connection.execute(text(_REFERENCES)).all():
        needs[row.name].add(row.needs)
    return [DumpedTable(name=name, columns=columns[name]) for name in TopologicalSorter(needs).static_order()]


_COLUMNS: Final = """
    SELECT c.relname AS name, array_agg(CAST(a.attname AS TEXT) ORDER BY a.attnum) AS columns
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace = CAST(current_schema() AS regnamespace)
     GROUP BY c.relname
     ORDER BY c.relname
"""

_REFERENCES: Final = """
    SELECT own.relname AS name, other.relname AS needs
      FROM pg_constraint k
      JOIN pg_class own ON own.oid = k.conrelid
      JOIN pg_class other ON other.oid = k.confrelid
     WHERE k.contype = 'f' AND own.oid <> other.oid AND own.relnamespace = CAST(current_schema() AS regnamespace)
"""


def _rows(connection: Connection, table: DumpedTable) -> Iterator[bytes]:
    with _cursor(connection).copy(f'COPY "{table.name}" ({table.listed}) TO STDOUT') as rows:
        yield from (bytes(piece) for piece in rows)


def _fill(connection: Connection, table: DumpedTable, pieces: Iterable[bytes]) -> None:
    with _cursor(connection).copy(f'COPY "{table.name}" ({table.listed}) FROM STDIN') as rows:
        for piece in pieces:
            rows.write(piece)


def _cursor(connection: Connection) -> Any:
    """The driver's own: SQLAlchemy has no word for COPY."""
    return connection.connection.driver_connection.cursor()  # type: ignore[union-attr]


def _filled(connection: Connection, names: Iterable[str]) -> str | None:
    """The first table in which somebody has left something."""
    for name in sorted(set(names) - ALWAYS_FILLED):
        if connection.execute(text(f'SELECT 1 FROM "{name}" LIMIT 1')).first() is not None:  # noqa: S608
            return name
    return None


def count_on(connection: Connection, names: Iterable[str]) -> None:
    """Let every counter go on behind the rows that were put back."""
    for row in connection.execute(text(_COUNTERS), {"names": list(names)}).all():
        connection.execute(
            text(f'SELECT setval(:counter, GREATEST(1, (SELECT MAX("{row.column}") FROM "{row.name}")))'),  # noqa: S608
            {"counter": row.counter},
        )


_COUNTERS: Final = """
    SELECT table_name AS name, column_name AS column,
           pg_get_serial_sequence(quote_ident(table_name), column_name) AS counter
      FROM information_schema.columns
     WHERE table_schema = current_schema()
       AND table_name = ANY(:names)
       AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL
"""
