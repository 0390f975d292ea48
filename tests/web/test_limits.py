"""What a request may bring, and what is refused before a route sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, Form, Request, UploadFile

from showbible.bible import Bible
from showbible.web.app import create_app
from showbible.web.limits import DEPTH_LIMIT, FORM_LIMIT, HEADER_LIMIT, JSON_LIMIT, upload
from tests.web.conftest import Caller, Visit, served, wired

UPLOAD_LIMIT = 100_000


def api() -> APIRouter:
    made = APIRouter()

    @made.post("/echo")
    def echo(body: Any = None) -> Any:
        return body

    @made.post("/body")
    async def body(request: Request) -> int:
        return len(await request.body())

    @made.post("/typed")
    def typed(body: dict[str, Any]) -> dict[str, Any]:
        return body

    @made.post("/upload", openapi_extra=upload(UPLOAD_LIMIT))
    def uploaded(file: UploadFile) -> int:
        return len(file.file.read())

    return made


def pages() -> APIRouter:
    made = APIRouter()

    @made.post("/say")
    def say(words: str = Form()) -> dict[str, str]:
        return {"words": words}

    return made


@pytest.fixture
def call(visit: Visit) -> Caller:
    return visit(api=api(), pages=pages())


def _post(call: Caller, content: bytes, path: str = "/api/v1/typed") -> httpx.Response:
    return call("POST", path, content=content, headers={"Content-Type": "application/json"})


def _nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": "\\u0000"}',
        b'{"\\u0000": 1}',
        b'{"a": "\\ud800"}',
        b'{"a": ["\\udc00\\ud800"]}',
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\xff"}',
        '{"a": 1}'.encode("utf-16"),
        b'{"a": }',
        b'{"a": 1',
        b"\x00",
        _nested(DEPTH_LIMIT + 1),
        _nested(2_000),
        b"[" * 100_000,
    ],
)
def test_what_json_cannot_mean_or_we_cannot_keep_is_refused(call: Caller, content: bytes) -> None:
    answer = _post(call, content)

    assert (answer.status_code, [mistake["loc"] for mistake in answer.json()["errors"]]) == (422, [["body"]])


@pytest.mark.parametrize(
    "content",
    [
        _nested(DEPTH_LIMIT),
        b'{"a": "\\\\u0000"}',
        b'{"a": "\\ud83d\\ude00 \xf0\x9f\x98\x80"}',
        b'{"seed": 18446744073709551615, "t": 0.1, "many": [' + b"{}," * 100 + b"{}]}",
    ],
)
def test_anything_else_arrives_as_it_was_sent(call: Caller, content: bytes) -> None:
    answer = _post(call, content)

    assert answer.json() == json.loads(content)


def test_an_empty_body_is_no_body(call: Caller) -> None:
    answer = _post(call, b"", "/api/v1/body")

    assert (answer.status_code, answer.json()) == (200, 0)


@pytest.mark.parametrize(("size", "status"), [(JSON_LIMIT, 200), (JSON_LIMIT + 1, 413)])
def test_a_json_body_has_a_limit(call: Caller, size: int, status: int) -> None:
    answer = _post(call, b'"' + b"a" * (size - 2) + b'"', "/api/v1/body")

    assert answer.status_code == status


@pytest.mark.parametrize(("size", "status"), [(FORM_LIMIT, 200), (FORM_LIMIT + 1, 413)])
def test_a_form_has_a_limit(call: Caller, size: int, status: int) -> None:
    answer = call("POST", "/say", content=b"words=" + b"a" * (size - 6), headers=FORM)

    assert answer.status_code == status


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def _chunks(size: int) -> Iterator[bytes]:
    yield b'"'
    for _ in range(size // 65_536):
        yield b"a" * 65_536
    yield b'"'


def test_a_body_that_does_not_say_its_size_has_the_same_limit(bible: Bible) -> None:
    with served(create_app(bible, api=api())) as url:
        answer = httpx.post(
            f"{url}/api/v1/body", content=_chunks(2 * JSON_LIMIT), headers={"Content-Type": "application/json"}
        )

    assert answer.status_code == 413


def test_a_body_that_says_it_is_too_large_is_not_waited_for(bible: Bible) -> None:
    head = f"POST /api/v1/body HTTP/1.1\r\nHost: localhost\r\nContent-Length: {JSON_LIMIT + 1}\r\n"
    with served(create_app(bible, api=api())) as url, wired(url) as raw:
        raw.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n")
        answer = raw.recv(100)

    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("/api/v1/body", "application/json", 200),
        ("/api/v1/body", "Application/JSON; charset=utf-8", 200),
        ("/api/v1/body", "text/plain", 415),
        ("/api/v1/body", "application/x-www-form-urlencoded", 415),
        ("/api/v1/body", "multipart/form-data; boundary=x", 415),
        ("/api/v1/body", "", 415),
        ("/say", "text/plain", 415),
        ("/say", "application/json", 415),
    ],
)
def test_a_body_must_be_of_the_type_that_its_address_takes(call: Caller, path: str, kind: str, status: int) -> None:
    answer = call("POST", path, content=b"1", headers={"Content-Type": kind})

    assert answer.status_code == status


def test_a_compressed_body_is_not_taken(call: Caller) -> None:
    answer = call(
        "POST", "/api/v1/body", content=b"1", headers={"Content-Type": "application/json", "Content-Encoding": "gzip"}
    )

    assert answer.status_code == 415


def test_a_form_of_a_page_of_ours_arrives(call: Caller) -> None:
    answer = call("POST", "/say", data={"words": "caf\u00e9 & more"})

    assert answer.json() == {"words": "café & more"}


@pytest.mark.parametrize("content", [b"words=%00", b"words=%ff", b"words=%ed%a0%80"])
def test_a_form_hides_nothing_we_cannot_keep(call: Caller, content: bytes) -> None:
    answer = call("POST", "/say", content=content, headers=FORM)

    assert answer.status_code == 422


@pytest.mark.parametrize("path", ["/api/v1/files/a%00b", "/api/v1/files/%ff", "/api/v1/files/a?q=%00", "/a?q=%C3%28"])
def test_an_address_hides_nothing_we_cannot_keep(call: Caller, path: str) -> None:
    answer = call("PUT", path)

    assert answer.status_code == 422


@pytest.mark.parametrize(("size", "status"), [(HEADER_LIMIT - 1000, 200), (HEADER_LIMIT, 431)])
def test_headers_have_a_limit(call: Caller, size: int, status: int) -> None:
    answer = call("POST", "/api/v1/body", headers={"X-Story": "a" * size})

    assert answer.status_code == status


def test_headers_without_end_are_cut_off_on_the_wire(bible: Bible) -> None:
    with served(create_app(bible, api=api())) as url, pytest.raises((httpx.TransportError, httpx.HTTPStatusError)):
        httpx.get(f"{url}/livez", headers={"X-Story": "a" * 1_000_000}).raise_for_status()


def test_an_uploaded_file_may_be_any_json(call: Caller) -> None:
    answer = call("POST", "/api/v1/upload", files={"file": ("a.json", _nested(2_000), "application/json")})

    assert answer.json() == len(_nested(2_000))


def _file(content: Iterator[bytes]) -> Iterator[bytes]:
    yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    yield from content
    yield b"\r\n--x--\r\n"


def test_an_upload_in_pieces_has_the_same_limit(bible: Bible) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    with served(create_app(bible, api=api())) as url:
        answer = httpx.post(f"{url}/api/v1/upload", content=_file(_chunks(10 * UPLOAD_LIMIT)), headers=headers)

    assert (answer.status_code, answer.headers["content-type"]) == (413, "application/problem+json")


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "application/json", "video/mp4", ""])
def test_an_upload_of_any_other_kind_is_refused_before_a_byte_of_it_is_read(bible: Bible, kind: str) -> None:
    head = f"POST /api/v1/upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: 90000\r\n"
    with served(create_app(bible, api=api())) as url, wired(url) as line:
        line.sendall(f"{head}Connection: close\r\n\r\n".encode())

        answer = b"".join(iter(lambda: line.recv(4096), b"")).decode()

    assert answer.startswith("HTTP/1.1 415") and "takes a file as multipart/form-data" in answer


def test_a_compressed_upload_is_refused(call: Caller) -> None:
    answer = call("POST", "/api/v1/upload", files={"file": ("a", b"a")}, headers={"Content-Encoding": "gzip"})

    assert answer.status_code == 415


@pytest.mark.parametrize(("size", "status"), [(1_000, 200), (UPLOAD_LIMIT, 413)])
def test_an_upload_form_has_the_limit_of_its_route(call: Caller, size: int, status: int) -> None:
    answer = call("POST", "/api/v1/upload", files={"file": ("film.mp4", b"a" * size)})

    assert answer.status_code == status


def test_a_broken_upload_form_is_refused(call: Caller) -> None:
    answer = call(
        "POST", "/api/v1/upload", content=b"nonsense", headers={"Content-Type": "multipart/form-data; boundary=x"}
    )

    assert answer.status_code == 422
