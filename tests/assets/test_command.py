"""`showbible search` finds what the API finds."""

from __future__ import annotations

import json

import pytest

from showbible.bible import Bible
from showbible.cli.entry import run
from showbible.settings import Settings


def _studio(folder: Settings) -> str:
    with Bible(folder) as bible:
        bible.projects.create("whales")
        bible.assets("whales").add("image", "a.png", asset_id="one", prompt="a lighthouse\x1b[2J above the cliffs")
    return str(folder.home)


def test_the_command_prints_what_the_api_answers(folder: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    home = _studio(folder)

    code = run(["search", "whales", "lighthouse", "--home", home, "--json"])

    answer = json.loads(capsys.readouterr().out)
    assert (code, [each["asset_id"] for each in answer["assets"]], answer["total"]) == (0, ["one"], 1)


def test_the_command_shows_a_table_that_no_prompt_can_break(
    folder: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    home = _studio(folder)

    codes = [run(["search", "whales", query, "--home", home]) for query in ("lighthouse", "zyxqorv")]

    shown = capsys.readouterr().out
    assert (codes, "\x1b[2J" in shown, shown.splitlines()[-1]) == ([0, 0], False, "Nothing found.")


def test_an_unknown_project_is_one_line_and_a_code(folder: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["search", "nobody", "x", "--home", str(folder.home)])

    assert (code, capsys.readouterr().err) == (
        1,
        "showbible: There is no project 'nobody'. `showbible projects new nobody` makes it, `showbible projects list` "
        "shows all there are.\n",
    )
