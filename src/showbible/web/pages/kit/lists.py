"""A list as a page shows it: what its address asks for, a page of what matches, and what to do when nothing does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar
from urllib.parse import urlencode

from fastapi import Query, Request

from showbible.errors import TooLarge
from showbible.storage.paging import Page
from showbible.vocabulary import QUERY_LIMIT

Shown = TypeVar("Shown")
Item = TypeVar("Item")

Cursor = Annotated[str | None, Query(max_length=2048)]
"""Where the next page of a list begins."""
Peeked = Annotated[str, Query(max_length=256)]
"""The thing that is looked at beside a list."""


@dataclass(frozen=True, kw_only=True)
class ListFilter:
    """What the address of a list asks for, every field a text; what is usual stays out of the address.

    A list says once which fields it has and what they are called, here; `Depends(TheFilter.asked)` reads them.
    """

    path: ClassVar[str] = ""
    shows: ClassVar[tuple[str, ...]] = ("sort", "view", "tab")
    """Fields that change how the list is shown, not what is in it."""
    names: ClassVar[Mapping[str, str]] = {}
    """Fields whose names in an address are no names in Python."""
    longest: ClassVar[int] = QUERY_LIMIT

    @classmethod
    def asked(cls, request: Request) -> Self:
        """The filter that an address spells out."""
        given = {}
        for field in fields(cls):
            value = request.query_params.get(cls.names.get(field.name, field.name), "").strip()
            if len(value) > cls.longest:
                raise TooLarge(f"{field.name} has more than {cls.longest:,} characters.")
            if value:
                given[field.name] = value
        return cls(**given).checked()

    def checked(self) -> Self:
        """The same with every value in its usual form; raises for one that cannot be."""
        return self

    def query(self, **changes: str) -> str:
        """The query of the same list with something changed or added."""
        usual = asdict(type(self)())
        asked = {**asdict(self), **changes}
        said = {name: value for name, value in asked.items() if value and value != usual.get(name)}
        return urlencode({self.names.get(name, name): value for name, value in said.items()})

    def href(self, **changes: str) -> str:
        """The address of the same list with something changed or added."""
        query = self.query(**changes)
        return f"{self.home}?{query}" if query else self.home

    @property
    def asks(self) -> str:
        """What it asks for, as the end of an address: of a file of the same list, say."""
        return self.href().removeprefix(self.home)

    @property
    def home(self) -> str:
        """The address of the list that asks for nothing."""
        return self.path

    @property
    def narrows(self) -> tuple[tuple[str, str], ...]:
        """The filters in force, each with the name of its field."""
        return tuple((name, value) for name, value in asdict(self).items() if value and name not in self.shows)

    def words(self, name: str, value: str) -> str:
        """A filter in force in the words of the page."""
        return value


@dataclass(frozen=True, kw_only=True)
class Relief:
    """The filter whose removal shows the most, where nothing matches."""

    value: str
    href: str
    total: int


@dataclass(frozen=True, kw_only=True)
class Listed(Generic[Shown]):
    """A page of a list; `relief` only when nothing matches."""

    items: tuple[Shown, ...]
    total: int
    next: str | None
    is_first: bool
    relief: Relief | None


def listed(
    wish: ListFilter,
    page: Page[Item],
    show: Callable[[Item], Shown],
    *,
    cursor: str | None,
    count: Callable[[Any], int],
) -> Listed[Shown]:
    """What a page shows of a list; `count` says how many a filter would leave."""
    return Listed(
        items=tuple(map(show, page.items)),
        total=page.total,
        next=wish.href(cursor=page.next_cursor) if page.next_cursor else None,
        is_first=not cursor,
        relief=relief(wish, count) if not page.total else None,
    )


def relief(wish: ListFilter, count: Callable[[Any], int]) -> Relief | None:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        tried.append(Relief(value=wish.words(name, value), href=less.href(), total=count(less)))
    return max(tried, key=lambda less: less.total, default=None)
