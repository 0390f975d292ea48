"""The history of what people changed in what was learned, so that it can be read and taken back.

Each memory writes its own changes, in the transaction of the change, and takes them back by its own verbs:
here they are only kept. What is forgotten is forgotten with its history.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from showbible.storage.database import Database, ProjectDatabase
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import PERSON, stamp, utcnow

MOST: Final = 100
"""How many changes of one thing are kept."""


@frozen
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
    *,
    kind: str,
    item_id: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    owner: str = "",
    made_by: str = PERSON,
    at: datetime | None = None,
) -> None:
    """Keep a change, in the caller's transaction; where nothing differs there is nothing to keep."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return
    thing = {"owner": _owner(db, owner), "kind": kind, "item_id": item_id}
    said = {"made_by": made_by, "before": _json(before, names), "after": _json(after, names)}
    db.run(_in_book(_INSERT, db), **thing, **said, at=stamp(at or utcnow()))
    db.run(_in_book(_TRIM, db), **thing, most=MOST)


def of(db: Database, *, kind: str, item_id: str, owner: str = "") -> list[Change]:
    """The changes of one thing, newest first."""
    rows = db.all(_in_book(_OF_ITEM, db), owner=_owner(db, owner), kind=kind, item_id=item_id)
    return [value_of(Change, row) for row in rows]


def latest(db: Database, *, kind: str, limit: int, owner: str = "") -> list[Change]:
    """The newest changes of all things of a kind, newest first."""
    rows = db.all(_in_book(_OF_KIND, db), owner=_owner(db, owner), kind=kind, limit=limit)
    return [value_of(Change, row) for row in rows]


def newest(known: Sequence[Change]) -> int:
    """The number of the newest of a thing's changes, 0 when there is none."""
    return known[0].seq if known else 0


def one(db: Database, *, kind: str, seq: int, owner: str = "") -> Change | None:
    """One change, or nothing when it is no longer kept."""
    row = db.first(_in_book(_ONE, db), owner=_owner(db, owner), kind=kind, seq=seq)
    return value_of(Change, row) if row else None


def drop(db: Database, *, kind: str, item_id: str, owner: str = "") -> None:
    """Forget the history of a thing that is itself forgotten."""
    db.run(_in_book(_DROP, db), owner=_owner(db, owner), kind=kind, item_id=item_id)


def drop_until(db: Database, last: datetime, *, kind: str, item_id: str, owner: str = "") -> None:
    """The same of what was changed up to a moment: what is newer belongs to a later thing of that id."""
    db.run(_in_book(_DROP_UNTIL, db), owner=_owner(db, owner), kind=kind, item_id=item_id, last=stamp(last))


def drop_owner(db: Database, owner: str) -> None:
    """Forget every history of the studio's that goes with its owner."""
    db.run(_in_book(_DROP_OWNER, db), owner=_owner(db, owner))


def drop_project(db: Database, project_id: str) -> None:
    """Forget every history of a project, in a database that holds many."""
    db.run(_written(_DROP_OWNER, _STORY), owner=project_id)


_INSERT: Final = """
    INSERT INTO book (owner, kind, item_id, at, made_by, before, after)
    VALUES (:owner, :kind, :item_id, :at, :made_by, :before, :after)
"""
_OF_ITEM: Final = """
    SELECT seq, kind, item_id, at, made_by, before, after FROM book
     WHERE owner = :owner AND kind = :kind AND item_id = :item_id ORDER BY seq DESC
"""
_OF_KIND: Final = """
    SELECT seq, kind, item_id, at, made_by, before, after FROM book
     WHERE owner = :owner AND kind = :kind ORDER BY seq DESC LIMIT :limit
"""
_ONE: Final = """
    SELECT seq, kind, item_id, at, made_by, before, after FROM book
     WHERE owner = :owner AND kind = :kind AND seq = :seq
"""
_TRIM: Final = """
    DELETE FROM book
     WHERE owner = :owner AND kind = :kind AND item_id = :item_id
       AND seq <= (SELECT seq FROM book WHERE owner = :owner AND kind = :kind AND item_id = :item_id
                    ORDER BY seq DESC LIMIT 1 OFFSET :most)
"""
_DROP: Final = "DELETE FROM book WHERE owner = :owner AND kind = :kind AND item_id = :item_id"
_DROP_UNTIL: Final = f"{_DROP} AND at <= :last"
_DROP_OWNER: Final = "DELETE FROM book WHERE owner = :owner"


_STUDIO: Final = "changes"
_STORY: Final = "story_changes"
"""The book of a project begins with the project, so that it can be copied with it."""


def _owner(db: Database, owner: str) -> str:
    return db.project_id if isinstance(db, ProjectDatabase) else owner


def _in_book(sql: str, db: Database) -> str:
    return _written(sql, _STORY if isinstance(db, ProjectDatabase) else _STUDIO)


def _written(sql: str, book: str) -> str:
    return sql.replace("book", book)


def _json(values: Mapping[str, Any], names: list[str]) -> str:
    return json.dumps({name: values[name] for name in names if name in values}, ensure_ascii=False)
