"""Pin runs so that everything of them is kept, and forget what their age allows."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from showbible.runs.recall.keeping import OLD, RunKeeping, keeping
from showbible.runs.record.log import changing
from showbible.storage.database import Database
from showbible.vocabulary import stamp, utcnow


def pin(db: Database, run_id: str, *, pinned: bool, at: datetime | None = None) -> RunKeeping:
    """Keep everything of a run whatever its age, or no longer; told twice it stays as it is."""
    with changing(db, run_id, over=True):
        db.run(
            "UPDATE runs SET pinned_at = :at WHERE run_id = :run_id AND (pinned_at IS NULL) = (:pinned = 1)",
            run_id=run_id,
            at=stamp(at or utcnow()) if pinned else None,
            pinned=int(pinned),
        )
        return keeping(db, run_id)


def note_sweep(db: Database, run_id: str, *, before: datetime, at: datetime) -> bool:
    """Note that the working files of a run have gone, in the caller's transaction, unless it became younger."""
    db.hold(f"run:{run_id}")
    sql = f"UPDATE runs SET swept_at = :at WHERE run_id = :run_id AND {OLD}"  # noqa: S608
    return bool(db.run(sql, run_id=run_id, at=stamp(at), before=stamp(before)))


def forget_reports(db: Database, *, before: datetime, most: int) -> int:
    """Forget the progress of some runs that were last heard of before a moment; gives how many reports went."""
    with db.transaction():
        ids = [row.run_id for row in db.all(_REPORTED, before=stamp(before), most=most)]
        if not ids:
            return 0
        db.run(_COUNT_DROPPED, ids=ids)
        return int(db.run("DELETE FROM run_reports WHERE run_id IN :ids", ids=ids))


_REPORTED: Final = f"""
    SELECT run_id
      FROM runs
     WHERE {OLD} AND EXISTS (SELECT 1 FROM run_reports WHERE run_reports.run_id = runs.run_id)
     ORDER BY run_id
     LIMIT :most
"""  # noqa: S608
_COUNT_DROPPED: Final = """
    UPDATE runs
       SET reports_dropped = reports_dropped
         + (SELECT COUNT(*) FROM run_reports WHERE run_reports.run_id = runs.run_id)
     WHERE run_id IN :ids
"""
