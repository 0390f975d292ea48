"""What a program makes sure of before it reads or writes: that this is still the database it opened.

A file can be deleted, replaced or upgraded by another process while this one holds it open; SQLite would
go on in the old file without a word. On PostgreSQL the tables stay, and only their rows tell.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.engine import Connection

from showbible.errors import Conflict, Damaged, Misconfigured, NewerSchema, NotFound, ShowbibleError
from showbible.storage import incarnations, migrate, sqlite
from showbible.storage.database import Database, Life, Row

_WORKSPACE: Final = "workspace.db"

Place = tuple[int, int]
"""The device and the number of a file: what it is, whatever it is called."""


def place(path: Path | str) -> Place | None:
    """Which file lies at a path; None when there is none, or nothing is in it."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_dev, found.st_ino) if found.st_size else None


@dataclass(frozen=True, eq=False)
class WorkspaceFile:
    """`workspace.db` as it was when this program started."""

    path: str
    opened: Place | None

    def before_reading(self) -> None:
        """Refuse a file that was moved or replaced."""
        if place(self.path) != self.opened:
            raise Damaged(f"{_WORKSPACE} was moved, emptied or replaced while this program ran. Restart it.")

    def before_writing(self, connection: Connection) -> None:
        """Refuse a file that a newer program has upgraded."""
        self.before_reading()
        found = _asked(connection, "PRAGMA user_version")[0]
        _check(found, migrate.head("workspace"), _WORKSPACE)


@dataclass(frozen=True, eq=False)
class ProjectFile:
    """A project's `memory.db` as it was when it was opened."""

    path: str
    opened: Place | None
    life: Life
    registry: Database

    @property
    def is_there(self) -> bool:
        """Whether the file is still the one that was opened."""
        return place(self.path) == self.opened

    def before_reading(self) -> None:
        """Refuse a file that is no longer the project's."""
        if not self.is_there:
            raise self._reason()

    def before_writing(self, connection: Connection) -> None:
        """Refuse a file of another life, or one that a newer program has upgraded."""
        self.before_reading()
        found, incarnation = _asked(connection, _PROJECT_FILE)
        _check(found, migrate.head("project"), f"The database of the project {self.life.project_id!r}")
        if incarnation != self.life.incarnation:
            raise self._reason()

    def _reason(self) -> ShowbibleError:
        """Why the file is not the project's: asked only when it is not."""
        try:
            incarnations.living(self.registry, self.life.project_id, incarnation=self.life.incarnation)
        except (NotFound, Conflict) as refusal:
            return refusal
        if place(self.path) is None:
            return lost(self.life.project_id)
        return Conflict(f"The database of the project {self.life.project_id!r} was replaced meanwhile. Open it again.")


_PROJECT_FILE: Final = """
    SELECT user_version, (SELECT value FROM facts WHERE name = 'incarnation') FROM pragma_user_version
"""


@dataclass(frozen=True)
class WorkspaceTables:
    """The tables of a PostgreSQL database."""

    def before_reading(self) -> None:
        """The tables are always the tables."""

    def before_writing(self, connection: Connection) -> None:
        """Refuse tables that a newer program has upgraded."""
        _check_versions(connection.execute(_VERSIONS).one())


@dataclass(frozen=True)
class ProjectTables:
    """The rows of one project in a PostgreSQL database."""

    life: Life

    def before_reading(self) -> None:
        """Rows that were removed are not there, and rows are never read without their project's id."""

    def before_writing(self, connection: Connection) -> None:
        """Refuse another life; the one that is found stays until the transaction ends."""
        project_id = self.life.project_id
        found = connection.execute(_PROJECT, {"project_id": project_id}).one_or_none()
        if found is None:
            raise NotFound("project", project_id)
        _check_versions(found)
        if found.incarnation != self.life.incarnation:
            raise incarnations.made_anew(project_id)


_VERSIONS: Final = text("""
    SELECT (SELECT version_num FROM workspace_version) AS workspace,
           (SELECT version_num FROM project_version) AS project
""")
_PROJECT: Final = text("""
    SELECT incarnation,
           (SELECT version_num FROM workspace_version) AS workspace,
           (SELECT version_num FROM project_version) AS project
      FROM projects
     WHERE project_id = :project_id AND deleted_at IS NULL
       FOR SHARE OF projects
""")


def _check_versions(found: Row[Any]) -> None:
    _check(int(found.workspace), migrate.head("workspace"), "The workspace database on PostgreSQL")
    _check(int(found.project), migrate.head("project"), "The project database on PostgreSQL")


def lost(project_id: str) -> Damaged:
    """The refusal to begin a project anew whose database is gone."""
    return Damaged(
        f"The database of the project {project_id!r} is missing or empty. "
        "Nothing was changed: restore it from a backup, or delete the project."
    )


def _asked(connection: Connection, sql: str) -> Any:
    """One row, straight from the driver: every write waits for this."""
    cursor = connection.connection.cursor()
    try:
        return cursor.execute(sql).fetchone()
    except sqlite.DriverError:
        return connection.exec_driver_sql(sql).one()  # it fails again, in words that are understood above
    finally:
        cursor.close()


def _check(found: int, known: int, what: str) -> None:
    if found > known:
        raise NewerSchema(what, found=found, known=known)
    if found < known:
        raise Misconfigured(f"{what} was exchanged for an older one while this program ran. Restart it.")
