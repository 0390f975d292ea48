"""Studios that were made once: a copy is quicker than making another for every test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from showbible.bible import Bible
from showbible.settings import Settings
from tests.postgres import Cluster

Filling = Callable[[Bible], object]
"""Puts into an empty studio what all the tests of a module begin with."""


def nothing(bible: Bible) -> None:
    """The filling of a studio that stays empty."""


class Originals:
    """The studios that were made in this process, by what was put into them."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._folders: dict[Filling, Path] = {}
        self._databases: dict[Filling, tuple[Path, str]] = {}

    def in_folder(self, filling: Filling, place: Path) -> Settings:
        """Settings of a copy in a folder of its own."""
        if filling not in self._folders:
            self._folders[filling] = self._filled(filling)
        shutil.copytree(self._folders[filling], place / "studio")
        return _settings(place / "studio")

    @contextmanager
    def on_server(self, filling: Filling, place: Path, cluster: Cluster) -> Iterator[Settings]:
        """Settings of a copy in a database of its own."""
        if filling not in self._databases:
            name = cluster.new()
            self._databases[filling] = self._filled(filling, database=cluster.url(name)), name
        home, name = self._databases[filling]
        shutil.copytree(home, place / "studio")
        with cluster.database(like=name) as url:
            yield _settings(place / "studio", database=url)

    def _filled(self, filling: Filling, database: str | None = None) -> Path:
        home = self._place / str(len(self._folders) + len(self._databases)) / "studio"
        with Bible(_settings(home, database=database)) as bible:
            filling(bible)
        return home


def _settings(home: Path, database: str | None = None) -> Settings:
    return Settings(home=home, database=database, disk_floor_mb=0, workers=0)
