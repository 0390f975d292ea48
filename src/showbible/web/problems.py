"""Every refusal and every failure as one kind of answer: RFC 9457 problem details."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Mapping
from dataclasses import field
from http import HTTPStatus
from typing import Any, Final

import structlog
from anyio import to_thread
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from showbible import errors
from showbible.bible import Bible
from showbible.errors import ShowbibleError, without_paths
from showbible.values import frozen
from showbible.web.render import ErrorPage, NavItem, NearMatch, Renderer
from showbible.web.unread import again

MEDIA_TYPE: Final = "application/problem+json"

_MOST_MISTAKES: Final = 50
_LONGEST_NAME: Final = 200

_KINDS: Final[tuple[tuple[type[ShowbibleError], int, str, str], ...]] = (
    (errors.Malformed, 422, "malformed", "Not in its proper shape"),
    (errors.Invalid, 422, "invalid", "Invalid value"),
    (errors.NotFound, 404, "not-found", "Not found"),
    (errors.Conflict, 409, "conflict", "Conflict with the present state"),
    (errors.TooLarge, 413, "too-large", "Too large"),
    (errors.Busy, 503, "busy", "Busy"),
    (errors.Unreachable, 503, "unreachable", "Database out of reach"),
    (errors.TryLater, 503, "try-later", "Try later"),
    (errors.DiskFull, 507, "disk-full", "Disk full"),
    (errors.Damaged, 503, "damaged", "Damaged data"),
    (errors.Misconfigured, 503, "misconfigured", "Misconfigured"),
)

log = structlog.get_logger("showbible.web")

Nearest = Callable[[Bible, str, tuple[NavItem, ...]], tuple[NearMatch, ...]]
"""Finds what may have been meant by an address; the application brings it, as pages know what there is."""


@frozen
class Mistake:
    """One wrong value: where it stands and what is wrong with it."""

    loc: tuple[str | int, ...]
    msg: str


@frozen
class Problem:
    """Why a request was not answered as asked."""

    status: int
    detail: str
    type: str = "about:blank"
    title: str = ""
    mistakes: tuple[Mistake, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self, request_id: str) -> dict[str, Any]:
        """The members of the JSON object that a client sees."""
        members = {
            "type": self.type,
            "title": self.title or _phrase(self.status),
            "status": self.status,
            "detail": self.detail,
            "instance": request_id,
        }
        if self.status == 422:
            members["errors"] = [{"loc": list(mistake.loc), "msg": mistake.msg} for mistake in self.mistakes]
        return members


UNEXPECTED: Final = Problem(
    status=500,
    detail="Something went wrong on our side. The server's log says more under this request's id.",
)

SCHEMA: Final[dict[str, Any]] = {
    "title": "Problem",
    "description": "An RFC 9457 problem: why a request was not answered as asked.",
    "type": "object",
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {"type": "string", "description": "The kind of problem, as a URI."},
        "title": {"type": "string", "description": "The kind of problem, in words."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What happened, and what to do."},
        "instance": {"type": "string", "description": "The id of the request, as in X-Request-ID."},
        "errors": {
            "type": "array",
            "description": "With status 422: each wrong value.",
            "items": {
                "type": "object",
                "required": ["loc", "msg"],
                "properties": {
                    "loc": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
                    "msg": {"type": "string"},
                },
            },
        },
    },
}


def of(error: Exception) -> Problem:
    """The problem behind an error; what nobody foresaw keeps its details to itself."""
    if isinstance(error, ShowbibleError):
        return _of_ours(error)
    if isinstance(error, RequestValidationError | WebSocketRequestValidationError):
        return _of_validation(error)
    if isinstance(error, HTTPException):
        return _of_http(error)
    if isinstance(error, MemoryError):
        return Problem(status=503, detail="The server is short of memory. Try again.", headers={"Retry-After": "5"})
    return UNEXPECTED


def respond(connection: HTTPConnection, problem: Problem, *, near: tuple[NearMatch, ...] = ()) -> Response:
    """The answer that carries a problem: a page for a person, JSON for a program."""
    if wants_page(connection.scope):
        return _page(connection, problem, near)
    # ASCII only, so that no name quoted from a request can be impossible to encode.
    body = json.dumps(problem.body(request_id(connection.scope)))
    return Response(body, status_code=problem.status, headers=dict(problem.headers), media_type=MEDIA_TYPE)


async def refuse(scope: Scope, receive: Receive, send: Send, *, problem: Problem) -> None:
    """Answer a request or a WebSocket handshake with a problem."""
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    await respond(HTTPConnection(scope), problem)(scope, receive, send)


def install(app: FastAPI) -> None:
    """Turn the errors that routes raise into problems."""
    for kind in (ShowbibleError, HTTPException, RequestValidationError, WebSocketRequestValidationError):
        app.add_exception_handler(kind, _answer)


def request_id(scope: Scope) -> str:
    """The id under which the log knows a request."""
    return str(scope.get("state", {}).get("request_id", ""))


def is_api(scope: Scope) -> bool:
    """Whether a request is for programs, which speak JSON."""
    path = str(scope["path"])
    return path.startswith("/api/") or path.rstrip("/") == "/mcp"


def wants_page(scope: Scope) -> bool:
    """Whether a person's browser asked, outside the API."""
    if scope["type"] != "http" or is_api(scope):
        return False
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


