"""What every test may ask for: a studio on SQLite or PostgreSQL, made fresh and really there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from tests.postgres import Cluster


def pytest_configure() -> None:
    """Keep the tests' files in memory where there is room: what is safe on a disk is not asked of a test's folder."""
    memory = Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > 4 * 1024**3:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A private PostgreSQL server, started once for the tests of one process."""
    with Cluster.started() as running:
        yield running


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty studio in a folder, migrated once: copying it is quicker than migrating for every test."""
    home = tmp_path_factory.mktemp("migrated") / "studio"
    Workspace(Settings(home=home, disk_floor_mb=0, workers=0)).close()
    return home


IN_FOLDER = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
"""Spares a dear test the other database, which its neighbours ask the same."""


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings of an empty studio, on each database in turn."""
    if request.param == "sqlite":
        yield in_folder(request.getfixturevalue("migrated"), tmp_path)
        return
    server: Cluster = request.getfixturevalue("cluster")
    with server.database() as url:
        yield Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0, workers=0)


def in_folder(migrated: Path, place: Path) -> Settings:
    """Settings of an empty studio in a folder, a copy of one that was migrated before."""
    shutil.copytree(migrated, place / "studio")
    return Settings(home=place / "studio", disk_floor_mb=0, workers=0)


@pytest.fixture
def folder(migrated: Path, tmp_path: Path) -> Settings:
    """Settings of an empty studio in a folder, for rules that only files have."""
    return in_folder(migrated, tmp_path)


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
