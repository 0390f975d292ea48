"""A copy is kept before an upgrade, and no upgrade happens without a sound one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysqlite3 import dbapi2

from showbible.backups.restore import restore_tables
from showbible.backups.verify import verify
from showbible.bible import Bible
from showbible.errors import Damaged, Misconfigured, ShowbibleError
from showbible.settings import Settings
from showbible.storage import copies, dumping, migrate, postgres, sqlite
from showbible.storage.backup_manifest import BackupManifest
from showbible.storage.database import Database
from showbible.storage.kept_tables import keep_tables
from showbible.storage.workspace import Workspace
from tests.postgres import Cluster
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


def _kept(settings: Settings) -> tuple[BackupManifest, Path]:
    (place,) = (settings.home / "backups").iterdir()
    return verify(place), place


def test_the_tables_of_before_are_kept_and_can_be_put_back_where_they_were(tmp_path: Path, cluster: Cluster) -> None:
    with (
        older.on_postgresql(tmp_path / "studio", cluster) as settings,
        older.on_postgresql(tmp_path / "other", cluster) as other,
    ):
        Workspace(settings).close()
        manifest, place = _kept(settings)
        assert manifest.schema == {"workspace": older.WORKSPACE, "project": older.PROJECT}

        db = postgres.connect(str(other.database))
        before = _rows(db, manifest)
        with db.transaction():
            db.run("DELETE FROM changes")
        dumping.load(db, manifest.columns, lambda table: [(place / "tables" / table).read_bytes()], replace=True)
        assert _rows(db, manifest) == before
        db.close()


def _rows(db: Database, manifest: BackupManifest) -> dict[str, list[str]]:
    return {
        table: sorted(str(row) for row in db.all(f'SELECT {", ".join(columns)} FROM "{table}"'))
        for table, columns in manifest.columns.items()
    }


def test_a_newer_program_refuses_tables_of_an_older_one_and_says_what_to_do(tmp_path: Path, cluster: Cluster) -> None:
    with older.on_postgresql(tmp_path / "studio", cluster) as settings, Bible(settings) as bible:
        _, place = _kept(settings)
        runs = bible.runs.list().total

        with pytest.raises(Misconfigured, match=r"have schema version 17, .* with the Showbible that it was made with"):
            restore_tables(place, bible.workspace, bible.blobs, replace=True)

        assert (bible.runs.list().total, bible.backups.list()) == (runs, [])


def test_tables_that_cannot_be_kept_are_not_upgraded(tmp_path: Path, cluster: Cluster) -> None:
    with older.on_postgresql(tmp_path / "studio", cluster) as settings:
        (settings.home / "backups").mkdir()
        (settings.home / "backups" / f"before-upgrade-v{older.WORKSPACE}-v{older.PROJECT}").touch()

        with pytest.raises(ShowbibleError, match="the copy made before an upgrade"):
            Workspace(settings)

        db = postgres.connect(str(settings.database))
        assert migrate.version(db, "workspace") == older.WORKSPACE
        db.close()


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
def test_the_newest_three_copies_of_tables_are_kept(workspace: Workspace, tmp_path: Path) -> None:
    for version in (9, 10, 11, 12):
        keep_tables(workspace.db, tmp_path / "backups", {"workspace": version, "project": 3})

    kept = {path.name for path in (tmp_path / "backups").iterdir()}

    assert kept == {f"before-upgrade-v{version}-v3" for version in (10, 11, 12)}
