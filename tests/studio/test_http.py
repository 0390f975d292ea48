"""A provider behind HTTP is asked once, polled by the name of its work, and never trusted blindly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.errors import Misconfigured
from showbible.studio import config
from showbible.studio.http import HttpProvider
from showbible.studio.ledger import paid
from showbible.studio.ledger.model import OrderState
from showbible.studio.providers import Made, ProviderFailed, ProviderSilent, Undelivered, VideoOrder
from showbible.studio.purchase import PurchaseOutcome, buy
from showbible.vocabulary import Micros
from tests.studio.crews import Painter, paints
from tests.studio.test_till import ORDER, _purchase, _till


class _Service(ThreadingHTTPServer):
    """Answers with what its table says, and remembers what it was asked."""

    def __init__(self, answers: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[tuple[str, str, str | None]] = []
        self.tokens: list[str | None] = []


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
        self.server.tokens.append(self.headers["Authorization"])
        found = self.server.answers[name]
        found = found.pop(0) if isinstance(found, list) else found
        status, body = found if isinstance(found, tuple) else (200, found)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", body)
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
            HttpProvider(
                name="far", url=url, quote=lambda _: Micros(5), token="t", pause=0.01, call_seconds=5, patience=5
            ),
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


@pytest.mark.parametrize("way", ["POST /films", "GET /films/7", "GET /files/7.mp4"])
def test_a_redirect_to_another_origin_gets_no_token(way: str) -> None:
    answers: dict[str, Any] = {"POST___films": {"id": "7"}, "GET___films__7": DONE, "GET___files__7.mp4": b"film"}
    with _served(GET___films={}, GET___films__7=DONE, **{"GET___files__7.mp4": b"film"}) as (thief, _):
        path = f"http://127.0.0.1:{thief.server_port}{way.split()[1]}"
        with _served(**answers) as (service, provider), pytest.raises(ProviderSilent):
            service.answers[way] = (302, path)
            _make(provider)

    assert (thief.asked, set(service.tokens)) == ([], {"Bearer t"})


def test_a_poll_is_not_redirected_even_at_home() -> None:
    answers = {"POST___films": {"id": "7"}, "GET___films__7": (302, "/films/8"), "GET___films__8": DONE}

    with _served(**answers) as (service, provider), pytest.raises(ProviderSilent, match="nobody follows"):
        _make(provider)

    assert [path for _, path, _ in service.asked] == ["/films", "/films/7"]


@pytest.mark.parametrize(("hops", "arrives"), [(3, True), (4, False)])
def test_content_may_move_a_little_within_its_origin(hops: int, arrives: bool) -> None:
    moves = {f"GET /move{hop}": (302, f"/move{hop + 1}") for hop in range(hops)}
    work = {**DONE, "content_url": "/move0"}

    with _served(GET___films__7=work) as (service, provider):
        service.answers |= {**moves, f"GET /move{hops}": b"film"}
        try:
            found = provider.collect(ORDER, ref="7").content
        except Undelivered:
            found = b""

    assert found == (b"film" if arrives else b"")


@pytest.mark.parametrize(
    "wrong", [{"content_url": "http://127.0.0.1:1/film.mp4"}, {"content_url": "https://127.0.0.1/x"}, {}]
)
def test_content_that_cannot_be_had_is_known_to_be_charged(wrong: dict[str, Any]) -> None:
    answers: dict[str, Any] = {"GET___films__7": {**DONE, **wrong}, "GET___files__7.mp4": (500, {})}

    with _served(**answers) as (_, provider), pytest.raises(Undelivered) as caught:
        provider.collect(ORDER, ref="7")

    assert caught.value.cost == 250_000


def test_what_is_paid_for_and_cannot_be_had_is_booked_and_not_ordered_again(bible: Bible) -> None:
    till = _till(bible)
    answers = {"POST___films": {"id": "7"}, "GET___films__7": {**DONE, "content_url": "http://127.0.0.1:1/film.mp4"}}

    with _served(**answers) as (service, provider):
        outcome = buy(till, replace(_purchase(till, Painter([paints])), provider=provider))

    (line,) = paid.entries(bible.db, till.turn.run_id)
    assert (outcome, line.state, line.cost) == (PurchaseOutcome.FAILED, OrderState.FAILED, 250_000)
    assert bible.runs.get(till.turn.run_id).spent == 250_000
    assert [path for method, path, _ in service.asked if method == "POST"] == ["/films"]


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
