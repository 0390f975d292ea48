"""The books of a production: whose turn it is, which steps are done, and what every paid step became.

A paid step is written down as `intended` before anybody is asked, as `submitted` once the provider
named its work, and settled with its result in one transaction. What a dead process left open is
found here by the next one. Only the holder of the latest turn may write.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from showbible.errors import Conflict, NotFound, ShowbibleError
from showbible.storage.database import Database
from showbible.vocabulary import Micros, RunId, moment, new_id, stamp, utcnow

MOST_ERROR: Final = 2000


class State(StrEnum):
    """What is known of a paid step."""

    INTENDED = "intended"  # written down; the provider may or may not have been asked
    SUBMITTED = "submitted"  # the provider has named its work
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNKNOWN = "unknown"  # nobody knows whether it was done and charged: a person decides


OPEN: Final = (State.INTENDED, State.SUBMITTED, State.UNKNOWN)
"""The states in which a step holds its part of the budget."""


class TurnLost(ShowbibleError):
    """Another process works on this production by now; what this one did must not count."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """The right to work on a production until somebody else takes it over."""

    run_id: RunId
    number: int


@dataclass(frozen=True, kw_only=True)
class Production:
    """What was asked for, and who works on it."""

    run_id: RunId
    wish: str
    owner: str | None
    lease_until: int | None
    turn: int
    asked_at: datetime


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One line of the ledger: an intent, and what became of it."""

    intent_id: str
    run_id: RunId
    step: str
    try_number: int
    provider: str
    request_sha256: str
    state: State
    provider_ref: str | None
    reserved: Micros
    cost: Micros
    error: str | None
    intended_at: datetime
    settled_at: datetime | None


# Productions and turns


def ask(db: Database, run_id: str, wish: str) -> None:
    """Write down what was asked for, in the transaction that starts its run."""
    db.run(
        "INSERT INTO studio_runs (run_id, wish, turn, asked_at) VALUES (:run_id, :wish, 0, :now)",
        run_id=run_id,
        wish=wish,
        now=stamp(utcnow()),
    )


def production(db: Database, run_id: str) -> Production:
    """One production."""
    row = db.first("SELECT * FROM studio_runs WHERE run_id = :run_id", run_id=run_id)
    if row is None:
        raise NotFound("production", run_id)
    return _production(row)


def unattended(db: Database) -> list[Production]:
    """Productions whose run goes on and on which nobody works, oldest first."""
    rows = db.all(
        """
        SELECT studio_runs.*
          FROM studio_runs
          JOIN runs ON runs.run_id = studio_runs.run_id
         WHERE runs.status = 'running'
           AND (studio_runs.owner IS NULL OR studio_runs.lease_until < :clock)
         ORDER BY studio_runs.asked_at
         LIMIT 20
        """,
        clock=db.clock_ms(),
    )
    return [_production(row) for row in rows]


