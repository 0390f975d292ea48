"""One line in the log for each request: neither addresses nor bodies are written, only the route that answered."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import structlog
from fastapi.routing import iter_route_contexts
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from showbible.errors import TryLater
from showbible.vocabulary import new_id
from showbible.web import problems
from showbible.web.metrics import Metrics

QUIET: Final = frozenset({"/livez", "/readyz", "/metrics"})
"""Routes that machines ask all the time; their lines appear at level debug."""

GONE: Final = 499
"""What the log says when the caller left before there was an answer."""

_REQUEST_ID = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

log = structlog.get_logger("showbible.web")


class Observed:
    """Give each request an id, count it, write its line, and answer for errors nobody else caught."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self._templates: Mapping[Any, str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the inner layers, then write down how it went."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started, noted = time.perf_counter(), _Noted(send, _request_id(scope))
        scope.setdefault("state", {})["request_id"] = noted.request_id.decode()
        with structlog.contextvars.bound_contextvars(request_id=noted.request_id.decode()):
            try:
                await self.app(scope, receive, noted)
            except (ClientDisconnect, WebSocketDisconnect):
                pass
            except Exception as error:
                await _answer_for(error, scope, receive, noted)
            finally:
                self._note(scope, noted.status or GONE, time.perf_counter() - started)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = scope.get("method", "WEBSOCKET"), self._template(scope)
        self.metrics.observe(method, route, status=status, seconds=seconds)
        write: Callable[..., object] = log.debug if route in QUIET else log.warning if status >= 500 else log.info
        write("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))

    def _template(self, scope: Scope) -> str:
        """The route behind a request as it was declared, so that no id or name reaches the log."""
        if self._templates is None:
            self._templates = {
                route.endpoint: route.path or "" for route in iter_route_contexts(scope["app"].routes) if route.endpoint
            }
        route = self._templates.get(scope.get("endpoint")) or getattr(scope.get("route"), "path", None)
        return str(route or "unmatched")


class _Noted:
    """A way to answer that remembers the status and adds the request's id."""

    def __init__(self, send: Send, request_id: bytes) -> None:
        self.send = send
        self.request_id = request_id
        self.status: int | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), (b"x-request-id", self.request_id)]
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close" and self.status is None:
            self.status = 403
        await self.send(message)


async def _answer_for(error: Exception, scope: Scope, receive: Receive, noted: _Noted) -> None:
    problem = problems.of(error)
    if problem is problems.UNEXPECTED or noted.status is not None:
        log.error("request.failed", exc_info=error)
    if noted.status is None:
        await problems.refuse(scope, receive, noted, problem=problem)
    elif noted.status == 101:
        await noted({"type": "websocket.close", "code": 1013 if isinstance(error, TryLater) else 1011})


def _request_id(scope: Scope) -> bytes:
    """The id a caller gave, if it can stand in a log and a header; else a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            return bytes(value)
    return new_id().encode()
