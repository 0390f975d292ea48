"""Money and the end of a run: what it still owes keeps it, what was charged counts, and the ledger stays."""

from __future__ import annotations

from datetime import datetime

from showbible.jobs.queue import announce
from showbible.runs.model import Gone, NoteKind
from showbible.runs.recall import orders
from showbible.runs.record.life import delete
from showbible.runs.record.log import append, changing
from showbible.runs.record.notes import add_note
from showbible.storage.database import Database
from showbible.vocabulary import utcnow


def delete_settled(db: Database, run_id: str) -> Gone:
    """Remove a run with everything it holds; refused while it has paid steps whose end is not known."""
    with changing(db, run_id, over=True):
        orders.check_settled(db, run_id=run_id)
        return delete(db, run_id)


def charge(
    db: Database, run_id: str, *, cost: int, why: str, pilot_id: str | None = None, at: datetime | None = None
) -> None:
    """Book money that a run was charged without handing in an asset, whether or not it is over, and say why."""
    at = at or utcnow()
    with changing(db, run_id, over=True) as run:
        db.run("UPDATE runs SET spent = spent + :cost WHERE run_id = :run_id", run_id=run_id, cost=cost)
        db.run(
            "UPDATE run_pilots SET spent = spent + :cost WHERE run_id = :run_id AND pilot_id = :pilot_id",
            run_id=run_id,
            pilot_id=pilot_id or "",
            cost=cost,
        )
        add_note(db, run_id, NoteKind.WARNING, why, at=at)
        append(db, run_id, NoteKind.WARNING, {"message": why}, at=at)
        if run.is_over:
            announce(db, "run.charged", key=run_id, run_id=run_id)


def forget_user(db: Database, user_id: str) -> int:
    """Take a user's name and words off the ledger; the money stays in it. Gives how many lines it was."""
    with db.transaction():
        return db.run(
            "UPDATE ledger SET user_id = NULL, concept = NULL WHERE user_id = :user_id",
            user_id=user_id,
        )
