"""All that the databases of a studio hold, read at one moment and written elsewhere, whatever either of them is.

What a database counts and keeps for itself is left behind: the answers that a project's file keeps for a day, and
whether a file was made. Everything else is carried from the day it is declared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, Final

from sqlalchemy import Column
from sqlalchemy.engine import Connection

from showbible.errors import Conflict
from showbible.storage import dumping, incarnations, vectors
from showbible.storage.database import Database
from showbible.storage.project_indexes import SearchWords, vector_values
from showbible.storage.project_rows import Line, ProjectTable, project_tables, put_in_batches, streamed
from showbible.storage.schema.workspace import WORKSPACE
from showbible.storage.sqlite import SQLite
from showbible.storage.text_index import Index
from showbible.storage.vectors import Vector, VectorIndex
from showbible.storage.workspace import Workspace
from showbible.values import frozen
from showbible.vocabulary import ProjectId

_ALL: Final = "1 = 1"
WORDS: Final = tuple(
    SearchWords(family="workspace", index=Index(name=name), condition=_ALL) for name in ("run", "production", "memory")
)
STORY_WORDS: Final = SearchWords(family="project", index=Index(name="asset"), condition="scope = :project_id")

Digest = tuple[int, str]
"""How many rows there are, and a hash of all that they say."""


@frozen
class WorkspaceTable(ProjectTable):
    """A table of the workspace, with the numbers that it has counted: others know its lines by them."""

    @property
    def columns(self) -> tuple[Column[Any], ...]:
        """Its columns, but for what each database finds out by itself."""
        return tuple(
            column for column in self.table.columns if (self.table.name, column.name) != ("projects", "born_at")
        )


@cache
def workspace_tables() -> tuple[WorkspaceTable, ...]:
    """Every table of a workspace, each after those that its rows belong to."""
    return tuple(WorkspaceTable(family="workspace", table=table, condition=_ALL) for table in WORKSPACE.sorted_tables)


@cache
def story_tables() -> tuple[ProjectTable, ...]:
    """Every table of a project."""
    return tuple(table for table in project_tables() if table.family == "project")


def workspace_lists() -> tuple[ProjectTable | SearchWords, ...]:
    """All that is read of a workspace."""
    return (*workspace_tables(), *WORDS)


def story_lists() -> tuple[ProjectTable | SearchWords, ...]:
    """All that is read of a project."""
    return (*story_tables(), STORY_WORDS)


@frozen
class StudioMoment:
    """A studio as it was at one moment."""

    workspace: Connection
    projects: Mapping[ProjectId, Connection]

    def of(self, project_id: ProjectId | None) -> Mapping[Any, Connection]:
        """Where the tables of each family are read."""
        project = self.workspace if project_id is None else self.projects[project_id]
        return {"workspace": self.workspace, "project": project}


@contextmanager
def studio_moment(workspace: Workspace) -> Iterator[StudioMoment]:
    """Every database of a studio at one moment, until it is given back; others go on writing."""
    with ExitStack() as kept:
        if not isinstance(workspace.db.rules, SQLite):
            connection = kept.enter_context(workspace.db.rules.reading(workspace.db.engine))
            connection.exec_driver_sql("SELECT COUNT(*) FROM facts").scalar()
            yield StudioMoment(workspace=connection, projects=dict.fromkeys(living(connection), connection))
            return
        opened = {project_id: workspace.project(project_id) for project_id in incarnations.born(workspace.db)}
        # What passes between a project and its workspace is written in the workspace.
        with workspace.db.rules.alone():
            seen = {project_id: _seeing(kept, db) for project_id, db in opened.items()}
            whole = _seeing(kept, workspace.db)
        if left := [each for each, connection in seen.items() if _waits(connection)]:
            raise Conflict(f"Announcements of {left[0]!r} are under way. Stop the servers, then try again.")
        if missing := set(living(whole)) - set(seen) - set(_unborn(whole)):
            raise Conflict(f"The project {min(missing)!r} was made meanwhile. Stop the servers, then try again.")
        yield StudioMoment(workspace=whole, projects=seen)


def _seeing(kept: ExitStack, db: Database) -> Connection:
    connection = kept.enter_context(db.rules.reading(db.engine))
    connection.exec_driver_sql("SELECT COUNT(*) FROM facts").scalar()
    return connection


def _waits(connection: Connection) -> bool:
    return connection.exec_driver_sql("SELECT 1 FROM outbox LIMIT 1").first() is not None


def living(connection: Connection) -> list[ProjectId]:
    """The projects that there are."""
    rows = connection.exec_driver_sql("SELECT project_id FROM projects WHERE deleted_at IS NULL ORDER BY project_id")
    return [ProjectId(row.project_id) for row in rows]


def _unborn(connection: Connection) -> list[ProjectId]:
    rows = connection.exec_driver_sql("SELECT project_id FROM projects WHERE born_at IS NULL")
    return [ProjectId(row.project_id) for row in rows]


def digest(lines: Iterable[Line]) -> Digest:
    """What rows say, as a number and a hash, the same on either database."""
    number, found = 0, hashlib.sha256()
    for line in lines:
        number += 1
        found.update(json.dumps(dict(line), sort_keys=True).encode())
    return number, found.hexdigest()


def vector_lines(seen: Connection, index: VectorIndex, *, scope: str | None) -> Iterator[Vector]:
    """The vectors of an index, or of one scope of it, in the order they came."""
    condition = _ALL if scope is None else "scope = :project_id"
    sql = index.sql("SELECT scope, item_id, model, vector FROM {name}_vectors WHERE {theirs} ORDER BY seq")
    for row in streamed(seen, sql.replace("{theirs}", condition), scope or ""):
        yield Vector(
            scope=row["scope"], item_id=row["item_id"], model=row["model"], values=vector_values(row["vector"])
        )


def put_vectors(db: Database, index: VectorIndex, lines: Iterable[Vector]) -> int:
    """Write vectors, in the caller's transaction."""
    return put_in_batches(lambda rows: vectors.put_many(db, index, rows), lines)


def make_room(db: Database, index: VectorIndex, seen: Connection) -> None:
    """Make room for vectors of the lengths that there are, before the transaction that puts them."""
    for dimensions in vectors.lengths(seen, index):
        vectors.fit(db, index, dimensions=dimensions)


def is_empty(db: Database) -> bool:
    """Whether nobody has left anything in the tables of a workspace."""
    names = [table.name for table in WORKSPACE.sorted_tables if table.name not in dumping.ALWAYS_FILLED]
    return not any(db.value(f"SELECT 1 FROM {name} LIMIT 1") for name in names)  # noqa: S608


def make_way(db: Database) -> None:
    """Take away what a new workspace knows of itself, in the caller's transaction: another's takes its place."""
    db.run("DELETE FROM facts")
    db.run("DELETE FROM schedules")


def count_on(db: Database) -> None:
    """Let every counter of a PostgreSQL database go on behind the rows that were put there."""
    if not isinstance(db.rules, SQLite):
        with db.connection() as connection:
            dumping.count_on(connection, [table.name for table in WORKSPACE.sorted_tables])
