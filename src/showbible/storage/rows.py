"""Rows of the database as the values they stand for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from showbible.errors import NotFound
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import moment

Value = TypeVar("Value")
Row = TypeVar("Row")
Reader = Callable[[Any], Any]


def value_of(kind: type[Value], row: Any, /, **read: Any) -> Value:
    """The value a row stands for: what is not read otherwise comes from the column of its name, as its type says."""
    for name, reader in _columns(kind):  # type: ignore[arg-type]
        if name not in read:
            stored = getattr(row, name)
            read[name] = stored if stored is None or reader is None else reader(stored)
    return kind(**read)


def required(row: Row | None, kind: str, item_id: str) -> Row:
    """A row that must be there: whatever it stands for is not found where there is none."""
    if row is None:
        raise NotFound(kind, item_id)
    return row


def newest_first(
    db: Database,
    sql: str,
    read: Callable[[Any], Value],
    *,
    key: tuple[str, str],
    total: int,
    limit: int,
    cursor: str | None,
    **params: Any,
) -> Page[Value]:
    """A page of what `sql` asks for: it gives what stands before `(:at, :after)`, which are the columns of `key`."""
    paging.checked_limit(limit)
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    rows = db.all(sql, at=at, after=after, limit=limit + 1, **params)
    page = paging.page(rows, limit=limit, total=total, key=lambda row: (getattr(row, key[0]), getattr(row, key[1])))
    return Page(items=list(map(read, page.items)), total=total, next_cursor=page.next_cursor)


@cache
def _columns(kind: type[Any]) -> tuple[tuple[str, Reader | None], ...]:
    hints = get_type_hints(kind)
    return tuple((each.name, _reader(hints[each.name])) for each in fields(kind))


def _reader(hint: Any) -> Reader | None:
    """How the database's form becomes what a field holds; None where it is that already."""
    alone = [each for each in get_args(hint) if each is not NoneType]
    if NoneType in get_args(hint):
        return _reader(alone[0])
    if hint is datetime:
        return moment
    if get_origin(hint) is tuple:
        return lambda stored: tuple(json.loads(stored))
    if get_origin(hint) is Mapping:
        return json.loads
    return hint if isinstance(hint, type) and (hint is bool or issubclass(hint, Enum)) else None
