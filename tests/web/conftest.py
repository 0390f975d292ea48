"""What tests of the server may ask for: a studio, callers inside this process, and servers on loopback."""

from __future__ import annotations

import asyncio
import io
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from showbible.bible import Bible
from showbible.logs import configure
from showbible.settings import Settings
from showbible.web.app import create_app
from showbible.web.serve import Server, bound
from tests import logs

BASE = "http://127.0.0.1:8787"


class Caller:
    """A client of an application in this process, without a socket between them."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=BASE)

    def __call__(self, method: str, path: str, **options: Any) -> httpx.Response:
        """The answer to one request."""
        return self._runner.run(self._client.request(method, path, **options))

    def close(self) -> None:
        """End the client's own loop."""
        self._runner.run(self._client.aclose())
        self._runner.close()


@contextmanager
def calling(bible: Bible) -> Iterator[Caller]:
    """A caller of the application as it is shipped."""
    caller = Caller(create_app(bible))
    try:
        yield caller
    finally:
        caller.close()


Visit = Callable[..., Caller]


@pytest.fixture(autouse=True)
def log_lines() -> Iterator[io.StringIO]:
    """What the log says during a test."""
    lines = io.StringIO()
    configure("info", stream=lines)
    yield lines
    logs.as_shipped()


@pytest.fixture(scope="session")
def bible(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bible]:
    """One studio in a folder, for rules that do not depend on what it holds."""
    home = tmp_path_factory.mktemp("web") / "studio"
    with Bible(Settings(home=home, disk_floor_mb=0, workers=0)) as opened:
        yield opened


@pytest.fixture
def any_bible(settings: Settings) -> Iterator[Bible]:
    """An empty studio, on each database in turn."""
    with Bible(settings) as opened:
        yield opened


@pytest.fixture
def visit(bible: Bible) -> Iterator[Visit]:
    """A caller of the application that serves the studio in a folder, made of the routers given."""
    with ExitStack() as open_callers:

        def made(**parts: Any) -> Caller:
            caller = Caller(create_app(bible, **parts))
            open_callers.callback(caller.close)
            return caller

        yield made


@pytest.fixture
def visit_any(any_bible: Bible) -> Iterator[Caller]:
    """A caller of the application as it is shipped, on each database in turn."""
    with calling(any_bible) as caller:
        yield caller


def wired(url: str) -> socket.socket:
    """A bare connection to a server, for what no client would send."""
    return socket.create_connection(("127.0.0.1", httpx.URL(url).port or 0), timeout=30)


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The address of an application that really listens."""
    accepting, addresses = threading.Event(), list[str]()

    def ready(url: str) -> None:
        addresses.append(url)
        accepting.set()

    server = Server(app, ready=ready, grace=2)
    thread = threading.Thread(target=server.run, args=([bound("127.0.0.1", 0)],))
    thread.start()
    assert accepting.wait(30)
    try:
        yield addresses[0]
    finally:
        server.should_exit = True
        thread.join()
