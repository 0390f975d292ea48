"""Cursors: where a list was left, as a word that means nothing to its holder."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from showbible.errors import Invalid
from showbible.values import frozen

Item = TypeVar("Item")
Key = tuple[int | float | str | None, ...]

MOST: Final = 200
USUAL: Final = 20


@frozen
class Page(Generic[Item]):
    """A part of a list, how long the whole is, and where to go on."""

    items: list[Item]
    total: int
    next_cursor: str | None


def checked_limit(limit: int) -> int:
    """The limit itself, when a page may have it."""
    if isinstance(limit, bool) or not 1 <= limit <= MOST:
        raise Invalid(f"limit must lie between 1 and {MOST}.", field="limit")
    return limit


def encoded(key: Key) -> str:
    """The cursor after the item with this sort key."""
    text = json.dumps(list(key), separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decoded(cursor: str, shape: Sequence[type]) -> Key:
    """The sort key inside a cursor; `shape` is what its parts must be."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        key = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        fits = isinstance(key, list) and [type(part) for part in key] == list(shape)
    except (ValueError, binascii.Error, RecursionError):
        fits = False
    if not fits:
        raise Invalid("This cursor is not one of ours; leave it out to start at the top.", field="cursor")
    return tuple(key)


def page(items: list[Item], *, limit: int, total: int, key: Callable[[Item], Key]) -> Page[Item]:
    """A page out of one item more than it may show: the extra one says that there is more."""
    shown = items[:limit]
    more = encoded(key(shown[-1])) if len(items) > limit else None
    return Page(items=shown, total=total, next_cursor=more)
