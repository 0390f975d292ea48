"""The rows of one project, wherever they lie: what an export takes along and an import puts down.

No table is named here that the schema can tell of: one that has a `project_id`, or a `run_id`, is carried from the day
it is declared. What is left are the books of changes, whose rows say in other ways whose they are, and what belongs to
a database instead of a project.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import Column, Table, Text, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from showbible.errors import Conflict
from showbible.storage.database import Database
from showbible.storage.migrate import Family
from showbible.storage.one_moment import OneMoment
from showbible.storage.schema.project import PROJECT
from showbible.storage.schema.workspace import WORKSPACE
from showbible.values import frozen

BATCH: Final = 500

_NOT_CARRIED: Final = frozenset({"facts", "answers", "outbox", "projects"})
"""What a database knows of itself, and what waits in it; the project's own line is written by whoever takes it in."""

RUNS_OF_PROJECT: Final = " UNION ".join(
    f"SELECT run_id FROM {table.name} WHERE project_id = :project_id"  # noqa: S608
    for table in WORKSPACE.sorted_tables
    if {"project_id", "run_id"} <= set(table.columns.keys())
)
"""The runs of a project, those included that are gone and have left a record."""

_BOOKS: Final = {
    "story_changes": "owner = :project_id",
    "changes": f"""
        owner IN (SELECT 'run/' || run_id FROM ({RUNS_OF_PROJECT}) AS theirs)
        OR owner = '' AND kind = 'production' AND item_id IN ({RUNS_OF_PROJECT})
        OR owner = '' AND kind = 'learning' AND item_id IN (
            SELECT learning_id FROM provider_learnings WHERE run_id IN ({RUNS_OF_PROJECT}))
    """,  # noqa: S608
}

Line = Mapping[str, Any]
"""A row by the names of its columns."""
Row = TypeVar("Row")


@frozen
class ProjectTable:
    """A table in which a project may have rows."""

    family: Family
    table: Table
    condition: str

    @property
    def name(self) -> str:
        """What it is called in an archive."""
        return f"{self.family}/{self.table.name}"

    @property
    def columns(self) -> tuple[Column[Any], ...]:
        """Its columns, but for a number that each database counts by itself."""
        return tuple(column for column in self.table.columns if not _counts(column))

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(column.name for column in self.columns)

    def lines(self, seen: OneMoment, project_id: str) -> Iterator[Line]:
        """The rows of a project, always in the same order; few of them are in memory at once."""
        connection, names = seen[self.family], ", ".join(self.names)
        order = ", ".join(_ordered(column, connection) for column in self.table.primary_key.columns)
        sql = f"SELECT {names} FROM {self.table.name} WHERE {self.condition} ORDER BY {order}"  # noqa: S608
        yield from streamed(connection, sql, project_id)

    def put(self, db: Database, lines: Iterable[Line], *, columns: Sequence[str]) -> int:
        """Write rows with these columns, in the caller's transaction; what a row does not say has its default."""
        values = ", ".join(f":{name}" for name in columns)
        sql = f"INSERT INTO {self.table.name} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608
        try:
            return put_in_batches(lambda rows: db.many(sql, rows), lines)
        except IntegrityError:
            raise Conflict(
                f"A row of {self.table.name} is in this studio already, or does not belong to what comes with it. "
                "Nothing was taken in."
            ) from None


@cache
def project_tables() -> tuple[ProjectTable, ...]:
    """Every table that is carried, each after those that its rows belong to."""
    families: tuple[tuple[Family, Sequence[Table]], ...] = (
        ("workspace", WORKSPACE.sorted_tables),
        ("project", PROJECT.sorted_tables),
    )
    return tuple(
        ProjectTable(family=family, table=table, condition=condition)
        for family, tables in families
        for table in tables
        if (condition := _condition(table)) is not None
    )


def ids_taken(db: Database, run_ids: Sequence[str]) -> list[str]:
    """Those of the ids that a run of any project has here already."""
    return [row.run_id for row in db.all("SELECT run_id FROM runs WHERE run_id IN :ids", ids=list(run_ids))]


def settle_in(db: Database, project_id: str) -> int:
    """Leave productions to whoever has begun them, in the caller's transaction; gives how many were under way."""
    theirs = "SELECT run_id FROM runs WHERE project_id = :project_id"
    db.run(f"UPDATE studio_runs SET owner = NULL, lease_until = NULL WHERE run_id IN ({theirs})", project_id=project_id)  # noqa: S608
    return db.run(
        f"DELETE FROM studio_runs WHERE run_id IN ({theirs} AND status = 'running')",  # noqa: S608
        project_id=project_id,
    )


def index_anew(db: Database, project_id: str) -> None:
    """Let every asset's entry be written anew when the project is opened, in the caller's transaction."""
    db.run("UPDATE asset_index SET needs_reindex = 1 WHERE project_id = :project_id", project_id=project_id)


def put_in_batches(put: Callable[[list[Row]], object], lines: Iterable[Row]) -> int:
    """Hand rows on, some at a time; gives how many there were."""
    number, batch = 0, list[Row]()
    for line in lines:
        batch.append(line)
        if len(batch) == BATCH:
            put(batch)
            number, batch = number + len(batch), []
    put(batch)
    return number + len(batch)


def _condition(table: Table) -> str | None:
    """Which rows of a table are a project's; None when none can be."""
    if table.name in _NOT_CARRIED:
        return None
    if table.name in _BOOKS:
        return _BOOKS[table.name]
    if "project_id" in table.columns:
        return "project_id = :project_id"
    return f"run_id IN ({RUNS_OF_PROJECT})" if "run_id" in table.columns else None


def _counts(column: Column[Any]) -> bool:
    return column.primary_key and column.autoincrement is True


def _ordered(column: Column[Any], connection: Connection) -> str:
    """A column to sort by, letter by letter as SQLite does, whatever language a server sorts in."""
    plain = connection.dialect.name == "sqlite" or not isinstance(column.type, Text)
    return column.name if plain else f'{column.name} COLLATE "C"'


def streamed(connection: Connection, sql: str, project_id: str) -> Iterator[Line]:
    """What a statement about a project answers, a few rows at a time."""
    found = connection.execute(text(sql), {"project_id": project_id}, execution_options={"yield_per": BATCH})
    for row in found:
        yield dict(row._mapping)
