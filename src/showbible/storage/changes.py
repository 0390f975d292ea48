"""The history of what people changed in what was learned, so that it can be read and taken back.

Each memory writes its own changes, in the transaction of the change, and takes them back by its own verbs:
here they are only kept. What is forgotten is forgotten with its history.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from showbible.storage.database import Database, Row
from showbible.vocabulary import moment, stamp, utcnow

MOST: Final = 100
"""How many changes of one thing are kept."""

PERSON: Final = "person"


class Book(StrEnum):
    """Where changes are written: the studio's own, or the story's, which begins with its project."""

    STUDIO = "changes"
    STORY = "story_changes"


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change of one thing: only the fields that changed; `before` is empty for what was new."""

    seq: int
    kind: str
    item_id: str
    at: datetime
    made_by: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


def note(
    db: Database,
    book: Book,
    *,
    scope: str,
    kind: str,
    item_id: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    made_by: str = PERSON,
    at: datetime | None = None,
) -> None:
    """Keep a change, in the caller's transaction; where nothing differs there is nothing to keep."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return
    thing = {"scope": scope, "kind": kind, "item_id": item_id}
    told = {"made_by": made_by, "before": _json(before, names), "after": _json(after, names)}
    db.run(_written(_INSERT, book), **thing, **told, at=stamp(at or utcnow()))
    db.run(_written(_TRIM, book), **thing, most=MOST)


def of(db: Database, book: Book, *, scope: str, kind: str, item_id: str) -> list[Change]:
    """The changes of one thing, newest first."""
    rows = db.all(_written(_OF_ITEM, book), scope=scope, kind=kind, item_id=item_id)
    return [_change(row) for row in rows]


def newest(known: Sequence[Change]) -> int:
    """The number of the newest of a thing's changes, 0 when there is none."""
    return known[0].seq if known else 0


def one(db: Database, book: Book, *, scope: str, kind: str, seq: int) -> Change | None:
    """One change, or nothing when it is no longer kept."""
    row = db.first(_written(_ONE, book), scope=scope, kind=kind, seq=seq)
    return _change(row) if row else None


def drop(db: Database, book: Book, *, scope: str, kind: str, item_id: str) -> None:
    """Forget the history of a thing that is itself forgotten."""
    db.run(_written(_DROP, book), scope=scope, kind=kind, item_id=item_id)


def drop_scope(db: Database, book: Book, *, scope: str) -> None:
    """Forget every history of a scope that goes."""
    db.run(_written(_DROP_SCOPE, book), scope=scope)


_INSERT: Final = """
    INSERT INTO book (owner, kind, item_id, at, made_by, before, after)
    VALUES (:scope, :kind, :item_id, :at, :made_by, :before, :after)
"""
_OF_ITEM: Final = """
    SELECT seq, kind, item_id, at, made_by, before, after FROM book
     WHERE owner = :scope AND kind = :kind AND item_id = :item_id ORDER BY seq DESC
"""
_ONE: Final = """
    SELECT seq, kind, item_id, at, made_by, before, after FROM book
     WHERE owner = :scope AND kind = :kind AND seq = :seq
"""
_TRIM: Final = """
    DELETE FROM book
     WHERE owner = :scope AND kind = :kind AND item_id = :item_id
       AND seq <= (SELECT seq FROM book WHERE owner = :scope AND kind = :kind AND item_id = :item_id
                    ORDER BY seq DESC LIMIT 1 OFFSET :most)
"""
_DROP: Final = "DELETE FROM book WHERE owner = :scope AND kind = :kind AND item_id = :item_id"
_DROP_SCOPE: Final = "DELETE FROM book WHERE owner = :scope"


def _written(sql: str, book: Book) -> str:
    return sql.replace("book", book)


def _change(row: Row[Any]) -> Change:
    return Change(
        seq=row.seq,
        kind=row.kind,
        item_id=row.item_id,
        at=moment(row.at),
        made_by=row.made_by,
        before=json.loads(row.before),
        after=json.loads(row.after),
    )


def _json(values: Mapping[str, Any], names: list[str]) -> str:
    return json.dumps({name: values[name] for name in names if name in values}, ensure_ascii=False)
