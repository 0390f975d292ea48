"""`/stores` and `/uploads`: the files of the studio by store and key, and those that come in parts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from showbible.errors import Conflict, Invalid, TooLarge
from showbible.shapes.stores import AddressShape, FileList, FileShape, NewUpload, UploadEnd, UploadShape
from showbible.web.api.bodies import Paged
from showbible.web.api.uploads import TAKES_BODY, body
from showbible.web.deps import OpenBible
from showbible.web.media import serve_blob
from showbible.web.once import before, once

router = APIRouter(tags=["stores"])

Only = Annotated[str | None, Header(alias="If-None-Match", description="`*` keeps a file only where there is none.")]
Offset = Annotated[int, Header(alias="Upload-Offset", ge=0, description="Where in the file the body begins.")]
Signed = Annotated[
    int | None, Query(description="Instead of the file, an address at which anybody can fetch it for so many seconds.")
]


@router.get("/stores/{store}")
def listed(store: str, bible: OpenBible, page: Paged, prefix: str = "") -> FileList:
    """Files in a store, in the order of their keys; a prefix names a folder of it, so that `p1` does not mean `p10`."""
    return FileList.of(bible.stores.files(store, prefix, limit=page.limit, cursor=page.cursor))


@router.put("/stores/{store}/{key:path}", status_code=201, openapi_extra=TAKES_BODY)
def put(store: str, key: str, request: Request, bible: OpenBible, only: Only = None) -> FileShape:
    """Keep the body under a key, all of it or nothing; what it is follows from its content."""
    if only not in (None, "*"):
        raise Invalid("If-None-Match can only be *: keep the file where there is none.", field="If-None-Match")
    stored = bible.stores.put(store, key, body(request), size=_announced(request), new=only == "*")
    return FileShape.of(stored)


@router.head("/stores/{store}/{key:path}", response_model=None)
def head(store: str, key: str, request: Request, bible: OpenBible) -> Response:
    """What is known of a file, without the file."""
    return serve_blob(request, bible.blobs, store=store, key=key)


@router.get("/stores/{store}/{key:path}", response_model=None)
def get(store: str, key: str, request: Request, bible: OpenBible, signed: Signed = None) -> Response | AddressShape:
    """A file, whole or in ranges; its ETag is the sha256 of its content."""
    if signed is None:
        return serve_blob(request, bible.blobs, store=store, key=key)
    address = bible.stores.address(store, key, seconds=signed)
    if address is None:
        raise Conflict(
            f"Only files in s3://... have addresses of their own. This server plays it at /media/{store}/{key}."
        )
    return AddressShape.of(address)


@router.delete("/stores/{store}/{key:path}", status_code=204)
def delete(store: str, key: str, bible: OpenBible) -> None:
    """Forget a file."""
    bible.stores.delete(store, key)


@router.post("/uploads", status_code=201, response_model=UploadShape)
def begin(body: NewUpload, request: Request, bible: OpenBible) -> Response:
    """Announce a file that comes in parts; one that its store would not take is refused before any of it comes."""
    if (told := before(bible.db, request)) is not None:
        return told
    begun = UploadShape.of(bible.stores.begin_upload(**body.facts()))
    return once(bible.db, request, lambda: begun)


@router.get("/uploads/{upload_id}")
def upload(upload_id: str, bible: OpenBible) -> UploadShape:
    """How far an upload has come: after a broken line, go on from its `offset`."""
    return UploadShape.of(bible.stores.upload(upload_id))


@router.patch("/uploads/{upload_id}", openapi_extra=TAKES_BODY)
def append(upload_id: str, request: Request, bible: OpenBible, offset: Offset) -> UploadShape:
    """Send what follows of a file; all that arrives is kept, even when the line breaks."""
    found = bible.stores.upload(upload_id)
    if (coming := _announced(request)) is not None and offset + coming > found.size:
        raise TooLarge(f"The file was announced with {found.size:,} bytes; this would make it {offset + coming:,}.")
    return UploadShape.of(bible.stores.append(upload_id, body(request), offset=offset))


@router.post("/uploads/{upload_id}/finish", status_code=201)
def finish(upload_id: str, bible: OpenBible, body: UploadEnd | None = None) -> FileShape:
    """Make the file of an upload, once all of it has come and is what was announced; asked again, it is the same."""
    return FileShape.of(bible.stores.finish_upload(upload_id, sha256=body.sha256 if body else None))


@router.delete("/uploads/{upload_id}", status_code=204)
def cancel(upload_id: str, bible: OpenBible) -> None:
    """Forget an upload and all that has come of it."""
    bible.stores.cancel_upload(upload_id)


def _announced(request: Request) -> int | None:
    size = request.headers.get("content-length", "")
    return int(size) if size.isdecimal() else None
