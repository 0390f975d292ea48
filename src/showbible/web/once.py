"""One effect for one Idempotency-Key, however often the request is sent."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Final

from pydantic import BaseModel
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from showbible.errors import Invalid
from showbible.storage import idempotency
from showbible.storage.database import Database
from showbible.storage.idempotency import Answer
from showbible.vocabulary import LOCAL_USER

HEADER: Final = "Idempotency-Key"

_KEY = re.compile(r"[!-~]{1,255}")

Told = BaseModel | Mapping[str, object] | None


def once(
    db: Database, request: Request, effect: Callable[[], Told], *, status: int = 201, caller: str = LOCAL_USER
) -> Response:
    """The answer to a request whose effect happens once per key.

    The answer is kept in the transaction of the effect, so neither exists without the other; an
    effect that raises leaves nothing behind, and the same key may be tried again.
    """
    key = _key(request)
    if key is None:
        return _response(status, _json(effect()))
    with db.transaction():
        answer = idempotency.kept(db, caller, key)
        if answer is None:
            answer = Answer(request=_fingerprint(request), status=status, body=_json(effect()))
            idempotency.keep(db, caller, key, answer)
    return _replayed(request, answer)


def before(db: Database, request: Request, *, caller: str = LOCAL_USER) -> Response | None:
    """The answer that this very request was given before, for who has work to do even before its effect."""
    key = _key(request)
    if key is None:
        return None
    with db.transaction():
        answer = idempotency.kept(db, caller, key)
    return None if answer is None else _replayed(request, answer)


def _key(request: Request) -> str | None:
    key = request.headers.get(HEADER)
    if key is not None and not _KEY.fullmatch(key):
        raise Invalid(f"An {HEADER} has 1 to 255 visible ASCII characters.", field=HEADER)
    return key


def _replayed(request: Request, answer: Answer) -> Response:
    if answer.request != _fingerprint(request):
        raise Invalid(f"This {HEADER} was used for another request. Use a new key for each.", field=HEADER)
    return _response(answer.status, answer.body)


def _fingerprint(request: Request) -> str:
    """What makes two requests the same: method, address and body, of an upload its fields and its file."""
    body = getattr(request.state, "body_sha256", "")
    told = f"{request.method} {request.url.path}?{request.url.query} {body}"
    return hashlib.sha256(told.encode()).hexdigest()


def _json(told: Told) -> str:
    return "" if told is None else to_json(told, inf_nan_mode="null").decode()


def _response(status: int, body: str) -> Response:
    return Response(body, status_code=status, media_type="application/json" if body else None)
