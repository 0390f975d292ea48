"""Productions: what was asked for, and whose turn it is to work on it."""

from __future__ import annotations

from typing import Final

from showbible.errors import NotFound
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.studio.ledger.model import StudioRun, Turn, TurnLost
from showbible.vocabulary import RunId, stamp, utcnow

MOST_WORDS: Final = 500


def ask(db: Database, run_id: str, wish: str) -> None:
    """Write down what was asked for, in the transaction that starts its run."""
    db.run(
        "INSERT INTO studio_runs (run_id, wish, turn, asked_at) VALUES (:run_id, :wish, 0, :now)",
        run_id=run_id,
        wish=wish,
        now=stamp(utcnow()),
    )


def production(db: Database, run_id: str) -> StudioRun:
    """One production."""
    row = db.first("SELECT * FROM studio_runs WHERE run_id = :run_id", run_id=run_id)
    if row is None:
        raise NotFound("production", run_id)
    return value_of(StudioRun, row)


def unattended(db: Database) -> list[StudioRun]:
    """Productions whose run goes on and on which nobody works, oldest first."""
    rows = db.all(
        """
        SELECT studio_runs.*
          FROM studio_runs
          JOIN runs ON runs.run_id = studio_runs.run_id
         WHERE runs.status = 'running'
           AND (studio_runs.owner IS NULL OR studio_runs.lease_until < :clock)
         ORDER BY studio_runs.asked_at
         LIMIT 200
        """,
        clock=db.clock_ms(),
    )
    return [value_of(StudioRun, row) for row in rows]


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
    """Stay the one who works on a production; whatever it waited for is there."""
    with db.transaction():
        check(db, turn)
        db.run(
            "UPDATE studio_runs SET lease_until = :until, waits = NULL WHERE run_id = :run_id",
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


def waits(db: Database, run_id: str, why: str | None) -> None:
    """Say why nobody can go on with a production at present, or with None that somebody can."""
    with db.transaction():
        db.run(
            "UPDATE studio_runs SET waits = :why WHERE run_id = :run_id",
            run_id=run_id,
            why=None if why is None else why[:MOST_WORDS],
        )


def check(db: Database, turn: Turn) -> None:
    """Hold the production still, and refuse who no longer has the turn."""
    db.hold(f"production:{turn.run_id}")
    latest = db.value("SELECT turn FROM studio_runs WHERE run_id = :run_id", run_id=turn.run_id)
    if latest is None:
        raise NotFound("production", turn.run_id)
    if latest != turn.number:
        raise TurnLost(f"Run {turn.run_id} was taken over by another process.")
