"""What routes that take a file have in common."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from typing import Annotated, Any, Final, TypeVar

from fastapi import Form, Request, Response, UploadFile
from pydantic import BaseModel

from showbible.errors import Invalid
from showbible.storage.blobs import CHUNK, LIMITS
from showbible.storage.database import Database
from showbible.vocabulary import KIB
from showbible.web.limits import upload
from showbible.web.once import HEADER, before

Said = TypeVar("Said", bound=BaseModel)

TAKES_FILE: Final = upload(max(LIMITS.values()) + 1024 * KIB)
"""What such a route says of itself: it takes so many bytes at the most, of a file and the fields beside it."""

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
