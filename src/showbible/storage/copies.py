"""A copy of a database: made whole, and checked before anybody relies on it."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from showbible.errors import Damaged
from showbible.storage import private, sqlite
from showbible.storage.database import Database

KEPT: Final = 3
"""How many copies of each database are kept from before an upgrade."""

Summary = tuple[int, dict[str, int]]
"""A schema version, and the number of rows of every table."""


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
            _verify(partial, summary(connection.exec_driver_sql), db.rules)
            flush(partial)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    flush(folder)
    _prune(folder, name)
    return target


def _verify(copy: Path, wanted: Summary, rules: sqlite.SQLite) -> None:
    """Raise unless a copy is sound and holds as much of everything as its original."""
    try:
        wrong = None if examined(copy) == wanted else "it holds less"
    except Damaged as error:
        wrong = str(error)
    if wrong is not None:
        raise Damaged(
            f"The copy of {rules.called} made before an upgrade is not sound ({wrong}), so nothing was upgraded. "
            f"Check the disk, or {rules.remedy}."
        )


def examined(copy: Path) -> Summary:
    """What a file of SQLite that nobody writes holds; raises unless it is sound."""
    try:
        with closing(sqlite.frozen(copy)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            strays = connection.execute("PRAGMA foreign_key_check").fetchone()
            found = summary(connection.execute)
    except sqlite.DriverError as error:
        raise Damaged(str(error)) from error
    if verdict != "ok" or strays is not None:
        raise Damaged(verdict if verdict != "ok" else f"a row of {strays[0]} refers to nothing")
    return found


def summary(ask: Any) -> Summary:
    """The schema version and the rows of every table; virtual tables are counted by the tables behind them."""
    names = ask(_TABLES).fetchall()
    counts = {name: ask(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for (name,) in names}  # noqa: S608
    return ask("PRAGMA user_version").fetchone()[0], counts


_TABLES: Final = """
    SELECT name
      FROM sqlite_master
     WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'
"""


def write_through(target: Path, pieces: Iterable[bytes]) -> str:
    """Write a file through to the disk; gives its hash."""
    private.file(target)
    digest = hashlib.sha256()
    with target.open("wb") as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def flush(path: Path) -> None:
    """Make sure that a file, or the names in a folder, outlive a power cut."""
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
