"""What tests of import and export may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from tests.carrying.stories import tell_everything


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with something of everything, exported once."""
    place = tmp_path_factory.mktemp("archive")
    with Bible(Settings(home=place / "studio", disk_floor_mb=0, workers=0)) as bible:
        tell_everything(bible)
        return bible.carrying.export("whales", place / "whales.zip")
