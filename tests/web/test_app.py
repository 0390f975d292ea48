"""The application as a whole: its description, its assets and its order of rules."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI, WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from showbible.bible import Bible
from showbible.errors import Busy, NotFound
from showbible.web.app import create_app
from showbible.web.deps import OpenBible
from tests.web.conftest import Visit, served


def router() -> APIRouter:
    made = APIRouter(tags=["lamps"])

    @made.get("/lamps/{lamp}")
    def lamp(lamp: int) -> int:
        """How bright a <lamp> is."""
        return lamp

    return made


def test_the_description_knows_problems_and_no_pages(visit: Visit) -> None:
    call = visit(api=router(), pages=router())

    described = call("GET", "/openapi.json").json()

    assert [path for path in described["paths"] if "lamp" in path] == ["/api/v1/lamps/{lamp}"]
    assert described["paths"]["/api/v1/lamps/{lamp}"]["get"]["responses"]["default"]["content"] == {
        "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
    }
    assert "errors" in described["components"]["schemas"]["Problem"]["properties"]


def test_the_reference_page_needs_nothing_from_elsewhere(visit: Visit) -> None:
    call = visit(api=router())

    answer = call("GET", "/docs")

    assert "<code>/api/v1/lamps/{lamp}</code>" in answer.text and "How bright a &lt;lamp&gt; is." in answer.text
    assert re.findall(r'(?:src|href)="(?!/)|https?://|<script', answer.text) == []


def test_assets_are_served_to_be_kept(visit: Visit) -> None:
    from showbible.web.render import DIST

    built = next(Path(DIST).glob("*.css")).name

    answer = visit()("GET", f"/static/{built}")

    assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")


@pytest.mark.parametrize("path", ["/static/none.css", "/static/../app.py", "/static/%2e%2e/%2e%2e/app.py"])
def test_nothing_but_assets_is_served_as_an_asset(visit: Visit, path: str) -> None:
    answer = visit()("GET", path)

    assert answer.status_code == 404


def _opened(url: str, path: str) -> ClientConnection:
    return connect(f"{url.replace('http', 'ws')}/api/v1/{path}")


def _sockets() -> APIRouter:
    made = APIRouter()

    @made.websocket("/missing")
    async def missing(socket: WebSocket) -> None:
        raise NotFound("run", "r1")

    @made.websocket("/typed")
    async def typed(socket: WebSocket, since: int) -> None:
        await socket.accept()

    @made.websocket("/busy")
    async def busy(socket: WebSocket, bible: OpenBible) -> None:
        await socket.accept()
        assert bible.workspace.in_files
        raise Busy("Another process is writing.")

    @made.websocket("/broken")
    async def broken(socket: WebSocket) -> None:
        await socket.accept()
        raise RuntimeError

    return made


@pytest.mark.parametrize(("path", "status"), [("missing", 404), ("typed?since=x", 422), ("missing?q=%00", 422)])
def test_a_socket_refused_before_it_opens_says_why(bible: Bible, path: str, status: int) -> None:
    with served(create_app(bible, api=_sockets())) as url, pytest.raises(InvalidStatus) as refused, _opened(url, path):
        pass

    assert refused.value.response.status_code == status


@pytest.mark.parametrize(("path", "code"), [("busy", 1013), ("broken", 1011)])
def test_a_socket_that_fails_is_closed_with_a_code(bible: Bible, path: str, code: int) -> None:
    app = create_app(bible, api=_sockets())
    with served(app) as url, _opened(url, path) as live, pytest.raises(ConnectionClosed) as closed:
        live.recv(timeout=30)

    assert closed.value.rcvd is not None and closed.value.rcvd.code == code


def test_what_a_route_needs_runs_while_each_application_serves(bible: Bible) -> None:
    seen: list[str] = []

    @asynccontextmanager
    async def noted(app: FastAPI) -> AsyncIterator[None]:
        seen.append("on" if app.state.bible is bible else "lost")
        yield
        seen.append("off")

    routes = APIRouter(lifespan=noted)
    for _ in range(2):
        with served(create_app(bible, api=routes)):
            pass

    assert seen == ["on", "off", "on", "off"]
