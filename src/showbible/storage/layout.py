"""The present schema in an empty database, straight from the declared tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import MetaData, Table, create_mock_engine, text
from sqlalchemy.engine import Connection

from showbible.storage import search, vectors
from showbible.storage.schema.project import ONLY_IN_FILES, PROJECT
from showbible.storage.schema.workspace import WORKSPACE
from showbible.vocabulary import new_id

MEMORY_VECTORS: Final = vectors.VectorIndex(name="memory")
SENTENCE_VECTORS: Final = vectors.VectorIndex(name="sentence", dimensions=384)
ASSET_VECTORS: Final = vectors.VectorIndex(name="asset")
VECTORS: Final = (MEMORY_VECTORS, SENTENCE_VECTORS, ASSET_VECTORS)


def lay_out_workspace(connection: Connection) -> None:
    """Every table of a workspace, and the id by which it is known."""
    _create(connection, WORKSPACE, WORKSPACE.sorted_tables)
    for name in ("run", "production", "memory"):
        search.create(connection, search.Index(name=name))
    vectors.create(connection, MEMORY_VECTORS)
    vectors.create(connection, SENTENCE_VECTORS)
    made = text("INSERT INTO facts (name, value) VALUES ('workspace_id', :value) ON CONFLICT (name) DO NOTHING")
    connection.execute(made, {"value": new_id()})


def lay_out_project(connection: Connection) -> None:
    """Every table of a project; in one database for all, those that the workspace has not made already."""
    tables = PROJECT.sorted_tables
    if connection.dialect.name != "sqlite":
        tables = [table for table in tables if table.name not in ONLY_IN_FILES and table.name not in WORKSPACE.tables]
    _create(connection, PROJECT, tables)
    search.create(connection, search.Index(name="asset"))
    vectors.create(connection, ASSET_VECTORS)


LAY_OUT: Final[Mapping[str, Callable[[Connection], None]]] = {
    "workspace": lay_out_workspace,
    "project": lay_out_project,
}


def _create(connection: Connection, declared: MetaData, tables: Sequence[Table]) -> None:
    for statement in _statements(connection.dialect.name, declared, tuple(tables)):
        connection.exec_driver_sql(statement)


@lru_cache
def _statements(dialect: str, declared: MetaData, tables: tuple[Table, ...]) -> tuple[str, ...]:
    """What makes these tables; worked out once, because every new project asks for the same."""
    statements: list[str] = []

    def note(statement: Any, *_: object) -> None:
        statements.append(str(statement.compile(dialect=engine.dialect)))

    engine = create_mock_engine(f"{dialect}://", note)
    declared.create_all(engine, tables=tables, checkfirst=False)
    return tuple(statements)