async def _answer(connection: Request, error: Exception) -> Response:
    if connection.scope["type"] == "websocket":
        raise error  # only the outermost layer knows whether the handshake is over
    problem = of(error)
    if problem is UNEXPECTED:
        raise error
    if problem.status >= 500:
        log.warning("request.refused", problem=problem.type, reason=str(error))
    if problem.status == 422 and wants_page(connection.scope) and (page := again(connection, problem)):
        return page
    lost = problem.status == 404 and wants_page(connection.scope)
    return respond(connection, problem, near=await to_thread.run_sync(_near, connection) if lost else ())


def _near(request: Request) -> tuple[NearMatch, ...]:
    """What somebody may have meant who lost the way; when even that cannot be read, nothing."""
    state = request.app.state
    nearest: Nearest | None = getattr(state, "nearest", None)
    if nearest is None:
        return ()
    try:
        return nearest(state.bible, str(request.scope["path"]), state.templates.nav)
    except ShowbibleError:
        return ()


def _of_ours(error: ShowbibleError) -> Problem:
    for kind, status, name, title in _KINDS:
        if isinstance(error, kind):
            return Problem(
                status=status,
                detail=str(error) if status < 500 else without_paths(str(error)),
                type=f"urn:showbible:{name}",
                title=title,
                mistakes=_mistakes(error),
                headers={"Retry-After": str(error.retry_after)} if isinstance(error, errors.TryLater) else {},
            )
    return UNEXPECTED


def _mistakes(error: ShowbibleError) -> tuple[Mistake, ...]:
    if not isinstance(error, errors.Invalid):
        return ()
    return (Mistake(loc=(error.field,) if error.field else (), msg=str(error)),)


def _of_validation(error: RequestValidationError | WebSocketRequestValidationError) -> Problem:
    found = error.errors()
    mistakes = tuple(_mistake(one) for one in found[:_MOST_MISTAKES])
    first = mistakes[0]
    more = f" And {len(found) - 1} more." if len(found) > 1 else ""
    return Problem(
        status=422,
        detail=f"{'.'.join(str(part) for part in first.loc)}: {first.msg}{more}",
        type="urn:showbible:invalid",
        title="Invalid value",
        mistakes=mistakes,
    )


def _mistake(found: Mapping[str, Any]) -> Mistake:
    loc = tuple(part if isinstance(part, int) else str(part)[:_LONGEST_NAME] for part in found["loc"])
    return Mistake(loc=loc, msg=str(found["msg"]).removeprefix("Value error, "))


def _of_http(error: HTTPException) -> Problem:
    if error.status_code == 400 and isinstance(error.__cause__, OSError):
        return _of_disk(error.__cause__)
    # The framework says 400 for a body it cannot take apart; our interface has one word for that, 422.
    status = 422 if error.status_code == 400 else error.status_code
    detail = str(error.detail)
    if detail == _phrase(status):
        detail = _SENTENCES.get(status, f"{detail}.")
    mistakes = (Mistake(loc=("body",), msg=detail),) if status == 422 else ()
    return Problem(status=status, detail=detail, mistakes=mistakes, headers=error.headers or {})


def _of_disk(error: OSError) -> Problem:
    """Why a file could not be taken in: what the framework blames on the caller is the disk's fault."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _of_ours(
            errors.DiskFull("The disk is full: the file was not taken in. Free some space, then try again.")
        )
    log.error("upload.failed", exc_info=error)
    return Problem(status=503, detail="The file could not be written down. The server's log says why.")


_SENTENCES: Final = {
    404: "There is nothing at this address.",
    405: "This address does not take this method; the Allow header says which it takes.",
}


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Problem"


def _page(connection: HTTPConnection, problem: Problem, near: tuple[NearMatch, ...]) -> Response:
    request = Request(connection.scope)
    render = Renderer(request=request, templates=request.app.state.templates)
    page = ErrorPage(
        status=problem.status,
        title=problem.title or _phrase(problem.status),
        why=problem.detail,
        remedy=_REMEDIES.get(problem.status, _REMEDIES[500] if problem.status >= 500 else _REMEDIES[400]),
        error_id=request_id(request.scope),
        near=near,
    )
    if "hx-request" in request.headers:
        response = render.fragment("error.html", "error", page, status=problem.status)
    else:
        response = render.page("error.html", page, status=problem.status)
    response.headers.update(problem.headers)
    return response


_REMEDIES: Final = {
    400: "Go back, change what is named above, and send it again.",
    404: "Check the address, or find the thing from its list: it may have been deleted.",
    409: "Load the page again to see how things stand now.",
    500: "Try again in a moment. If it stays like this, look for the error id in the server's log.",
    507: "Free some space on the disk of the data folder, then try again.",
}
