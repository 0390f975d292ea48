"""Export and import from the terminal."""

from __future__ import annotations

import json
import shlex
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
    assert f"Wrote {file}" in said and "orcas: a Showbible archive" in said and "1 run" in said
    assert said.rstrip().endswith("Nothing is new.")
    with Bible(Settings(home=other, disk_floor_mb=0)) as bible:
        assert bible.runs.get("r1").project_id == "orcas"


def test_what_was_left_out_is_told(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "memory_index.json").write_text(json.dumps([{"runId": "v1", "metadata": {"theme": "sea"}}, "odd"]))

    run(["import", str(tmp_path / "memory_index.json"), "--home", str(home)])
    run(["import", str(tmp_path / "memory_index.json"), "--home", str(home), "--json"])

    *lines, as_json = capsys.readouterr().out.splitlines()
    assert lines[1:] == [
        "  new           1 record",
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


def test_a_cut_that_an_editor_changed_is_taken_in_as_the_documentation_says(
    small: Bible, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small.projects.create("pier")
    files = export_film(small, run_id="film-7", project_id="pier")
    edited(files["cut.otio"], trim_tail("s1-2"), tmp_path / "cut.otio")
    (tmp_path / "second cut.edl").write_bytes(files["cut.edl"].replace(b"[film-7]", b"v2"))
    monkeypatch.chdir(tmp_path)

    codes = [run([*words, "--home", str(small.settings.home)]) for words in _commands("Editing programs")]

    assert (codes, capsys.readouterr().out.splitlines()) == (
        [0, 0],
        [
            "pier: a cut of run film-7, handed back",
            "  new           3 scenes, 1 change",
            "pier: a cut of run film-7, handed back",
            "  new           1 scene, 1 change",
            "  here already  2 scenes",
        ],
    )


def _commands(section: str) -> list[list[str]]:
    """The commands that a section of the page of integrations shows."""
    page = (Path(__file__).parents[2] / "docs" / "integrations.md").read_text()
    shown = page.partition(f"## {section}\n")[2].partition("```sh\n")[2].partition("```")[0]
    return [shlex.split(line)[1:] for line in shown.splitlines()]
