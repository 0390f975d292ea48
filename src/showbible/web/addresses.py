"""Where things are found on the dashboard, for everyone who links to them."""

from __future__ import annotations

from typing import Final

TAKEN: Final = frozenset({"compare", "compare.csv", "stream"})
"""What stands under `/runs/` beside the runs."""


def run_page(run_id: str) -> str:
    """The page of a run: under its own name, or behind a dash, which no run is called, where another page has it."""
    return f"/runs/-/{run_id}" if run_id in TAKEN else f"/runs/{run_id}"
