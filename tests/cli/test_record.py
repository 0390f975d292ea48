"""`showbible record`: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

from tests.processes import showbible
from tests.runs.other_works import serving


def _home(tmp_path: Path) -> Path:
    home = tmp_path / "studio"
    home.mkdir()
    return home


def test_work_is_waited_for_and_recorded_and_another_time_told(tmp_path: Path) -> None:
    words = ("record", "--provider", "service", "7", "--home", _home(tmp_path))
    with serving(tmp_path / "studio") as service:
        service.polls_before_done = 2  # type: ignore[misc]
        asked = showbible(*words, "--no-wait")
        waited = showbible(*words)
        again = showbible(*words, "--json")

    assert (asked.returncode, asked.stdout) == (75, "7 of service is running: nothing is recorded yet.\n")
    assert waited.stdout.startswith("7 of service is recorded in run ") and ": $0.25.\n  videos/" in waited.stdout
    assert waited.stderr == "7 of service: running\n7 of service: succeeded\n"
    assert json.loads(again.stdout)["is_new"] is False


def test_what_cannot_be_recorded_is_one_line_and_a_code(tmp_path: Path) -> None:
    home = _home(tmp_path)
    with serving(home):
        ends = [
            showbible("record", "--provider", name, task, "--home", home)
            for name, task in (("nobody", "7"), ("service", "8"))
        ]

    assert [end.returncode for end in ends] == [2, 1]
    assert [end.stderr for end in ends] == [
        "showbible: There is no provider 'nobody' in studio.toml. It names: service.\n",
        "showbible: There is no work of service '8'.\n",
    ]
