"""What a request may bring: bodies are measured before they are read, and read before they are believed.

A JSON body is taken in here, whole and bounded, and checked for what no route could store: other
encodings than UTF-8, NaN and infinite numbers, NUL, halves of surrogate pairs, endless nesting.
Uploads stream through, counted: in the one kind of form whose files never stand in memory, or as the body
itself. A route that takes them says so with `openapi_extra=upload(...)` or `openapi_extra=file_body(...)`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import re
from collections.abc import Iterable
from time import monotonic
from typing import Any, Final, NamedTuple, NoReturn
from urllib.parse import unquote_to_bytes

from fastapi.routing import iter_route_contexts
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from showbible.errors import Invalid, Malformed, ShowbibleError, TooLarge
from showbible.vocabulary import KIB
from showbible.web import problems
from showbible.web.door import Patience
from showbible.web.problems import is_api, refuse

MIB: Final = 1024 * KIB
JSON_LIMIT: Final = 4 * MIB
FORM_LIMIT: Final = 1 * MIB
HEADER_LIMIT: Final = 16 * KIB
FILE_LIMIT: Final = 500 * MIB
"""The largest file that one request may bring; a larger one comes in several, as an upload that resumes."""
DEPTH_LIMIT: Final = 32

FORM: Final = "application/x-www-form-urlencoded"
FILE_FORM: Final = "multipart/form-data"

_UPLOAD: Final = "x-upload-limit"
_FILE_BODY: Final = "requestBody"
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # after a pair of backslashes, u0000 is just letters


def upload(most: int) -> dict[str, Any]:
    """What a route passes as `openapi_extra` to take a form with a file, of up to `most` bytes."""
    return {_UPLOAD: most}


def file_body(most: int) -> dict[str, Any]:
    """What a route passes as `openapi_extra` to take a file as its body, of up to `most` bytes."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {_UPLOAD: most, _FILE_BODY: {"content": content, "required": True}}


class _Upload(NamedTuple):
    """A route that takes a file: in a form, or as its body."""

    path: re.Pattern[str]
    methods: frozenset[str]
    most: int
    in_form: bool


