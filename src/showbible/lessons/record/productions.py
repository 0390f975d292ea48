"""Production records: made once, rated by people, forgotten on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Final

from showbible.errors import NotFound
from showbible.lessons.model import Learning, Production, checked_rating
from showbible.lessons.recall import history
from showbible.lessons.record import providers
from showbible.llm.client import RULE
from showbible.runs.model import Status
from showbible.storage import search
from showbible.storage.database import Database
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text, stamp, utcnow


def keep(db: Database, production: Production, learnings: Sequence[Learning] = ()) -> bool:
    """Keep the record of a finished run, once; gives whether it is new. What was forgotten stays so."""
    run_id = checked_id("run", production.run_id)
    teaches = production.status is Status.COMPLETED
    with db.transaction():
        db.hold(f"production:{run_id}")
        if history.exists(db, run_id) or history.was_forgotten(db, run_id):
            return False
        row = {**asdict(production), "at": stamp(production.at)}
        db.run(_KEEP, **row, made_by=RULE, teaches=int(teaches))
        if teaches:
            search.put(db, history.CONCEPTS, scope=history.TAUGHT, item_id=run_id, a=production.concept)
        for learning in learnings:
            providers.learn(db, learning)
    return True


_KEEP: Final = """
    INSERT INTO productions (
        run_id, project_id, user_id, concept, status, at, tier, score, cost, duration, scenes, planned_scenes,
        edit_style, mood, music_style, theme, rating, notes, final_video_path, edl_path, pattern, made_by, teaches)
    VALUES (
        :run_id, :project_id, :user_id, :concept, :status, :at, :tier, :score, :cost, :duration, :scenes,
        :planned_scenes, :edit_style, :mood, :music_style, :theme, :rating, :notes, :final_video_path, :edl_path,
        :pattern, :made_by, :teaches)
"""


def rate(
    db: Database, run_id: str, rating: object, *, notes: str | None = None, at: datetime | None = None
) -> Production:
    """A person's word on a finished run; a newer one replaces it, and all of them are kept."""
    number = checked_rating(rating)
    if notes is not None:
        checked_text("notes", notes, limit=PROSE_LIMIT)
    with db.transaction():
        db.hold(f"production:{run_id}")
        found = history.production(db, run_id)
        db.run(_RATE, run_id=run_id, rating=number, notes=notes)
        db.run(
            """
            INSERT INTO production_ratings (run_id, rating, notes, at)
            VALUES (:run_id, :rating, :notes, :at)
            """,
            run_id=run_id,
            rating=number,
            notes=notes,
            at=stamp(at or utcnow()),
        )
        return replace(found, rating=number, notes=notes)


_RATE: Final = "UPDATE productions SET rating = :rating, notes = :notes WHERE run_id = :run_id"


def forget_rating(db: Database, run_id: str) -> None:
    """Take back everything a person said of a run."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        history.production(db, run_id)
        db.run(_RATE, run_id=run_id, rating=None, notes=None)
        db.run("DELETE FROM production_ratings WHERE run_id = :run_id", run_id=run_id)


def forget(db: Database, run_id: str, *, at: datetime | None = None) -> None:
    """Take a record away for good; the run itself stays, and is not learned from again."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        history.production(db, run_id)
        _remove(db, run_id)
        db.run(
            "INSERT INTO forgotten_productions (run_id, at) VALUES (:run_id, :at)",
            run_id=run_id,
            at=stamp(at or utcnow()),
        )


def forget_run(db: Database, run_id: str) -> None:
    """Take away what a deleted run taught; its id may be used again."""
    with db.transaction():
        db.hold(f"production:{run_id}")
        _remove(db, run_id)
        for table in ("forgotten_productions", "run_suggestions"):
            db.run(f"DELETE FROM {table} WHERE run_id = :run_id", run_id=run_id)  # noqa: S608


def forget_project(db: Database, project_id: str) -> None:
    """Take away what the runs of a deleted project taught."""
    for row in db.all("SELECT run_id FROM productions WHERE project_id = :project_id", project_id=project_id):
        forget_run(db, row.run_id)


def forget_pattern(db: Database, name: str) -> int:
    """Stop learning from the runs behind a pattern; gives how many. Later runs may teach it anew."""
    with db.transaction():
        db.hold(f"pattern:{name}")
        rows = db.all("SELECT run_id FROM productions WHERE pattern = :pattern AND teaches = 1", pattern=name)
        if not rows:
            raise NotFound("pattern", name)
        db.run("UPDATE productions SET teaches = 0 WHERE pattern = :pattern AND teaches = 1", pattern=name)
        for row in rows:
            search.remove(db, history.CONCEPTS, scope=history.TAUGHT, item_id=row.run_id)
    return len(rows)


def _remove(db: Database, run_id: str) -> None:
    search.remove(db, history.CONCEPTS, scope=history.TAUGHT, item_id=run_id)
    for table in ("production_ratings", "provider_learnings", "productions"):
        db.run(f"DELETE FROM {table} WHERE run_id = :run_id", run_id=run_id)  # noqa: S608
