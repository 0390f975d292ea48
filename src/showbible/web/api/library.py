"""`/library`: clips and brand assets worth keeping, their files, and what is said of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, Response, UploadFile

from showbible.bible import Bible
from showbible.lessons.model import Shelf
from showbible.runs.model import AssetType
from showbible.shapes.library import KeptAssets, KeptBrand, KeptChange, KeptShape, NewBrandAsset, NewSavedAsset
from showbible.vocabulary import word
from showbible.web.api.bodies import Paged
from showbible.web.api.uploads import TAKES_FILE, JSONObject, pieces, read_object, sent_before
from showbible.web.deps import OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/library", tags=["library"])

Given = Annotated[UploadFile, File()]
Text = Annotated[str | None, Form()]


@router.get("/assets")
def saved_assets(bible: OpenBible, page: Paged) -> KeptAssets:
    """Saved clips, newest first."""
    return KeptAssets.of(bible.library.items(Shelf.ASSETS, limit=page.limit, cursor=page.cursor))


@router.post("/assets", status_code=201, response_model=KeptShape)
def save_asset(body: NewSavedAsset, request: Request, bible: OpenBible) -> Response:
    """Save a clip."""
    kind = word(AssetType, "asset_type", body.asset_type)
    return _keep(request, bible, Shelf.ASSETS, kind, item_id=body.asset_id, said=body)


@router.delete("/assets/{asset_id}", status_code=204)
def remove_asset(asset_id: str, bible: OpenBible) -> None:
    """Take a saved clip off the shelf; its file stays."""
    bible.library.kept.forget(f"{Shelf.ASSETS}/{asset_id}")


@router.get("/brand")
def brand_assets(bible: OpenBible, page: Paged) -> KeptBrand:
    """Brand assets, newest first."""
    return KeptBrand.of(bible.library.items(Shelf.BRAND, limit=page.limit, cursor=page.cursor))


@router.post("/brand", status_code=201, response_model=KeptShape)
def save_brand_asset(body: NewBrandAsset, request: Request, bible: OpenBible) -> Response:
    """Save a brand asset."""
    return _keep(request, bible, Shelf.BRAND, body.kind, item_id=body.id, said=body)


@router.delete("/brand/{item_id}", status_code=204)
def remove_brand_asset(item_id: str, bible: OpenBible) -> None:
    """Take a brand asset off the shelf; its file stays."""
    bible.library.kept.forget(f"{Shelf.BRAND}/{item_id}")


@router.post("/assets/upload", status_code=201, response_model=KeptShape, openapi_extra=TAKES_FILE)
def upload_asset(
    request: Request,
    bible: OpenBible,
    file: Given,
    asset_type: Annotated[str, Form(description="video, audio or image; without it, what the file is.")] = "",
    asset_id: Text = None,
    description: Text = None,
    metadata: JSONObject = None,
) -> Response:
    """Keep a film, a sound or a picture under a name of ours, and save it as a clip."""
    item = {"item_id": asset_id, "description": description, "metadata": read_object(metadata)}
    return _upload(request, bible, Shelf.ASSETS, file, kind=asset_type, item=item)


@router.post("/brand/upload", status_code=201, response_model=KeptShape, openapi_extra=TAKES_FILE)
def upload_brand_asset(
    request: Request,
    bible: OpenBible,
    file: Given,
    kind: Annotated[str, Form()] = "logo",
    id: Text = None,  # noqa: A002
    description: Text = None,
    metadata: JSONObject = None,
) -> Response:
    """Keep any file under a name of ours, and save it as a brand asset."""
    item = {"item_id": id, "description": description, "metadata": read_object(metadata)}
    return _upload(request, bible, Shelf.BRAND, file, kind=kind, item=item)


@router.patch("/assets/{asset_id}")
def correct_asset(asset_id: str, body: KeptChange, bible: OpenBible) -> KeptShape:
    """Say otherwise what a saved clip is."""
    return KeptShape.of(bible.library.kept.correct(f"{Shelf.ASSETS}/{asset_id}", body.changes()))


@router.patch("/brand/{item_id}")
def correct_brand_asset(item_id: str, body: KeptChange, bible: OpenBible) -> KeptShape:
    """Say otherwise what a brand asset is."""
    return KeptShape.of(bible.library.kept.correct(f"{Shelf.BRAND}/{item_id}", body.changes()))


def _keep(
    request: Request, bible: Bible, shelf: Shelf, kind: str, *, item_id: str | None, said: NewSavedAsset | NewBrandAsset
) -> Response:
    facts = said.model_dump(include={"path", "description", "metadata"})
    return once(bible.db, request, lambda: KeptShape.of(bible.library.keep(shelf, kind, item_id=item_id, **facts)))


def _upload(
    request: Request, bible: Bible, shelf: Shelf, file: UploadFile, *, kind: str, item: dict[str, Any]
) -> Response:
    if (told := sent_before(bible.db, request, file, kind=kind, **item)) is not None:
        return told
    with bible.library.stored(shelf, kind, pieces(file)) as found:
        item["path"] = found.path
        return once(bible.db, request, lambda: KeptShape.of(bible.library.keep(shelf, found.kind, **item)))
