"""Servers and workers that start in a moment: forked from a process that has imported everything and opened nothing."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.process import BaseProcess
from pathlib import Path

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.studio.recovery import Recovery
from showbible.web.app import create_app  # noqa: F401
from showbible.web.serve import serve

_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(
    ["benchmarks._processes", "sqlalchemy.dialects.sqlite", "psycopg", "showbible.web.pages"]
)


def started(what: str, home: Path, *, port: int, database: str | None) -> BaseProcess:
    """A server with a worker of its own, or a worker alone, as the command line would start it."""
    process = _FORKED.Process(target=_serve if what == "server" else _work, args=(home, port, database), daemon=True)
    process.start()
    return process


def _settings(home: Path, port: int, database: str | None) -> Settings:
    return Settings(home=home, database=database, port=port, lease_seconds=5.0, disk_floor_mb=0, log_level="error")


def _serve(home: Path, port: int, database: str | None) -> None:
    with Bible(_settings(home, port, database)) as bible:
        worker = bible.worker()
        worker.start()
        serve(bible, port=port, worker=worker)


def _work(home: Path, port: int, database: str | None) -> None:
    with Bible(_settings(home, port, database)) as bible:
        bible.worker().start()
        Recovery(bible).start()
        signal.pause()
