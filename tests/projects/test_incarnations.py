"""An id that is deleted and made again lives anew: nothing of the old life touches the new one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from showbible import flow
from showbible.bible import Bible
from showbible.errors import Conflict, NotFound
from showbible.jobs import queue
from showbible.jobs.queue import Job, JobState
from showbible.projects import record
from showbible.settings import Settings
from showbible.storage.database import Life
from showbible.vocabulary import ProjectId
from tests.processes import Child

WHALES = ProjectId("whales")


@pytest.fixture
def other(settings: Settings, bible: Bible) -> Iterator[Bible]:
    """Another process on the same data, as far as a database can tell."""
    with Bible(settings) as opened:
        yield opened


def _fill(bible: Bible) -> str:
    """A run with a file, and an asset; gives the run's id."""
    run = bible.runs.start("Whales", budget=1, project_id=WHALES)
    bible.blobs.put("runs", f"projects/whales/runs/{run.id}/state.json", [b"{}"])
    bible.assets(WHALES).add("image", "orca.png", asset_id="orca", prompt="An orca")
    return run.id


def _held(bible: Bible) -> tuple[list[str], int, list[str]]:
    """The runs, how many files, and the assets."""
    runs = [str(run.run_id) for run in bible.runs.list().items]
    files = len(list(bible.blobs.listed("runs")))
    return runs, files, [hit.asset.asset_id for hit in bible.assets(WHALES).search("orca").items]


def _deleted(bible: Bible) -> list[Job]:
    return [job for job in queue.listed(bible.db).items if job.event == "project.deleted"]


def test_a_late_removal_spares_what_was_made_anew(bible: Bible) -> None:
    bible.projects.create(WHALES)
    bible.projects.delete(WHALES)
    bible.projects.create(WHALES)
    run_id = _fill(bible)

    bible.worker().run_all()

    assert [job.state for job in _deleted(bible)] == [JobState.DONE]
    assert _held(bible) == ([run_id], 1, ["orca"])


def test_a_removal_that_comes_again_and_again_spares_what_was_made_anew(bible: Bible) -> None:
    bible.projects.create(WHALES)
    bible.projects.delete(WHALES)
    (job,) = _deleted(bible)
    bible.projects.create(WHALES)
    run_id = _fill(bible)

    for _ in range(2):
        flow.perform(bible.resources, job)

    assert _held(bible) == ([run_id], 1, ["orca"])


def test_a_removal_of_nobody_in_particular_removes_nothing(bible: Bible) -> None:
    bible.projects.create(WHALES)
    record.delete(bible.db, WHALES)

    flow.remove_project(bible.resources, {"project_id": WHALES})

    with pytest.raises(Conflict, match="is being deleted"):
        bible.projects.create(WHALES)


def test_who_deletes_the_earlier_life_does_not_delete_the_later_one(bible: Bible) -> None:
    first = bible.projects.create(WHALES)
    bible.projects.delete(WHALES)
    bible.projects.create(WHALES)
    record.delete(bible.db, WHALES)

    flow.remove_life(bible.resources, Life(project_id=WHALES, incarnation=first.incarnation))

    with pytest.raises(Conflict, match="is being deleted"):
        bible.projects.create(WHALES)


def test_jobs_of_an_earlier_life_do_nothing_to_the_later_one(bible: Bible) -> None:
    bible.projects.create(WHALES)
    run_id = _fill(bible)
    bible.runs.delete(run_id)
    gone = bible.assets(WHALES).upload("image", [b"\x89PNG\r\n\x1a\n"])
    bible.assets(WHALES).remove(gone.asset_id)
    late = [job for job in queue.listed(bible.db, state=JobState.QUEUED).items if "project_id" in job.payload]
    bible.projects.delete(WHALES)
    bible.projects.create(WHALES)
    bible.blobs.put("runs", f"projects/whales/runs/{run_id}/state.json", [b"{}"])
    store, _, key = gone.path.partition("/")
    bible.blobs.put(store, key, [b"\x89PNG\r\n\x1a\n"])

    for job in late:
        flow.perform(bible.resources, job)

    assert {job.event for job in late} >= {"run.deleted", "asset.deleted", "assets.recorded"}
    assert len(list(bible.blobs.listed("runs"))) == 1 and bible.blobs.stat(store, key).size == 8


