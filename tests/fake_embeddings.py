"""An embedding server on loopback that speaks OpenAI's protocol: texts that share words are near each other."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import numpy as np

from showbible.llm.embeddings.served import Served
from showbible.llm.providers import Endpoint

Answer = tuple[int, Any]


class FakeEmbeddings:
    """A server whose `answer` a test may replace at any time; it starts out well."""

    def __init__(self, *, dimensions: int = 384) -> None:
        self.dimensions = dimensions
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.answer: Callable[[Sequence[str]], Answer] = self.vectors
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.model = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """What a client takes for the base of the service."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def texts(self) -> list[str]:
        """Everything that was asked for, in order."""
        return [text for request in self.requests for text in request["input"]]

    def client(self, model: str = "tiny", **options: Any) -> Served:
        """An embedder that asks this server."""
        return Served(model, endpoint=Endpoint(base_url=self.url, api_key="k"), **options)

    def vectors(self, texts: Sequence[str]) -> Answer:
        """One vector for each text, listed backwards, with its place."""
        rows = [
            {"object": "embedding", "index": place, "embedding": self.vector(text)} for place, text in enumerate(texts)
        ]
        tokens = sum(len(text.split()) for text in texts)
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return 200, {"object": "list", "model": "tiny", "data": rows[::-1], "usage": usage}

    def vector(self, text: str) -> list[float]:
        """The sum of what its words are given, and not of length one."""
        seeds = [int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "little") for word in text.lower().split()]
        rows = [np.random.default_rng(seed).standard_normal(self.dimensions) for seed in seeds]
        return [float(value) for value in np.sum(rows, axis=0)]

    def fail(self, status: int = 503) -> None:
        """Answer with an error that repeats what the caller sent."""
        self.answer = lambda texts: (status, {"error": {"message": f"no: {list(texts)}"}})

    def recover(self) -> None:
        """Answer well again."""
        self.answer = self.vectors

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    model: FakeEmbeddings

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the test."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        model = self.server.model
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model.requests.append(body)
        model.keys.append(self.headers["Authorization"])
        status, answer = model.answer(body["input"])
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Retry-After-Ms", "1")  # a client takes no zero, and waits as long as it likes
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""
