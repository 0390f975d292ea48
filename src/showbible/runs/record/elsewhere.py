"""Book work that was ordered elsewhere: its run, its assets and its money in one transaction, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final

from showbible.providers.model import WorkState
from showbible.runs.model import AssetType, NewDelivery, NoteKind, RunStart
from showbible.runs.recall.elsewhere import COST_UNKNOWN, WorkReport, work_id, work_report
from showbible.runs.record import life, notes
from showbible.runs.record.delivery import deliver
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import DEFAULT_PROJECT, LOCAL_USER, Micros, RunId, stamp, utcnow


@frozen
class WorkFile:
    """A file that came of a work, safe in a store."""

    type: AssetType
    path: str
    seconds: float | None
    measures: Mapping[str, Any]


@frozen
class WorkRecord:
    """A piece of work that is done, with everything that is known of it."""

    provider: str
    task: str
    concept: str
    cost: Micros | None
    prompt: str | None
    negative_prompt: str | None
    seconds: float | None
    facts: Mapping[str, Any] = field(default_factory=dict)
    run_id: str | None = None
    project_id: str = DEFAULT_PROJECT
    user_id: str = LOCAL_USER
    keep_open: bool = False


def book(db: Database, done: WorkRecord, files: Sequence[WorkFile], *, at: datetime | None = None) -> WorkReport:
    """Put a work on record, in its run or in one of its own; what is on record already stays as it is."""
    at = at or utcnow()
    with db.transaction():
        db.hold(f"work:{work_id(done.provider, done.task)}")
        if (known := work_report(db, done.provider, done.task)) is not None:
            return known
        run_id = done.run_id or _started(db, done, at=at)
        made = [
            deliver(db, run_id, file.type, file.path, _delivery(done, number, file, of=len(files)), at=at)
            for number, file in enumerate(files)
        ]
        _pay(db, run_id, done, at=at)
        _end(db, run_id, done, at=at)
    return WorkReport(
        provider=done.provider,
        task=done.task,
        state=WorkState.SUCCEEDED,
        run_id=RunId(run_id),
        assets=tuple(made),
        cost=done.cost,
        is_new=True,
    )


def _started(db: Database, done: WorkRecord, *, at: datetime) -> str:
    """A run for this work alone, whose budget is what it cost."""
    wish = RunStart(project_id=done.project_id, user_id=done.user_id)
    return life.start(db, done.concept, Decimal(done.cost or 0) / 1_000_000, wish, at=at).run_id


def _delivery(done: WorkRecord, number: int, file: WorkFile, *, of: int) -> NewDelivery:
    name = work_id(done.provider, done.task)
    each, rest = divmod(done.cost or 0, of)
    return NewDelivery(
        asset_id=f"{name}.{number + 1}" if of > 1 else name,
        duration=done.seconds if file.seconds is None else file.seconds,
        # Each file cost an equal part, and the first what is left over.
        cost=Decimal(each if number else each + rest) / 1_000_000,
        prompt=done.prompt,
        negative_prompt=done.negative_prompt,
        metadata={**done.facts, **file.measures},
    )


def _end(db: Database, run_id: str, done: WorkRecord, *, at: datetime) -> None:
    """Say so where nobody knows what the work cost, and end a run that was made for it."""
    if done.cost is None:
        said = f"{done.provider} does not say what {done.task} cost, and nobody else did."
        notes.note(db, run_id, NoteKind.WARNING, said, at=at)
    if done.run_id is None and not done.keep_open:
        life.finish(db, run_id, at=at)


def _pay(db: Database, run_id: str, done: WorkRecord, *, at: datetime) -> None:
    """A line in the ledger; one that outlived its run is taken over, as nothing was charged twice."""
    db.run(
        _PAY,
        intent_id=work_id(done.provider, done.task),
        run_id=run_id,
        step=f"{done.provider} {done.task}",
        provider=done.provider,
        request=sha256(done.task.encode()).hexdigest(),
        task=done.task,
        cost=done.cost or 0,
        error=COST_UNKNOWN if done.cost is None else None,
        at=stamp(at),
    )


_PAY: Final = """
    INSERT INTO ledger (
        intent_id, run_id, step, try_number, provider, request_sha256, state, provider_ref, reserved, cost, error,
        intended_at, settled_at, project_id, user_id, concept)
    SELECT :intent_id, :run_id, :step, 1, :provider, :request, 'succeeded', :task, 0, :cost, CAST(:error AS TEXT),
           :at, :at, project_id, user_id, concept
      FROM runs
     WHERE run_id = :run_id
        ON CONFLICT (intent_id) DO UPDATE SET
            run_id = excluded.run_id, state = excluded.state, cost = excluded.cost, error = excluded.error,
            settled_at = excluded.settled_at, project_id = excluded.project_id, user_id = excluded.user_id,
            concept = excluded.concept
"""