def test_every_job_about_a_project_says_which_life_it_is_about(bible: Bible) -> None:
    made = bible.projects.create(WHALES)
    run_id = _fill(bible)
    bible.runs.deliver(run_id, "image", "fin.png")

    told = [job.payload.get("incarnation") for job in queue.listed(bible.db).items if "project_id" in job.payload]

    assert len(told) >= 2 and set(told) == {made.incarnation}


def test_another_process_writes_to_the_later_life_and_does_not_show_the_earlier(bible: Bible, other: Bible) -> None:
    bible.projects.create(WHALES)
    other.assets(WHALES).add("image", "old.png", asset_id="old", prompt="An old whale")
    bible.projects.delete(WHALES)
    bible.projects.create(WHALES)
    bible.assets(WHALES).add("image", "new.png", asset_id="new", prompt="A new whale")

    other.assets(WHALES).add("image", "newer.png", asset_id="newer", prompt="A newer whale")

    shown = [{hit.asset.asset_id for hit in each.assets(WHALES).search("whale").items} for each in (bible, other)]
    assert shown == [{"new", "newer"}] * 2


def test_a_memory_that_is_still_held_refuses_to_write_into_another_life(bible: Bible, other: Bible) -> None:
    bible.projects.create(WHALES)
    held = other.assets(WHALES)
    held.add("image", "old.png", asset_id="old")
    bible.projects.delete(WHALES)

    with pytest.raises(NotFound, match="no project 'whales'"):
        held.add("image", "lost.png", asset_id="lost")
    bible.projects.create(WHALES)
    bible.assets(WHALES)
    with pytest.raises(Conflict, match="made anew"):
        held.add("image", "lost.png", asset_id="lost")

    with pytest.raises(NotFound):
        bible.assets(WHALES).get("lost")


def test_a_file_that_is_gone_tells_nothing_any_more(small: Bible) -> None:
    small.projects.create(WHALES)
    held = small.assets(WHALES)
    held.add("image", "old.png", asset_id="old")
    small.projects.delete(WHALES)

    with pytest.raises(NotFound, match="no project 'whales'"):
        held.get("old")


def _remove_again_and_again(say: object, settings: Settings, incarnations: list[str]) -> None:
    with Bible(settings) as opened:
        for incarnation in incarnations * 20:
            flow.remove_life(opened.resources, Life(project_id=WHALES, incarnation=incarnation))


def test_removers_in_other_processes_never_touch_a_later_life(bible: Bible, settings: Settings) -> None:
    past = []
    for _ in range(3):
        past.append(bible.projects.create(WHALES).incarnation)
        _fill(bible)
        bible.projects.delete(WHALES)
    bible.projects.create(WHALES)

    removers = [Child(_remove_again_and_again, settings, past) for _ in range(2)]
    run_id = _fill(bible)
    for each in removers:
        each.join()

    assert _held(bible) == ([run_id], 1, ["orca"])


def test_a_deletion_and_its_job_at_the_same_moment_remove_once(bible: Bible, settings: Settings) -> None:
    bible.projects.create(WHALES)
    _fill(bible)
    life = record.delete(bible.db, WHALES)
    children = [Child(_remove_again_and_again, settings, [life.incarnation]) for _ in range(3)]

    made = None
    while made is None:
        with suppress(Conflict):
            made = bible.projects.create(WHALES)
    run_id = _fill(bible)
    for child in children:
        child.join()

    assert _held(bible) == ([run_id], 1, ["orca"])
