"""A workspace and one of its projects as both were at the same moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from sqlalchemy.engine import Connection

from showbible.storage.database import Database, ProjectDatabase
from showbible.storage.migrate import Family
from showbible.storage.sqlite import SQLite

OneMoment = Mapping[Family, Connection]
"""The connection to ask for the tables of each database."""


@contextmanager
def one_moment(workspace: Database, project: ProjectDatabase) -> Iterator[OneMoment]:
    """Connections that see one moment until they are given back, from whatever thread; others go on writing."""
    with ExitStack() as kept:
        if not isinstance(workspace.rules, SQLite) or not isinstance(project.rules, SQLite):
            connection = kept.enter_context(workspace.rules.reading(workspace.engine))
            yield {"workspace": connection, "project": connection}
            return
        # A file shows what was committed when it is first read, so nobody may commit between the two.
        with workspace.rules.alone(), project.rules.alone():
            seen: OneMoment = {"workspace": _seeing(kept, workspace), "project": _seeing(kept, project)}
        yield seen


def _seeing(kept: ExitStack, db: Database) -> Connection:
    connection = kept.enter_context(db.rules.reading(db.engine))
    connection.exec_driver_sql("SELECT COUNT(*) FROM facts").scalar()
    return connection
