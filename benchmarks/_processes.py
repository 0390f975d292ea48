"""Servers and workers that start in a moment: forked from a process that has imported everything and opened nothing."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.process import BaseProcess

from showbible.bible import Bible
from showbible.logs import configure
from showbible.settings import Settings
from showbible.studio.recovery import Recovery
from showbible.web.app import create_app  # noqa: F401
from showbible.web.serve import serve

_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(
    ["benchmarks._processes", "sqlalchemy.dialects.sqlite", "psycopg", "showbible.web.pages"]
)


def started(what: str, settings: Settings) -> BaseProcess:
    """A server with its worker threads, or a worker alone, as the command line would start it."""
    process = _FORKED.Process(target=_serve if what.startswith("server") else _work, args=(settings,), daemon=True)
    process.start()
    return process


def _serve(settings: Settings) -> None:
    with Bible(settings) as bible:
        worker = bible.worker() if settings.workers else None
        if worker is not None:
            worker.start()
        serve(bible, port=settings.port, worker=worker)


def _work(settings: Settings) -> None:
    configure(settings.log_level)
    with Bible(settings) as bible:
        bible.worker().start()
        Recovery(bible).start()
        signal.pause()
