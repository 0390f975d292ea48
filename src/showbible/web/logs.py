"""The log: JSON lines on standard error, one event per line, and one line per request.

Neither addresses nor bodies are written, only the route that answered; and of an error only what kind
it is and where it rose, because its words may quote a prompt. At level debug the words are there too.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any, Final, TextIO

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
_FIRST: Final = ("ts", "level", "event")

log = structlog.get_logger("showbible.web")

Event = MutableMapping[str, Any]


def configure(level: str, *, stream: TextIO | None = None) -> None:
    """Send every log line of this process, ours and others', to standard error as JSON."""
    stream = stream or sys.stderr
    named: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="ts"),
    ]
    written: list[Any] = [_Traced(words=level == "debug"), _line]
    structlog.configure(
        processors=named + written,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=named,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *written],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


class _Traced:
    """Replace an exception by its kind and the places it passed, with its words only if asked for."""

    def __init__(self, *, words: bool) -> None:
        self.words = words

    def __call__(self, _logger: Any, _name: str, event: Event) -> Event:
        given = event.pop("exc_info", None)
        error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
        if isinstance(error, BaseException):
            event["errors"] = [self._description(one) for one in _chain(error)]
        return event

    def _description(self, error: BaseException) -> dict[str, Any]:
        frames = traceback.extract_tb(error.__traceback__)
        told: dict[str, Any] = {
            "kind": type(error).__qualname__,
            "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
        }
        return told | {"words": str(error)} if self.words else told


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _line(_logger: Any, _name: str, event: Event) -> str:
    ordered = {name: event.pop(name) for name in _FIRST if name in event} | dict(event)
    return json.dumps(ordered, default=str).replace("\x7f", "\\u007f")


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