class Limits:
    """Turn away what is too large, of the wrong type or impossible to store, before any route sees it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._uploads: list[_Upload] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the head, take in the body, then let the routes answer."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            _check_head(scope)
            admitted = await self._admitted(scope, _paced(scope, receive)) if _has_body(scope) else receive
        except (ShowbibleError, HTTPException) as error:
            await refuse(scope, receive, send, problem=problems.of(error))
            return
        if admitted is not None:
            await self.app(scope, admitted, send)

    async def _admitted(self, scope: Scope, receive: Receive) -> Receive | None:
        """The body as the routes may read it; None when the caller went away meanwhile."""
        headers = Headers(scope=scope)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        taken = self._upload(scope)
        _check_encoding(headers)
        if taken is not None:
            if taken.in_form and kind != FILE_FORM:
                raise HTTPException(415, f"This address takes a file as {FILE_FORM}; say so in Content-Type.")
            _check_announced(headers, taken.most)
            scope["app"].state.bible.blobs.check_room()
            return _counted(receive, taken.most)
        limit = _limit_of(scope, kind)
        _check_announced(headers, limit)
        body = await _whole(receive, limit)
        if body is None:
            return None
        if kind == FORM:
            check_escapes(body)
        else:
            check_json(body)
        if "idempotency-key" in headers:
            scope["state"]["body_sha256"] = hashlib.sha256(body).hexdigest()
        return _replayed(body, receive)

    def _upload(self, scope: Scope) -> _Upload | None:
        if self._uploads is None:
            self._uploads = [
                _Upload(
                    path=compile_path(route.path or "")[0],
                    methods=frozenset(route.methods or ()),
                    most=extra[_UPLOAD],
                    in_form=_FILE_BODY not in extra,
                )
                for route in iter_route_contexts(scope["app"].routes)
                if _UPLOAD in (extra := getattr(route, "openapi_extra", None) or {})
            ]
        for taken in self._uploads:
            if scope["method"] in taken.methods and taken.path.match(scope["path"]):
                return taken
        return None


def check_json(body: bytes) -> None:
    """Refuse a body that is not plain, finite, storable JSON."""
    if not body:
        return
    try:
        text = body.decode()
        value = json.loads(text, parse_constant=_not_finite, parse_float=_finite)
    except UnicodeDecodeError:
        raise _malformed("The body is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise _malformed(f"The body is not JSON: {error.msg} at character {error.pos}.") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise _malformed("A number in the body has too many digits.") from None
    # Only an escape can smuggle in NUL or half of a pair, and only many brackets can nest deeply.
    if "\\u" in text:
        _check_texts(text, value)
    if text.count("[") + text.count("{") > DEPTH_LIMIT:
        _check_depth(value)


def check_escapes(encoded: bytes) -> None:
    """Refuse a URL or form whose escapes hide a NUL or anything but UTF-8."""
    if b"%" not in encoded:
        return
    try:
        text = unquote_to_bytes(encoded).decode()
    except UnicodeDecodeError:
        raise Invalid("The address or form is not UTF-8.") from None
    if "\x00" in text:
        raise Invalid("The address or form contains a NUL character.")


def _check_head(scope: Scope) -> None:
    path, query = scope.get("raw_path") or scope["path"].encode(), scope["query_string"]
    size = len(path) + len(query) + sum(len(name) + len(value) + 4 for name, value in scope["headers"])
    if size > HEADER_LIMIT:
        raise HTTPException(431, f"The address and headers have {size:,} bytes; the limit is {HEADER_LIMIT:,}.")
    check_escapes(path)
    check_escapes(query)


def _has_body(scope: Scope) -> bool:
    if scope["type"] != "http":
        return False
    headers = Headers(scope=scope)
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _check_encoding(headers: Headers) -> None:
    if headers.get("content-encoding", "identity") != "identity":
        raise HTTPException(415, "Compressed bodies are not taken. Send the body as it is.")


def _limit_of(scope: Scope, kind: str) -> int:
    if is_api(scope):
        if kind == "application/json":
            return JSON_LIMIT
        raise HTTPException(415, "This address takes application/json; say so in Content-Type.")
    if kind == FORM:
        return FORM_LIMIT
    raise HTTPException(415, f"This page takes {FORM}; say so in Content-Type.")


def _check_announced(headers: Headers, limit: int) -> None:
    announced = headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit:
        raise _over(limit)


async def _whole(receive: Receive, limit: int) -> bytes | None:
    pieces, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > limit:
            raise _over(limit)
        more = message.get("more_body", False)
    return b"".join(pieces)


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting = [body]

    async def replay() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replay


def _counted(receive: Receive, limit: int) -> Receive:
    size = 0

    async def count() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            # The one error that the framework's body parsers let through unchanged.
            raise HTTPException(413, str(_over(limit)))
        return message

    return count


def _paced(scope: Scope, receive: Receive) -> Receive:
    """The body as it comes, as long as it comes: nobody may keep us waiting, and a long file may take long."""
    patience: Patience = scope["app"].state.patience
    size, waited, whole = 0, 0.0, False

    async def hurry() -> Message:
        nonlocal size, waited, whole
        if whole:
            return await receive()
        began = monotonic()
        try:
            async with asyncio.timeout(patience.silence):
                message = await receive()
        except TimeoutError:
            raise _slow(f"Nothing came for {patience.silence:g} s.") from None
        waited += monotonic() - began
        size += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if waited >= patience.slowness and not whole:
            if size < patience.least_rate * waited:
                raise _slow(f"It came with fewer than {patience.least_rate:,} bytes a second.")
            size, waited = 0, 0.0
        return message

    return hurry


def _slow(why: str) -> HTTPException:
    return HTTPException(408, f"The body did not come in time. {why}", headers={"Connection": "close"})


def _over(limit: int) -> TooLarge:
    return TooLarge(f"The body is over the limit of {limit:,} bytes.")


def _malformed(message: str) -> Malformed:
    return Malformed(message, field="body")


def _too_deep() -> Malformed:
    return _malformed(f"The body is nested more than {DEPTH_LIMIT} levels deep.")


def _not_finite(name: str) -> NoReturn:
    raise _malformed(f"{name} is not a number that JSON has.")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _malformed("A number in the body is too large.")
    return number


def _check_texts(text: str, value: object) -> None:
    if _NUL.search(text):
        raise _malformed("A text in the body contains a NUL character.")
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _malformed("A text in the body contains half of a surrogate pair.") from None


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEPTH_LIMIT):
        level = [child for item in level for child in _children(item) if isinstance(child, dict | list)]
        if not level:
            return
    raise _too_deep()


def _children(item: object) -> Iterable[object]:
    return item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
