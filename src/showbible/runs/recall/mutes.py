"""What people silenced for one run."""

from __future__ import annotations

from showbible.runs.model import Mute, MuteKind
from showbible.storage.database import Database
from showbible.storage.rows import value_of


def mutes(db: Database, run_id: str) -> tuple[Mute, ...]:
    """What a run does without, in the order it was silenced."""
    rows = db.all(
        "SELECT kind, item_id, at FROM run_mutes WHERE run_id = :run_id ORDER BY at, kind, item_id", run_id=run_id
    )
    return tuple(value_of(Mute, row) for row in rows)


def muted(db: Database, run_id: str, kind: MuteKind) -> frozenset[str]:
    """The ids of one kind that a run does without."""
    return frozenset(each.item_id for each in mutes(db, run_id) if each.kind is kind)
