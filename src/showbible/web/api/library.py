"""`/library`: files that are uploaded to be kept, clips and brand assets, and what is said of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from pydantic import Field as PydanticField

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from showbible.lessons.record.library import keep_file
from showbible.web.api import lesson_shapes
from showbible.web.api.bodies import Body, Facts
from showbible.web.api.lesson_shapes import KeptShape
from showbible.web.api.uploads import MOST_UPLOADED, Field, Object, pieces, read_object, sent_before
from showbible.web.deps import OpenBible
from showbible.web.limits import upload as upload_of
from showbible.web.once import once

router = APIRouter(prefix="/library", tags=["library"])

Given = Annotated[UploadFile, File()]


class KeptChange(Body):
    """What to say otherwise of something kept; what is left out stays, and `metadata` is said as a whole."""

    kind: str = ""
    description: str | None = None
    metadata: Facts = PydanticField(default_factory=dict)


@router.post("/assets/upload", status_code=201, response_model=KeptShape, openapi_extra=upload_of(MOST_UPLOADED))
def upload_asset(
    request: Request,
    bible: OpenBible,
    file: Given,
    asset_type: Annotated[str, Form(description="video, audio or image; without it, what the file is.")] = "",
    asset_id: Field = None,
    description: Field = None,
    metadata: Object = None,
) -> Response:
    """Keep a film, a sound or a picture under a name of ours, and save it as a clip."""
    item = {"item_id": asset_id, "description": description, "metadata": read_object(metadata)}
    return _kept(request, bible, Shelf.ASSETS, file, kind=asset_type, item=item)


@router.post("/brand/upload", status_code=201, response_model=KeptShape, openapi_extra=upload_of(MOST_UPLOADED))
def upload_brand_asset(
    request: Request,
    bible: OpenBible,
    file: Given,
    kind: Annotated[str, Form()] = "logo",
    id: Field = None,  # noqa: A002
    description: Field = None,
    metadata: Object = None,
) -> Response:
    """Keep any file under a name of ours, and save it as a brand asset."""
    item = {"item_id": id, "description": description, "metadata": read_object(metadata)}
    return _kept(request, bible, Shelf.BRAND, file, kind=kind, item=item)


@router.patch("/assets/{asset_id}")
def correct_asset(asset_id: str, body: KeptChange, bible: OpenBible) -> KeptShape:
    """Say otherwise what a saved clip is."""
    return _corrected(bible, Shelf.ASSETS, asset_id, body)


@router.patch("/brand/{item_id}")
def correct_brand_asset(item_id: str, body: KeptChange, bible: OpenBible) -> KeptShape:
    """Say otherwise what a brand asset is."""
    return _corrected(bible, Shelf.BRAND, item_id, body)


def _corrected(bible: Bible, shelf: Shelf, item_id: str, body: KeptChange) -> KeptShape:
    told = body.model_dump(exclude_unset=True, exclude={"user_id"})
    return lesson_shapes.kept(bible.library.correct(shelf, item_id, told))


def _kept(
    request: Request, bible: Bible, shelf: Shelf, file: UploadFile, *, kind: str, item: dict[str, Any]
) -> Response:
    if (told := sent_before(bible.db, request, file, kind=kind, **item)) is not None:
        return told
    what, stored = keep_file(bible.blobs, shelf, kind, pieces(file))
    taken: list[bool] = []

    def effect() -> KeptShape:
        kept = lesson_shapes.kept(bible.library.keep(shelf, what, path=f"{stored.store}/{stored.key}", **item))
        taken.append(True)
        return kept

    try:
        return once(bible.db, request, effect)
    finally:
        # A replayed or refused request has no use for the file it brought.
        if not taken:
            bible.blobs.delete(stored.store, stored.key)
