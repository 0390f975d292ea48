"""Foreign hosts, foreign pages, and the headers that every answer carries."""

from __future__ import annotations

import pytest
from fastapi import APIRouter, WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from showbible.bible import Bible
from showbible.web.app import create_app
from tests.web.conftest import Visit, served, wired


def router() -> APIRouter:
    made = APIRouter()

    @made.get("/thing")
    def thing() -> dict[str, str]:
        return {"name": "lamp"}

    @made.post("/thing")
    def change() -> dict[str, str]:
        return {"name": "changed"}

    @made.websocket("/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text("hello")
        await socket.close()

    return made


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8787", 200),
        ("localhost", 200),
        ("LOCALHOST:8787", 200),
        ("[::1]:8787", 200),
        ("studio.example:8787", 421),
        ("0.0.0.0:8787", 421),
        ("localhost.evil.example", 421),
        ("localhost@evil.example", 421),
        ("evil.example:127.0.0.1", 421),
        ("", 421),
    ],
)
def test_only_our_own_names_are_answered(visit: Visit, host: str, status: int) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/thing", headers={"Host": host})

    assert answer.status_code == status


def test_the_configured_host_is_ours(visit: Visit) -> None:
    call = visit(api=router(), host="127.0.0.7")

    answer = call("GET", "/api/v1/thing", headers={"Host": "127.0.0.7:8787"})

    assert answer.status_code == 200


def test_a_foreign_host_is_refused_on_the_wire(bible: Bible) -> None:
    with served(create_app(bible, api=router())) as url, wired(url) as raw:
        raw.sendall(b"GET /api/v1/thing HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        answer = raw.recv(100)

    assert answer.startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:8787"}, 200),
        ({"Origin": "http://127.0.0.1:8787", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://127.0.0.1:3000"}, 403),
        ({"Origin": "https://127.0.0.1:8787"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_only_our_own_pages_may_change_things(visit: Visit, headers: dict[str, str], status: int) -> None:
    call = visit(api=router())

    answer = call("POST", "/api/v1/thing", headers=headers)

    assert answer.status_code == status


def test_following_a_link_from_elsewhere_is_allowed(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("GET", "/api/v1/thing", headers={"Sec-Fetch-Site": "cross-site"})

    assert answer.status_code == 200


def test_a_foreign_page_opens_no_socket(bible: Bible) -> None:
    with served(create_app(bible, api=router())) as url:
        live, foreign = f"{url.replace('http', 'ws')}/api/v1/live", {"Origin": "https://evil.example"}
        with pytest.raises(InvalidStatus) as refused, connect(live, additional_headers=foreign):
            pass

    assert refused.value.response.status_code == 403


def test_a_program_without_a_page_opens_a_socket(bible: Bible) -> None:
    with served(create_app(bible, api=router())) as url, connect(f"{url.replace('http', 'ws')}/api/v1/live") as live:
        heard = live.recv(timeout=30)

    assert heard == "hello"


HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@pytest.mark.parametrize(
    ("path", "host"),
    [("/api/v1/thing", "localhost"), ("/api/v1/nothing", "localhost"), ("/api/v1/thing", "evil.example")],
)
def test_every_answer_carries_the_security_headers(visit: Visit, path: str, host: str) -> None:
    call = visit(api=router())

    answer = call("GET", path, headers={"Host": host})

    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_a_page_keeps_its_own_policy(visit: Visit) -> None:
    call = visit()

    answer = call("GET", "/nowhere", headers={"Accept": "text/html"})

    assert "script-src 'nonce-" in answer.headers["content-security-policy"]
