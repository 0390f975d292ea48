"""What the server says of the library, and what it takes."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from showbible.lessons.model import LibraryItem
from showbible.shapes.base import Body, Facts, Moment, PageShape, Shape, inner


class KeptShape(Shape, like=LibraryItem, without=("shelf",)):
    """Something in the library."""

    id: str = Field(validation_alias="item_id")
    saved_at: Moment = Field(validation_alias="at")


class KeptRow(Shape):
    """Something of the library in a file."""

    id: str = Field(validation_alias="item_id")
    shelf: str
    kind: str
    description: str | None
    path: str | None
    duration: Any = inner("metadata", "duration", default=None)
    metadata: dict[str, Any]
    saved_at: Moment = Field(validation_alias="at")


class KeptAssets(PageShape, assets=KeptShape):
    """A page of saved assets."""


class KeptBrand(PageShape, brand=KeptShape):
    """A page of brand assets."""


class NewSavedAsset(Body):
    """A clip worth keeping."""

    asset_id: str | None = None
    asset_type: str
    path: str
    description: str | None = None
    metadata: Facts | None = None


class NewBrandAsset(Body):
    """A logo, a font or whatever else belongs to the brand."""

    id: str | None = None
    kind: str = "logo"
    path: str | None = None
    description: str | None = None
    metadata: Facts | None = None


class KeptChange(Body):
    """What to say otherwise of something kept; what is left out stays, and `metadata` is said as a whole."""

    kind: str = ""
    description: str | None = None
    metadata: Facts = Field(default_factory=dict)
