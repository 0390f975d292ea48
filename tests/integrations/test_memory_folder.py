"""An assistant that speaks only files works with a project's memory by six commands."""

from __future__ import annotations

from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Conflict, Invalid, NotFound
from showbible.integrations.memory_folder.folder import MemoryFolder
from tests.carrying.stories import tell_everything
from tests.originals import Filling

FILE = "/memories/cut.md"


@pytest.fixture
def filling() -> Filling:
    """A story with something of everything."""
    return tell_everything


@pytest.fixture
def memory(small: Bible) -> MemoryFolder:
    """The memory folder of that story."""
    return MemoryFolder(small, "whales")


def _run(memory: MemoryFolder, command: str, **told: Any) -> str:
    return memory.run({"command": command, **told})


def _written(memory: MemoryFolder, text: str) -> None:
    _run(memory, "create", path=FILE, file_text=text)


def test_the_folder_lists_notes_and_what_is_known(memory: MemoryFolder) -> None:
    lines = _run(memory, "view", path="/memories").splitlines()

    assert lines[0].startswith("/memories holds 8 files")
    assert "17\t/memories/progress.md" in lines and "read-only\t/memories/project/entities.md" in lines


def test_a_folder_of_notes_lists_what_lies_in_it(memory: MemoryFolder) -> None:
    _run(memory, "create", path="/memories/scenes/one.md", file_text="The pier.")

    assert _run(memory, "view", path="/memories/scenes/").splitlines()[1:] == ["9\t/memories/scenes/one.md"]


def test_a_file_is_shown_with_numbered_lines(memory: MemoryFolder) -> None:
    _written(memory, "one\n\nthree\n")

    assert _run(memory, "view", path=FILE).splitlines()[1:] == ["     1\tone", "     2\t", "     3\tthree"]


@pytest.mark.parametrize(("stretch", "shown"), [([2, 3], "23"), ([3, -1], "34"), ([1, 1], "1")])
def test_a_stretch_of_lines_is_shown(memory: MemoryFolder, stretch: list[int], shown: str) -> None:
    _written(memory, "1\n2\n3\n4")

    lines = _run(memory, "view", path=FILE, view_range=stretch).splitlines()[1:]

    assert "".join(line.split("\t")[1] for line in lines) == shown


@pytest.mark.parametrize("stretch", [[0, 2], [3, 2], [1, 5], [-1, -1]])
def test_a_stretch_outside_of_the_file_is_refused(memory: MemoryFolder, stretch: list[int]) -> None:
    _written(memory, "1\n2\n3\n4")

    with pytest.raises(Invalid, match="within the 4 lines of the file"):
        _run(memory, "view", path=FILE, view_range=stretch)


def test_one_exact_place_is_replaced(memory: MemoryFolder) -> None:
    _written(memory, "cut on action\ncut on sound\n")

    _run(memory, "str_replace", path=FILE, old_str="cut on sound", new_str="fade")

    assert memory.notebook.read(FILE) == "cut on action\nfade\n"


@pytest.mark.parametrize(
    ("old", "reason"),
    [
        ("Cut", "does not stand in /memories/cut.md, letter by letter"),
        ("cut", r"3 times \(lines 1, 1, 2\)"),
        ("", "old_str is empty"),
    ],
)
def test_a_replacement_that_is_not_the_only_one_changes_nothing(memory: MemoryFolder, old: str, reason: str) -> None:
    _written(memory, "cut, cut\ncut\n")

    with pytest.raises(Invalid, match=reason):
        _run(memory, "str_replace", path=FILE, old_str=old, new_str="fade")
    assert memory.notebook.read(FILE) == "cut, cut\ncut\n"


@pytest.mark.parametrize(("line", "text"), [(0, "x\ny\na\nb\n"), (1, "a\nx\ny\nb\n"), (2, "a\nb\nx\ny\n")])
def test_lines_are_put_behind_a_line(memory: MemoryFolder, line: int, text: str) -> None:
    _written(memory, "a\nb")

    _run(memory, "insert", path=FILE, insert_line=line, insert_text="x\ny")

    assert memory.notebook.read(FILE) == text


def test_a_line_that_is_not_there_has_nothing_behind_it(memory: MemoryFolder) -> None:
    _written(memory, "a\nb\n")

    with pytest.raises(Invalid, match="between 0, the beginning, and 2, the end"):
        _run(memory, "insert", path=FILE, insert_line=3, insert_text="x")


def test_a_file_is_renamed_and_deleted(memory: MemoryFolder) -> None:
    _run(memory, "rename", old_path="/memories/progress.md", new_path="/memories/old/progress.md")
    assert _run(memory, "delete", path="/memories/old") == "/memories/old was deleted: 1 file."

    with pytest.raises(NotFound, match=r"There is no file '/memories/old/progress.md'"):
        _run(memory, "view", path="/memories/old/progress.md")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("overview.md", '"Whales & co", id whales'),
        ("entities.md", 'coat: "blue" (from 0 s of the story, told by person)'),
        ("direction.md", "confidence, from 1 scene"),
        ("lessons.md", '"podcast_intro": animated'),
        ("runs.md", '- r1: "A podcast intro about whales", completed'),
        ("notes.md", '"story", on segment seg1: "Mira waits at the pier."'),
    ],
)
def test_what_is_known_is_told_with_its_reason(memory: MemoryFolder, name: str, words: str) -> None:
    assert words in _run(memory, "view", path=f"/memories/project/{name}")


def test_the_cast_tells_what_was_said_in_this_series_alone(small: Bible, memory: MemoryFolder) -> None:
    talks = small.conversations
    talks.remember(talks.scope("local", series_id="whales"), "fact", "The user sails.")
    talks.remember(talks.scope("local", series_id="owls"), "fact", "The user sings.")
    talks.remember(talks.scope("local", character_id="mira"), "fact", "The user is shy.")

    told = _run(memory, "view", path="/memories/project/cast.md")

    assert "The user sails." in told and "sings" not in told and "shy" not in told


@pytest.mark.parametrize(
    "told",
    [
        {"command": "create", "path": "/memories/project/mine.md", "file_text": "x"},
        {"command": "str_replace", "path": "/memories/project/runs.md", "old_str": "r1", "new_str": "r2"},
        {"command": "insert", "path": "/memories/project/runs.md", "insert_line": 0, "insert_text": "x"},
        {"command": "delete", "path": "/memories/project"},
        {"command": "rename", "old_path": "/memories/progress.md", "new_path": "/memories/project/progress.md"},
    ],
    ids=lambda told: str(told["command"]),
)
def test_what_is_known_cannot_be_written_to(memory: MemoryFolder, told: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="/memories/project shows what is known of the project and cannot be written to"):
        memory.run(told)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"command": "chmod", "path": FILE}, "one of view, create, str_replace, insert, delete and rename"),
        ({}, "one of view, create"),
        ({"command": "view", "path": FILE, "mode": "x"}, "The command view takes no 'mode'"),
        ({"command": "create", "path": FILE}, "file_text: Field required"),
        ({"command": "view", "path": 7}, "path: Input should be a valid string"),
    ],
)
def test_a_command_that_is_none_is_refused_in_a_sentence(
    memory: MemoryFolder, told: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Invalid, match=reason):
        memory.run(told)


def test_a_folder_that_may_only_be_read_is_not_written_to(small: Bible) -> None:
    memory = MemoryFolder(small, "whales", writing=False)

    with pytest.raises(Conflict, match="may only be read here, and delete writes"):
        _run(memory, "delete", path="/memories/progress.md")
    assert "The pier is lit." in _run(memory, "view", path="/memories/progress.md")
