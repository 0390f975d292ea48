"""A studio for each database, and a caller of its API."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from tests.web.conftest import Caller, calling


@pytest.fixture
def ask_one(small: Bible) -> Iterator[Caller]:
    """A caller of the API of a studio in a folder, for rules that no database knows of."""
    with calling(small) as caller:
        yield caller


@pytest.fixture
def ask(bible: Bible) -> Iterator[Caller]:
    """A caller of the API."""
    with calling(bible) as caller:
        yield caller
