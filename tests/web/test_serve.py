"""The server process: its address, its refusals and its ways to end."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from showbible.errors import Misconfigured, TryLater
from showbible.web.serve import address, bound
from tests.processes import Forked
from tests.web import serving


@contextmanager
def process(function: Callable[[Path], None], folder: Path) -> Iterator[tuple[Forked, str]]:
    """A running server and its address."""
    running = Forked(function, folder / "studio", out=folder / "out", err=folder / "err")
    try:
        yield running, running.line(0)
    finally:
        running.kill()


@contextmanager
def stuck_request(running: Forked, url: str) -> Iterator[None]:
    """A request that does not end, known to have begun."""

    def ask() -> None:
        with suppress(httpx.TransportError):
            httpx.get(f"{url}/api/v1/stuck", timeout=60)

    asking = threading.Thread(target=ask)
    asking.start()
    assert running.line(1) == "stuck"
    yield
    running.wait(30)
    asking.join()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_streams_tells_sockets_to_come_back_and_ends_the_process(
    tmp_path: Path, sign: signal.Signals
) -> None:
    with (
        process(serving.serve_slowly, tmp_path) as (running, url),
        connect(f"{url.replace('http', 'ws')}/api/v1/live") as socket,
    ):
        socket.recv(timeout=30)
        with httpx.stream("GET", f"{url}/api/v1/stream") as answer:
            pieces = answer.iter_text()
            heard = [next(pieces)]
            running.send_signal(sign)
            heard += pieces
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=30)
        code = running.wait(30)

    assert heard == ["data: hello\n\n", "data: bye\n\n"]
    assert (code, running.out.read_text()) == (0, f"{url}\nclosed\n")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_a_stuck_request_does_not_keep_the_process(tmp_path: Path) -> None:
    with process(serving.serve_slowly, tmp_path) as (running, url), stuck_request(running, url):
        running.terminate()

    assert running.poll() == 1


def test_a_second_signal_ends_the_process_at_once(tmp_path: Path) -> None:
    with process(serving.serve_slowly, tmp_path) as (running, url), stuck_request(running, url):
        running.terminate()
        _wait_until_refused(url)
        running.terminate()

    assert running.poll() == 128 + signal.SIGTERM


def _wait_until_refused(url: str) -> None:
    with pytest.raises(httpx.TransportError):
        while True:
            httpx.get(f"{url}/livez")


def test_a_server_tells_its_address_and_logs_json(tmp_path: Path) -> None:
    with process(serving.serve_studio, tmp_path) as (running, url):
        alive = httpx.get(f"{url}/livez").json()
        httpx.get(f"{url}/version")
        running.terminate()
        code = running.wait(30)

    events = [json.loads(line)["event"] for line in running.err.read_text().splitlines()]
    assert (alive, code) == ({"status": "alive"}, 0)
    assert events == ["server.ready", "request", "server.stopping", "server.stopped"]


def test_a_taken_port_is_told_in_one_sentence() -> None:
    with bound("127.0.0.1", 0) as first:
        port = first.getsockname()[1]

        with pytest.raises(TryLater, match=f"Port {port} of 127.0.0.1 is taken"):
            bound("127.0.0.1", port)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "studio.example", "::ffff:127.0.0.1", ""])
def test_only_this_machine_is_served(host: str) -> None:
    with pytest.raises(Misconfigured, match="serves this machine only"):
        bound(host, 0)


def test_localhost_is_this_machine() -> None:
    with bound("localhost", 0) as listening:
        told = address(listening)

    assert told.startswith("http://127.0.0.1:")
