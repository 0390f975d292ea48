"""The server process: binds first, tells when it is ready, and leaves in good order when asked to."""

from __future__ import annotations

import errno
import gc
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

import structlog
import uvicorn
from fastapi import FastAPI

from showbible import logs
from showbible.bible import Bible
from showbible.errors import Misconfigured, ShowbibleError, TryLater
from showbible.lessons.recall.estimate import algebra
from showbible.readiness import Working
from showbible.vocabulary import KIB
from showbible.web.app import create_app
from showbible.web.door import Door, raise_file_limit
from showbible.web.render import Templates
from showbible.web.security import bracketed, is_loopback

GRACE_SECONDS: Final = 15
"""How long running requests may take to end once the server is asked to stop."""

_BACKLOG: Final = 100  # accepted at once, before anybody can count them: fewer than the files kept free
_LAST_SECONDS: Final = 2

log = structlog.get_logger("showbible.web")


def serve(
    bible: Bible,
    *,
    host: str | None = None,
    port: int | None = None,
    ready: Callable[[str], None] = lambda url: None,
    worker: Working | None = None,
) -> None:
    """Serve a studio until SIGTERM or SIGINT; a second signal ends the process at once.

    `ready` is called with the address once connections are accepted. A worker given along is asked
    to stop as soon as the server is, so that both wait at the same time.
    """
    host = host or bible.settings.host
    logs.configure(bible.settings.log_level)
    raise_file_limit()
    _spool_into(bible.settings.home.absolute() / "stores" / "partial")
    with bound(host, bible.settings.port if port is None else port) as listening:
        app = create_app(bible, worker=worker, host=host)
        # What is there now stays to the end: to look through it for garbage again and again would hold up requests.
        gc.collect()
        gc.freeze()

        def announce(url: str) -> None:
            ready(url)
            threading.Thread(target=_prepare, args=(app.state.templates,), name="prepare", daemon=True).start()

        Server(app, ready=announce, worker=worker).run([listening])


def _spool_into(folder: Path) -> None:
    """Let files on their way in lie on the disk that they are kept on, which is the one that is watched for room."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    tempfile.tempdir = str(folder)


def _prepare(templates: Templates) -> None:
    """Do what the first pages would wait for otherwise."""
    templates.compile()
    algebra.is_installed()  # which loads it


def bound(host: str, port: int) -> socket.socket:
    """A listening socket, or a sentence that says why there is none."""
    if not is_loopback(host):
        raise Misconfigured(
            f"Showbible has no access keys yet, so it serves this machine only: {host} is refused. Use 127.0.0.1."
        )
    address = "127.0.0.1" if host == "localhost" else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # Named as TCP, so that asyncio switches off the delay that would cost each answer 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        # Only a listening socket keeps others from the port.
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise _refusal(host, port, error) from error
    return listening


def _refusal(host: str, port: int, error: OSError) -> ShowbibleError:
    if error.errno == errno.EADDRINUSE:
        return TryLater(f"Port {port} of {host} is taken. Stop the other server, or choose another with --port.")
    if error.errno == errno.EACCES:
        return Misconfigured(f"Port {port} is not yours to use. Choose one above 1023 with --port.")
    return Misconfigured(f"Cannot serve on {host}: {error.strerror}. Use 127.0.0.1.")


class Server(uvicorn.Server):
    """Uvicorn, which by itself would wait for open streams and die by the signal it was sent."""

    def __init__(
        self,
        app: FastAPI,
        *,
        ready: Callable[[str], None] = lambda url: None,
        worker: Working | None = None,
        grace: int = GRACE_SECONDS,
    ) -> None:
        super().__init__(_config(app, grace=grace))
        self._app = app
        self._ready = ready
        self._worker = worker
        self._grace = grace

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until asked to stop."""
        super().run(sockets)
        log.info("server.stopped")

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections, then say so."""
        await super().startup(sockets)
        assert sockets, "the caller binds, so that a refused port is told in our words"
        url = address(sockets[0])
        log.info("server.ready", url=url)
        self._ready(url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams at once and requests within the grace; after that, the process whatever its threads do."""
        log.info("server.stopping", grace_seconds=self._grace)
        begun = time.monotonic()
        self._app.state.closing.set()
        deadline = threading.Timer(self._grace + _LAST_SECONDS, _leave, (1,))
        deadline.daemon = True
        deadline.start()
        if self._worker is not None:
            threading.Thread(target=self._worker.stop, name="worker-stop", daemon=True).start()
        await super().shutdown(sockets)
        # A request that was cut off may have left a thread behind, and Python would wait for it.
        if time.monotonic() - begun < self._grace:
            deadline.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in good order at the first signal, at once at the second."""
        if self.should_exit:
            _leave(128 + sig)
        self.should_exit = True


def address(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://{bracketed(host)}:{port}"


def _leave(code: int) -> None:
    # No clean-up: what was acknowledged is on disk, and a stuck thread would hold up anything gentler.
    os._exit(code)


def _config(app: FastAPI, *, grace: int) -> uvicorn.Config:
    door: Any = partial(Door, patience=app.state.patience, room=app.state.room)
    return uvicorn.Config(
        app,
        http=door,
        backlog=_BACKLOG,
        timeout_keep_alive=app.state.patience.keep_alive,
        ws="websockets-sansio",
        ws_max_size=64 * KIB,
        h11_max_incomplete_event_size=64 * KIB,
        timeout_graceful_shutdown=grace,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
