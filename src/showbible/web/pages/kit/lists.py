"""A list as a page shows it: what its address asks for, a page of what matches, and what to do when nothing does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query, Request

from showbible.bible import Bible
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.web.filters import ListFilter

Shown = TypeVar("Shown")
Item = TypeVar("Item")

Cursor = Annotated[str | None, Query(max_length=2048)]
"""Where the next page of a list begins."""
Peeked = Annotated[str, Query(max_length=256)]
"""The thing that is looked at beside a list."""


def is_read_again(request: Request) -> bool:
    """Whether a page reads itself again: then it is not to blame for what was taken away meanwhile."""
    return "hx-request" in request.headers


ReadAgain = Annotated[bool, Depends(is_read_again)]


@frozen
class Relief:
    """The filter whose removal shows the most, where nothing matches."""

    value: str
    href: str
    total: int


class Listed(Generic[Shown]):
    """A page of a list; `relief` only when nothing matches, by the `count` of how many a filter would leave."""

    def __init__(
        self,
        wish: ListFilter,
        page: Page[Item],
        show: Callable[[Item], Shown],
        *,
        cursor: str | None,
        count: Callable[[Any], int] = lambda _: 0,
    ) -> None:
        self.items, self.total, self.is_first = tuple(map(show, page.items)), page.total, not cursor
        self.next = wish.href(cursor=page.next_cursor) if page.next_cursor else None
        self.relief = None if page.total else relief(wish, count)


class BibleList(ListFilter, ABC, Generic[Item]):
    """The filter of a list that a bible gives a page at a time."""

    @abstractmethod
    def read_page(self, bible: Bible, *, limit: int, cursor: str | None = None) -> Page[Item]:
        """A page of what it asks for."""

    def listed(self, bible: Bible, *, limit: int, cursor: str | None) -> Listed[Item]:
        """What a page shows of it."""
        page = self.read_page(bible, limit=limit, cursor=cursor or None)
        count = lambda less: less.read_page(bible, limit=1).total  # noqa: E731
        return Listed(self, page, lambda item: item, cursor=cursor, count=count)


def relief(wish: ListFilter, count: Callable[[Any], int]) -> Relief | None:
    """The filter to remove first: the one without which most is left."""
    tried = []
    for name, value in wish.narrows:
        less = replace(wish, **{name: ""})
        tried.append(Relief(value=wish.words(name, value), href=less.href(), total=count(less)))
    return max(tried, key=lambda less: less.total, default=None)
