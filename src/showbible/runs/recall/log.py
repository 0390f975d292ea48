"""The log of everything that happens to runs."""

from __future__ import annotations

import json
from typing import Final

from showbible.runs.model import Happening
from showbible.storage.database import Database
from showbible.vocabulary import RunId, moment


def happenings(db: Database, *, after: int, run_id: str | None = None, limit: int = 500) -> list[Happening]:
    """What happened after a sequence number, to one run or to all."""
    rows = db.all(
        _HAPPENINGS_OF_RUN if run_id is not None else _HAPPENINGS,
        after=after,
        limit=limit,
        **({"run_id": run_id} if run_id is not None else {}),
    )
    return [
        Happening(seq=row.seq, run_id=RunId(row.run_id), kind=row.kind, body=json.loads(row.body), at=moment(row.at))
        for row in rows
    ]


_HAPPENINGS: Final = "SELECT * FROM events WHERE seq > :after ORDER BY seq LIMIT :limit"
_HAPPENINGS_OF_RUN: Final = "SELECT * FROM events WHERE run_id = :run_id AND seq > :after ORDER BY seq LIMIT :limit"


def last_seq(db: Database) -> int:
    """The sequence number of the newest line in the log."""
    return int(db.value("SELECT COALESCE(MAX(seq), 0) FROM events"))
