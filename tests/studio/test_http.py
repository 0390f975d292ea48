"""A provider behind HTTP is asked once, polled by the name of its work, and never trusted blindly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Misconfigured
from showbible.studio import config
from showbible.studio.http import HttpProvider
from showbible.studio.providers import Made, ProviderFailed, ProviderSilent, VideoOrder
from showbible.vocabulary import Micros
from tests.studio.test_till import ORDER


class _Service(ThreadingHTTPServer):
    """Answers with what its table says, and remembers what it was asked."""

    def __init__(self, answers: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[tuple[str, str, str | None]] = []


class _Handler(BaseHTTPRequestHandler):
    server: _Service

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        name = f"{self.command} {self.path}"
        self.server.asked.append((self.command, self.path, self.headers["Idempotency-Key"]))
        found = self.server.answers[name]
        found = found.pop(0) if isinstance(found, list) else found
        status, body = found if isinstance(found, tuple) else (200, found)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base class names it so)
        """Say nothing."""


@contextmanager
def _served(**answers: Any) -> Iterator[tuple[_Service, HttpProvider[VideoOrder]]]:
    named = {name.replace("_", " ", 1).replace("__", "/"): answer for name, answer in answers.items()}
    service = _Service(named)
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    url = f"http://127.0.0.1:{service.server_port}/films"
    try:
        yield (
            service,
            HttpProvider(name="far", url=url, quote=lambda _: Micros(5), pause=0.01, call_seconds=5, patience=5),
        )
    finally:
        service.shutdown()
        thread.join()
        service.server_close()


def _make(provider: HttpProvider[VideoOrder], names: list[str] | None = None) -> Made:
    heard = names if names is not None else []
    return provider.make(ORDER, key="key-1", submitted=heard.append)


DONE = {"status": "succeeded", "content_url": "/files/7.mp4", "cost": "0.25"}


def test_work_is_ordered_with_its_key_polled_and_fetched() -> None:
    running = {"status": "running"}
    answers = {"POST___films": {"id": "7"}, "GET___films__7": [running, DONE], "GET___files__7.mp4": b"film"}
    names: list[str] = []

    with _served(**answers) as (service, provider):
        made = _make(provider, names)

    assert (made.content, made.cost, names, service.asked[0]) == (b"film", 250_000, ["7"], ("POST", "/films", "key-1"))


def test_work_that_was_submitted_is_collected_without_ordering() -> None:
    with _served(GET___films__7=DONE, GET___files__7__mp4=b"", **{"GET___files__7.mp4": b"film"}) as (
        service,
        provider,
    ):
        made = provider.collect(ORDER, ref="7")

    assert (made.content, {method for method, _, _ in service.asked}) == (b"film", {"GET"})


def test_a_refused_order_failed_and_cost_nothing() -> None:
    with _served(POST___films=(422, {})) as (_, provider), pytest.raises(ProviderFailed, match="far answered 422"):
        _make(provider)


def test_failed_work_says_why() -> None:
    answers = {"POST___films": {"id": "7"}, "GET___films__7": {"status": "failed", "error": "no hands"}}

    with _served(**answers) as (_, provider), pytest.raises(ProviderFailed, match="far says: no hands"):
        _make(provider)


@pytest.mark.parametrize(
    "answer", [(500, {}), b"<html>", [[]], {}, {"id": ""}], ids=["error", "html", "list", "nameless", "empty name"]
)
def test_an_answer_that_tells_nothing_leaves_us_in_doubt(answer: Any) -> None:
    with _served(POST___films=answer) as (_, provider), pytest.raises(ProviderSilent):
        _make(provider)


@pytest.mark.parametrize("wrong", [{"cost": "NaN"}, {"cost": -1}, {"content_url": "http://127.0.0.1:1/film.mp4"}])
def test_a_strange_result_leaves_us_in_doubt(wrong: dict[str, Any]) -> None:
    answers = {"POST___films": {"id": "7"}, "GET___films__7": {**DONE, **wrong}, "GET___files__7.mp4": b"film"}

    with _served(**answers) as (_, provider), pytest.raises(ProviderSilent):
        _make(provider)


def test_nobody_at_the_address_leaves_us_in_doubt() -> None:
    provider: HttpProvider[VideoOrder] = HttpProvider(
        name="far", url="http://127.0.0.1:9/films", quote=lambda _: Micros(5)
    )

    with pytest.raises(ProviderSilent, match="could not be reached"):
        _make(provider)


def test_a_file_in_the_data_folder_names_providers(small: Bible) -> None:
    staff = {"video": {"name": "far", "url": "https://films.example/v1", "most": "0.50", "honours_keys": True}}
    (small.workspace.home / "studio.json").write_text(json.dumps(staff))

    crew = config.crew(small)

    assert (crew.video.name, crew.video.honours_keys, crew.video.price(ORDER), crew.audio.name) == (
        "far",
        True,
        500_000,
        "synthesizer",
    )


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"films": {}}', '{"video": {"name": "x", "url": "ftp://x", "most": "1"}}']
)
def test_a_file_that_names_no_providers_is_refused(small: Bible, text: str) -> None:
    Path(small.workspace.home / "studio.json").write_text(text)

    with pytest.raises(Misconfigured):
        config.crew(small)
