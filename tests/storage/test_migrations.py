"""Databases reach the present schema once, together or not at all, and never go back."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from pysqlite3 import dbapi2
from sqlalchemy import MetaData

from showbible.errors import Damaged, Misconfigured, NewerSchema
from showbible.projects.record import create
from showbible.settings import Settings
from showbible.storage import migrate, sqlite
from showbible.storage.database import Database
from showbible.storage.schema.project import ONLY_IN_FILES, PROJECT
from showbible.storage.schema.workspace import WORKSPACE
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId
from tests.builders import a_project
from tests.postgres import Cluster
from tests.processes import Child
from tests.storage import older

COPY = f"before-upgrade-v{older.WORKSPACE}-v{older.PROJECT}"
_ENGINES_OWN = ("_search", "_vectors", "_fts", "_version")  # tables that search and vectors make by themselves


def _differences(db: Database, declared: MetaData) -> list[Any]:
    def ours(name: str | None, kind: str, _parents: object) -> bool:
        return kind != "table" or not any(part in (name or "") for part in _ENGINES_OWN)

    with db.connection() as connection:
        options = {"include_name": ours, "compare_type": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), declared))


def _shared() -> MetaData:
    """The tables of one database for all."""
    shared = MetaData()
    for table in (*WORKSPACE.sorted_tables, *PROJECT.sorted_tables):
        if table.name not in ONLY_IN_FILES and table.name not in shared.tables:
            table.to_metadata(shared)
    return shared


def test_a_new_database_has_the_declared_tables(workspace: Workspace) -> None:
    if workspace.in_files:
        assert _differences(workspace.db, WORKSPACE) == []
        assert _differences(a_project(workspace), PROJECT) == []
    else:
        assert _differences(workspace.db, _shared()) == []


def test_the_steps_lead_to_the_declared_tables_in_files(tmp_path: Path) -> None:
    opened = Workspace(older.in_files(tmp_path / "studio"))

    assert _differences(opened.db, WORKSPACE) == []
    assert _differences(opened.project(older.KEEPER), PROJECT) == []
    opened.close()


def test_the_steps_lead_to_the_declared_tables_on_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    with older.on_postgresql(tmp_path / "studio", cluster) as settings:
        opened = Workspace(settings)

        assert _differences(opened.db, _shared()) == []
        opened.close()


def test_many_projects_can_be_made_at_once(in_files: Workspace) -> None:
    ids = [create(in_files.db, f"story-{number}").project_id for number in range(12)]

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(in_files.project, ids))

    assert [_differences(db, PROJECT) for db in made] == [[]] * 12


def test_many_projects_can_be_upgraded_at_once(tmp_path: Path) -> None:
    file = older.in_files(tmp_path).home / "projects" / older.KEEPER / "memory.db"

    def upgraded(number: int) -> Database:
        db = sqlite.connect(Path(shutil.copy(file, tmp_path / f"{number}.db")))
        migrate.upgrade(db, "project")
        return db

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(upgraded, range(12)))

    assert [_differences(db, PROJECT) for db in made] == [[]] * 12


def test_a_database_of_a_newer_program_is_refused_before_anything_is_written(folder: Settings) -> None:
    Workspace(folder).close()
    file = folder.home / "workspace.db"
    _run(file, f"PRAGMA user_version = {migrate.head('workspace') + 1}")
    before = file.read_bytes()

    with pytest.raises(NewerSchema, match="Upgrade Showbible"):
        Workspace(folder)

    assert file.read_bytes() == before


def test_a_newer_project_is_refused_and_the_others_still_open(in_files: Workspace) -> None:
    for name in ("old", "future"):
        a_project(in_files, name)
    in_files.close()
    _run(in_files.folder(ProjectId("future")) / "memory.db", "PRAGMA user_version = 99")

    with pytest.raises(NewerSchema, match="future"):
        in_files.project(ProjectId("future"))

    assert in_files.project(ProjectId("old")).value("SELECT COUNT(*) FROM outbox") == 0


def test_a_newer_postgresql_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    with cluster.database() as url:
        settings = Settings(home=tmp_path / "studio", database=url)
        opened = Workspace(settings)
        with opened.db.transaction():
            opened.db.run("UPDATE workspace_version SET version_num = '0999'")
        opened.close()

        with pytest.raises(NewerSchema, match="schema version 999"):
            Workspace(settings)


def test_a_database_from_before_the_first_step_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    settings = older.in_files(tmp_path / "studio")
    file = settings.home / "workspace.db"
    _run(file, f"PRAGMA user_version = {older.WORKSPACE - 1}")
    before = file.read_bytes()

    with pytest.raises(Misconfigured, match=r"has schema version 16, .* Open it once with an older Showbible"):
        Workspace(settings)

    assert file.read_bytes() == before


def test_a_project_from_before_the_first_step_is_refused_and_the_others_still_open(tmp_path: Path) -> None:
    opened = Workspace(older.in_files(tmp_path / "studio"))
    _run(opened.folder(older.KEEPER) / "memory.db", f"PRAGMA user_version = {older.PROJECT - 1}")

    with pytest.raises(Misconfigured, match=r"'last-keeper' has schema version 7, .* begins with version 8"):
        opened.project(older.KEEPER)

    assert a_project(opened).value("SELECT COUNT(*) FROM outbox") == 0
    opened.close()


def test_a_postgresql_from_before_the_first_step_is_refused(tmp_path: Path, cluster: Cluster) -> None:
    with older.on_postgresql(tmp_path / "studio", cluster) as settings:
        with psycopg.connect(str(settings.database)) as connection:
            connection.execute("UPDATE workspace_version SET version_num = '0016'")

        with pytest.raises(Misconfigured, match="has schema version 16"):
            Workspace(settings)


def _open(say: Callable[[Any], None], settings: Settings) -> None:
    opened = Workspace(settings)
    say(migrate.version(opened.db, "workspace"))
    opened.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def nothing_yet(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings of a studio whose databases do not exist, or are empty."""
    if request.param == "sqlite":
        yield Settings(home=tmp_path / "studio", disk_floor_mb=0)
        return
    server: Cluster = request.getfixturevalue("cluster")
    with server.empty_database() as url:
        yield Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0)


