"""What was opened is still what is written: not a lost file, not another one, not one of a newer program."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pysqlite3 import dbapi2

from showbible.bible import Bible
from showbible.errors import Conflict, Damaged, Misconfigured, NewerSchema
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId
from tests.builders import a_project
from tests.postgres import Cluster

WHALES = ProjectId("whales")


def _memory(workspace: Workspace) -> Path:
    return workspace.folder(WHALES) / "memory.db"


def _put(db: Database) -> None:
    with db.transaction():
        db.run("INSERT INTO answers (caller, key, request, status, body, answered_at) VALUES ('c', 'k', '', 1, '', 1)")


def _truncate(path: Path) -> None:
    path.write_bytes(b"")


def _empty_database(path: Path) -> None:
    path.unlink()
    connection = dbapi2.connect(str(path))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


Loss = Callable[[Path], None]
LOSSES = pytest.mark.parametrize("lose", [Path.unlink, _truncate, _empty_database])


@LOSSES
def test_a_project_that_lost_its_database_is_damaged_and_not_new(in_files: Workspace, lose: Loss) -> None:
    a_project(in_files)
    in_files.close()
    lose(_memory(in_files))

    with pytest.raises(Damaged, match=r"'whales' is missing or empty.*restore it from a backup, or delete the project"):
        in_files.project(WHALES)

    assert not _memory(in_files).exists() or _memory(in_files).stat().st_size in (0, 4096)


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: os.truncate(path, 0)])
def test_a_project_that_loses_its_database_while_it_is_open_is_damaged(in_files: Workspace, lose: Loss) -> None:
    held = a_project(in_files)
    held.first("PRAGMA wal_checkpoint(TRUNCATE)")
    lose(_memory(in_files))

    for attempt in (lambda: _put(held), lambda: held.all("SELECT * FROM answers"), lambda: in_files.project(WHALES)):
        with pytest.raises(Damaged, match="missing or empty"):
            attempt()


def test_a_project_that_lost_its_whole_folder_is_damaged(in_files: Workspace) -> None:
    a_project(in_files)
    shutil.rmtree(in_files.folder(WHALES))

    with pytest.raises(Damaged, match="missing or empty"):
        in_files.project(WHALES)

    assert not in_files.folder(WHALES).exists()


@LOSSES
def test_a_damaged_project_can_be_deleted_and_made_again(small: Bible, lose: Loss) -> None:
    small.projects.create(WHALES)
    small.assets(WHALES)
    small.workspace.close()
    lose(_memory(small.workspace))

    small.projects.delete(WHALES)
    small.projects.create(WHALES)

    assert small.assets(WHALES).search("whale").total == 0


def test_a_database_that_is_put_back_is_opened_again(in_files: Workspace, tmp_path: Path) -> None:
    _put(a_project(in_files))
    in_files.close()
    _memory(in_files).rename(tmp_path / "kept.db")
    with pytest.raises(Damaged):
        in_files.project(WHALES)

    (tmp_path / "kept.db").rename(_memory(in_files))

    assert in_files.project(WHALES).value("SELECT COUNT(*) FROM answers") == 1


def test_who_holds_a_database_that_was_replaced_opens_it_again(in_files: Workspace, tmp_path: Path) -> None:
    held = a_project(in_files)
    with held.connection() as connection:
        connection.exec_driver_sql("VACUUM INTO ?", (str(tmp_path / "kept.db"),))
    os.replace(tmp_path / "kept.db", _memory(in_files))
    for ending in ("-wal", "-shm"):
        _memory(in_files).with_name(f"memory.db{ending}").unlink(missing_ok=True)

    with pytest.raises(Conflict, match="was replaced meanwhile"):
        _put(held)
    _put(in_files.project(WHALES))

    assert in_files.project(WHALES).value("SELECT COUNT(*) FROM answers") == 1


def test_the_file_of_another_project_is_refused(in_files: Workspace) -> None:
    for name in ("whales", "orcas"):
        a_project(in_files, name)
    in_files.close()
    shutil.copy(in_files.folder(ProjectId("orcas")) / "memory.db", _memory(in_files))

    with pytest.raises(Damaged, match="belongs to another project"):
        in_files.project(WHALES)


def test_a_live_program_does_not_write_into_files_that_a_newer_one_has_upgraded(in_files: Workspace) -> None:
    project = a_project(in_files)
    for file in (_memory(in_files), in_files.home / "workspace.db"):
        connection = dbapi2.connect(str(file))
        connection.execute("PRAGMA user_version = 99")
        connection.close()

    for db in (project, in_files.db):
        with pytest.raises(NewerSchema, match="schema version 99"):
            _put(db)

    assert [db.value("SELECT COUNT(*) FROM answers") for db in (project, in_files.db)] == [0, 0]


@pytest.mark.parametrize("family", ["workspace", "project"])
def test_a_live_program_does_not_write_into_a_server_that_a_newer_one_has_upgraded(
    cluster: Cluster, tmp_path: Path, family: str
) -> None:
    with cluster.database() as url:
        workspace = Workspace(Settings(home=tmp_path / "studio", database=url))
        project = a_project(workspace)
        with workspace.db.transaction():
            workspace.db.run(f"UPDATE {family}_version SET version_num = '0099'")

        for db in (project, workspace.db):
            with pytest.raises(NewerSchema, match="schema version 99"):
                _put(db)
        workspace.close()


def test_a_workspace_that_was_emptied_asks_for_a_restart(in_files: Workspace) -> None:
    os.truncate(in_files.home / "workspace.db", 0)

    with pytest.raises(Damaged, match="Restart"):
        _put(in_files.db)


def test_a_workspace_that_was_replaced_asks_for_a_restart(in_files: Workspace) -> None:
    (in_files.home / "workspace.db").rename(in_files.home / "moved.db")

    with pytest.raises(Damaged, match="Restart"):
        _put(in_files.db)

    assert not (in_files.home / "workspace.db").exists()


@LOSSES
def test_a_workspace_that_lost_its_database_does_not_start_empty(folder: Settings, lose: Loss) -> None:
    opened = Workspace(folder)
    a_project(opened)
    opened.close()
    lose(folder.home / "workspace.db")

    with pytest.raises(Misconfigured, match=r"workspace.db is missing or empty: restore it from a backup"):
        Workspace(folder)

    assert (folder.home / "projects" / "whales" / "memory.db").exists()
