"""A studio for each database, and a caller of its API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.web.conftest import Caller


@pytest.fixture
def bible(settings: Settings) -> Iterator[Bible]:
    """An empty studio, on each database in turn."""
    with Bible(settings) as opened:
        yield opened


@pytest.fixture
def one_bible(folder: Settings) -> Iterator[Bible]:
    """An empty studio in a folder."""
    with Bible(folder) as opened:
        yield opened


@pytest.fixture
def ask_one(one_bible: Bible) -> Iterator[Caller]:
    """A caller of the API of a studio in a folder, for rules that no database knows of."""
    caller = Caller(create_app(one_bible))
    yield caller
    caller.close()


@pytest.fixture
def ask(bible: Bible) -> Iterator[Caller]:
    """A caller of the API."""
    caller = Caller(create_app(bible))
    yield caller
    caller.close()
