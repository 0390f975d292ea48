"""What all bodies and answers have in common: a shape reads its fields from the thing that it tells of.

`class JobShape(Shape, like=Job)` tells all that a job says, in its order and as JSON knows it; the class names what it
tells otherwise or adds. A body `like` a value takes what it says, and holds the same where nobody says it. A field that
is called otherwise in the model says so with `Field(validation_alias=...)`; one that is told otherwise has a type that
tells it, such as `Dollars`. A list answers `{name: [...], total, next_cursor}`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from types import GenericAlias, SimpleNamespace
from typing import Annotated, Any, Self, TypeVar

from pydantic import (
    AfterValidator,
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)

from showbible.shapes import fields
from showbible.storage.paging import Page
from showbible.vocabulary import LOCAL_USER, Micros, checked_id, dollars

Said = TypeVar("Said")


def _dollars(value: object) -> object:
    return dollars(Micros(value)) if isinstance(value, int) else value


Dollars = Annotated[float, BeforeValidator(_dollars)]
"""Money as people write it; it is kept in millionths."""


def _to_the_millisecond(value: object) -> object:
    return value.replace(microsecond=value.microsecond // 1000 * 1000) if isinstance(value, datetime) else value


Moment = Annotated[datetime, BeforeValidator(_to_the_millisecond)]
"""A moment, as exact as the interface writes it."""


def rounded(digits: int) -> BeforeValidator:
    """A number told with no more digits than it deserves."""
    return BeforeValidator(lambda value: round(value, digits) if isinstance(value, float) else value)


def inner(whole: str, *path: str | int, default: Any = ...) -> Any:
    """A field that stands inside of another thing, and may be missing with it."""
    return Field(default, validation_alias=AliasPath(whole, *path))


class Shape(BaseModel):
    """An answer."""

    model_config = ConfigDict(frozen=True, from_attributes=True)

    def __init_subclass__(cls, like: type | None = None, without: Collection[str] = ()) -> None:
        super().__init_subclass__()
        if like is not None:
            cls.__annotations__ = fields.like(like, without, cls, {Micros: Dollars})

    @classmethod
    def of(cls, thing: Any, /) -> Self:
        """The shape of a thing."""
        return cls.model_validate(thing)

    @classmethod
    def each(cls, things: Iterable[object]) -> list[Self]:
        """The shapes of several things."""
        return [cls.of(thing) for thing in things]


class PageShape(Shape):
    """A page of a list; `class JobList(PageShape, jobs=JobShape)` says what its items are called."""

    total: int
    next_cursor: str | None

    def __init_subclass__(cls, **items: type[Shape]) -> None:
        super().__init_subclass__()
        cls.__annotations__ |= {name: GenericAlias(list, shape) for name, shape in items.items()}

    @model_validator(mode="before")
    @classmethod
    def _from_page(cls, page: Any) -> Any:
        if not isinstance(page, Page):
            return page
        (items,) = (name for name in cls.model_fields if name not in PageShape.model_fields)
        return {items: page.items, "total": page.total, "next_cursor": page.next_cursor}


class _Together:
    """Several things as one: a name is what the first of them that knows it says."""

    def __init__(self, things: tuple[object, ...]) -> None:
        self._things = things

    def __getattr__(self, name: str) -> Any:
        for thing in self._things:
            if hasattr(thing, name):
                return getattr(thing, name)
        raise AttributeError(name)


def together(*things: object, **told: object) -> object:
    """What a shape reads that tells of several things at once, and of what only the caller knows."""
    return _Together((SimpleNamespace(**told), *things))


Number = StrictInt | StrictFloat
Amount = Annotated[
    StrictInt | StrictFloat | StrictStr,
    Field(description="Dollars, as a number or a decimal string: finite, 0 or more, at most 6 decimals."),
]
Facts = Annotated[dict[str, Any], Field(description="Any JSON object.")]
User = Annotated[str, AfterValidator(lambda value: checked_id("user", value)), Field(description="Who is asking.")]


_STRICT: fields.Kinds = {bool: StrictBool, int: StrictInt, float: Number, Mapping[str, Any]: Facts}
"""What a body says must be what it looks like: no text for a number, no number for a truth."""


class Body(BaseModel):
    """A request body: a field nobody knows is a mistake, not a wish."""

    model_config = ConfigDict(extra="forbid")

    user_id: User = LOCAL_USER

    def __init_subclass__(cls, like: type | None = None, without: Collection[str] = ()) -> None:
        super().__init_subclass__()
        if like is not None:
            for name, value in fields.defaults(like).items():
                if name not in (*cls.__annotations__, *without):
                    setattr(cls, name, value)
            cls.__annotations__ = fields.like(like, without, cls, _STRICT)

    def facts(self) -> dict[str, Any]:
        """What it says of the thing itself: all but who is asking."""
        return self.model_dump(exclude={"user_id"})

    def part(self, kind: type[Said]) -> Said:
        """The value in it whose fields it is `like`."""
        return kind(**self.model_dump(include={each.name for each in dataclasses.fields(kind)}))  # type: ignore[arg-type]

    def changes(self) -> dict[str, Any]:
        """What it wants to be otherwise; what it leaves out stays, and `seen` is no part of the thing."""
        return self.model_dump(exclude={"user_id", "seen"}, exclude_unset=True)
