"""What a dead process left in the outbox of a project reaches the queue soon."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from showbible import events
from showbible.bible import Bible
from showbible.jobs import outboxes, queue, schedule
from showbible.jobs.outboxes import Outboxes
from showbible.jobs.queue import announce
from showbible.settings import Settings
from showbible.storage import outbox, sqlite
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId
from tests.builders import a_project
from tests.processes import Child

WHALES, OWLS = ProjectId("whales"), ProjectId("owls")

Say = Callable[[Any], None]


def _announce_and_die(_say: Say, settings: Settings, project_id: ProjectId) -> None:
    with Bible(settings) as bible:
        project = bible.workspace.project(project_id)
        with project.transaction():
            project.after_commit("relay", lambda: os.kill(os.getpid(), signal.SIGKILL))
            announce(project, "run.deleted", project_id=project_id, run_id="nobody")


def _leave_behind(settings: Settings, project_id: ProjectId) -> None:
    """Let a process commit an announcement and be killed before it could relay it."""
    child = Child(_announce_and_die, settings, project_id)
    child.process.join(60)
    assert child.process.exitcode == -signal.SIGKILL


@pytest.fixture
def studio(folder: Settings) -> Iterator[Bible]:
    """A studio with two projects and a worker to come."""
    with Bible(replace(folder, workers=1)) as opened:
        opened.projects.create(WHALES)
        opened.projects.create(OWLS)
        yield opened


def _wait_for_jobs(bible: Bible) -> list[str]:
    deadline = time.monotonic() + 60
    while not (found := [job.event for job in queue.listed(bible.db).items if job.event == "run.deleted"]):
        assert time.monotonic() < deadline, "nothing was relayed"
        time.sleep(0.02)
    return found


def test_what_was_left_behind_is_relayed_when_a_worker_starts(studio: Bible) -> None:
    schedule.announce_due(studio.db, events.PERIODS)
    studio.worker().run_all()  # the next tidying is minutes away
    _leave_behind(studio.settings, WHALES)
    worker = studio.worker()

    worker.start()
    relayed = _wait_for_jobs(studio)

    worker.stop()
    assert relayed == ["run.deleted"]


def test_a_running_worker_finds_what_another_process_leaves_behind(studio: Bible) -> None:
    worker = studio.worker()
    worker.start()

    _leave_behind(studio.settings, WHALES)
    relayed = _wait_for_jobs(studio)

    worker.stop()
    assert relayed == ["run.deleted"]


def _in(workspace: Workspace, *ids: ProjectId) -> Outboxes:
    return Outboxes(workspace, lambda: ids)


def test_an_outbox_that_cannot_be_read_delays_no_other(studio: Bible) -> None:
    _leave_behind(studio.settings, WHALES)
    broken = studio.workspace.folder(OWLS)
    broken.mkdir(parents=True)
    (broken / "memory.db").write_bytes(b"not a database" * 999)

    assert _in(studio.workspace, OWLS, WHALES).relay_some() == 1


def test_an_outbox_that_was_only_being_made_is_looked_into_again(studio: Bible) -> None:
    half_made = studio.workspace.folder(WHALES) / "memory.db"
    half_made.parent.mkdir(parents=True)
    half_made.write_bytes(b"not yet a database")
    some = _in(studio.workspace, WHALES)
    some.relay_some()
    half_made.unlink()

    _leave_behind(studio.settings, WHALES)

    assert some.relay_some() == 1


def test_a_file_that_was_only_begun_holds_nothing_and_is_no_loss(tmp_path: Path) -> None:
    begun = sqlite.connect(tmp_path / "memory.db")
    assert begun.value("SELECT 1") == 1

    assert not outbox.is_waiting(tmp_path / "memory.db")
    begun.close()


def test_a_few_at_a_time_reach_every_project(in_files: Workspace) -> None:
    ids = [ProjectId(f"story-{number}") for number in range(5)]
    for project_id in ids:
        project = a_project(in_files, project_id)
        with project.transaction():
            project.after_commit("relay", lambda: None)  # as if the process had died right after the commit
            announce(project, "lamp.lit", number=project_id)
    some = _in(in_files, *ids)

    assert [some.relay_some(most=2) for _ in range(3)] == [2, 2, 1]


def test_a_project_without_news_is_not_opened(in_files: Workspace) -> None:
    a_project(in_files, WHALES)
    memory = in_files.folder(WHALES) / "memory.db"
    old = time.time_ns() - 2 * outboxes.SURE_AFTER
    quiet = _in(in_files, WHALES, OWLS)
    for file in (memory, memory.with_name("memory.db-wal")):
        os.utime(file, ns=(old, old))
    quiet.relay_some()

    assert [quiet._may_hold_news(project_id) for project_id in (WHALES, OWLS)] == [False, False]
    assert not in_files.folder(OWLS).exists()


def test_a_database_without_outboxes_has_nothing_to_relay(workspace: Workspace) -> None:
    assert _in(workspace, WHALES).relay_some() == 0
