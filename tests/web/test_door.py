"""The front door: nobody keeps it open for ever, and nobody keeps others out."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter, UploadFile
from starlette.responses import StreamingResponse
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from showbible.bible import Bible
from showbible.web.app import create_app
from showbible.web.door import FILES_KEPT, MOST_CONNECTIONS, MOST_STREAMS, SPARE, Patience, Room, raise_file_limit
from showbible.web.limits import upload
from tests import processes
from tests.web.conftest import served, wired
from tests.web.serving import serve_studio
from tests.web.test_serve import process

HURRIED = Patience(head=0.3, silence=0.3, slowness=0.6, least_rate=1000, keep_alive=30, rest=0.3)
GET = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF_A_HEAD = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sl"
FORM = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

Drip = Callable[[socket.socket], None]


def _head(path: str, kind: str, length: int) -> bytes:
    told = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    return told.encode()


JSON_HEAD = _head("/api/v1/runs", "application/json", 5000)
FORM_HEAD = _head("/api/v1/library/brand/upload", "multipart/form-data; boundary=x", 5000)
REFUSED_HEAD = _head("/api/v1/runs", "text/plain", 5000)


@pytest.fixture
def address(bible: Bible) -> Iterator[str]:
    """A server in a hurry."""
    with served(create_app(bible, patience=HURRIED)) as url:
        yield url


def _all(open_socket: socket.socket) -> bytes:
    """Everything that still comes, up to the end of the connection."""
    heard = b""
    with suppress(ConnectionResetError):
        while piece := open_socket.recv(65_536):
            heard += piece
    return heard


def _read_up_to(open_socket: socket.socket, end: bytes) -> None:
    heard = b""
    while end not in heard:
        heard += open_socket.recv(65_536)


def _status(open_socket: socket.socket) -> int:
    return int(open_socket.recv(65_536).split()[1])


def test_half_a_head_is_not_waited_for(address: str) -> None:
    with wired(address) as open_socket:
        open_socket.sendall(HALF_A_HEAD)

        told = _all(open_socket)

    assert told.startswith(b"HTTP/1.1 408 ") and b"application/problem+json" in told


def test_half_of_a_second_head_is_not_waited_for_either(address: str) -> None:
    with wired(address) as open_socket:
        open_socket.sendall(GET)
        _read_up_to(open_socket, b"}")
        open_socket.sendall(HALF_A_HEAD)

        told = _all(open_socket)

    assert told.startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_asks_nothing_is_closed_without_a_word(address: str) -> None:
    with wired(address) as open_socket:
        told = _all(open_socket)

    assert told == b""


def test_a_connection_is_kept_for_another_request_only_for_a_while(bible: Bible) -> None:
    with served(create_app(bible, patience=Patience(keep_alive=0.3))) as url, wired(url) as open_socket:
        open_socket.settimeout(4)  # less than a server waits that was told nothing
        open_socket.sendall(GET)
        _read_up_to(open_socket, b"}")

        told = _all(open_socket)

    assert told == b""


def test_who_takes_nothing_of_an_answer_is_let_go(bible: Bible) -> None:
    api, gone = APIRouter(), threading.Event()

    async def endless() -> AsyncIterator[bytes]:
        try:
            while True:
                await asyncio.sleep(0)
                yield bytes(65_536)
        finally:
            gone.set()

    api.add_api_route("/endless", lambda: StreamingResponse(endless()))
    with served(create_app(bible, api=api, patience=Patience(unread=0.3))) as url, wired(url) as open_socket:
        open_socket.sendall(GET.replace(b"/livez", b"/api/v1/endless"))

        assert gone.wait(10)


@pytest.mark.parametrize("sent", [JSON_HEAD + b"[", FORM_HEAD + FORM], ids=["json", "form"])
def test_a_body_that_stops_coming_is_given_up(address: str, sent: bytes) -> None:
    with wired(address) as open_socket:
        open_socket.sendall(sent)

        told = _all(open_socket)

    assert told.startswith(b"HTTP/1.1 408 ") and b"Nothing came for 0.3 s." in told


@pytest.mark.parametrize("sent", [JSON_HEAD, FORM_HEAD + FORM], ids=["json", "form"])
def test_a_body_that_comes_too_slowly_is_given_up(address: str, sent: bytes) -> None:
    with wired(address) as open_socket:
        open_socket.sendall(sent)
        open_socket.settimeout(0.05)
        told = b""
        for _ in range(200):
            open_socket.sendall(b"x")
            with suppress(TimeoutError):
                told = open_socket.recv(65_536) + _all(open_socket)
                break

    assert told.startswith(b"HTTP/1.1 408 ") and b"fewer than 1,000 bytes a second" in told


def test_the_rest_of_a_refused_body_is_not_waited_for(address: str) -> None:
    with wired(address) as open_socket:
        open_socket.sendall(REFUSED_HEAD)
        first = _status(open_socket)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            for _ in range(400):
                open_socket.sendall(b"x")
                time.sleep(0.05)

    assert first == 415


def test_a_slow_but_steady_upload_arrives(bible: Bible) -> None:
    api = APIRouter()

    @api.post("/upload", openapi_extra=upload(100_000))
    def uploaded(file: UploadFile) -> int:
        return len(file.file.read())

    def slowly() -> Iterator[bytes]:
        yield FORM
        for _ in range(20):
            time.sleep(0.06)
            yield b"x" * 500
        yield b"\r\n--x--\r\n"

    with served(create_app(bible, api=api, patience=HURRIED)) as url:
        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        # The first request works out the routes, and a body would be there before that is done.
        httpx.post(f"{url}/api/v1/upload", content=FORM + b"\r\n--x--\r\n", headers=headers, timeout=30)
        answer = httpx.post(f"{url}/api/v1/upload", content=slowly(), headers=headers, timeout=30)

    assert answer.json() == 10_000


def _socket_url(url: str, run_id: str) -> str:
    return f"{url.replace('http', 'ws')}/api/v1/runs/{run_id}/live"


@contextmanager
def _watching(url: str, run_id: str, path: str = "/api/v1/runs/{}/events") -> Iterator[httpx.Response]:
    with httpx.stream("GET", url + path.format(run_id), timeout=30) as answer:
        yield answer


@pytest.mark.parametrize("path", ["/api/v1/runs/{}/events", "/runs/{}/stream"], ids=["api", "page"])
def test_a_stream_too_many_is_asked_to_come_later(bible: Bible, path: str) -> None:
    run_id = bible.runs.start("Whales", budget=1).id

    with served(create_app(bible, room=Room(streams_each=2))) as url:
        with _watching(url, run_id), _watching(url, run_id, path), _watching(url, run_id, path) as third:
            refused = third.status_code, third.headers["Retry-After"]
        with _watching(url, run_id, path) as later:
            admitted = later.status_code

    assert (refused, admitted) == ((429, "5"), 200)


def test_a_stream_too_many_in_all_is_refused_and_told_to_a_socket_by_its_code(bible: Bible) -> None:
    run_id = bible.runs.start("Whales", budget=1).id

    with served(create_app(bible, room=Room(streams=1))) as url, _watching(url, run_id):
        with _watching(url, run_id) as second:
            refused = second.status_code
        with connect(_socket_url(url, run_id)) as open_socket, pytest.raises(ConnectionClosed):
            open_socket.recv(timeout=30)

    assert (refused, open_socket.close_code) == (503, 1013)


def test_who_waits_without_a_request_makes_room_for_who_has_one(bible: Bible) -> None:
    with served(create_app(bible, room=Room(connections=3))) as url, ExitStack() as held:
        idle = [held.enter_context(wired(url)) for _ in range(3)]
        for each in idle:
            each.sendall(GET)
            _read_up_to(each, b"}")

        answer = httpx.get(f"{url}/version")
        gone = _all(idle[0])

    assert (answer.status_code, gone) == (200, b"")


def test_a_full_house_still_says_how_it_is(bible: Bible) -> None:
    run_id = bible.runs.start("Whales", budget=1).id

    with served(create_app(bible, room=Room(connections=2))) as url, ExitStack() as held:
        for _ in range(2):
            held.enter_context(_watching(url, run_id))
        paths = ("/livez", "/readyz", "/version", f"/api/v1/runs/{run_id}/events")
        told = [httpx.get(f"{url}{path}").status_code for path in paths]
        with pytest.raises(InvalidStatus, match="503"), connect(_socket_url(url, run_id)):
            pass

    assert told == [200, 200, 503, 503]


def test_a_crowd_beyond_the_spare_places_is_refused_at_the_door(bible: Bible) -> None:
    api, busy, come, told = APIRouter(), threading.Event(), threading.Event(), threading.Event()

    @api.get("/busy")
    async def busy_house() -> None:
        busy.set()
        come.wait(30)  # Nobody is let in meanwhile: all will be at the door at once.
        while not told.is_set():
            await asyncio.sleep(0.05)

    with served(create_app(bible, api=api, room=Room(connections=1))) as url, ExitStack() as held:
        held.callback(told.set)
        held.enter_context(wired(url)).sendall(GET.replace(b"/livez", b"/api/v1/busy"))
        assert busy.wait(30)
        crowd = [held.enter_context(wired(url)) for _ in range(SPARE + 3)]
        for each in crowd:
            each.sendall(GET)
        come.set()
        statuses = [_status(each) for each in crowd]

    assert Counter(statuses) == {200: SPARE, 503: 3}


def test_few_files_and_many_streams_leave_room_for_the_health_checks(tmp_path: Path) -> None:
    with process(_serve_with_few_files, tmp_path) as (_, url), ExitStack() as held:
        run_id = httpx.post(f"{url}/api/v1/runs", json={"concept": "Whales", "budget": 1}).json()["run_id"]
        asked = f"GET /api/v1/runs/{run_id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        statuses = []
        for _ in range(300):
            stream = held.enter_context(wired(url))
            stream.sendall(asked)
            statuses.append(_status(stream))

        began = time.monotonic()
        told = [httpx.get(f"{url}{path}", timeout=5).status_code for path in ("/livez", "/readyz")]
        took = time.monotonic() - began

    assert (told, took < 5) == ([200, 200], True)
    assert statuses.count(200) == Room.within(256).streams and set(statuses) == {200, 429}


def _serve_with_few_files(home: Path) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    serve_studio(home)


@pytest.mark.parametrize(
    ("files", "connections", "streams"),
    [(64, SPARE, 12), (256, 256 - FILES_KEPT - SPARE, 84), (65_536, MOST_CONNECTIONS, MOST_STREAMS)],
)
def test_there_are_fewer_places_than_files(files: int, connections: int, streams: int) -> None:
    room = Room.within(files)

    assert (room.connections, room.streams) == (connections, streams)


def test_the_server_may_open_as_many_files_as_the_system_lets_it() -> None:
    soft, hard = json.loads(processes.Child(_raised).wait_for_word())

    assert soft == min(hard, 65_536)


def _raised(say: Callable[[str], None]) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))
    raise_file_limit()
    say(json.dumps(resource.getrlimit(resource.RLIMIT_NOFILE)))
