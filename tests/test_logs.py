"""A program that uses the library, and says nothing of logs, hears plainly of what went wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys

import showbible
from showbible.jobs.queue import announce

with showbible.open(sys.argv[1]) as bible:
    with bible.db.transaction():
        announce(bible.db, "run.finished", prompt="a whale in the rain")
    bible.worker().run_all()
"""


def test_a_failed_job_is_told_in_a_line_without_values(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "studio")], capture_output=True, text=True, timeout=120
    )

    assert (done.returncode, done.stdout) == (0, "")
    told = [json.loads(line) for line in done.stderr.splitlines()]
    assert "KeyError" in {error["kind"] for line in told for error in line.get("errors", ())}
    assert "whale" not in done.stderr
