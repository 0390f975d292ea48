"""`showbible suggest` says in the terminal what the API answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.cli.entry import run
from showbible.settings import Settings


@pytest.fixture
def home(folder: Settings) -> Path:
    """The folder of an empty studio."""
    Bible(folder).close()
    return folder.home


def test_a_suggestion_is_one_sentence_and_its_plan(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["suggest", "podcast intro", "--home", str(home)])

    assert (code, capsys.readouterr().out.splitlines()[:3]) == (
        0,
        [
            "No finished run has taught anything yet, so these are the defaults.",
            "  pattern     none (confidence none, default)",
            "  plan        animated, balanced edit, 8 scenes, 60 s",
        ],
    )


def test_with_json_it_prints_what_the_api_answers(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["suggest", "podcast intro", "--home", str(home), "--json"])

    assert json.loads(capsys.readouterr().out)["tier"] == "animated"


def test_an_empty_concept_is_a_usage_error(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["suggest", " ", "--home", str(home)]) == 2
