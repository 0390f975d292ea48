"""A project's asset memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools
from showbible.bible import Bible
from showbible.llm.embeddings.pieces import default
from showbible.llm.offline import Offline
from showbible.llm.vision import Blind
from showbible.projects import record as projects
from showbible.settings import Settings
from showbible.storage.blobs import Folder
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId

WHALES = ProjectId("whales")


@pytest.fixture
def assets(workspace: Workspace, tmp_path: Path) -> Assets:
    """The empty memory of one project."""
    projects.create(workspace.db, WHALES)
    return Assets(workspace.project(WHALES), default, Folder(tmp_path / "stores"))


@pytest.fixture
def means(assets: Assets, tmp_path: Path) -> LearningTools:
    """What learning uses when no model is configured."""
    (tmp_path / "files").mkdir()
    return LearningTools(
        llm=Offline(), viewer=Blind(), embedder=default(), blobs=assets.blobs, folder=tmp_path / "files"
    )


@pytest.fixture
def studio(settings: Settings) -> Iterator[Bible]:
    """A studio with one project, on each database in turn."""
    with Bible(settings) as opened:
        opened.projects.create(WHALES)
        yield opened
