"""A model's server on loopback that speaks the chat-completions protocol and follows a script."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

TOKENS_IN = 11
TOKENS_OUT = 7


@dataclass(frozen=True, kw_only=True)
class Received:
    """One request, as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """Every word the model was shown."""
        return json.dumps(self.body["messages"], ensure_ascii=False)


class FakeModel:
    """A server that answers its requests with one behaviour after another; the last one stays."""

    def __init__(self, *script: Behaviour) -> None:
        self.received: list[Received] = []
        self.over = threading.Event()
        self._script = list(script)
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.model = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """What a client takes for the base of the service."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def turn(self, received: Received) -> Behaviour:
        """Note a request and choose the behaviour that answers it."""
        with self._lock:
            self.received.append(received)
            return self._script.pop(0) if len(self._script) > 1 else self._script[0]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    model: FakeModel

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the script."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.received = Received(path=self.path, headers=dict(self.headers), body=body)
        self.close_connection = True
        self.server.model.turn(self.received)(self)

    def head(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


Behaviour = Callable[[_Handler], None]


def says(text: str | None, *, refusal: str | None = None, finish: str = "stop") -> Behaviour:
    """Answer with a text."""
    return _message({"role": "assistant", "content": text, "refusal": refusal}, finish=finish)


def refuses() -> Behaviour:
    """Decline to answer."""
    return says(None, refusal="I would rather not.")


def calls_the_tool(arguments: str) -> Behaviour:
    """Answer by calling the first tool that the request offers."""

    def answer(handler: _Handler) -> None:
        name = handler.received.body["tools"][0]["function"]["name"]
        call = {"id": "call-1", "type": "function", "function": {"name": name, "arguments": arguments}}
        _message({"role": "assistant", "content": None, "tool_calls": [call]}, finish="tool_calls")(handler)

    return answer


def sends(body: bytes, **headers: str) -> Behaviour:
    """Answer 200 with exactly these bytes."""

    def answer(handler: _Handler) -> None:
        handler.head(200, **{"Content_Type": "application/json", "Content_Length": str(len(body)), **headers})
        handler.wfile.write(body)

    return answer


def fails(status: int, **headers: str) -> Behaviour:
    """Answer with an error that repeats what the caller sent, key and prompt included."""

    def answer(handler: _Handler) -> None:
        echo = {"error": {"message": f"{handler.received.headers} {handler.received.body}"}}
        body = json.dumps(echo).encode()
        handler.head(status, **{"Content_Type": "application/json", "Content_Length": str(len(body)), **headers})
        handler.wfile.write(body)

    return answer


def redirects() -> Behaviour:
    """Point to another address of the same server."""
    return lambda handler: handler.head(307, Location=f"{handler.server.model.url}/elsewhere", Content_Length="0")


def hangs() -> Behaviour:
    """Never answer."""

    def answer(handler: _Handler) -> None:
        handler.server.model.over.wait()

    return answer


def drips() -> Behaviour:
    """Promise an answer and send it byte by byte, far too slowly."""

    def answer(handler: _Handler) -> None:
        handler.head(200, Content_Type="application/json", Content_Length="1000")
        while not handler.server.model.over.wait(0.05):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    return answer


def cuts() -> Behaviour:
    """Promise more bytes than come, and hang up."""
    return sends(b'{"id": "1", "choices": [{"mess', Content_Length="1000")


def floods(size: int) -> Behaviour:
    """Send an endless-looking text without saying how long it is."""

    def answer(handler: _Handler) -> None:
        handler.head(200, Content_Type="application/json")
        handler.wfile.write(b'{"id": "')
        for _ in range(size // 65536):
            handler.wfile.write(b"x" * 65536)

    return answer


def compresses(text: str) -> Behaviour:
    """Answer with gzip although nobody asked for it."""
    return sends(gzip.compress(text.encode()), Content_Encoding="gzip")


def _message(message: dict[str, Any], *, finish: str) -> Behaviour:
    completion = {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "fake",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": {
            "prompt_tokens": TOKENS_IN,
            "completion_tokens": TOKENS_OUT,
            "total_tokens": TOKENS_IN + TOKENS_OUT,
        },
    }
    return sends(json.dumps(completion).encode())
