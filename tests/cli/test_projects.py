"""Projects from the command line: whoever needs one is told how to make it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.processes import showbible


def test_a_film_of_an_unknown_project_is_refused_with_the_command_that_makes_it(tmp_path: Path) -> None:
    refused = showbible("produce", "A lamp", "--project", "lighthouse", "--home", tmp_path / "studio")

    assert refused.returncode == 1
    assert "There is no project 'lighthouse'. `showbible projects new lighthouse` makes it" in refused.stderr


def test_a_new_project_is_listed_with_its_name(tmp_path: Path) -> None:
    home = tmp_path / "studio"

    made = json.loads(showbible("projects", "new", "lighthouse", "--name", "The lamp", "--json", "--home", home).stdout)

    assert (made["project_id"], made["name"]) == ("lighthouse", "The lamp")
    listed = showbible("projects", "list", "--home", home).stdout.split(maxsplit=2)
    assert (listed[0], listed[2].strip()) == ("lighthouse", "The lamp")
