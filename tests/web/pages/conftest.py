"""What tests of pages may ask for: studios that are only looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.conftest import empty_studio
from tests.web.conftest import Caller
from tests.web.pages.talks import talked


@pytest.fixture(params=["sqlite"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings of an empty studio in a folder: a page is drawn alike from either database.

    What a page reads is asked of both in `tests/web/test_looking.py`, what it changes at the memories' own tests;
    a test that asks a question of its own says `ON_BOTH`.
    """
    with empty_studio(request, tmp_path) as made:
        yield made


@pytest.fixture(scope="package")
def small_cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A caller of a studio in a folder where Lena greeted Nova, for what is refused before anything changes."""
    home = tmp_path_factory.mktemp("cast") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        talked(bible, "Hello.")
        caller = Caller(create_app(bible))
        yield caller
        caller.close()
