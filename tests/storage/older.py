"""A studio as an older Showbible left it, made by that very program and stored beside the tests."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from showbible.settings import Settings
from showbible.vocabulary import ProjectId
from tests.postgres import Cluster

KEEPER = ProjectId("last-keeper")
WORKSPACE, PROJECT = 17, 8
"""The versions of its databases, the oldest that are upgraded."""

_STORED = Path(__file__).parent / "stored"


def in_files(home: Path) -> Settings:
    """The settings of a copy of it in a folder."""
    _unpack("sqlite", home)
    return Settings(home=home, disk_floor_mb=0, workers=0)


@contextmanager
def on_postgresql(home: Path, cluster: Cluster) -> Iterator[Settings]:
    """The settings of a copy of it on PostgreSQL."""
    _unpack("postgresql", home)
    with cluster.empty_database() as url:
        with psycopg.connect(url) as connection:
            connection.execute((home / "postgresql.sql").read_bytes())
        yield Settings(home=home, database=url, disk_floor_mb=0, workers=0)


def _unpack(database: str, home: Path) -> None:
    with zipfile.ZipFile(_STORED / f"{database}-{WORKSPACE}-{PROJECT}.zip") as kept:
        kept.extractall(home)
