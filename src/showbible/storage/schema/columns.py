"""The words in which tables are declared, and the tables that several databases have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from sqlalchemy import Column, ForeignKey, Index, MetaData, Table, text
from sqlalchemy.schema import SchemaItem

from showbible.storage.schema.kinds import Counter, Json, Kind, Moment, Number, Text

Parts = Sequence[SchemaItem]
"""Columns and indexes of a table."""
Tables = Mapping[str, Sequence[Parts]]


def declared(*groups: Tables) -> MetaData:
    """The tables of one database."""
    tables = MetaData()
    for name, parts in chain.from_iterable(group.items() for group in groups):
        Table(name, tables, *chain(*parts))
    return tables


def key(*names: str, kind: Kind = Text) -> Parts:
    """Columns of the primary key."""
    return [Column(name, kind, primary_key=True) for name in names]


def counter(name: str) -> Parts:
    """A primary key that counts up by itself."""
    return [Column(name, Counter, primary_key=True, autoincrement=True)]


def part_of(parent: str, *, is_key: bool = True) -> Parts:
    """A column that names the row of another table, `table.column`, with which this one goes."""
    going = ForeignKey(parent, ondelete="CASCADE")
    return [Column(parent.rpartition(".")[2], Text, going, primary_key=is_key, nullable=False)]


def has(kind: Kind, *names: str, default: str | None = None) -> Parts:
    """Columns that every row has a value in; a new column of an old table needs a default."""
    given = None if default is None else text(default)
    return [Column(name, kind, nullable=False, server_default=given) for name in names]


def may_have(kind: Kind, *names: str) -> Parts:
    """Columns that may be empty."""
    return [Column(name, kind) for name in names]


def index(name: str, *columns: str, unique: bool = False, where: str | None = None) -> Parts:
    """An index, of the rows for which a condition holds where one is given."""
    only = None if where is None else text(where)
    return [Index(name, *columns, unique=unique, sqlite_where=only, postgresql_where=only)]


def indexes(orders: Mapping[str, Sequence[str]], name: str, *found_by: str) -> Parts:
    """An index for each order that a list of what is found by some columns may have."""
    return [part for order, by in orders.items() for part in index(f"{name}_{order}", *found_by, *by)]


def everywhere() -> Tables:
    """Facts about the database itself, and what was answered to calls with an Idempotency-Key, beside their effects."""
    return {
        "facts": [key("name"), has(Text, "value")],
        "answers": [
            key("caller", "key"),
            has(Text, "request"),
            has(Number, "status"),
            has(Json, "body"),
            has(Moment, "answered_at"),
            index("answers_by_time", "answered_at"),
        ],
    }


def changes(name: str) -> Sequence[Parts]:
    """What was changed by hand in what was learned: how it was, how it became, and who said so."""
    return [
        has(Text, "owner"),
        counter("seq"),
        has(Text, "kind", "item_id"),
        has(Moment, "at"),
        has(Text, "made_by"),
        has(Json, "before", "after"),
        index(f"{name}_of_item", "owner", "kind", "item_id", "seq"),
    ]
