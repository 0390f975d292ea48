"""`/media`: stored files for the browser, by names of ours."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from showbible.web.deps import OpenBible
from showbible.web.media import serve_blob

router = APIRouter(include_in_schema=False)


@router.api_route("/media/{store}/{key:path}", methods=["GET", "HEAD"])
def media(store: str, key: str, request: Request, bible: OpenBible) -> Response:
    """A stored file, whole or in ranges."""
    return serve_blob(request, bible.blobs, store=store, key=key)
