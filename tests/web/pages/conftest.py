"""What tests of pages may ask for: studios that are only looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.web.conftest import Caller
from tests.web.pages.talks import talked


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test in a folder, and on PostgreSQL too where it says `both_databases`.

    A page is drawn alike from either. What it reads is asked of both in `tests/web/test_looking.py`; the tests
    marked here are those without which a statement that a page sends would be asked of SQLite alone.
    """
    if "settings" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("both_databases") is not None
        databases = ["sqlite", "postgresql"] if both else ["sqlite"]
        metafunc.definition.add_marker(pytest.mark.parametrize("settings", databases, indirect=True))


@pytest.fixture(scope="package")
def small_cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A caller of a studio in a folder where Lena greeted Nova, for what is refused before anything changes."""
    home = tmp_path_factory.mktemp("cast") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as bible:
        talked(bible, "Hello.")
        caller = Caller(create_app(bible))
        yield caller
        caller.close()
