"""What tests of backups begin with: a studio with a story, a run, an asset and its file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from tests.originals import Filling

FILE = "projects/whales/runs/r1/final.mp4"


def _a_film(bible: Bible) -> None:
    bible.projects.create("whales")
    bible.runs.start("Whales", budget=5, run_id="r1", project_id="whales")
    bible.assets("whales").add("image", "breach.png", asset_id="breach", prompt="A whale breaches at dusk")
    bible.blobs.put("videos", FILE, [b"film" * 1000])


@pytest.fixture
def filling() -> Filling:
    """A small film."""
    return _a_film


@pytest.fixture
def bible(settings: Settings) -> Iterator[Bible]:
    """The studio, on each database in turn."""
    with Bible(settings) as opened:
        yield opened


@pytest.fixture
def films(folder: Settings) -> Iterator[Bible]:
    """The studio in a folder."""
    with Bible(folder) as opened:
        yield opened
