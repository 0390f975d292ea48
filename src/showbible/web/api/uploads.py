"""What routes that take a file have in common."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from typing import Annotated, Any, Final, TypeVar

from anyio import from_thread
from fastapi import Form, Request, Response, UploadFile
from pydantic import BaseModel
from starlette.requests import ClientDisconnect

from showbible.errors import Invalid
from showbible.storage.blobs import CHUNK
from showbible.storage.database import Database
from showbible.web.limits import FILE_LIMIT, MIB, file_body, upload
from showbible.web.once import HEADER, before

Said = TypeVar("Said", bound=BaseModel)

TAKES_FILE: Final = upload(FILE_LIMIT + MIB)
"""What such a route says of itself: it takes so many bytes at the most, of a file and the fields beside it."""
TAKES_BODY: Final = file_body(FILE_LIMIT)
"""The same of a route that takes a file as its body."""

JSONObject = Annotated[str | None, Form(description="A JSON object.")]


def sent_before(db: Database, request: Request, file: UploadFile, **fields: object) -> Response | None:
    """The answer that the same fields and the same file were given before; another file under their key is refused.

    The bytes of the form are not compared: every program puts other marks between the fields.
    """
    if HEADER not in request.headers:
        return None
    digest = hashlib.sha256()
    for piece in pieces(file):
        digest.update(piece)
    file.file.seek(0)
    digest.update(json.dumps(fields, sort_keys=True).encode())
    request.state.body_sha256 = digest.hexdigest()
    return before(db, request)


def from_form(model: type[Said]) -> Callable[..., Said]:
    """A dependency that reads what a model says from a form, each of its fields from one of the same name."""

    def read(**fields: Any) -> Said:
        return model(**fields)

    asked = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=field.default, annotation=Annotated[field.annotation, Form()])
        for name, field in model.model_fields.items()
    ]
    read.__signature__ = Signature(asked)  # type: ignore[attr-defined]
    return read


def pieces(file: UploadFile) -> Iterator[bytes]:
    """What a file holds, piece by piece."""
    while piece := file.file.read(CHUNK):
        yield piece


class SenderGone(ClientDisconnect, ConnectionError):
    """Whoever sent a body has left before its end."""


def body(request: Request) -> Iterator[bytes]:
    """What a request brings, piece by piece, for a route that runs in a thread; an error when its sender leaves."""
    stream, left = request.stream(), False

    async def gathered() -> bytes:
        # As much as a usual piece, so that the thread is not woken for every packet.
        nonlocal left
        pieces = bytearray()
        try:
            while len(pieces) < CHUNK and (piece := await anext(stream, None)) is not None:
                pieces += piece
        except ClientDisconnect:
            left = True
        return bytes(pieces)

    while piece := from_thread.run(gathered):
        yield piece
    if left:
        raise SenderGone


def read_object(text: str | None) -> dict[str, Any] | None:
    """The field `metadata` of a form as the JSON object that it must be."""
    if text is None or not text.strip():
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Invalid("metadata must be a JSON object.", field="metadata")
    return value
