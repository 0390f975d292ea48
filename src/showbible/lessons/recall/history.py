"""Production records: one, many, and those that teach."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from showbible.lessons.model import Production, RunRating, UseState
from showbible.lessons.recall import rulings
from showbible.lessons.recall.estimate.failures import TierOutcome
from showbible.lessons.recall.estimate.plan import Trial
from showbible.runs.model import Status, Tier
from showbible.runs.recall.verdicts import scope
from showbible.storage import changes, paging, search
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, required, value_of
from showbible.vocabulary import QUERY_LIMIT, checked_id, stamp

RATING: Final = "rating"
"""What the book of changes calls a rating."""
CONCEPTS: Final = search.Index(name="production")
TAUGHT: Final = "taught"
"""The scope of the search index: the concepts of records that teach."""
MOST_TAUGHT: Final = 400
MOST_ALIKE: Final = 100


def production(db: Database, run_id: str) -> Production:
    """The record of one finished run."""
    checked_id("run", run_id)
    row = db.first("SELECT * FROM productions WHERE run_id = :run_id", run_id=run_id)
    return value_of(Production, required(row, "production of run", run_id))


def exists(db: Database, run_id: str) -> bool:
    """Whether a run has its record."""
    return bool(db.value("SELECT 1 FROM productions WHERE run_id = :run_id", run_id=run_id))


def ratings(db: Database, run_id: str) -> list[RunRating]:
    """Everything a person said of a run, newest first."""
    found, said = production(db, run_id), []
    rating, notes = found.rating, found.notes
    for change in changes.of(db, **rating_page(run_id)):
        if rating is not None:
            said.append(RunRating(seq=change.seq, rating=rating, notes=notes, at=change.at))
        rating, notes = change.before.get("rating", rating), change.before.get("notes", notes)
    return said


def rating_page(run_id: str) -> dict[str, str]:
    """Where the book of changes keeps what people said of a run."""
    return {"owner": scope(run_id), "kind": RATING, "item_id": run_id}


def was_forgotten(db: Database, run_id: str) -> bool:
    """Whether a person took a run's record away."""
    return bool(db.value("SELECT 1 FROM forgotten_productions WHERE run_id = :run_id", run_id=run_id))


def history(db: Database, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Production]:
    """Every finished run, whatever its end, newest first."""
    total, read = int(db.value("SELECT COUNT(*) FROM productions")), partial(value_of, Production)
    return newest_first(db, _HISTORY, read, key=("at", "run_id"), total=total, limit=limit, cursor=cursor)


_HISTORY: Final = """
    SELECT *
      FROM productions
     WHERE (at, run_id) < (:at, :after)
     ORDER BY at DESC, run_id DESC
     LIMIT :limit
"""


def everything(db: Database) -> list[Production]:
    """Every record, oldest first."""
    return [value_of(Production, row) for row in db.all("SELECT * FROM productions ORDER BY at, run_id")]


def taught(db: Database, *, limit: int = MOST_TAUGHT) -> list[Production]:
    """The newest records that teach."""
    rows = db.all("SELECT * FROM productions WHERE teaches = 1 ORDER BY at DESC, run_id DESC LIMIT :limit", limit=limit)
    return [value_of(Production, row) for row in rows]


def taught_by(db: Database, project_id: str, *, limit: int) -> list[Production]:
    """The newest records of one story that teach."""
    rows = db.all(
        """
        SELECT *
          FROM productions
         WHERE teaches = 1 AND project_id = :project_id
         ORDER BY at DESC, run_id DESC
         LIMIT :limit
        """,
        project_id=project_id,
        limit=limit,
    )
    return [value_of(Production, row) for row in rows]


def taught_about(db: Database, concept: str, *, pattern: str | None = None) -> list[Production]:
    """The newest records that teach, with older ones of a pattern and those whose concepts share words."""
    newest = taught(db)
    if len(newest) < MOST_TAUGHT:
        return newest
    hits = search.find(db, CONCEPTS, concept[:QUERY_LIMIT], scope=TAUGHT, limit=MOST_ALIKE)
    known = {each.run_id for each in newest}
    wanted = [hit.item_id for hit in hits if hit.item_id not in known]
    older = [*of_pattern(db, pattern), *some(db, wanted)] if pattern else some(db, wanted)
    return list({each.run_id: each for each in (*newest, *older)}.values())


def in_use(db: Database, concept: str, *, pattern: str | None = None) -> list[Production]:
    """The same without what is paused."""
    paused = {name for name, each in rulings.rulings(db).items() if each.state is UseState.PAUSED}
    if not paused:
        return taught_about(db, concept, pattern=pattern)
    newest = [value_of(Production, row) for row in db.all(_IN_USE, limit=MOST_TAUGHT)]
    known = {each.run_id for each in newest}
    more = taught_about(db, concept, pattern=pattern) if len(newest) == MOST_TAUGHT else []
    return [*newest, *(each for each in more if each.run_id not in known and each.pattern not in paused)]


_IN_USE: Final = """
    SELECT *
      FROM productions
     WHERE teaches = 1
       AND (pattern IS NULL OR pattern NOT IN (SELECT pattern FROM pattern_rulings WHERE state = 'paused'))
     ORDER BY at DESC, run_id DESC
     LIMIT :limit
"""