@pytest.fixture(params=["sqlite", "postgresql"])
def older_studio(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings of a studio that an older program left behind."""
    if request.param == "sqlite":
        yield older.in_files(tmp_path / "studio")
        return
    with older.on_postgresql(tmp_path / "studio", request.getfixturevalue("cluster")) as settings:
        yield settings


def test_four_processes_that_start_together_migrate_once(nothing_yet: Settings) -> None:
    children = [Child(_open, nothing_yet) for _ in range(4)]

    assert [child.join() for child in children] == [[migrate.head("workspace")]] * 4


def test_four_processes_that_start_together_upgrade_once(older_studio: Settings) -> None:
    children = [Child(_open, older_studio) for _ in range(4)]

    assert [child.join() for child in children] == [[migrate.head("workspace")]] * 4


def test_an_upgrade_that_was_killed_leaves_a_studio_that_opens_with_everything(tmp_path: Path) -> None:
    for number in range(6):
        settings = older.in_files(tmp_path / f"studio{number}")
        child = Child(_open, settings)
        _wait_for(settings.home / "backups")
        time.sleep(number / 100)  # so that some die while they copy, and some while they change
        child.kill()

        opened = Workspace(settings)
        assert migrate.is_current(opened.db, "workspace")
        assert opened.db.value("SELECT COUNT(*) FROM changes WHERE owner = 'lena'") == 3
        opened.close()


@pytest.mark.parametrize(("held", "copies"), [("ACCESS SHARE", [COPY]), ("ACCESS EXCLUSIVE", [f"{COPY}.unfinished"])])
def test_an_upgrade_on_postgresql_that_was_killed_has_changed_nothing(
    tmp_path: Path, cluster: Cluster, held: str, copies: list[str]
) -> None:
    with older.on_postgresql(tmp_path / "studio", cluster) as settings:
        # Whoever reads a table keeps it from being changed, and whoever changes it keeps it from being copied.
        with psycopg.connect(str(settings.database)) as other:
            other.execute(f"LOCK TABLE runs IN {held} MODE")
            child = Child(_open, settings)
            _wait_until(lambda: bool(other.execute(_HELD_UP).fetchone()))
            child.kill()
            _wait_until(lambda: not other.execute(_HELD_UP).fetchone())
            assert other.execute("SELECT version_num FROM workspace_version").fetchone() == ("0017",)
        assert sorted(path.name for path in (settings.home / "backups").iterdir()) == copies

        opened = Workspace(settings)
        assert (migrate.is_current(opened.db, "workspace"), migrate.is_current(opened.db, "project")) == (True, True)
        assert opened.db.value("SELECT COUNT(*) FROM changes WHERE owner = 'lena'") == 3
        assert [path.name for path in (settings.home / "backups").iterdir()] == [COPY]
        opened.close()


_HELD_UP = """
    SELECT 1
      FROM pg_locks
     WHERE NOT granted AND relation = CAST('runs' AS regclass)
"""


def test_a_migration_that_was_killed_leaves_a_database_that_opens(tmp_path: Path) -> None:
    for number in range(12):
        settings = Settings(home=tmp_path / f"studio{number}", disk_floor_mb=0)
        child = Child(_open, settings)
        _wait_for(settings.home / "workspace.db")
        time.sleep(number * 0.004)  # from its first moment to its last
        child.kill()

        opened = Workspace(settings)
        assert migrate.is_current(opened.db, "workspace")
        opened.close()


@pytest.mark.parametrize("damage", [b"", b"\xff\xd8\xff\xe0 a picture" * 400, b"SQLite format 3\x00" + b"\x00" * 4080])
def test_a_damaged_database_is_left_as_it_is(folder: Settings, damage: bytes) -> None:
    Workspace(folder).close()
    file = folder.home / "workspace.db"
    file.write_bytes(damage)
    if not damage:
        return  # an empty file is a new database

    with pytest.raises(Damaged, match=r"damaged.*restore it from a backup"):
        Workspace(folder)

    assert file.read_bytes() == damage


def test_a_damaged_page_is_told_when_it_is_read(folder: Settings) -> None:
    opened = Workspace(folder)
    with opened.db.transaction():
        for number in range(3000):
            opened.db.run("INSERT INTO facts (name, value) VALUES (:name, :value)", name=str(number), value="x" * 300)
    opened.close()
    file = folder.home / "workspace.db"
    pages = bytearray(file.read_bytes())
    pages[200 * 4096 : 220 * 4096] = b"\xff" * (20 * 4096)
    file.write_bytes(pages)

    again = Workspace(folder)
    with pytest.raises(Damaged, match="Nothing was changed"):
        again.db.all("SELECT * FROM facts ORDER BY value")
    again.close()


def _wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.0002)  # a core that only looks would be missing where the child works


def _wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _run(file: Path, sql: str) -> None:
    connection = dbapi2.connect(str(file))
    connection.execute(sql)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
