"""What every test may ask for: a studio on SQLite or PostgreSQL, made fresh and really there."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from tests import logs
from tests.originals import Filling, Originals, nothing
from tests.postgres import Cluster
from tests.seaweed import S3Server

hypothesis_settings.register_profile("unhurried", hypothesis_settings(), deadline=None)  # a busy machine is no mistake
hypothesis_settings.load_profile("unhurried")


def pytest_configure() -> None:
    """Log as the product does, and keep the tests' files in memory where there is room.

    What is safe on a disk is not asked of a test's folder.
    """
    logs.as_shipped()
    memory = Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > 4 * 1024**3:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while thousands of tests are collected, nor among them afterwards: they stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A private PostgreSQL server, started once for the tests of one process."""
    with Cluster.started() as running:
        yield running


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """A private S3 server, started once for the tests of one process that ask for it."""
    with S3Server.started() as running:
        yield running


@pytest.fixture(scope="session")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Originals:
    """The studios that tests of this process get copies of."""
    return Originals(tmp_path_factory.mktemp("originals"))


@pytest.fixture
def filling() -> Filling:
    """What each studio holds from the start: nothing, where no module or folder says something else."""
    return nothing


IN_FOLDER = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
"""Spares a dear test the other database, which its neighbours ask the same."""


ONE_DATABASE = Path(__file__).with_name("one_database.txt")
"""The tests that run in a folder only. Each statement that they send is sent to PostgreSQL by five others at least.

A test that is not listed asks both databases, and so should one that begins to send a statement of its own.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Spare a test the other database where others ask it the same."""
    if "settings" in metafunc.fixturenames and metafunc.definition.nodeid in _listed():
        metafunc.definition.add_marker(IN_FOLDER)


@cache
def _listed() -> frozenset[str]:
    return frozenset(ONE_DATABASE.read_text().split())


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(
    request: pytest.FixtureRequest, tmp_path: Path, originals: Originals, filling: Filling
) -> Iterator[Settings]:
    """Settings of an empty studio, on each database in turn."""
    if request.param == "sqlite":
        yield originals.in_folder(filling, tmp_path)
        return
    with originals.on_server(filling, tmp_path, request.getfixturevalue("cluster")) as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path, originals: Originals, filling: Filling) -> Settings:
    """Settings of an empty studio in a folder, for rules that only files have."""
    return originals.in_folder(filling, tmp_path)


@pytest.fixture
def workspace(settings: Settings) -> Iterator[Workspace]:
    """The open databases of an empty studio."""
    opened = Workspace(settings)
    yield opened
    opened.close()


@pytest.fixture
def db(workspace: Workspace) -> Database:
    """The workspace's own database."""
    return workspace.db


@pytest.fixture
def in_files(folder: Settings) -> Iterator[Workspace]:
    """The open databases of an empty studio in a folder."""
    opened = Workspace(folder)
    yield opened
    opened.close()


@pytest.fixture
def bible(settings: Settings) -> Iterator[Bible]:
    """An empty studio, on each database in turn."""
    with Bible(settings) as opened:
        yield opened


@pytest.fixture
def small(folder: Settings) -> Iterator[Bible]:
    """An empty studio in a folder, for rules that no database has a say in."""
    with Bible(folder) as opened:
        yield opened
