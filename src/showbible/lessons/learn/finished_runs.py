"""What follows from the end of a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from showbible.errors import Conflict, NotFound
from showbible.lessons.learn import wrapping
from showbible.lessons.model import Production
from showbible.lessons.recall import history
from showbible.lessons.recall.concept_meanings import Find, installed
from showbible.lessons.recall.concepts import GENERAL, pattern_name
from showbible.lessons.recall.similar_runs import NEAR, kin
from showbible.lessons.record import productions as record
from showbible.lessons.record import ratings
from showbible.runs.model import Run, Status
from showbible.runs.recall import one
from showbible.storage.database import Database


def wrap(db: Database, run_id: str, *, find: Find = installed) -> bool:
    """Close the books on a finished run, once; gives whether that was now. A run deleted meanwhile leaves nothing."""
    try:
        run, (reports, _) = one.run(db, run_id), one.reports(db, run_id)
    except NotFound:
        return False
    if not run.is_over or _is_wrapped(db, run):
        return False
    pattern = kind_of(db, run.concept, find=find)
    closed = wrapping.production(run, pattern=pattern), wrapping.learnings(run, reports, pattern=pattern)
    with db.transaction():
        db.hold(f"run:{run_id}")
        if not one.is_still(db, run):
            return False
        record.forget_run(db, run_id, until=run.started_at - timedelta.resolution)
        return record.keep(db, *closed)


def take_over(db: Database, production: Production, *, find: Find = installed) -> bool:
    """Keep the record of a run that was made elsewhere; what kind of film it is gets decided here."""
    completed = production.status is Status.COMPLETED
    kind = kind_of(db, production.concept, find=find) if completed else None
    return record.take_over(db, replace(production, pattern=kind))


def _is_wrapped(db: Database, run: Run) -> bool:
    """Whether this run has its record; one from before it started is that of a deleted run of its name."""
    return history.exists(db, run.run_id) and history.production(db, run.run_id).at >= run.started_at


def recount(db: Database, run_id: str) -> None:
    """Let the record of a finished run say what the run has spent by now: a charge may come after its end."""
    wrap(db, run_id)
    record.recount(db, run_id)


def rate(db: Database, run_id: str, rating: object, *, notes: str | None = None, find: Find = installed) -> Production:
    """Rate a finished run, whose books are closed first if nobody has done so yet."""
    if not history.exists(db, run_id) and not history.was_forgotten(db, run_id):
        run = one.summary(db, run_id)
        if not run.is_over:
            raise Conflict(f"Run {run_id} is not over yet; rate it when it is.")
        wrap(db, run_id, find=find)
    return ratings.rate(db, run_id, rating, notes=notes)


def kind_of(db: Database, concept: str, *, find: Find = installed) -> str:
    """The pattern that a concept teaches: named by its words, else the one it is surely like, else the general one."""
    name = pattern_name(concept)
    if name is not None:
        return name
    found = kin(concept, history.taught_about(db, concept), find)
    return found.pattern if found.pattern is not None and found.belonging >= NEAR else GENERAL
