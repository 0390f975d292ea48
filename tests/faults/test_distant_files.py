"""A file store that fails: what is safe to repeat is repeated, the rest is told in words, and nothing is half-done."""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from showbible.errors import NotFound, TryLater
from showbible.storage.blobs import MIB, Folder
from showbible.storage.stores.bucket import Bucket
from showbible.storage.stores.copies import LocalCopies
from showbible.storage.stores.remote import PART, RemoteFiles
from tests.processes import Child
from tests.seaweed import KEYS, S3Server

REFUSAL = b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
FILM = bytes(range(256)) * (4 * MIB // 256)


class BadLine:
    """A proxy before an S3 server that does to each of the next requests what it is told."""

    def __init__(self, endpoint: str) -> None:
        self._server = ("127.0.0.1", urlsplit(endpoint).port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.faults: list[str | int] = []
        """`503`, `drop`, `swallow`, or after how many bytes of an answer the line breaks."""
        self.swallowing = threading.Event()

    @contextmanager
    def open(self) -> Iterator[BadLine]:
        """Let callers in until the end."""
        threading.Thread(target=self._accept, daemon=True).start()
        try:
            yield self
        finally:
            self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=self._pass_on, args=(self._listening.accept()[0],), daemon=True).start()

    def _pass_on(self, caller: socket.socket) -> None:
        room = [1 << 60]
        with caller, socket.create_connection(self._server) as server, suppress(OSError):
            threading.Thread(target=_answer, args=(server, caller, room), daemon=True).start()
            while asked := caller.recv(65_536):
                fault = self.faults.pop(0) if self.faults else None
                if fault == "503":
                    caller.sendall(REFUSAL)
                if fault == "swallow":
                    self.swallowing.set()
                    while caller.recv(65_536):
                        pass
                if isinstance(fault, str):
                    return
                room[0] = (1 << 60) if fault is None else fault
                server.sendall(asked)


def _answer(server: socket.socket, caller: socket.socket, room: list[int]) -> None:
    with suppress(OSError):
        while answer := server.recv(65_536):
            caller.sendall(answer[: room[0]])
            room[0] -= len(answer)
            if room[0] <= 0:
                break
        caller.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def line(s3: S3Server) -> Iterator[BadLine]:
    with BadLine(s3.endpoint).open() as made:
        yield made


@pytest.fixture
def bucket(s3: S3Server, line: BadLine, tmp_path: Path) -> Bucket:
    """A bucket behind the line, which is asked again twice."""
    return _bucket(s3.address(), line.endpoint, tmp_path)


def _send(_say: Callable[[Any], None], address: str, endpoint: str, here: Path) -> None:
    _bucket(address, endpoint, here).put("media", "film", [FILM] * (2 * PART // len(FILM)))


def _bucket(address: str, endpoint: str, here: Path) -> Bucket:
    remote = RemoteFiles.at(address, endpoint=endpoint, keys=KEYS, retries=2)
    return Bucket(remote, here=Folder(here / "stores"), copies=LocalCopies(here / "cache", most=0))


def test_who_is_killed_while_sending_leaves_no_half_file_and_the_next_one_can_send(
    s3: S3Server, line: BadLine, tmp_path: Path
) -> None:
    address = s3.address()
    line.faults = [*[1 << 60] * 20, "swallow"]
    child = Child(_send, address, line.endpoint, tmp_path / "killed")
    assert line.swallowing.wait(60)
    child.kill()
    bucket = _bucket(address, s3.endpoint, tmp_path / "next")

    assert list(bucket.entries("media")) == []
    stored = bucket.put("media", "film", [FILM])
    assert ([each.key for each in bucket.entries("media")], _sha256(bucket, "film")) == (["film"], stored.sha256)


def _sha256(bucket: Bucket, key: str) -> str:
    digest = hashlib.sha256()
    for piece in bucket.read("media", key):
        digest.update(piece)
    return digest.hexdigest()


@pytest.mark.parametrize("fault", ["503", "drop"])
def test_a_service_that_fails_now_and_then_is_asked_again(bucket: Bucket, line: BadLine, fault: str) -> None:
    line.faults = [fault, fault]
    stored = bucket.put("media", "lamp", [b"light"])
    line.faults = [fault]

    assert bucket.stat("media", "lamp") == stored
    line.faults = [fault]
    assert [entry.key for entry in bucket.entries("media")] == ["lamp"]


@pytest.mark.parametrize("fault", ["503", "drop"])
def test_a_service_that_stays_away_is_told_and_nothing_is_there(
    bucket: Bucket, line: BadLine, tmp_path: Path, fault: str
) -> None:
    line.faults = [fault] * 20
    with pytest.raises(TryLater, match="Nothing was changed"):
        bucket.put("media", "lamp", [b"light"])

    line.faults = []
    with pytest.raises(NotFound):
        bucket.stat("media", "lamp")
    assert list((tmp_path / "stores" / "partial").iterdir()) == []


def test_a_line_that_breaks_in_the_middle_of_a_large_file_leaves_the_old_one(bucket: Bucket, line: BadLine) -> None:
    stored = bucket.put("media", "film", [b"old"])
    line.faults = [1 << 60, *["drop"] * 60]

    with pytest.raises(TryLater):
        bucket.put("media", "film", [FILM] * (PART // len(FILM) + 1))
    line.faults = []

    assert (bucket.stat("media", "film"), _sha256(bucket, "film")) == (stored, stored.sha256)


def test_a_part_that_is_lost_on_the_way_is_sent_again(bucket: Bucket, line: BadLine) -> None:
    line.faults = [1 << 60, "drop"]

    stored = bucket.put("media", "film", [FILM] * (PART // len(FILM) + 1))

    assert _sha256(bucket, "film") == stored.sha256


def test_a_line_that_breaks_in_the_middle_of_an_answer_is_no_loss(bucket: Bucket, line: BadLine) -> None:
    stored = bucket.put("media", "film", [FILM])
    pieces = bucket.read("media", "film")
    line.faults = [100_000, 2_000_000]

    assert hashlib.sha256(b"".join(pieces)).hexdigest() == stored.sha256
