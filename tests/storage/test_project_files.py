"""Each project's file is opened by itself, and is for its owner alone."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.projects import record as projects
from showbible.settings import Settings
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId
from tests.builders import a_project
from tests.processes import Child

SLOW = ProjectId("slow")


def _hold(say: Callable[[Any], None], settings: Settings) -> None:
    workspace = Workspace(settings)
    with workspace.locked(SLOW):
        say("held")
        time.sleep(600)


@pytest.fixture
def busy(in_files: Workspace, folder: Settings) -> Child:
    """A process that is busy with a project, so that nobody else can open it."""
    projects.create(in_files.db, SLOW)
    child = Child(_hold, folder)
    child.wait_for_word()
    return child


def test_a_project_that_opens_slowly_keeps_no_other_waiting(in_files: Workspace, busy: Child) -> None:
    a_project(in_files, "open")
    waiting = threading.Thread(target=lambda: in_files.trouble(SLOW))
    waiting.start()
    while not in_files._files.is_opening(SLOW):
        time.sleep(0.001)

    a_project(in_files, "another").value("SELECT 1")
    in_files.project(ProjectId("open")).value("SELECT 1")
    told = in_files.trouble(SLOW)

    assert waiting.is_alive() and told == "The project 'slow' is being opened. Look again in a moment."
    busy.kill()
    waiting.join()


def test_a_lock_dies_with_its_process(in_files: Workspace, busy: Child) -> None:
    busy.kill()

    assert in_files.project(SLOW).value("SELECT 1") == 1
    assert [path.name for path in (in_files.home / "projects").iterdir()] == ["slow"]


def test_eight_threads_open_a_new_project_once(in_files: Workspace) -> None:
    projects.create(in_files.db, "whales")
    found = []
    threads = [threading.Thread(target=lambda: found.append(in_files.project(ProjectId("whales")))) for _ in range(8)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 8 and len(set(found)) == 1


def test_a_project_can_be_opened_inside_a_transaction_of_the_workspace(in_files: Workspace) -> None:
    with in_files.db.transaction():
        db = a_project(in_files)
        with db.transaction():
            db.run("INSERT INTO facts (name, value) VALUES ('lamp', 'lit')")

    assert in_files.project(ProjectId("whales")).value("SELECT value FROM facts WHERE name = 'lamp'") == "lit"


@pytest.fixture
def careless() -> Iterator[None]:
    """A process that lets everybody read what it writes."""
    before = os.umask(0)
    yield
    os.umask(before)


def _open_to_others(home: Path) -> list[str]:
    return [str(path.relative_to(home)) for path in (home, *home.rglob("*")) if path.stat().st_mode & 0o077]


def test_databases_are_private_whatever_the_umask(folder: Settings, careless: None) -> None:
    with Bible(folder) as bible:
        bible.projects.create("whales")
        bible.assets("whales").add("image", "orca.png", asset_id="orca")
        bible.projects.create("gone")
        bible.assets("gone")
        bible.projects.delete("gone")

        assert _open_to_others(folder.home) == []


def test_what_an_older_version_left_open_is_closed_when_it_is_opened(folder: Settings) -> None:
    with Bible(folder) as bible:
        bible.projects.create("whales")
        bible.assets("whales")
    (folder.home / "backups").mkdir()
    (folder.home / "backups" / "whales-memory-v1.db").touch()
    for path in (folder.home, *folder.home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

    with Bible(folder) as bible:
        bible.assets("whales")
        left = _open_to_others(folder.home)

    assert left == ["."]  # the folder itself was the user's to make
