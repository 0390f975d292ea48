"""What follows from what, seen from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.errors import Damaged
from showbible.jobs import queue
from showbible.jobs.queue import JobState
from showbible.settings import Settings
from showbible.vocabulary import ProjectId


@pytest.fixture
def bible(folder: Settings) -> Iterator[Bible]:
    """An empty studio in a folder."""
    with Bible(folder) as opened:
        yield opened


def test_a_finished_run_leaves_its_state_as_a_file(bible: Bible) -> None:
    run = bible.runs.start("Whales", budget=1)
    bible.runs.finish(run.id)

    bible.worker().run_all()

    assert [stored.key for stored in bible.blobs.listed("runs")] == [f"projects/default/runs/{run.id}/state.json"]


def test_a_deleted_run_takes_its_files_along(bible: Bible) -> None:
    run = bible.runs.start("Whales", budget=1)
    bible.runs.finish(run.id)
    bible.worker().run_all()

    bible.runs.delete(run.id)
    bible.worker().run_all()

    assert list(bible.blobs.listed("runs")) == []


def test_a_damaged_project_keeps_no_other_from_being_served(bible: Bible) -> None:
    for name in ("broken", "sound"):
        bible.projects.create(name)
        bible.workspace.project(ProjectId(name))
    with bible.workspace.project(ProjectId("sound")).transaction():
        queue.announce(bible.workspace.project(ProjectId("sound")), "project.deleted", project_id="nobody")
        bible.workspace.project(ProjectId("sound"))._local.after_commit.clear()  # as if the process had died here
    bible.workspace.close()
    (bible.workspace.folder(ProjectId("broken")) / "memory.db").write_bytes(b"not a database" * 999)

    with bible.db.transaction():
        queue.announce(bible.db, "workspace.tidied")
    bible.worker().run_all()

    with pytest.raises(Damaged, match="restore it from a backup"):
        bible.workspace.project(ProjectId("broken"))
    assert {(job.event, job.state) for job in queue.listed(bible.db).items} >= {
        ("workspace.tidied", JobState.DONE),
        ("project.deleted", JobState.DONE),
    }


def test_a_user_who_asks_to_be_forgotten_is_gone_from_every_memory(bible: Bible) -> None:
    run = bible.runs.start("Whales", budget=1, user_id="lena")
    bible.runs.start("Owls", budget=1, user_id="otto")
    bible.runs.finish(run.id)
    bible.lessons.prefer({"default_voice": "echo"}, user_id="lena")
    bible.worker().run_all()

    gone = flow.forget_user(bible.resources, "lena")
    bible.worker().run_all()

    assert (gone["runs"], gone["preferences"]) == (1, 1)
    assert [found.concept for found in bible.runs.list().items] == ["Owls"]
    assert bible.lessons.history().total == 0
