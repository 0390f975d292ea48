"""Bring a database to the schema this program knows, and refuse what a newer one wrote."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, cast

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from showbible.errors import NewerSchema
from showbible.storage import sqlite
from showbible.storage.backups import keep_copy
from showbible.storage.database import Database
from showbible.storage.layout import LAY_OUT

Family = Literal["workspace", "project"]

_HERE = Path(__file__).parent / "migrations"
_VERSION: dict[Family, str] = {
    "workspace": "SELECT version_num FROM workspace_version",
    "project": "SELECT version_num FROM project_version",
}


@lru_cache
def head(family: Family) -> int:
    """The newest version this program knows: the highest number among the steps."""
    return max(int(step.name[:4]) for step in (_HERE / family).glob("[0-9][0-9][0-9][0-9]_*.py"))


def version(db: Database, family: Family) -> int:
    """The version a database has; 0 for an empty one."""
    with db.connection() as connection:
        return _version(connection, family)


def is_current(db: Database, family: Family) -> bool:
    """Whether there is nothing to do; refuses a database from the future."""
    found, known = version(db, family), head(family)
    if found > known:
        raise NewerSchema(_title(db, family), found=found, known=known)
    return found == known


def upgrade(db: Database, family: Family, *, backups: Path | None = None) -> bool:
    """Run the missing steps, all or nothing, once however many processes start together."""
    if is_current(db, family):
        return False
    if isinstance(db.rules, sqlite.SQLite):
        with db.rules.alone():
            if is_current(db, family):
                return False
            if backups is not None and version(db, family):
                keep_copy(db, backups)
            with db.rules.begun(db.engine) as connection:
                _brought_up(connection, family)
                connection.exec_driver_sql(f"PRAGMA user_version = {head(family)}")
                connection.exec_driver_sql(f"PRAGMA application_id = {sqlite.APPLICATION_ID}")
        return True
    with db.transaction():
        db.hold("showbible schema")
        with db.connection() as connection:
            if _version(connection, family) < head(family):
                _brought_up(connection, family)
    return True


def _version(connection: Connection, family: Family) -> int:
    if connection.dialect.name == "sqlite":
        return sqlite.user_version(connection)
    if not inspect(connection).has_table(f"{family}_version"):
        return 0
    return int(connection.execute(text(_VERSION[family])).scalar() or 0)


def _brought_up(connection: Connection, family: Family) -> None:
    """Lay out an empty database as it is declared; take one with a past through the steps it has missed."""
    if _version(connection, family):
        run_steps(connection, family)
        return
    LAY_OUT[family](connection)
    connection.execute(text(f"CREATE TABLE {family}_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text(f"INSERT INTO {family}_version VALUES (:head)"), {"head": f"{head(family):04}"})  # noqa: S608


_STEPPING: Final = threading.Lock()
"""Alembic's operations are one for the whole process: two databases at once would get each other's tables."""


def run_steps(connection: Connection, family: Family) -> None:
    """Every step that a database has missed, in order."""
    with _STEPPING:
        _run_steps(connection, family)


def _run_steps(connection: Connection, family: Family) -> None:
    # Alembic is slow to import and rarely needed.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("path_separator", "os")
    steps = ScriptDirectory(str(_HERE), version_locations=[str(_HERE / family)])

    def missing(found: Any, _context: Any) -> Any:
        return cast(Callable[..., Any], steps._upgrade_revs)("head", found)

    with EnvironmentContext(config, steps, fn=missing, destination_rev="head") as environment:
        environment.configure(connection=connection, version_table=f"{family}_version")
        environment.run_migrations()


def _title(db: Database, family: Family) -> str:
    return db.rules.title if isinstance(db.rules, sqlite.SQLite) else f"The {family} database on PostgreSQL"
