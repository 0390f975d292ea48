"""`/stills`: a small picture of any stored film or image, for cards, clips and posters."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from showbible.storage.stills import picture
from showbible.web.deps import OpenBible

router = APIRouter()

LONGEST: Final = 24 * 3600
_CACHE: Final = "private, max-age=3600"


Second = Annotated[int | None, Query(ge=0, le=LONGEST)]


@router.get("/stills/{store}/{key:path}")
def still(store: str, key: str, request: Request, bible: OpenBible, at: Second = None) -> Response:
    """A frame of a stored film, of a second of it when one is named, or a stored image made small."""
    stored = bible.blobs.stat(store, key)
    tag = f'"still-{stored.sha256}{"" if at is None else f"-{at}"}"'
    headers = {"ETag": tag, "Cache-Control": _CACHE}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(picture(bible.blobs, stored, at=at), media_type="image/jpeg", headers=headers)
