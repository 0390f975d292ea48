"""Projects are made, listed and taken away with all they hold."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from showbible.vocabulary import ProjectId


def test_a_project_is_known_once_it_is_made(bible: Bible) -> None:
    made = bible.projects.create("whales", name="Whales of the North")

    assert bible.projects.get("whales") == made
    assert made.name == "Whales of the North"


def test_a_project_is_made_once(bible: Bible) -> None:
    bible.projects.create("whales")

    with pytest.raises(Conflict, match="'whales' already"):
        bible.projects.create("whales")


@pytest.mark.parametrize("project_id", ["..", "a/b", "", "ö", "a b"])
def test_a_bad_id_is_refused(bible: Bible, project_id: str) -> None:
    with pytest.raises(Invalid, match="project id"):
        bible.projects.create(project_id)


def test_a_name_without_end_is_refused(bible: Bible) -> None:
    with pytest.raises(TooLarge, match="name"):
        bible.projects.create("whales", name="x" * 2000)

    assert bible.projects.list().total == 0


def test_projects_come_newest_first(bible: Bible) -> None:
    for name in ("one", "two", "three"):
        bible.projects.create(name)

    page = bible.projects.list(limit=2)
    rest = bible.projects.list(limit=2, cursor=page.next_cursor)

    assert [found.project_id for found in (*page.items, *rest.items)] == ["three", "two", "one"]


def test_an_unknown_project_is_not_found(bible: Bible) -> None:
    for ask in (bible.projects.get, bible.projects.delete):
        with pytest.raises(NotFound, match="no project 'nope'"):
            ask("nope")


def test_a_deleted_project_takes_its_runs_and_files_along(bible: Bible) -> None:
    bible.projects.create("whales")
    bible.workspace.project(ProjectId("whales"))
    run = bible.runs.start("Whales", budget=1, project_id="whales")
    bible.blobs.put("runs", f"projects/whales/runs/{run.id}/state.json", [b"{}"])

    bible.projects.delete("whales")

    assert (bible.projects.list().total, bible.runs.list().total) == (0, 0)
    assert list(bible.blobs.listed("runs")) == []
    assert not bible.workspace.folder(ProjectId("whales")).exists()


def test_the_id_of_a_deleted_project_is_free_again(bible: Bible) -> None:
    bible.projects.create("whales")
    bible.projects.delete("whales")

    bible.projects.create("whales")

    assert bible.projects.list().total == 1


def test_a_deletion_that_was_interrupted_is_finished_by_a_worker(bible: Bible) -> None:
    from showbible.projects import record

    bible.projects.create("whales")
    record.delete(bible.db, "whales")  # as if the process had died before the files went

    with pytest.raises(NotFound):
        bible.projects.get("whales")
    bible.worker().run_all()

    assert bible.projects.create("whales").project_id == "whales"
