"""What all answers have in common: a shape reads its fields from the thing that it tells of.

A field that is called otherwise in the model says so with `Field(validation_alias=...)`; one that is told otherwise
has a type that tells it, such as `Dollars`. A list answers `{name: [...], total, next_cursor}`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from showbible.storage.paging import Page
from showbible.vocabulary import Micros, dollars


def _dollars(value: object) -> object:
    return dollars(Micros(value)) if isinstance(value, int) else value


Dollars = Annotated[float, BeforeValidator(_dollars)]
"""Money as people write it; it is kept in millionths."""


def rounded(digits: int) -> BeforeValidator:
    """A number told with no more digits than it deserves."""
    return BeforeValidator(lambda value: round(value, digits) if isinstance(value, float) else value)


class Shape(BaseModel):
    """An answer."""

    model_config = ConfigDict(frozen=True, from_attributes=True)

    @classmethod
    def of(cls, thing: Any, /) -> Self:
        """The shape of a thing."""
        return cls.model_validate(thing)

    @classmethod
    def each(cls, things: Iterable[object]) -> list[Self]:
        """The shapes of several things."""
        return [cls.of(thing) for thing in things]


class PageShape(Shape):
    """A page of a list: its only field beside these two holds the items."""

    total: int
    next_cursor: str | None

    @model_validator(mode="before")
    @classmethod
    def _from_page(cls, page: Any) -> Any:
        if not isinstance(page, Page):
            return page
        (items,) = (name for name in cls.model_fields if name not in PageShape.model_fields)
        return {items: page.items, "total": page.total, "next_cursor": page.next_cursor}
