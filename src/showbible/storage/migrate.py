"""Bring a database to the schema this program knows, and refuse what a newer one wrote."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Literal

from sqlalchemy import text
from sqlalchemy.engine import Connection

from showbible.errors import Misconfigured, NewerSchema
from showbible.storage import locks, migrations, postgres, sqlite
from showbible.storage.copies import keep_copy
from showbible.storage.database import Database
from showbible.storage.kept_tables import keep_tables
from showbible.storage.layout import LAY_OUT

Family = Literal["workspace", "project"]

_HERE = Path(migrations.__file__).parent
_PRESENT: dict[Family, str] = {
    "workspace": "SELECT to_regclass('workspace_version')",
    "project": "SELECT to_regclass('project_version')",
}
_VERSION: dict[Family, str] = {
    "workspace": "SELECT version_num FROM workspace_version",
    "project": "SELECT version_num FROM project_version",
}


def head(family: Family) -> int:
    """The newest version this program knows: that of the last step."""
    return max(_steps(family))


def base(family: Family) -> int:
    """The oldest version this program can begin with: the one before the first step."""
    return min(_steps(family)) - 1


@lru_cache
def _steps(family: Family) -> Mapping[int, str]:
    """The names of the steps by their numbers, in order."""
    names = sorted(step.stem for step in (_HERE / family).glob("step_*.py"))
    return {int(name.split("_")[1]): name for name in names}


def version(db: Database, family: Family) -> int:
    """The version a database has; 0 for an empty one."""
    with db.connection() as connection:
        return _version(connection, family)


def is_current(db: Database, family: Family) -> bool:
    """Whether there is nothing to do; refuses a database from the future, and one from before the first step."""
    found, known = version(db, family), head(family)
    if found > known:
        raise NewerSchema(_title(db, family), found=found, known=known)
    if 0 < found < base(family):
        raise _too_old(_title(db, family), found=found, needed=base(family))
    return found == known


def waiting(home: Path, address: str | None) -> dict[str, tuple[int, int]]:
    """The databases that are not of this version, with the one each has and would get; none is changed."""
    if address is not None:
        return _waiting_tables(address)
    files: dict[Path, Family] = {home / "workspace.db": "workspace"}
    files |= dict.fromkeys(sorted((home / "projects").glob("*/memory.db")), "project")
    found = {file: sqlite.version_of(file) for file in files if file.exists()}
    return {
        file.relative_to(home).as_posix(): (version, head(files[file]))
        for file, version in found.items()
        if version != head(files[file])
    }


def _waiting_tables(address: str) -> dict[str, tuple[int, int]]:
    db = postgres.connect(address)
    try:
        families: tuple[Family, ...] = ("workspace", "project")
        found = {family: version(db, family) for family in families}
    finally:
        db.close()
    return {family: (found[family], head(family)) for family in families if found[family] != head(family)}


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
                _bring_up(connection, family)
                connection.exec_driver_sql(f"PRAGMA user_version = {head(family)}")
                connection.exec_driver_sql(f"PRAGMA application_id = {sqlite.APPLICATION_ID}")
        return True
    with db.transaction():
        db.hold("showbible schema")
        with db.connection() as connection:
            if _version(connection, family) < head(family):
                _bring_up(connection, family)
    return True


def upgrade_tables(db: Database, *, backups: Path) -> None:
    """The same for all tables of one PostgreSQL database together, which are kept as they were before."""
    families: tuple[Family, ...] = ("workspace", "project")
    if {is_current(db, family) for family in families} == {True}:
        return
    with locks.on_server(db, "showbible upgrade"):
        found: dict[str, int] = {family: version(db, family) for family in families}
        if all(found.values()) and found != {family: head(family) for family in families}:
            keep_tables(db, backups, found)
        with db.transaction():
            for family in families:
                upgrade(db, family)


def _version(connection: Connection, family: Family) -> int:
    if connection.dialect.name == "sqlite":
        return sqlite.user_version(connection)
    if connection.exec_driver_sql(_PRESENT[family]).scalar() is None:
        return 0
    return int(connection.exec_driver_sql(_VERSION[family]).scalar() or 0)


def _bring_up(connection: Connection, family: Family) -> None:
    """Lay out an empty database as it is declared; take one with a past through the steps it has missed."""
    if _version(connection, family):
        _run_steps(connection, family)
        return
    LAY_OUT[family](connection)
    connection.execute(text(f"CREATE TABLE {family}_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text(f"INSERT INTO {family}_version VALUES (:head)"), _head(family))  # noqa: S608


def _run_steps(connection: Connection, family: Family) -> None:
    """Every step that a database has missed, in order."""
    # Alembic is slow to import and rarely needed.
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    operations = Operations(MigrationContext.configure(connection))
    found = _version(connection, family)
    for number, name in _steps(family).items():
        if number > found:
            import_module(f"{migrations.__name__}.{family}.{name}").upgrade(operations)
    connection.execute(text(f"UPDATE {family}_version SET version_num = :head"), _head(family))  # noqa: S608


def _head(family: Family) -> dict[str, str]:
    return {"head": f"{head(family):04}"}


def _title(db: Database, family: Family) -> str:
    return db.rules.title if isinstance(db.rules, sqlite.SQLite) else f"The {family} database on PostgreSQL"


def _too_old(what: str, *, found: int, needed: int) -> Misconfigured:
    return Misconfigured(
        f"{what} has schema version {found}, and this Showbible begins with version {needed}. "
        f"Open it once with an older Showbible that brings it to version {needed}, then again with this one."
    )
