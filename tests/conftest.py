"""What every test may ask for: a studio on SQLite or PostgreSQL, made fresh and really there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from tests.postgres import Cluster


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


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings of an empty studio, on each database in turn."""
    if request.param == "sqlite":
        shutil.copytree(request.getfixturevalue("migrated"), tmp_path / "studio")
        yield Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)
        return
    server: Cluster = request.getfixturevalue("cluster")
    with server.database() as url:
        yield Settings(home=tmp_path / "studio", database=url, disk_floor_mb=0, workers=0)


@pytest.fixture
def folder(tmp_path: Path) -> Settings:
    """Settings of an empty studio in a folder, for rules that only files have."""
    return Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)


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
