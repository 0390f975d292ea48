"""Money and the end of a run: what it still owes keeps it, what was charged counts, and the ledger stays."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Final

from showbible.errors import Invalid
from showbible.jobs.queue import announce
from showbible.runs.model import Gone, NoteKind
from showbible.runs.recall import orders
from showbible.runs.record.delivery import check_countable
from showbible.runs.record.life import delete
from showbible.runs.record.log import append, changing
from showbible.runs.record.notes import add_note
from showbible.storage.database import Database
from showbible.vocabulary import checked_text, new_id, stamp, utcnow

_LETTERS: Final = 512


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


def pay(
    db: Database,
    run_id: str,
    step: str,
    *,
    cost: int,
    provider: str,
    error: str | None,
    at: datetime | None = None,
) -> bool:
    """Book what a step cost, with a line in the ledger; one that has succeeded is never booked again.

    Gives whether it was. A step that failed may be tried again, and each try costs what it costs.
    """
    checked_text("step", step, limit=_LETTERS, empty=False)
    checked_text("provider", provider, limit=_LETTERS, empty=False)
    if cost < 0:
        raise Invalid("cost must be 0 or more.", field="cost")
    if error is not None:
        checked_text("error", error)
    at = at or utcnow()
    with changing(db, run_id, over=True) as run:
        if db.value(_SUCCEEDED, run_id=run_id, step=step):
            return False
        check_countable(run, cost)
        db.run(
            _PAY,
            intent_id=new_id(),
            run_id=run_id,
            step=step,
            provider=provider,
            request=sha256(f"{run_id} {step}".encode()).hexdigest(),
            state="succeeded" if error is None else "failed",
            cost=cost,
            error=error,
            at=stamp(at),
        )
        db.run(
            "UPDATE runs SET spent = spent + :cost, heard_at = :at WHERE run_id = :run_id",
            run_id=run_id,
            cost=cost,
            at=stamp(at),
        )
        append(db, run_id, "stage", {"changed": ["spent"]}, at=at)
        if run.is_over:
            announce(db, "run.charged", key=run_id, run_id=run_id)
    return True


_SUCCEEDED: Final = "SELECT 1 FROM ledger WHERE run_id = :run_id AND step = :step AND state = 'succeeded'"
_PAY: Final = """
    INSERT INTO ledger (
        intent_id, run_id, step, try_number, provider, request_sha256, state, reserved, cost, error, intended_at,
        settled_at, project_id, user_id, concept)
    SELECT :intent_id, :run_id, :step,
           (SELECT COALESCE(MAX(try_number), 0) + 1 FROM ledger WHERE run_id = :run_id AND step = :step),
           :provider, :request, :state, 0, :cost, CAST(:error AS TEXT), :at,
           :at, project_id, user_id, concept
      FROM runs
     WHERE run_id = :run_id
"""


def forget_user(db: Database, user_id: str) -> int:
    """Take a user's name and words off the ledger; the money stays in it. Gives how many lines it was."""
    with db.transaction():
        return db.run(
            "UPDATE ledger SET user_id = NULL, concept = NULL WHERE user_id = :user_id",
            user_id=user_id,
        )
