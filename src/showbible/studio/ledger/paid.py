"""Paid steps: intended before anybody is asked, submitted once there is a name for it, settled once."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from showbible.errors import Conflict, NotFound
from showbible.jobs.queue import announce
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.studio.ledger.model import OPEN, Intent, LedgerEntry, OrderState, Turn
from showbible.studio.ledger.turns import check
from showbible.vocabulary import Micros, new_id, stamp, utcnow

MOST_ERROR: Final = 2000


def intend(db: Database, turn: Turn, intent: Intent, *, left: int) -> LedgerEntry | None:
    """Write down a paid step and hold its price; None when `left` of the budget does not cover it.

    Belongs in a transaction that holds the run, so that `left` is still true.
    """
    check(db, turn)
    if intent.price > left - held(db, turn.run_id):
        return None
    intent_id = new_id()
    db.run(
        _INTEND,
        intent_id=intent_id,
        run_id=turn.run_id,
        step=intent.step,
        provider=intent.provider,
        request=intent.request_sha256,
        reserved=intent.price,
        pilot_id=intent.pilot_id,
        now=stamp(utcnow()),
    )
    return entry(db, intent_id)


_INTEND: Final = """
    INSERT INTO ledger (
        intent_id, run_id, step, try_number, provider, request_sha256, state, reserved, cost, intended_at,
        pilot_id, project_id, user_id, concept)
    SELECT :intent_id, :run_id, :step,
           (SELECT COALESCE(MAX(try_number), 0) + 1 FROM ledger WHERE run_id = :run_id AND step = :step),
           :provider, :request, 'intended', :reserved, 0, :now,
           CAST(:pilot_id AS TEXT), project_id, user_id, concept
      FROM runs
     WHERE run_id = :run_id
"""


def held(db: Database, run_id: str) -> Micros:
    """What open steps keep back from the budget."""
    return Micros(
        int(
            db.value(
                "SELECT COALESCE(SUM(reserved), 0) FROM ledger WHERE run_id = :run_id AND state IN :open",
                run_id=run_id,
                open=[*OPEN],
            )
        )
    )


def submitted(db: Database, intent_id: str, *, ref: str) -> None:
    """Write down the name that the provider gave to its work, whoever has the turn: the order can be followed by it."""
    with db.transaction():
        db.run(
            """
            UPDATE ledger
               SET state = CASE WHEN state = 'intended' THEN 'submitted' ELSE state END, provider_ref = :ref
             WHERE intent_id = :intent_id AND state IN ('intended', 'unknown')
            """,
            intent_id=intent_id,
            ref=ref[:512],
        )


def settle(
    db: Database, turn: Turn, intent_id: str, *, state: OrderState, cost: int = 0, error: str | None = None
) -> None:
    """Say how a paid step ended, in the transaction of what it brought."""
    check(db, turn)
    close(db, intent_id, state=state, cost=cost, error=error)


def decide(db: Database, run_id: str, intent_id: str, *, charged: bool) -> LedgerEntry:
    """A person's word on a step whose outcome nobody knew, whether or not its run goes on or still exists."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        found = entry(db, intent_id)
        if found.run_id != run_id:
            raise NotFound("paid step", intent_id)
        if found.state in (OrderState.INTENDED, OrderState.SUBMITTED):
            raise Conflict(f"{found.step} is still open: {found.work} is followed until it says how it ended.")
        if found.state is not OrderState.UNKNOWN:
            raise Conflict(f"The outcome of {found.step} is known: it {found.state}.")
        cost = found.reserved if charged else 0
        close(db, intent_id, state=OrderState.FAILED, cost=cost, error="Settled by a person.")
        return entry(db, intent_id)


def close(db: Database, intent_id: str, *, state: OrderState, cost: int, error: str | None) -> None:
    """Settle a paid step, once, whoever has the turn; belongs in the transaction that books its cost."""
    changed = db.run(
        """
        UPDATE ledger
           SET state = :state, cost = :cost, error = :error, settled_at = :now
         WHERE intent_id = :intent_id AND state IN :open
        """,
        intent_id=intent_id,
        state=state,
        cost=cost,
        error=None if error is None else error[:MOST_ERROR],
        now=stamp(utcnow()),
        open=[*OPEN],
    )
    if not changed:
        raise Conflict(f"The paid step {intent_id} was settled before.")
    if state is OrderState.UNKNOWN:
        _announce(db, entry(db, intent_id))


def _announce(db: Database, doubtful: LedgerEntry) -> None:
    announce(
        db,
        "payment.unknown",
        key=doubtful.intent_id,
        intent_id=doubtful.intent_id,
        run_id=doubtful.run_id,
        of_project=doubtful.project_id,
        at=stamp(doubtful.settled_at or utcnow()),
    )


def entry(db: Database, intent_id: str) -> LedgerEntry:
    """One line of the ledger."""
    row = db.first("SELECT * FROM ledger WHERE intent_id = :intent_id", intent_id=intent_id)
    if row is None:
        raise NotFound("paid step", intent_id)
    return value_of(LedgerEntry, row)


def latest(db: Database, run_id: str, step: str) -> LedgerEntry | None:
    """The newest try of a step."""
    row = db.first(
        "SELECT * FROM ledger WHERE run_id = :run_id AND step = :step ORDER BY try_number DESC LIMIT 1",
        run_id=run_id,
        step=step,
    )
    return None if row is None else value_of(LedgerEntry, row)


def entries(db: Database, run_id: str) -> list[LedgerEntry]:
    """The ledger of a production, oldest line first; it is there after the run is gone."""
    rows = db.all("SELECT * FROM ledger WHERE run_id = :run_id ORDER BY intended_at, intent_id", run_id=run_id)
    return [value_of(LedgerEntry, row) for row in rows]


def sha256_of(request: object) -> str:
    """What tells two requests apart."""
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
