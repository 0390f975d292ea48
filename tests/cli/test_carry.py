"""Export and import from the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.cli.entry import run
from showbible.settings import Settings
from tests.carrying.films import edited, export_film, trim_tail


@pytest.fixture
def home(small: Bible) -> Path:
    """A studio in a folder with one project."""
    small.projects.create("whales")
    small.runs.start("Whales", budget=1, project_id="whales", run_id="r1")
    return small.settings.home


def test_a_project_is_written_into_a_file_and_read_again(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "whales.zip", tmp_path / "other"

    codes = [
        run(["export", "whales", str(file), "--home", str(home)]),
        run(["import", str(file), "--as", "orcas", "--home", str(other)]),
        run(["import", str(file), "--as", "orcas", "--home", str(other)]),
    ]

    said = capsys.readouterr().out
    assert codes == [0, 0, 0]
    assert f"Wrote {file}" in said and "orcas: a Showbible archive" in said and "1 runs" in said
    assert said.rstrip().endswith("Nothing is new.")
    with Bible(Settings(home=other, disk_floor_mb=0)) as bible:
        assert bible.runs.get("r1").project_id == "orcas"


def test_what_was_left_out_is_told(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "memory_index.json").write_text(json.dumps([{"runId": "v1", "metadata": {"theme": "sea"}}, "odd"]))

    run(["import", str(tmp_path / "memory_index.json"), "--home", str(home)])
    run(["import", str(tmp_path / "memory_index.json"), "--home", str(home), "--json"])

    *lines, as_json = capsys.readouterr().out.splitlines()
    assert lines[1:] == [
        "  new           1 records",
        "  left out      an entry 'odd': It does not say what was made.",
    ]
    assert json.loads(as_json)["merged"] == {"records": 1}


def test_a_refusal_is_one_sentence(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = [
        run(["import", str(tmp_path / "nothing"), "--home", str(home)]),
        run(["export", "nobody", str(tmp_path / "x.zip"), "--home", str(home)]),
    ]

    assert codes == [1, 1]
    assert capsys.readouterr().err.count("showbible: There is no ") == 2


def test_a_cut_that_an_editor_changed_is_taken_in(
    small: Bible, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = export_film(small, run_id="r2")
    cut = edited(files["cut.otio"], trim_tail("s1-2"), tmp_path / "cut.otio")

    code = run(["import", str(cut), "--as", "whales", "--run", "r2", "--home", str(home)])

    assert (code, capsys.readouterr().out.splitlines()) == (
        0,
        ["whales: a cut of run r2, handed back", "  new           3 scenes, 1 changes"],
    )
