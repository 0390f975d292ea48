"""What is told of clean-ups."""

from __future__ import annotations

from pydantic import Field

from showbible.shapes.base import Shape
from showbible.sweeping import CleanupReport, Removal


class RemovalShape(Shape, like=Removal):
    """What went from one place, or would; `bytes` counts what files took."""

    store: str = Field(validation_alias="name")
    bytes: int = Field(validation_alias="size")


class CleanupShape(Shape, like=CleanupReport, without=("removals",)):
    """What a clean-up took away or, in a dry run, would take; `refused` says why it did nothing."""

    items: int
    bytes: int = Field(validation_alias="size")
    stores: list[RemovalShape] = Field(validation_alias="removals")
