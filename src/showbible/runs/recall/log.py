"""The log of everything that happens to runs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.values import frozen
from showbible.vocabulary import RunId


@frozen
class Happening:
    """One line of the workspace's event log."""

    seq: int
    run_id: RunId
    kind: str
    body: Mapping[str, Any]
    at: datetime


def happenings(db: Database, *, after: int, run_id: str | None = None, limit: int = 500) -> list[Happening]:
    """What happened after a sequence number, to one run or to all."""
    rows = db.all(
        _HAPPENINGS_OF_RUN if run_id is not None else _HAPPENINGS,
        after=after,
        limit=limit,
        **({"run_id": run_id} if run_id is not None else {}),
    )
    return [value_of(Happening, row) for row in rows]


def newest(db: Database, run_id: str, *, limit: int) -> list[Happening]:
    """The last things that happened to a run, oldest first."""
    rows = db.all(_NEWEST, run_id=run_id, limit=limit)
    return [value_of(Happening, row) for row in reversed(rows)]


_NEWEST: Final = "SELECT * FROM events WHERE run_id = :run_id ORDER BY seq DESC LIMIT :limit"
_HAPPENINGS: Final = "SELECT * FROM events WHERE seq > :after ORDER BY seq LIMIT :limit"
_HAPPENINGS_OF_RUN: Final = "SELECT * FROM events WHERE run_id = :run_id AND seq > :after ORDER BY seq LIMIT :limit"


def last_seq(db: Database) -> int:
    """The sequence number of the newest line in the log."""
    return int(db.value("SELECT COALESCE(MAX(seq), 0) FROM events"))
