"""Look at a file in a process of its own, with a limit on its time and its memory."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from showbible.errors import Malformed, Misconfigured
from showbible.values import frozen

SECONDS: Final = 120
MEMORY: Final = 6 * 1024**3

UNABLE: Final = 3
"""How the other process says that a package is missing."""
UNREADABLE: Final = 4
"""How it says that the file cannot be seen."""


@frozen
class Sighting:
    """What was seen, in words, and the figures behind them."""

    text: str
    measures: dict[str, Any] = field(default_factory=dict)
    still: str | None = None
    """A small JPEG of what was looked at, in base64, for a model that can see."""


def look(path: Path, *, read_text: bool = True) -> Sighting:
    """What can be seen in a picture or a film."""
    return Sighting(**_told(path, "text" if read_text else "plain"))


def rate(path: Path) -> float:
    """How many frames a second a film has."""
    return float(_told(path, "rate")["fps"])


@frozen
class FileFigures:
    """What a file holds, of which the first moment was really seen or heard."""

    has_picture: bool
    width: int | None
    height: int | None
    seconds: float | None


def file_figures(path: Path) -> FileFigures:
    """What a film, a picture or a sound holds; refuses what cannot be played."""
    return FileFigures(**_told(path, "figures"))


def _told(path: Path, mode: str) -> dict[str, Any]:
    """What the other process says of a file."""
    command = [sys.executable, "-I", "-m", "showbible.assets.learn.look", str(path), mode]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, env={"OMP_NUM_THREADS": "1"})
    except subprocess.TimeoutExpired:
        raise Malformed(f"Looking at the file took longer than {SECONDS} seconds.") from None
    if done.returncode == 0:
        told: dict[str, Any] = json.loads(done.stdout)
        return told
    reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it ended without a word"]
    if done.returncode == UNABLE:
        raise Misconfigured(reason[0])
    raise Malformed(f"The file cannot be looked at: {reason[0][:300]}")
