"""A copy is kept before an upgrade, and no upgrade happens without a sound one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysqlite3 import dbapi2

from showbible.errors import Damaged
from showbible.storage import copies, sqlite
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from tests.storage import older


def _at_version(db: Database, version: int) -> None:
    with db.connection() as connection:
        connection.exec_driver_sql(f"PRAGMA user_version = {version}")


def test_a_copy_holds_everything_and_is_private(tmp_path: Path) -> None:
    db = sqlite.connect(tmp_path / "lamp.db")
    with db.transaction():
        db.run("CREATE TABLE lamps (name TEXT)")
        db.run("INSERT INTO lamps VALUES ('lit')")

    kept = copies.keep_copy(db, tmp_path / "backups")

    copy = sqlite.connect(kept)
    assert copy.all("SELECT name FROM lamps") == [("lit",)]
    assert [kept.stat().st_mode & 0o077, kept.parent.stat().st_mode & 0o077] == [0, 0]
    copy.close()
    db.close()


def test_the_newest_three_copies_of_each_database_are_kept(tmp_path: Path) -> None:
    lamp, oil = sqlite.connect(tmp_path / "lamp.db"), sqlite.connect(tmp_path / "lamp-v1.db")
    for version in range(8, 13):
        for db in (lamp, oil):
            _at_version(db, version)
            copies.keep_copy(db, tmp_path / "backups")

    kept = {path.name.removeprefix(f"{tmp_path.name}-") for path in (tmp_path / "backups").iterdir()}

    assert kept == {f"{name}-v{version}.db" for name in ("lamp", "lamp-v1") for version in (10, 11, 12)}
    lamp.close()
    oil.close()


def test_an_upgrade_whose_copy_is_not_sound_changes_nothing(tmp_path: Path) -> None:
    settings = older.in_files(tmp_path / "studio")
    file = settings.home / "workspace.db"
    _break_a_row(file)
    before = file.read_bytes()

    with pytest.raises(Damaged, match=r"made before an upgrade is not sound .*, so nothing was upgraded"):
        Workspace(settings)

    assert (file.read_bytes(), list((settings.home / "backups").iterdir())) == (before, [])


def _break_a_row(file: Path) -> None:
    """Let a row miss what its table insists on: a copy has the same fault, and a check finds it."""
    reword = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'projects'"
    for before, after in (("name TEXT NOT NULL", "name TEXT"), ("name TEXT", "name TEXT NOT NULL")):
        connection = dbapi2.connect(str(file))
        if after == "name TEXT NOT NULL":
            connection.execute("UPDATE projects SET name = NULL WHERE project_id = 'never-opened'")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(reword, (before, after))
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
