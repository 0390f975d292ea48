"""Run every benchmark that needs no data of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Each in a process of its own, one after the other."""
    worst = 0
    for script in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        print(f"\n== {script.stem}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, "-m", f"benchmarks.{script.stem}"]).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
