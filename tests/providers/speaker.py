"""A local server in a service's place: it speaks that service's protocol and behaves as a test says."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from typing import Any, ClassVar, Final, Self

from pydantic import SecretStr

from showbible.providers import catalog
from showbible.providers.contract import Provider, Setup
from showbible.providers.model import Medium

KEY: Final = "key-that-nobody-may-see"


class Situation(StrEnum):
    """What a service does when it is asked."""

    WORKS = "works"
    """The order is taken, goes on for a while and succeeds."""
    MODERATED = "moderated"
    BROKE = "broke"
    """There is no money left on the account."""
    BUSY = "busy"
    """Too many requests: try again in two seconds."""
    FAILS_LATER = "fails later"
    FAULTY = "faulty"
    """Every question is answered with 500."""
    SILENT = "silent"
    """No question is answered."""
    A_PAGE = "a page"
    """Every question is answered with 200 and a web page."""
    ELSEWHERE = "elsewhere"
    """Every question is redirected to the other host."""


@dataclass
class Asked:
    """A question that was asked."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, where it is JSON."""
        return json.loads(self.body or b"null")


@dataclass
class Reply:
    """An answer: bytes as they are, anything else as JSON."""

    body: Any = field(default_factory=dict)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    talk: Callable[[socket], None] | None = None
    """What takes the connection over instead, to speak another protocol on it."""


class Host:
    """A server on a port of its own that answers with a function and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def place(self) -> str:
        """Its host and port."""
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{self.place}"

    def answer(self, asked: Asked) -> Reply:
        """Nothing is here."""
        return Reply(status=404)


class Shelf(Host):
    """The other host, from which results are fetched: files by their paths, and links that have expired."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, tuple[bytes, str]] = {}
        self.expired: set[str] = set()

    def put(self, path: str, content: bytes, media_type: str) -> str:
        """Put a file up; gives the link to it."""
        self.files[path] = (content, media_type)
        return f"{self.url}{path}"

    def answer(self, asked: Asked) -> Reply:
        """A file, if its link is still valid."""
        path = asked.path.split("?")[0]
        if path in self.expired:
            return Reply(status=403)
        if path not in self.files:
            return Reply(status=404)
        content, media_type = self.files[path]
        return Reply(content, headers={"Content-Type": media_type})


class Speaker(Host, ABC):
    """A service: `answer` speaks its protocol for the situation it is in."""

    kind: ClassVar[str]
    media: ClassVar[tuple[Medium, ...]] = (Medium.VIDEO,)
    """What it is asked for in the tests."""
    at_once: ClassVar[bool] = False
    """Whether an order is answered with its result, so that there is nothing to follow."""
    cancels: ClassVar[bool] = True
    inline: ClassVar[bool] = False
    """Whether its answers hold what was made, so that there is no link to it."""
    polls_before_done: ClassVar[int] = 2
    result: ClassVar[tuple[bytes, str]] = (b"\x00\x00\x00\x20ftypisom" + b"film" * 200, "video/mp4")

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.shelf = shelf
        self.situation = Situation.WORKS
        self.polls = 0
        self.links = 0
        self.given_up: list[str] = []

    def answer(self, asked: Asked) -> Reply:
        """What every service does in trouble, else what this one says."""
        if self.situation is Situation.FAULTY:
            return Reply({"error": "inner fault"}, status=500)
        if self.situation is Situation.SILENT:
            self.over.wait(30)
        if self.situation is Situation.A_PAGE:
            return Reply(b"<!doctype html><title>Sign in</title>", headers={"Content-Type": "text/html"})
        if self.situation is Situation.ELSEWHERE:
            return Reply(status=307, headers={"Location": f"{self.shelf.url}{asked.path}"})
        return self.speak(asked)

    @abstractmethod
    def speak(self, asked: Asked) -> Reply:
        """What this service answers, as its maker documents it."""

    @abstractmethod
    def ordered(self) -> dict[str, Any]:
        """The last order in the words of `Order`, as far as the service was told: prompt, seconds, seed, ...

        A picture is given as its bytes.
        """

    def provider(self, **more: Any) -> Provider:
        """The adapter, set up to ask this server."""
        facts = {"name": "service", "key": SecretStr(KEY), "base_url": self.base_url, "call_seconds": 2.0, **more}
        return catalog.hire(self.kind, Setup(hosts=(self.place, self.shelf.place), **facts))

    @property
    def base_url(self) -> str:
        """The address that the adapter is told."""
        return self.url

    def is_done(self) -> bool:
        """Whether the work is done; each look brings it a step nearer."""
        self.polls += 1
        return self.polls > self.polls_before_done

    def link(self) -> str:
        """A link to the result that is another one each time it is given out."""
        self.links += 1
        return self.shelf.put(f"/result-{self.links}.bin", *self.result)


def _handler(host: Host) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _any(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            asked = Asked(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            host.asked.append(asked)
            reply = host.answer(asked)
            if reply.talk is not None:
                self.close_connection = True
                reply.talk(self.connection)
                return
            content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            headers = {"Content-Type": "application/json", **reply.headers, "Content-Length": str(len(content))}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = _any  # noqa: N815 (the base class looks for them by these names)
        do_POST = _any  # noqa: N815
        do_PUT = _any  # noqa: N815
        do_DELETE = _any  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
            """Say nothing."""

    return Handler
