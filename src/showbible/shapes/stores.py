"""Stored files and uploads on their way, as the server tells of them."""

from __future__ import annotations

from pydantic import Field, computed_field

from showbible.shapes.base import Body, Moment, PageShape, Shape
from showbible.storage.blobs import Stored
from showbible.storage.stores.resumable import OpenUpload
from showbible.stores import FileAddress
from showbible.vocabulary import media_url


class FileShape(Shape, like=Stored):
    """A stored file; `path` is what assets and runs call it, `url` plays it."""

    created_at: Moment

    @computed_field  # type: ignore[prop-decorator]
    @property
    def path(self) -> str:
        """The file by its store and key."""
        return f"{self.store}/{self.key}"  # type: ignore[attr-defined]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def url(self) -> str | None:
        """Where this server plays it."""
        return media_url(self.path)


class FileList(PageShape, files=FileShape):
    """A page of stored files, by key."""


class AddressShape(Shape, like=FileAddress):
    """Where anybody can fetch a file for a while."""

    expires_at: Moment


class NewUpload(Body):
    """A file that will come in parts."""

    store: str
    key: str
    size: int = Field(description="How many bytes it has.", strict=True)
    sha256: str | None = None


class UploadEnd(Body):
    """What a whole file must be."""

    sha256: str | None = None


class UploadShape(Shape, like=OpenUpload):
    """An upload on its way: send what follows from the byte `offset` on."""
