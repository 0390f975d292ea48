"""Steps: what was done keeps its result, so that nobody does it again."""

from __future__ import annotations

from showbible.storage.database import Database
from showbible.studio.ledger.model import Turn
from showbible.studio.ledger.turns import check
from showbible.vocabulary import stamp, utcnow


def done(db: Database, run_id: str, step: str) -> str | None:
    """The kept result of a step; None while it has none."""
    kept = db.value(
        "SELECT result FROM production_steps WHERE run_id = :run_id AND step = :step", run_id=run_id, step=step
    )
    return None if kept is None else str(kept)


def steps(db: Database, run_id: str) -> dict[str, str]:
    """Every kept result by its step, in the order the steps were done."""
    rows = db.all(
        "SELECT step, result FROM production_steps WHERE run_id = :run_id ORDER BY done_at, step", run_id=run_id
    )
    return {row.step: row.result for row in rows}


def keep(db: Database, turn: Turn, step: str, *, result: str) -> None:
    """Keep the result of a step, in the transaction of what it brought about."""
    check(db, turn)
    db.run(
        """
        INSERT INTO production_steps (run_id, step, result, done_at) VALUES (:run_id, :step, :result, :now)
            ON CONFLICT (run_id, step) DO NOTHING
        """,
        run_id=turn.run_id,
        step=step,
        result=result,
        now=stamp(utcnow()),
    )