def of_pattern(db: Database, pattern: str, *, limit: int = MOST_TAUGHT) -> list[Production]:
    """The newest records that teach one pattern."""
    rows = db.all(
        """
        SELECT *
          FROM productions
         WHERE pattern = :pattern AND teaches = 1
         ORDER BY at DESC, run_id DESC
         LIMIT :limit
        """,
        pattern=pattern,
        limit=limit,
    )
    return [value_of(Production, row) for row in rows]


def trials_of(db: Database, patterns: Sequence[str], *, limit: int = MOST_TAUGHT) -> dict[str, list[Trial]]:
    """The newest records that teach each of some patterns, as far as plans are weighed by them."""
    found: dict[str, list[Trial]] = {pattern: [] for pattern in patterns}
    for row in db.all(_TRIALS_OF, patterns=list(patterns) or [""], before_last=limit - 1):
        trial = Trial._make((*row, False))
        found[trial.pattern or ""].append(trial)
    # Records of one moment may be a few too many.
    return {pattern: trials[:limit] for pattern, trials in found.items()}


def newest_trials(db: Database, *, limit: int = MOST_TAUGHT) -> list[Trial]:
    """The newest records that teach anything, as far as plans are weighed by them."""
    return [Trial._make((*row, False)) for row in db.all(_NEWEST_TRIALS, limit=limit)]


# The oldest moment that counts is looked up for each pattern: to number all its records would grow with them.
_TRIALS_OF: Final = """
    SELECT run_id, concept, made.pattern, tier, edit_style, mood, music_style, planned_scenes, duration, score, rating,
           cost, at
      FROM (SELECT pattern,
                   COALESCE((SELECT at
                               FROM productions AS last
                              WHERE last.pattern = named.pattern AND last.teaches = 1
                              ORDER BY at DESC, run_id DESC
                              LIMIT 1 OFFSET :before_last), -4611686018427387904) AS oldest
              FROM (SELECT DISTINCT pattern FROM productions WHERE teaches = 1 AND pattern IN :patterns) AS named
           ) AS since
      JOIN productions AS made ON made.pattern = since.pattern AND made.teaches = 1 AND made.at >= since.oldest
     ORDER BY made.pattern, made.at DESC, made.run_id DESC
"""
_NEWEST_TRIALS: Final = """
    SELECT run_id, concept, pattern, tier, edit_style, mood, music_style, planned_scenes, duration, score, rating,
           cost, at
      FROM productions
     WHERE teaches = 1
     ORDER BY at DESC, run_id DESC
     LIMIT :limit
"""


def lost_pilots(db: Database, records: Sequence[Production]) -> list[Trial]:
    """The pilots of some runs that were judged and did not go on: what their first scene showed."""
    made = {each.run_id: each for each in records}
    rows = db.all(_LOST_PILOTS, ids=list(made) or [""])
    return [_lost(made[row.run_id], row) for row in rows]


_LOST_PILOTS: Final = """
    SELECT pilots.run_id, pilots.tier, pilots.edit_style, pilots.mood, pilots.music_style, pilots.score
      FROM run_pilots AS pilots
      JOIN runs ON runs.run_id = pilots.run_id
     WHERE pilots.run_id IN :ids AND pilots.score IS NOT NULL AND pilots.pilot_id <> runs.winning_pilot
     ORDER BY pilots.run_id, pilots.position
"""


def _lost(record: Production, row: Any) -> Trial:
    return trial(record)._replace(
        tier=row.tier,
        edit_style=row.edit_style or record.edit_style,
        mood=row.mood,
        music_style=row.music_style,
        score=row.score,
        rating=None,
        cost=0,
        is_pilot=True,
    )


def ended(db: Database, *, limit: int = MOST_TAUGHT) -> list[TierOutcome]:
    """The newest runs that were made or have failed with a tier, newest first; what a person stopped is neither."""
    return [TierOutcome(row.run_id, Tier(row.tier), row.status == Status.FAILED) for row in db.all(_ENDED, limit=limit)]


_ENDED: Final = """
    SELECT run_id, tier, status
      FROM (SELECT run_id, tier, status, at FROM productions ORDER BY at DESC, run_id DESC LIMIT :limit) AS newest
     WHERE tier IS NOT NULL AND status IN ('completed', 'failed')
     ORDER BY at DESC, run_id DESC
"""


def trial(record: Production) -> Trial:
    """A record as far as plans are weighed by it."""
    return Trial(
        run_id=record.run_id,
        concept=record.concept,
        pattern=record.pattern,
        tier=record.tier,
        edit_style=record.edit_style,
        mood=record.mood,
        music_style=record.music_style,
        planned_scenes=record.planned_scenes,
        duration=record.duration,
        score=record.score,
        rating=record.rating,
        cost=record.cost,
        at=stamp(record.at),
    )


def some(db: Database, run_ids: Sequence[str]) -> list[Production]:
    """The records of some runs, in no order."""
    if not run_ids:
        return []
    return [
        value_of(Production, row) for row in db.all("SELECT * FROM productions WHERE run_id IN :ids", ids=list(run_ids))
    ]
