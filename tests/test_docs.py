"""The documentation is true: its examples run, its pages are current, its links lead somewhere."""

from __future__ import annotations

import io
import os
import re
import runpy
import traceback
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from typer.testing import CliRunner

from showbible.cli.app import app
from showbible.providers.roster import Roster
from tests.processes import Child

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)")


def _title(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def _examples(language: str) -> list[tuple[str, str]]:
    return [
        (_title(page), code) for page in PAGES for kind, code in _BLOCK.findall(page.read_text()) if kind == language
    ]


@pytest.mark.parametrize(("page", "code"), _examples("python"))
def test_every_python_example_runs(page: str, code: str, tmp_path: Path) -> None:
    assert Child(_run, code, tmp_path).join() == [], page


def _run(say: Callable[[str], None], code: str, folder: Path) -> None:
    """Do what an example says, in a folder of its own; says what went wrong, a warning included."""
    os.chdir(folder)
    warnings.simplefilter("error")
    try:
        with redirect_stdout(io.StringIO()):
            exec(code, {"__name__": "__main__"})
    except BaseException:
        say(traceback.format_exc())


@pytest.mark.parametrize(("page", "code"), _examples("toml"))
def test_every_example_of_providers_is_one_that_the_studio_takes(page: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "studio.toml").write_text(code)

    assert Roster.read(tmp_path).entries, page


def test_the_reference_pages_are_what_the_program_says(capsys: pytest.CaptureFixture[str]) -> None:
    reference = runpy.run_path(str(ROOT / "scripts" / "reference.py"))

    code = reference["main"](["--check"])

    assert (code, capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize("page", PAGES, ids=_title)
def test_every_link_leads_somewhere(page: Path) -> None:
    missing = [link for link in _LINK.findall(page.read_text()) if not (page.parent / link).exists()]

    assert missing == []


def test_every_command_in_the_examples_exists() -> None:
    words = {
        tuple(found.split())
        for page in PAGES
        for found in re.findall(r"`showbible ([a-z]+(?: [a-z]+)?)", page.read_text())
    }
    caller = CliRunner()

    for command in sorted(words):
        ended = caller.invoke(app, [*command, "--help"], env={"COLUMNS": "200"})
        assert ended.exit_code == 0, f"showbible {' '.join(command)}: {ended.output}"


def test_every_make_target_in_the_documentation_exists() -> None:
    named = {word for page in PAGES for word in re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(), re.MULTILINE)}
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    assert named <= targets


def test_every_setting_named_in_the_documentation_exists() -> None:
    named = {word for page in PAGES for word in re.findall(r"SHOWBIBLE_[A-Z_]+[A-Z]", page.read_text())}
    known = set(re.findall(r"SHOWBIBLE_[A-Z_]+[A-Z]", (ROOT / "docs" / "settings.md").read_text()))

    assert named <= known


def test_every_module_of_the_benchmarks_is_described() -> None:
    described = (ROOT / "docs" / "benchmarks.md").read_text()
    scripts = [script.stem for script in (ROOT / "benchmarks").glob("[a-z]*.py")]

    assert [name for name in scripts if f"benchmarks.{name}" not in described] == []
