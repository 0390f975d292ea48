"""A real receiver of notices: it answers as it is told to, and remembers what came."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from showbible.settings import Settings

SECRET = "sixteen letters or more"


class Came(NamedTuple):
    """One notice as it came."""

    path: str
    headers: Message
    body: bytes


class Receiver(ThreadingHTTPServer):
    """Answers with these statuses in turn, the last of them for ever."""

    def __init__(self, statuses: list[int], location: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.statuses, self.location = statuses, location
        self.came: list[Came] = []
        self.has_come = threading.Event()

    @property
    def url(self) -> str:
        """Where it listens, behind a token that nobody else shall see."""
        return f"http://127.0.0.1:{self.server_port}/hooks/token-in-path"

    def told_by(self, settings: Settings) -> Settings:
        """The settings of a studio that tells this receiver, and trusts its host."""
        return replace(settings, webhooks=self.url, webhooks_secret=SECRET, webhooks_hosts="127.0.0.1")


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.append(Came(self.path, self.headers, body))
        statuses = self.server.statuses
        self.send_response(statuses.pop(0) if len(statuses) > 1 else statuses[0])
        self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.has_come.set()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


@contextmanager
def receiving(*statuses: int, location: str = "/") -> Iterator[Receiver]:
    """A receiver that listens while a test lasts."""
    receiver = Receiver(list(statuses or (200,)), location)
    thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        thread.join()
        receiver.server_close()
