"""`showbible produce` shows what it does, speaks JSON to machines, refuses in a sentence and stops cleanly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.cli.entry import CONFIGURATION, DONE, FAILED, USAGE, run
from showbible.runs.model import Status
from showbible.settings import Settings

CONCEPT = "a paper boat goes down a drain"


def _produce(home: Path, *arguments: str) -> int:
    return run(["produce", *arguments, "--home", str(home)])


def _runs(home: Path) -> list[Any]:
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        return [bible.runs.get(found.run_id) for found in bible.runs.list().items]


def test_a_film_is_made_and_its_place_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = _produce(tmp_path, CONCEPT, "--budget", "0.15", "--duration", "1")

    told = capsys.readouterr().out.splitlines()
    assert (code, Path(told[-2]).stat().st_size > 10_000, "completed" in told[-1]) == (DONE, True, True)


def test_a_machine_gets_a_line_of_json_for_each_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = _produce(tmp_path, CONCEPT, "--budget", "0.15", "--duration", "1", "--json")

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (code, told[0]["type"], told[-1]["type"], told[-1]["run"]["status"]) == (
        DONE,
        "progress",
        "complete",
        "completed",
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((CONCEPT, "--budget", "0.01"), "is too small for a single scene"),
        ((CONCEPT, "--budget", "much"), "is not an amount of money"),
        ((CONCEPT, "--scenes", "0"), "1 to 40 scenes"),
        ((CONCEPT, "--pilots", "9"), "pilots can compete"),
        ((CONCEPT, "--seed", "nowhere.png"), "The seed asset nowhere.png cannot be read"),
        ((CONCEPT, "--on-unknown", "guess"), "must be one of ask, retry, fail"),
        (("  ",), "concept is empty"),
        ((), "Say what the film is about"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    code = _produce(tmp_path, *arguments)

    complaint = capsys.readouterr().err
    assert (code, sentence in complaint, complaint.count("\n"), _runs(tmp_path)) == (USAGE, True, 1, [])


@pytest.mark.parametrize("broken", ["model", "studio.toml"])
def test_a_studio_that_cannot_work_says_why_and_leaves_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    if broken == "model":
        monkeypatch.setenv("SHOWBIBLE_MODEL", "kling:foo")
    else:
        (tmp_path / "studio.toml").write_text("{")

    code = _produce(tmp_path, CONCEPT, "--budget", "0.15")

    complaint = capsys.readouterr().err
    monkeypatch.delenv("SHOWBIBLE_MODEL", raising=False)
    (tmp_path / "studio.toml").unlink(missing_ok=True)
    assert (code, complaint.count("\n"), _runs(tmp_path)) == (CONFIGURATION, 1, [])


def test_an_unknown_run_cannot_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = _produce(tmp_path, "--resume", "nothing")

    assert (code, capsys.readouterr().err) == (FAILED, "showbible: There is no production 'nothing'.\n")


def test_ctrl_c_cancels_the_run_and_keeps_what_it_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "showbible", "produce", CONCEPT, "--budget", "3", "--json"]

    with subprocess.Popen([*command, "--home", str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        told = _interrupted(process)

    (ended,) = _runs(tmp_path)
    assert (process.returncode, told[-1]["run"]["status"]) == (FAILED, "cancelled")
    assert (ended.recorded_status, ended.spent > 0) == (Status.CANCELLED, True)


def _interrupted(process: subprocess.Popen[str]) -> list[Any]:
    """What a production says after Ctrl-C, pressed when it has spent something."""
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line).get("budget_spent"):
            os.kill(process.pid, signal.SIGINT)
            break
    return [json.loads(line) for line in process.stdout]


def test_a_film_is_made_as_it_was_asked_for(tmp_path: Path) -> None:
    chosen = ("--tier", "static", "--duration", "2", "--style", "safe", "--mood", "tense", "--music", "drums")

    _produce(tmp_path, CONCEPT, "--budget", "0.5", "--pilots", "1", *chosen, "--voice", "onyx")

    (made,) = _runs(tmp_path)
    assert ([pilot.tier for pilot in made.pilots], made.edit_style, made.mood, made.music_style) == (
        ["static_images"],
        "safe",
        "tense",
        "drums",
    )


def test_a_way_of_making_that_does_not_exist_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (_produce(tmp_path, CONCEPT, "--tier", "clay"), _runs(tmp_path)) == (USAGE, [])
    assert "clay" in capsys.readouterr().err
