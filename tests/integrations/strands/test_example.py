"""The example runs as it stands: by itself, in a process of its own, without any network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_example_makes_a_film_in_four_nodes(tmp_path: Path) -> None:
    example = ROOT / "examples" / "strands_pipeline.py"

    ended = subprocess.run(
        [sys.executable, "-W", "error", str(example), str(tmp_path / "studio"), "r1"], capture_output=True, text=True
    )

    assert (ended.returncode, ended.stdout.splitlines()[:2]) == (
        0,
        ["completed: $0.0024 of $1.00", "writer: A keeper lights the lamp for a ship that never comes."],
    ), ended.stderr
