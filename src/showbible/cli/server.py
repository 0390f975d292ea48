"""Serve, work, migrate."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Annotated, Optional

import typer

from showbible.bible import Bible
from showbible.cli.options import Home, opened
from showbible.settings import Settings
from showbible.storage import migrate as schemas
from showbible.vocabulary import plural

Host = Annotated[Optional[str], typer.Option("--host", help="The address to serve on.", show_default=False)]  # noqa: UP045
Port = Annotated[Optional[int], typer.Option("--port", help="The port; 0 takes a free one.", show_default=False)]  # noqa: UP045


def serve(home: Home = None, host: Host = None, port: Port = None) -> None:
    """Serve the dashboard and the API, with a worker in the same process."""
    from showbible.logs import configure
    from showbible.web.serve import serve as serve_app

    settings = Settings.read(home=home, host=host, port=port)
    configure(settings.log_level)
    with Bible(settings) as bible:
        worker = bible.worker() if settings.workers else None
        if worker is not None:
            worker.start()
        try:
            serve_app(bible, host=settings.host, port=settings.port, ready=_say_ready(bible), worker=worker)
        finally:
            if worker is not None:
                worker.stop(within=1.0)  # the server has asked already when it was told to stop


def _say_ready(bible: Bible) -> Callable[[str], None]:
    def say(url: str) -> None:
        typer.echo(f"Showbible is at {url} (data in {bible.workspace.home})")

    return say


def work(home: Home = None) -> None:
    """Do jobs and productions only: a worker beside servers that share the same data."""
    from showbible.logs import configure
    from showbible.studio.recovery import Recovery

    settings = Settings.read(home=home)
    configure(settings.log_level)
    with Bible(settings) as bible:
        worker, productions, stop = bible.worker(), Recovery(bible), threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        worker.start()
        productions.start()
        typer.echo(f"Working with {plural(settings.workers, 'thread')} (data in {bible.workspace.home})")
        stop.wait()
        productions.stop()
        worker.stop()


Check = Annotated[bool, typer.Option("--check", help="Only say what would be done; exit code 78 when anything would.")]


def migrate(home: Home = None, check: Check = False) -> None:
    """Bring the databases to this version's schema; serve does so by itself."""
    from showbible.projects import recall

    if check:
        _check_schema(Settings.read(home=home))
        return
    with opened(home) as bible:
        told = {project_id: bible.workspace.trouble(project_id) for project_id in recall.living(bible.db)}
        troubles = [trouble for trouble in told.values() if trouble is not None]
        for trouble in troubles:
            typer.echo(trouble, err=True)
        if troubles:
            raise typer.Exit(1)
        typer.echo(f"Every database in {bible.workspace.home} is up to date.")


def _check_schema(settings: Settings) -> None:
    waiting = schemas.waiting(settings.home.absolute(), settings.database)
    for name, (found, wanted) in waiting.items():
        told = f"is of a newer Showbible than this, which has {wanted}" if found > wanted else f"would get {wanted}"
        typer.echo(f"{name} has schema {found} and {told}.")
    if waiting:
        raise typer.Exit(78)
    typer.echo("Every database is up to date.")
