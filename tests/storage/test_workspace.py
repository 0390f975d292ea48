"""Folders, projects and the ways in which a data folder can be wrong."""

from __future__ import annotations

import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from showbible.errors import Busy, DiskFull, Invalid, Misconfigured, NotFound
from showbible.settings import Settings
from showbible.storage import project_files, sqlite
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId
from tests.builders import a_project


def _put(db: Database, name: str) -> None:
    with db.transaction():
        db.run(
            "INSERT INTO answers (caller, key, request, status, body, answered_at) VALUES ('c', :name, '', 1, '', 1)",
            name=name,
        )


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "studio").write_text("not a folder")

    with pytest.raises(Misconfigured, match="is a file"):
        Workspace(Settings(home=tmp_path / "studio"))


def test_a_data_folder_inside_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(Misconfigured, match="Cannot write"):
        Workspace(Settings(home=tmp_path / "file" / "studio"))


def test_below_the_disk_floor_nothing_is_written_and_reads_go_on(folder: Settings) -> None:
    Workspace(folder).close()
    opened = Workspace(replace(folder, disk_floor_mb=10**9))

    with pytest.raises(DiskFull, match="Free some space"):
        _put(opened.db, "x")

    assert opened.db.value("SELECT COUNT(*) FROM answers") == 0
    opened.close()


def test_projects_do_not_see_each_other(in_files: Workspace) -> None:
    _put(a_project(in_files, "a_b"), "one")

    assert a_project(in_files, "a-b").all("SELECT key FROM answers") == []


@pytest.mark.parametrize("project_id", ["..", "a/b", "", ".hidden", "a" * 129, "../a", "a\\b"])
def test_a_project_id_that_could_be_a_path_is_refused(in_files: Workspace, project_id: str) -> None:
    with pytest.raises(Invalid, match="project id"):
        in_files.project(ProjectId(project_id))

    assert not (in_files.home / "projects").exists()


def test_many_projects_share_few_connections(in_files: Workspace) -> None:
    for number in range(project_files.MOST_OPEN_PROJECTS + 30):
        _put(a_project(in_files, f"p{number}"), "x")

    held = {file for file in map(_target, os.listdir("/proc/self/fd")) if file.endswith("memory.db")}

    assert len([file for file in held if file.startswith(str(in_files.home))]) <= project_files.MOST_OPEN_PROJECTS


def _target(fd: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{fd}")
    except OSError:
        return ""


def test_a_removed_project_leaves_nothing_behind(in_files: Workspace) -> None:
    _put(a_project(in_files), "old")

    in_files.remove(ProjectId("whales"))

    assert not in_files.folder(ProjectId("whales")).exists()
    assert list((in_files.home / "trash").iterdir()) == []


def test_a_project_folder_can_be_copied_and_opened_elsewhere(in_files: Workspace, tmp_path: Path) -> None:
    _put(a_project(in_files), "kept")
    in_files.close()
    other = Workspace(Settings(home=tmp_path / "other", disk_floor_mb=0))
    shutil.copytree(in_files.folder(ProjectId("whales")), other.folder(ProjectId("orcas")))

    found = a_project(other, "orcas").all("SELECT key FROM answers")

    assert [row.key for row in found] == ["kept"]
    other.close()


def test_a_project_that_nobody_has_made_is_not_opened(workspace: Workspace) -> None:
    with pytest.raises(NotFound, match="no project 'nope'"):
        workspace.project(ProjectId("nope"))

    assert not workspace.folder(ProjectId("nope")).exists()


def test_a_writer_that_waits_too_long_is_told_to_try_later(
    in_files: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 0.05)
    other = sqlite.connect(in_files.home / "workspace.db")
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with other.transaction():
            held.set()
            done.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(30)
    with pytest.raises(Busy, match="Try again"):
        _put(in_files.db, "x")
    done.set()
    thread.join()
    other.close()


def test_readers_do_not_wait_for_a_writer(in_files: Workspace) -> None:
    with in_files.db.transaction():
        in_files.db.run("INSERT INTO facts (name, value) VALUES ('lamp', 'lit')")
        other = sqlite.connect(in_files.home / "workspace.db")
        seen = other.all("SELECT * FROM facts WHERE name = 'lamp'")
        other.close()

    assert seen == []


def test_the_rules_of_sqlite_are_in_force(in_files: Workspace) -> None:
    found = {
        name: in_files.db.value(f"PRAGMA {name}")
        for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")
    }

    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0}


def test_the_sqlite_in_use_has_no_known_way_to_lose_data() -> None:
    assert not sqlite.has_wal_reset_bug(sqlite.version())


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ((3, 6, 9), False),
        ((3, 40, 1), True),
        ((3, 44, 6), False),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
    ],
)
def test_the_versions_with_the_wal_reset_bug_are_known(version: tuple[int, ...], affected: bool) -> None:
    assert sqlite.has_wal_reset_bug(version) is affected


def test_files_of_a_studio_are_private(in_files: Workspace) -> None:
    a_project(in_files)

    folders = (in_files.home, in_files.folder(ProjectId("whales")))

    assert [oct(folder.stat().st_mode & 0o077) for folder in folders] == ["0o0", "0o0"]
