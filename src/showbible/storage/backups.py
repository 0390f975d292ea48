"""A copy of a database from before it is changed for good: checked before anybody relies on it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from showbible.errors import Damaged
from showbible.storage import private, sqlite
from showbible.storage.database import Database

KEPT: Final = 3
"""How many copies of each database are kept."""


def newest(home: Path) -> datetime | None:
    """When the last copy in a data folder was made."""
    made = [copy.stat().st_mtime for copy in (home / "backups").glob("*.db")]
    return datetime.fromtimestamp(max(made), UTC) if made else None


def keep_copy(db: Database, folder: Path) -> Path:
    """Keep a SQLite database as it is; raises, and leaves no copy, unless the copy is as good as the original."""
    assert isinstance(db.rules, sqlite.SQLite)
    source = db.rules.path
    private.folder(folder)
    private.tighten(folder)
    with db.connection() as connection:
        name = f"{source.parent.name}-{source.stem}"
        target = folder / f"{name}-v{sqlite.user_version(connection)}.db"
        partial = target.with_suffix(".partial")
        partial.unlink(missing_ok=True)
        try:
            private.file(partial)  # SQLite writes into an empty file, and leaves its rights alone
            connection.exec_driver_sql("VACUUM INTO ?", (str(partial),))
            _verify(partial, _summary(connection.exec_driver_sql), db.rules)
            _flush(partial)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    _flush(folder)
    _prune(folder, name)
    return target


def _verify(copy: Path, wanted: object, rules: sqlite.SQLite) -> None:
    """Raise unless a copy is sound and holds as much of everything as its original."""
    found: tuple[str, object]
    with _opened(copy) as ask:
        try:
            found = (ask("PRAGMA integrity_check").fetchone()[0], _summary(ask))
        except sqlite.DriverError as error:
            found = (str(error), None)
    if found != ("ok", wanted):
        told = "it holds less" if found[0] == "ok" else found[0]
        raise Damaged(
            f"The copy of {rules.called} made before an upgrade is not sound ({told}), so nothing was upgraded. "
            f"Check the disk, or {rules.remedy}."
        )


@contextmanager
def _opened(copy: Path) -> Iterator[Any]:
    connection = sqlite.bare(copy)
    try:
        yield connection.execute
    finally:
        connection.close()


def _summary(ask: Any) -> tuple[int, dict[str, int]]:
    """The schema version and the rows of every table; virtual tables are counted by the tables behind them."""
    names = ask(_TABLES).fetchall()
    counts = {name: ask(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for (name,) in names}  # noqa: S608
    return ask("PRAGMA user_version").fetchone()[0], counts


_TABLES: Final = """
    SELECT name
      FROM sqlite_master
     WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'
"""


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _prune(folder: Path, name: str) -> None:
    """Remove all but the newest copies of one database."""
    copy = re.compile(re.escape(name) + r"-v(\d+)\.db")
    found = {int(match[1]): path for path in folder.iterdir() if (match := copy.fullmatch(path.name))}
    for version in sorted(found)[:-KEPT]:
        found[version].unlink(missing_ok=True)
