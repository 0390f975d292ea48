"""`/media`: stored films, sounds and pictures by names of ours, whole or in ranges, shown only when that is safe."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from showbible.storage.blobs import Blobs, Stored
from showbible.web.deps import OpenBible
from showbible.web.problems import Problem, respond

router = APIRouter(include_in_schema=False)

SHOWN: Final = re.compile(r"(?:video|audio)/[a-z0-9][a-z0-9.+-]*|image/(?:png|jpeg|webp|gif)")
"""The types a browser may show in place; anything else is handed over as a file to save."""

_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")
_POLICY: Final = "default-src 'none'; media-src 'self'; img-src 'self'; frame-ancestors 'none'; sandbox"


@router.api_route("/media/{store}/{key:path}", methods=["GET", "HEAD"])
def media(store: str, key: str, request: Request, bible: OpenBible) -> Response:
    """A stored file, whole or in ranges."""
    return serve_blob(request, bible.blobs, store=store, key=key)


def serve_blob(request: Request, blobs: Blobs, *, store: str, key: str) -> Response:
    """The answer to GET or HEAD for a stored file."""
    stored = blobs.stat(store, key)
    headers = _headers(stored)
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    asked = _part(request, stored)
    start, end = asked or (0, stored.size)
    if asked and start >= end:
        return respond(request, _outside(stored))
    if asked:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{stored.size}"
    headers["Content-Length"] = str(end - start)
    status = 206 if asked else 200
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers)
    return StreamingResponse(blobs.read(store, key, start, end), status_code=status, headers=headers)


def _headers(stored: Stored) -> dict[str, str]:
    headers = {
        "ETag": f'"{stored.sha256}"',
        "Accept-Ranges": "bytes",
        "Cache-Control": "private, no-cache",
        "Content-Security-Policy": _POLICY,
    }
    if SHOWN.fullmatch(stored.content_type):
        return headers | {"Content-Type": stored.content_type}
    name = quote(stored.key.rpartition("/")[2])
    return headers | {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
    }


def _part(request: Request, stored: Stored) -> tuple[int, int] | None:
    """The part asked for, from a byte up to another; None for the whole, which also answers many parts at once."""
    match = _RANGE.fullmatch(request.headers.get("range", ""))
    if match is None or request.headers.get("if-range", f'"{stored.sha256}"') != f'"{stored.sha256}"':
        return None
    first, last = match.groups()
    if not first:
        return (max(0, stored.size - int(last)), stored.size) if last else None
    if not last:
        return int(first), stored.size
    return (int(first), min(int(last) + 1, stored.size)) if int(first) <= int(last) else None


def _outside(stored: Stored) -> Problem:
    return Problem(
        status=416,
        detail=f"The file has {stored.size:,} bytes, and the range asked for lies outside them.",
        headers={"Content-Range": f"bytes */{stored.size}"},
    )
