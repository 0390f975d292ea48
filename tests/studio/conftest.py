"""What tests of the studio may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from showbible.settings import Settings


@pytest.fixture
def bible(settings: Settings) -> Iterator[Bible]:
    """An empty studio, on each database in turn."""
    with Bible(settings) as opened:
        yield opened


@pytest.fixture
def one_bible(folder: Settings) -> Iterator[Bible]:
    """An empty studio in a folder, for what does not depend on the database."""
    with Bible(folder) as opened:
        yield opened
