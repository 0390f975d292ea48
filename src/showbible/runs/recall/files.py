"""What is known of the files of runs: where they lie in a store, and how fast a film runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from showbible.storage.stores.keys import run_prefix

FPS: Final = "fps"
"""What the metadata of a film calls its frames a second; null where the file was no film."""
FASTEST: Final = 1000.0


def run_folder(project_id: str, run_id: str = "") -> str:
    """The folder of one run, or of all runs of a project."""
    return run_prefix(project_id, run_id)


def frame_rate(metadata: Mapping[str, Any]) -> float | None:
    """The frames a second that metadata tells of, when it tells a rate that a film can have."""
    told = metadata.get(FPS)
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    return float(told) if 0 < told <= FASTEST else None
