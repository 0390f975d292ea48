"""Where things are found on the dashboard, for everyone who links to them."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from showbible.vocabulary import media_url

TAKEN: Final = frozenset({"compare", "compare.csv", "stream"})
"""What stands under `/runs/` beside the runs."""


def run_page(run_id: str) -> str:
    """The page of a run: under its own name, or behind a dash, which no run is called, where another page has it."""
    return f"/runs/-/{run_id}" if run_id in TAKEN else f"/runs/{run_id}"


def project_page(project_id: str) -> str:
    """The page of a project."""
    return f"/projects/{quote(project_id)}"


def asset_page(project_id: str, asset_id: str) -> str:
    """The page of an asset of a project."""
    return f"{project_page(project_id)}/assets/{quote(asset_id)}"


def character_page(character_id: str) -> str:
    """The page of a character."""
    return f"/cast/{quote(character_id)}"


def still_url(path: str) -> str | None:
    """Where a picture of a film or an image is drawn, when its file is in a store of ours."""
    return quote(f"/stills/{path}") if media_url(path) else None