def take(db: Database, run_id: str, *, owner: str, lease_ms: int, dead: str | None = None) -> Turn | None:
    """The next turn on a production; None while another owner, not known to be `dead`, holds it."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        number = db.value(
            """
            UPDATE studio_runs
               SET owner = :owner, lease_until = :until, turn = turn + 1
             WHERE run_id = :run_id
               AND (owner IS NULL OR lease_until < :clock OR owner = CAST(:dead AS TEXT))
            RETURNING turn
            """,
            run_id=run_id,
            owner=owner,
            until=db.clock_ms() + lease_ms,
            clock=db.clock_ms(),
            dead=dead,
        )
    return None if number is None else Turn(run_id=RunId(run_id), number=int(number))


def renew(db: Database, turn: Turn, *, lease_ms: int) -> None:
    """Stay the one who works on a production."""
    with db.transaction():
        check(db, turn)
        db.run(
            "UPDATE studio_runs SET lease_until = :until WHERE run_id = :run_id",
            run_id=turn.run_id,
            until=db.clock_ms() + lease_ms,
        )


def leave(db: Database, turn: Turn) -> None:
    """Let anybody else go on with a production; nothing happens to one that was taken over."""
    with db.transaction():
        db.run(
            "UPDATE studio_runs SET owner = NULL, lease_until = NULL WHERE run_id = :run_id AND turn = :number",
            run_id=turn.run_id,
            number=turn.number,
        )


def check(db: Database, turn: Turn) -> None:
    """Hold the production still, and refuse who no longer has the turn."""
    db.hold(f"production:{turn.run_id}")
    latest = db.value("SELECT turn FROM studio_runs WHERE run_id = :run_id", run_id=turn.run_id)
    if latest != turn.number:
        raise TurnLost(f"Run {turn.run_id} was taken over by another process.")


# Steps


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


# Paid steps


@dataclass(frozen=True, kw_only=True)
class Intent:
    """A paid step about to be taken: who is asked, for what, and for how much at most."""

    step: str
    provider: str
    request_sha256: str
    price: Micros


def intend(db: Database, turn: Turn, intent: Intent, *, left: int) -> Entry | None:
    """Write down a paid step and hold its price; None when `left` of the budget does not cover it.

    Belongs in a transaction that holds the run, so that `left` is still true.
    """
    check(db, turn)
    if intent.price > left - held(db, turn.run_id):
        return None
    intent_id = new_id()
    db.run(
        """
        INSERT INTO ledger (
            intent_id, run_id, step, try_number, provider, request_sha256, state, reserved, cost, intended_at)
        SELECT :intent_id, :run_id, :step, COALESCE(MAX(try_number), 0) + 1, :provider, :request, 'intended',
               :reserved, 0, :now
          FROM ledger
         WHERE run_id = :run_id AND step = :step
        """,
        intent_id=intent_id,
        run_id=turn.run_id,
        step=intent.step,
        provider=intent.provider,
        request=intent.request_sha256,
        reserved=intent.price,
        now=stamp(utcnow()),
    )
    return entry(db, intent_id)


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


def submitted(db: Database, turn: Turn, intent_id: str, *, ref: str) -> None:
    """Write down the name that the provider gave to its work."""
    with db.transaction():
        check(db, turn)
        db.run(
            """
            UPDATE ledger
               SET state = 'submitted', provider_ref = :ref
             WHERE intent_id = :intent_id AND state = 'intended'
            """,
            intent_id=intent_id,
            ref=ref[:512],
        )


def settle(db: Database, turn: Turn, intent_id: str, *, state: State, cost: int = 0, error: str | None = None) -> None:
    """Say how a paid step ended, in the transaction of what it brought."""
    check(db, turn)
    _settle(db, intent_id, state=state, cost=cost, error=error)


def decide(db: Database, run_id: str, intent_id: str, *, charged: bool) -> Entry:
    """A person's word on a step whose outcome nobody knew."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        found = entry(db, intent_id)
        if found.run_id != run_id:
            raise NotFound("paid step", intent_id)
        if found.state is not State.UNKNOWN:
            raise Conflict(f"The outcome of {found.step} is known: it {found.state}.")
        cost = found.reserved if charged else 0
        _settle(db, intent_id, state=State.FAILED, cost=cost, error="Settled by a person.")
        return entry(db, intent_id)


def _settle(db: Database, intent_id: str, *, state: State, cost: int, error: str | None) -> None:
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


def entry(db: Database, intent_id: str) -> Entry:
    """One line of the ledger."""
    row = db.first("SELECT * FROM ledger WHERE intent_id = :intent_id", intent_id=intent_id)
    if row is None:
        raise NotFound("paid step", intent_id)
    return _entry(row)


def latest(db: Database, run_id: str, step: str) -> Entry | None:
    """The newest try of a step."""
    row = db.first(
        "SELECT * FROM ledger WHERE run_id = :run_id AND step = :step ORDER BY try_number DESC LIMIT 1",
        run_id=run_id,
        step=step,
    )
    return None if row is None else _entry(row)


def entries(db: Database, run_id: str) -> list[Entry]:
    """The ledger of a production, oldest line first."""
    rows = db.all("SELECT * FROM ledger WHERE run_id = :run_id ORDER BY intended_at, intent_id", run_id=run_id)
    return [_entry(row) for row in rows]


def of_unknown_outcome(db: Database, *, limit: int, project_id: str | None = None) -> list[Entry]:
    """Paid steps, of one project or all, that wait for a person's word, oldest first."""
    rows = db.all(
        """
        SELECT ledger.*
          FROM ledger
          JOIN runs ON runs.run_id = ledger.run_id
         WHERE ledger.state = 'unknown' AND (CAST(:project_id AS TEXT) IS NULL OR runs.project_id = :project_id)
         ORDER BY ledger.intended_at
         LIMIT :limit
        """,
        limit=limit,
        project_id=project_id,
    )
    return [_entry(row) for row in rows]


def sha256_of(request: object) -> str:
    """What tells two requests apart."""
    import hashlib

    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


def _production(row: Any) -> Production:
    return Production(
        run_id=RunId(row.run_id),
        wish=row.wish,
        owner=row.owner,
        lease_until=row.lease_until,
        turn=row.turn,
        asked_at=moment(row.asked_at),
    )


def _entry(row: Any) -> Entry:
    return Entry(
        intent_id=row.intent_id,
        run_id=RunId(row.run_id),
        step=row.step,
        try_number=row.try_number,
        provider=row.provider,
        request_sha256=row.request_sha256,
        state=State(row.state),
        provider_ref=row.provider_ref,
        reserved=Micros(row.reserved),
        cost=Micros(row.cost),
        error=row.error,
        intended_at=moment(row.intended_at),
        settled_at=moment(row.settled_at) if row.settled_at is not None else None,
    )
