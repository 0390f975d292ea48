"""Production records: made once, forgotten on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Final

from showbible.corrections import Correctable
from showbible.errors import Conflict
from showbible.lessons.model import Production, ProviderLearning
from showbible.lessons.recall import history
from showbible.lessons.recall import providers as recall
from showbible.lessons.recall.forgotten import ForgottenProduction
from showbible.lessons.record import generations, providers, ratings
from showbible.runs.model import Status
from showbible.storage import changes, search
from showbible.storage.database import Database
from showbible.vocabulary import RULE, checked_id, stamp, utcnow


def keep(db: Database, production: Production, learnings: Sequence[ProviderLearning] = ()) -> bool:
    """Keep the record of a finished run, once; gives whether it is new. What was forgotten stays so."""
    run_id = checked_id("run", production.run_id)
    with db.transaction():
        db.hold(f"production:{run_id}")
        if history.exists(db, run_id) or history.was_forgotten(db, run_id):
            return False
        _insert(db, replace(production, teaches=production.status is Status.COMPLETED), learnings)
    return True


def take_over(db: Database, production: Production) -> bool:
    """Keep the record of a run that was made elsewhere, with what was said of it; gives whether it is new."""
    with db.transaction():
        if not keep(db, replace(production, rating=None, notes=None)):
            return False
        if production.rating is not None:
            ratings.rate(db, production.run_id, production.rating, notes=production.notes, at=production.at)
    return True


def _insert(db: Database, production: Production, learnings: Sequence[ProviderLearning]) -> None:
    row = {**asdict(production), "at": stamp(production.at), "teaches": int(production.teaches)}
    db.run(_KEEP, **row, made_by=RULE)
    if production.teaches:
        _teach(db, production.run_id, production.concept)
    for learning in learnings:
        providers.learn(db, learning)


def _teach(db: Database, run_id: str, concept: str) -> None:
    search.put(db, history.CONCEPTS, scope=history.TAUGHT, item_id=run_id, a=concept)


_KEEP: Final = """
    INSERT INTO productions (
        run_id, project_id, user_id, concept, status, at, tier, score, cost, duration, scenes, planned_scenes,
        edit_style, mood, music_style, theme, rating, notes, final_video_path, edl_path, pattern, made_by, teaches)
    VALUES (
        :run_id, :project_id, :user_id, :concept, :status, :at, :tier, :score, :cost, :duration, :scenes,
        :planned_scenes, :edit_style, :mood, :music_style, :theme, :rating, :notes, :final_video_path, :edl_path,
        :pattern, :made_by, :teaches)
"""


def recount(db: Database, run_id: str) -> None:
    """Take over what a run has spent, unless the run or its record is gone."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        db.run(
            """
            UPDATE productions
               SET cost = (SELECT spent FROM runs WHERE runs.run_id = productions.run_id)
             WHERE run_id = :run_id AND EXISTS (SELECT 1 FROM runs WHERE runs.run_id = productions.run_id)
            """,
            run_id=run_id,
        )


def _take(db: Database, found: Production) -> ForgottenProduction:
    """Take a record away for good; the run itself stays, and is not learned from again."""
    taken = ForgottenProduction(
        production=found,
        ratings=tuple(reversed(history.ratings(db, found.run_id))),
        learnings=tuple(recall.of_run(db, found.run_id)),
    )
    search.remove(db, history.CONCEPTS, scope=history.TAUGHT, item_id=found.run_id)
    providers.forget_run(db, found.run_id)
    changes.drop(db, **history.rating_page(found.run_id))
    db.run("DELETE FROM productions WHERE run_id = :run_id", run_id=found.run_id)
    db.run(
        "INSERT INTO forgotten_productions (run_id, at) VALUES (:run_id, :at)", run_id=found.run_id, at=stamp(utcnow())
    )
    return taken


def _put(db: Database, taken: ForgottenProduction) -> Production:
    run_id = checked_id("run", taken.production.run_id)
    db.hold(f"production:{run_id}")
    if not history.was_forgotten(db, run_id):
        raise Conflict(f"Run {run_id} was not forgotten, or its record is back already.")
    db.run("DELETE FROM forgotten_productions WHERE run_id = :run_id", run_id=run_id)
    _insert(db, taken.production, taken.learnings)
    ratings.say_again(db, run_id, taken.ratings)
    return taken.production


PRODUCTION: Final = Correctable[Database, Production, ForgottenProduction](
    name="production",
    read=history.production,
    lock=lambda found: f"production:{found.run_id}",
    take=_take,
    put=_put,
)


def forget_run(db: Database, run_id: str, *, until: datetime | None = None) -> None:
    """Take away what a deleted run taught; its id may be used again.

    What is newer than `until` belongs to a later run of that name, and stays.
    """
    last = stamp(until or utcnow())
    with db.transaction():
        db.hold(f"production:{run_id}")
        if db.run("DELETE FROM productions WHERE run_id = :run_id AND at <= :last", run_id=run_id, last=last):
            search.remove(db, history.CONCEPTS, scope=history.TAUGHT, item_id=run_id)
        providers.forget_run(db, run_id, until=until)
        generations.forget_run(db, run_id, until=until)
        changes.drop_until(db, until or utcnow(), **history.rating_page(run_id))
        for table in ("forgotten_productions", "run_suggestions"):
            db.run(f"DELETE FROM {table} WHERE run_id = :run_id AND at <= :last", run_id=run_id, last=last)  # noqa: S608


def forget_project(db: Database, project_id: str) -> None:
    """Take away what the runs of a deleted project taught, and what was suggested for those that taught nothing."""
    for row in db.all(_OF_PROJECT, project_id=project_id):
        forget_run(db, row.run_id)


_OF_PROJECT: Final = """
    SELECT run_id FROM productions WHERE project_id = :project_id
     UNION
    SELECT run_id FROM runs WHERE project_id = :project_id
"""


def unteach_pattern(db: Database, name: str) -> list[str]:
    """Stop learning from the runs behind a pattern, in the caller's transaction; gives their ids."""
    rows = db.all("SELECT run_id FROM productions WHERE pattern = :pattern AND teaches = 1", pattern=name)
    db.run("UPDATE productions SET teaches = 0 WHERE pattern = :pattern AND teaches = 1", pattern=name)
    for row in rows:
        search.remove(db, history.CONCEPTS, scope=history.TAUGHT, item_id=row.run_id)
    return [row.run_id for row in rows]


def teach_again(db: Database, pattern: str, run_ids: Sequence[str]) -> None:
    """Learn again from some runs whose pattern was forgotten, in the caller's transaction."""
    rows = db.all(
        """
        SELECT run_id, concept
          FROM productions
         WHERE pattern = :pattern AND teaches = 0 AND status = 'completed' AND run_id IN :ids
        """,
        pattern=pattern,
        ids=list(run_ids) or [""],
    )
    for row in rows:
        db.run("UPDATE productions SET teaches = 1 WHERE run_id = :run_id", run_id=row.run_id)
        _teach(db, row.run_id, row.concept)
