"""Files over HTTP: kept, read, listed and forgotten by store and key, and uploads that go on after a broken line."""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from PIL import Image

from showbible.bible import Bible
from showbible.settings import Settings
from showbible.storage.blobs import MIB
from showbible.storage.stores.remote import PART
from showbible.web.app import create_app
from tests.seaweed import S3Server
from tests.web.conftest import Caller, calling, served, wired

API = "/api/v1"
PIECE = bytes(range(256)) * 256


@pytest.fixture(params=["folder", "bucket"])
def studio(request: pytest.FixtureRequest, folder: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bible]:
    """A studio with a project, whose files have each home in turn."""
    if request.param == "bucket":
        s3: S3Server = request.getfixturevalue("s3")
        folder = s3.settings(folder, monkeypatch)
    with Bible(folder) as opened:
        opened.projects.create("p1")
        yield opened


@pytest.fixture
def call(studio: Bible) -> Iterator[Caller]:
    with calling(studio) as caller:
        yield caller


@pytest.fixture
def plain(small: Bible) -> Iterator[Caller]:
    """A caller of a studio in a folder, for rules that are the same wherever files are."""
    with calling(small) as caller:
        yield caller


def _put(call: Caller, path: str, content: Any, **headers: str) -> httpx.Response:
    return call("PUT", f"{API}/stores/{path}", content=content, headers=headers)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_a_file_that_is_put_can_be_got_listed_and_deleted(call: Caller) -> None:
    sink = io.BytesIO()
    Image.new("RGB", (4, 4), "navy").save(sink, "PNG")
    picture = sink.getvalue()

    put = _put(call, "media/projects/p1/lamp", picture, **{"Content-Type": "text/html"})
    got = call("GET", f"{API}/stores/media/projects/p1/lamp")
    head = call("HEAD", f"{API}/stores/media/projects/p1/lamp")
    part = call("GET", f"{API}/stores/media/projects/p1/lamp", headers={"Range": "bytes=1-3"})
    listed = call("GET", f"{API}/stores/media?prefix=projects/p1")
    gone = [call("DELETE", f"{API}/stores/media/projects/p1/lamp").status_code for _ in range(2)]

    told = {"store": "media", "key": "projects/p1/lamp", "size": len(picture), "sha256": _sha256(picture)}
    assert (put.status_code, put.json() | told, put.json()["content_type"]) == (201, put.json(), "image/png")
    assert (got.content, head.headers["etag"]) == (picture, f'"{_sha256(picture)}"')
    assert (part.status_code, part.content) == (206, b"PNG")
    assert listed.json() == {"files": [put.json()], "total": 1, "next_cursor": None}
    assert (gone, call("GET", put.json()["url"]).status_code) == ([204, 404], 404)


def test_a_list_is_paged_and_a_prefix_is_a_folder(call: Caller) -> None:
    keys = ["r1/a", f"r1/{'/'.join(['b' * 120] * 4)}", "r1/c"]  # the second as long as keys may be
    for key in (*keys, "r10/d"):
        _put(call, f"media/{key}", b"x")

    first = call("GET", f"{API}/stores/media?prefix=r1&limit=2").json()
    second = call("GET", f"{API}/stores/media?prefix=r1&limit=2&cursor={first['next_cursor']}").json()

    assert [file["key"] for page in (first, second) for file in page["files"]] == keys
    assert (first["total"], second["next_cursor"]) == (3, None)


def test_a_file_is_kept_only_where_there_is_none_when_asked_to(call: Caller) -> None:
    answers = [_put(call, "media/lamp", each, **{"If-None-Match": "*"}) for each in (b"one", b"two")]

    assert [answer.status_code for answer in answers] == [201, 409]
    assert call("GET", f"{API}/stores/media/lamp").content == b"one"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", "secrets/x", 404),
        ("PUT", "media/projects/nobody/x", 404),
        ("PUT", "media/.x", 422),
        ("PUT", "media/a%2F..%2Fb", 422),
        ("PUT", "media/", 422),
        ("GET", "media/nothing", 404),
        ("GET", "partial/x", 404),
        ("GET", "media?prefix=..", 422),
        ("GET", "media?cursor=x", 422),
        ("GET", "media?limit=0", 422),
        ("GET", "secrets", 404),
        ("DELETE", "media/nothing", 404),
    ],
)
def test_what_cannot_be_is_refused_in_words(plain: Caller, method: str, path: str, status: int) -> None:
    answer = plain(method, f"{API}/stores/{path}", content=b"x" if method == "PUT" else None)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


def test_a_file_over_its_limit_is_refused_before_it_is_read(small: Bible) -> None:
    head = f"PUT {API}/stores/evals/r1/evaluation.json HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1025\r\n\r\n"

    with served(create_app(small)) as url, wired(url) as line:
        line.sendall(head.encode())
        told = line.recv(65_536)

    assert told.startswith(b"HTTP/1.1 413 ")


def test_a_file_without_a_size_is_measured_while_it_comes(plain: Caller, small: Bible) -> None:
    async def pieces() -> Any:
        for _ in range(2):
            yield b"x" * 1000

    assert _put(plain, "evals/r1/evaluation.json", pieces()).status_code == 413
    assert list(small.blobs.entries("evals")) == []


def test_a_file_in_a_folder_has_no_address_of_its_own(plain: Caller) -> None:
    _put(plain, "media/lamp", b"x")

    answer = plain("GET", f"{API}/stores/media/lamp?signed=60")

    assert (answer.status_code, "/media/media/lamp" in answer.json()["detail"]) == (409, True)


