"""A notebook keeps a few files of notes beside a story."""

from __future__ import annotations

import pytest

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from showbible.notebooks.api import Notebook
from showbible.notebooks.model import MOST_FILES, MOST_OF_ALL, MOST_OF_ONE, check_room, checked_path


@pytest.fixture
def notebook(bible: Bible) -> Notebook:
    """The empty notebook of a project, on each database in turn."""
    bible.projects.create("whales")
    return bible.notebook("whales")


def _paths(notebook: Notebook) -> list[str]:
    return [each.path for each in notebook.files()]


def test_a_file_says_what_was_written_into_it(notebook: Notebook) -> None:
    notebook.create("/memories/cut.md", "Fade in.\n")
    notebook.change("/memories/cut.md", lambda text: text + "Fade out.\n")

    assert notebook.read("/memories/cut.md") == "Fade in.\nFade out.\n"
    assert [(each.path, each.size) for each in notebook.files()] == [("/memories/cut.md", 19)]


def test_a_file_that_is_there_is_not_written_over(notebook: Notebook) -> None:
    notebook.create("/memories/cut.md", "Fade in.")

    with pytest.raises(Conflict, match=r"There is a file /memories/cut.md already"):
        notebook.create("/memories/cut.md", "Fade out.")
    assert notebook.read("/memories/cut.md") == "Fade in."


def test_a_file_is_no_folder_and_a_folder_no_file(notebook: Notebook) -> None:
    notebook.create("/memories/scenes/one.md", "The pier.")

    with pytest.raises(Conflict, match="/memories/scenes is a folder"):
        notebook.create("/memories/scenes", "x")
    with pytest.raises(Conflict, match=r"one.md is a file, and nothing can lie in it"):
        notebook.create("/memories/scenes/one.md/two.md", "x")


def test_a_folder_is_moved_and_deleted_with_all_that_lies_in_it(notebook: Notebook) -> None:
    for name in ("scenes/one.md", "scenes/acts/two.md", "scenery.md"):
        notebook.create(f"/memories/{name}", "x")

    notebook.rename("/memories/scenes", "/memories/old")
    assert _paths(notebook) == ["/memories/old/acts/two.md", "/memories/old/one.md", "/memories/scenery.md"]

    assert notebook.delete("/memories/old") == 2
    assert _paths(notebook) == ["/memories/scenery.md"]


def test_nothing_is_moved_onto_something_or_into_itself(notebook: Notebook) -> None:
    notebook.create("/memories/a.md", "a")
    notebook.create("/memories/b/c.md", "c")

    with pytest.raises(Conflict, match=r"There is a file /memories/a.md already"):
        notebook.rename("/memories/b/c.md", "/memories/a.md")
    with pytest.raises(Invalid, match="cannot be moved into itself"):
        notebook.rename("/memories/b", "/memories/b/d")
    assert _paths(notebook) == ["/memories/a.md", "/memories/b/c.md"]


def test_an_edit_that_fails_leaves_the_file_alone(notebook: Notebook) -> None:
    notebook.create("/memories/a.md", "a")

    with pytest.raises(TooLarge, match="the limit is 65,536"):
        notebook.change("/memories/a.md", lambda text: "x" * (MOST_OF_ONE + 1))
    with pytest.raises(NotFound, match=r"There is no file '/memories/b.md'"):
        notebook.change("/memories/b.md", str.upper)
    assert notebook.read("/memories/a.md") == "a"


def test_a_notebook_has_limits() -> None:
    check_room(files=MOST_FILES, size=MOST_OF_ALL)

    with pytest.raises(TooLarge, match="at most 200 files"):
        check_room(files=MOST_FILES + 1, size=0)
    with pytest.raises(TooLarge, match="at most 2,097,152 bytes together"):
        check_room(files=1, size=MOST_OF_ALL + 1)


def test_a_notebook_counts_what_it_holds(notebook: Notebook) -> None:
    for number in range(MOST_OF_ALL // MOST_OF_ONE):
        notebook.create(f"/memories/{number}.md", "x" * MOST_OF_ONE)

    with pytest.raises(TooLarge, match="together"):
        notebook.create("/memories/more.md", "x")
    assert len(notebook.files()) == 32


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("notes.md", "begins with /memories/"),
        ("/etc/passwd", "begins with /memories/"),
        ("/memories", "begins with /memories/"),
        ("/memories/../etc/passwd", "no '..'"),
        ("/memories/./a.md", "no '.'"),
        ("/memories//a.md", "no empty name"),
        ("/memories/a\x00b.md", "no control characters"),
        ("/memories/a\nb.md", "no control characters"),
        ("/memories/a\u202eb.md", "visible letters only"),
        ("/memories/a\\b.md", "no backslash"),
        ("/memories/ a.md", "no space at its ends"),
        ("/memories/" + "a" * 101, "at most 100 letters"),
        ("/memories/a/b/c/d/e/f", "at most 5 names"),
        ("/memories/project", "cannot be written to"),
        ("/memories/project/notes.md", "cannot be written to"),
    ],
)
def test_a_path_goes_straight_down_in_visible_letters(path: str, reason: str) -> None:
    with pytest.raises(Invalid, match=reason):
        checked_path(path)


def test_a_path_has_one_spelling() -> None:
    assert checked_path("/memories/cafe\u0301/") == "/memories/caf\u00e9"


def test_a_notebook_goes_with_its_project(bible: Bible, notebook: Notebook) -> None:
    notebook.create("/memories/cut.md", "Fade in.")

    bible.projects.delete("whales")
    bible.projects.create("whales")

    assert bible.notebook("whales").files() == []
