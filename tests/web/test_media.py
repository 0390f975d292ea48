"""Stored files over HTTP: whole, in ranges, and never as a page of somebody else's making."""

from __future__ import annotations

import hashlib
from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter, Request, Response

from showbible.bible import Bible
from showbible.storage.blobs import Folder
from showbible.web.app import create_app
from showbible.web.media import serve_blob
from tests.web.conftest import Caller, Visit, served

FILM = b"\x00\x00\x00\x18ftypmp42" + bytes(range(88))
ETAG = f'"{hashlib.sha256(FILM).hexdigest()}"'


def router(blobs: Folder) -> APIRouter:
    made = APIRouter()

    @made.api_route("/stores/{store}/{key:path}", methods=["GET", "HEAD"])
    def get(request: Request, store: str, key: str) -> Response:
        return serve_blob(request, blobs, store=store, key=key)

    return made


@pytest.fixture
def blobs(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "stores")
    made.put("videos", "whales/take-1.mp4", [FILM])
    made.put("media", "page.html", [b"<script>alert(1)</script>"])
    made.put("media", "empty", [])
    return made


@pytest.fixture
def call(visit: Visit, blobs: Folder) -> Caller:
    return visit(api=router(blobs))


def _film(call: Caller, method: str = "GET", **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return call(method, "/api/v1/stores/videos/whales/take-1.mp4", headers=named)


def test_a_film_is_served_whole(call: Caller) -> None:
    answer = _film(call)

    told = {name: answer.headers.get(name) for name in ("content-type", "content-length", "accept-ranges", "etag")}
    assert (answer.status_code, answer.content) == (200, FILM)
    assert told == {"content-type": "video/mp4", "content-length": "100", "accept-ranges": "bytes", "etag": ETAG}


@pytest.mark.parametrize(
    ("asked", "told", "content"),
    [
        ("bytes=0-0", "bytes 0-0/100", FILM[:1]),
        ("bytes=10-19", "bytes 10-19/100", FILM[10:20]),
        ("bytes=90-", "bytes 90-99/100", FILM[90:]),
        ("bytes=90-5000", "bytes 90-99/100", FILM[90:]),
        ("bytes=-7", "bytes 93-99/100", FILM[-7:]),
        ("bytes=-5000", "bytes 0-99/100", FILM),
    ],
)
def test_a_part_of_a_film_is_served(call: Caller, asked: str, told: str, content: bytes) -> None:
    answer = _film(call, Range=asked)

    assert (answer.status_code, answer.headers["content-range"], answer.content) == (206, told, content)


@pytest.mark.parametrize("asked", ["bytes=100-", "bytes=5000-6000", "bytes=-0"])
def test_a_part_outside_the_film_is_refused(call: Caller, asked: str) -> None:
    answer = _film(call, Range=asked)

    assert (answer.status_code, answer.headers["content-range"]) == (416, "bytes */100")


@pytest.mark.parametrize(
    "asked", ["bytes=0-1,5-6", "bytes=9-3", "bytes=-", "bytes=a-b", "frames=0-1", "bytes=" + "9" * 40]
)
def test_a_range_we_do_not_speak_gives_the_whole(call: Caller, asked: str) -> None:
    answer = _film(call, Range=asked)

    assert (answer.status_code, answer.content) == (200, FILM)


@pytest.mark.parametrize(("known", "status"), [(ETAG, 206), ('"another"', 200), ("Sun, 15 Nov 2026 05:00:00 GMT", 200)])
def test_a_part_is_only_added_to_the_same_film(call: Caller, known: str, status: int) -> None:
    answer = _film(call, Range="bytes=0-9", If_Range=known)

    assert answer.status_code == status


def test_a_film_known_already_is_not_sent_again(call: Caller) -> None:
    answer = _film(call, If_None_Match=ETAG)

    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(("asked", "status", "length"), [({}, 200, "100"), ({"Range": "bytes=0-9"}, 206, "10")])
def test_head_tells_the_same_without_the_film(call: Caller, asked: dict[str, str], status: int, length: str) -> None:
    answer = _film(call, "HEAD", **asked)

    assert (answer.status_code, answer.headers["content-length"], answer.content) == (status, length, b"")


def test_a_script_in_disguise_is_only_ever_saved(call: Caller) -> None:
    answer = call("GET", "/api/v1/stores/media/page.html")

    names = ("content-type", "content-disposition", "x-content-type-options")
    assert {name: answer.headers[name] for name in names} == {
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename*=UTF-8''page.html",
        "x-content-type-options": "nosniff",
    }
    assert answer.headers["content-security-policy"].endswith("sandbox")


@pytest.mark.parametrize(("asked", "status"), [({}, 200), ({"Range": "bytes=0-"}, 416)])
def test_an_empty_file_has_no_parts(call: Caller, asked: dict[str, str], status: int) -> None:
    answer = call("GET", "/api/v1/stores/media/empty", headers=asked)

    assert answer.status_code == status


def test_a_missing_file_is_not_found(call: Caller) -> None:
    answer = call("GET", "/api/v1/stores/videos/whales/take-2.mp4")

    assert answer.status_code == 404


def test_ranges_work_on_the_wire(bible: Bible, blobs: Folder) -> None:
    with served(create_app(bible, api=router(blobs))) as url:
        answer = httpx.get(f"{url}/api/v1/stores/videos/whales/take-1.mp4", headers={"Range": "bytes=50-59"})

    assert (answer.status_code, answer.content) == (206, FILM[50:60])
