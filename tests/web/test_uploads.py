"""Files that are sent: once per key, measured first, and refused before they are read when there is no room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.web.app import create_app
from tests.storage.test_pictures import png
from tests.web.conftest import Caller, calling, served, wired

UPLOADS = ["/api/v1/projects/default/assets/upload", "/api/v1/library/brand/upload"]


def _send(call: Caller, path: str, content: bytes, *, key: str = "k", **fields: Any) -> httpx.Response:
    told = {"kind": "image", **fields}
    return call("POST", path, files={"file": ("a.png", content)}, data=told, headers={"Idempotency-Key": key})


def _kept(bible: Bible) -> list[str]:
    return [stored.sha256 for stored in bible.blobs.listed("media")]


@pytest.fixture
def call(any_bible: Bible) -> Any:
    any_bible.runs.start("Whales", budget=1)
    with calling(any_bible) as caller:
        yield caller


@pytest.mark.parametrize("path", UPLOADS)
def test_the_same_file_under_the_same_key_is_kept_once(call: Caller, any_bible: Bible, path: str) -> None:
    # Each request of a form has other bytes between its fields.
    first, again = (_send(call, path, png(4, 4)) for _ in range(2))

    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert len(_kept(any_bible)) == 1


@pytest.mark.parametrize("path", UPLOADS)
def test_another_file_under_the_same_key_is_refused(call: Caller, any_bible: Bible, path: str) -> None:
    _send(call, path, png(4, 4))
    known = _kept(any_bible)

    other_file, other_words = _send(call, path, png(5, 5)), _send(call, path, png(4, 4), metadata='{"a": 1}')

    assert [answer.status_code for answer in (other_file, other_words)] == [422, 422]
    assert "used for another request" in other_file.json()["detail"]
    assert _kept(any_bible) == known


def test_a_picture_too_large_to_open_is_refused_with_its_figures(call: Caller, any_bible: Bible) -> None:
    answer = _send(call, UPLOADS[0], png(65_535, 65_535))

    assert (answer.status_code, "65,535 x 65,535 pixels" in answer.json()["detail"]) == (413, True)
    assert _kept(any_bible) == []


def test_without_room_a_file_is_refused_before_it_is_sent(tmp_path: Path) -> None:
    head = (
        f"POST {UPLOADS[1]} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n"
    )

    with Bible(Settings(home=tmp_path / "studio", disk_floor_mb=0, workers=0)) as bible:
        bible.blobs.floor = 2**60  # type: ignore[attr-defined]
        with served(create_app(bible)) as url, wired(url) as open_socket:
            open_socket.sendall(head.encode())
            told = open_socket.recv(65_536)

    assert told.startswith(b"HTTP/1.1 507 ")