@pytest.mark.parametrize("studio", ["bucket"], indirect=True)
def test_a_file_in_a_bucket_has_an_address_for_a_while(call: Caller) -> None:
    _put(call, "media/lamp", b"light")

    told = call("GET", f"{API}/stores/media/lamp?signed=60").json()

    assert httpx.get(told["url"]).content == b"light"
    assert call("GET", f"{API}/stores/media/lamp?signed=0").status_code == 422


def _begin(call: Caller, size: int, **fields: Any) -> str:
    body = {"store": "media", "key": "projects/p1/film", "size": size, **fields}
    upload_id: str = call("POST", f"{API}/uploads", json=body).json()["upload_id"]
    return upload_id


def _send(call: Caller, upload_id: str, content: Any, *, offset: int) -> httpx.Response:
    return call("PATCH", f"{API}/uploads/{upload_id}", content=content, headers={"Upload-Offset": str(offset)})


def test_a_file_that_comes_in_parts_is_whole_in_the_end(call: Caller, studio: Bible) -> None:
    film = PIECE * ((PART + MIB) // len(PIECE))
    upload_id = _begin(call, len(film), sha256=_sha256(film))

    early = call("POST", f"{API}/uploads/{upload_id}/finish")
    offsets = [_send(call, upload_id, film[:10], offset=0).json()["offset"]]
    offsets += [_send(call, upload_id, film[10:], offset=10).json()["offset"]]
    ends = [call("POST", f"{API}/uploads/{upload_id}/finish") for _ in range(2)]

    assert (early.status_code, offsets) == (409, [10, len(film)])
    assert [(end.status_code, end.json()["sha256"]) for end in ends] == [(201, _sha256(film))] * 2
    assert studio.stores.upload(upload_id).offset == len(film)
    assert _sha256(b"".join(studio.stores.read("media", "projects/p1/film"))) == _sha256(film)


def test_what_came_before_the_line_broke_is_kept(small: Bible) -> None:
    upload = small.stores.begin_upload("media", "film", size=MIB)
    address, arriving = f"{API}/uploads/{upload.upload_id}", small.workspace.home / "stores" / "parts" / "partial"
    head = f"PATCH {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpload-Offset: 0\r\nContent-Length: {MIB}\r\n\r\n"

    with served(create_app(small)) as url:
        with wired(url) as line:
            line.sendall(head.encode() + PIECE * 8)
            _wait_until(lambda: any(file.stat().st_size for file in arriving.iterdir()))
        _wait_until(lambda: small.stores.upload(upload.upload_id).offset > 0)
        at = small.stores.upload(upload.upload_id).offset
        rest = httpx.patch(f"{url}{address}", content=(PIECE * 16)[at:], headers={"Upload-Offset": str(at)})

    assert (rest.status_code, at <= MIB // 2) == (200, True)
    assert small.stores.finish_upload(upload.upload_id).sha256 == _sha256(PIECE * 16)


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_part_in_the_wrong_place_is_refused_with_the_right_one(plain: Caller, small: Bible) -> None:
    small.projects.create("p1")
    upload_id = _begin(plain, 100)
    _send(plain, upload_id, b"x" * 40, offset=0)

    answers = [_send(plain, upload_id, b"x", offset=offset) for offset in (0, 41)]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert "Upload-Offset: 40" in answers[0].json()["detail"]
    assert _send(plain, upload_id, b"x" * 61, offset=40).status_code == 413
    assert plain("GET", f"{API}/uploads/{upload_id}").json()["offset"] == 40


def test_another_file_than_announced_is_not_kept(plain: Caller, small: Bible) -> None:
    small.projects.create("p1")
    upload_id = _begin(plain, 4)
    _send(plain, upload_id, b"film", offset=0)

    answer = plain("POST", f"{API}/uploads/{upload_id}/finish", json={"sha256": _sha256(b"other")})

    assert (answer.status_code, "Send it again" in answer.json()["detail"]) == (422, True)
    assert list(small.blobs.entries("media")) == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"size": 5 * 1024 * MIB + 1}, 413),
        ({"store": "videos", "size": 500 * MIB + 1}, 413),
        ({"size": 0}, 422),
        ({"size": "9"}, 422),
        ({"sha256": "x"}, 422),
        ({"key": "../x"}, 422),
        ({"key": "projects/nobody/x"}, 404),
        ({"store": "secrets"}, 404),
    ],
)
def test_an_upload_that_could_never_end_does_not_begin(plain: Caller, fields: dict[str, Any], status: int) -> None:
    body = {"store": "media", "key": "film", "size": 10, **fields}

    assert plain("POST", f"{API}/uploads", json=body).status_code == status


def test_a_cancelled_upload_leaves_nothing(plain: Caller, small: Bible) -> None:
    small.projects.create("p1")
    upload_id = _begin(plain, 4)
    _send(plain, upload_id, b"fi", offset=0)

    answers = [plain("DELETE", f"{API}/uploads/{upload_id}").status_code for _ in range(2)]

    assert answers == [204, 404]
    assert [path for path in (small.workspace.home / "stores" / "parts").rglob("*") if path.is_file()] == []


def test_an_announcement_under_one_key_begins_one_upload(plain: Caller, small: Bible) -> None:
    body = {"store": "media", "key": "film", "size": 10}

    told = [plain("POST", f"{API}/uploads", json=body, headers={"Idempotency-Key": "k"}) for _ in range(2)]

    assert (told[0].status_code, told[1].json()) == (201, told[0].json())
