"""The life of a run: it starts, moves through its stages, ends, and may be removed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Unpack

from showbible.errors import Conflict, Invalid
from showbible.jobs.queue import announce
from showbible.projects import record as projects
from showbible.runs.model import (
    ENDS,
    PROGRESS,
    AudioTier,
    EditStyle,
    Gone,
    Pilot,
    PilotStatus,
    Run,
    RunFacts,
    RunStart,
    Stage,
    Status,
)
from showbible.runs.recall import lists, one, verdicts
from showbible.runs.recall.bounds import Most
from showbible.runs.record.log import append, changing, counted
from showbible.runs.record.notes import add_note
from showbible.runs.record.pilots import crown
from showbible.storage import changes, search
from showbible.storage.database import Database
from showbible.vocabulary import (
    CONCEPT_LIMIT,
    KIB,
    checked_id,
    checked_json,
    checked_text,
    checked_words,
    money,
    new_id,
    stamp,
    utcnow,
    word,
)

MOST_SCENES: Final = 100_000


def start(
    db: Database, concept: str, budget: object, wish: RunStart | None = None, *, at: datetime | None = None
) -> Run:
    """A new run, running from now on."""
    at, wish = at or utcnow(), wish or RunStart()
    row = {
        "run_id": checked_id("run", wish.run_id) if wish.run_id is not None else new_id(),
        "user_id": checked_id("user", wish.user_id),
        "concept": checked_text("concept", concept, limit=CONCEPT_LIMIT, empty=False),
        "budget": money("budget", budget),
        "audio_tier": word(AudioTier, "audio_tier", wish.audio_tier),
        "total_scenes": _checked_scenes(wish.total_scenes),
        "seed_asset_ids": checked_words("seed_asset_ids", wish.seed_asset_ids),
        "at": stamp(at),
    }
    with db.transaction():
        db.hold(f"run:{row['run_id']}")
        row["project_id"] = projects.ensure(db, wish.project_id)
        if db.value("SELECT 1 FROM runs WHERE run_id = :run_id", run_id=row["run_id"]):
            raise Conflict(f"There is a run {row['run_id']!r} already.")
        db.run(_START, **row)
        run = one.bare(db, str(row["run_id"]))
        search.put(db, lists.CONCEPTS, scope=lists.EVERY_RUN, item_id=run.run_id, a=run.concept)
        counted(db, run, step=1)
        _open_stage(db, run.run_id, Stage.INITIALIZED, at=at, details={}, error=None)
        append(db, run.run_id, "stage", {"stage": Stage.INITIALIZED}, at=at)
        return one.run(db, run.run_id)


_START: Final = """
    INSERT INTO runs (
        run_id, project_id, user_id, concept, status, stage, progress, audio_tier, budget, spent, score_order,
        total_scenes, scenes_completed, seed_asset_ids, extracted_themes, extracted_colors, reports_dropped,
        started_at, heard_at)
    VALUES (
        :run_id, :project_id, :user_id, :concept, 'running', 'initialized', 0, :audio_tier, :budget, 0, -1,
        :total_scenes, 0, :seed_asset_ids, '[]', '[]', 0,
        :at, :at)
"""


def enter(
    db: Database,
    run_id: str,
    stage: str,
    *,
    details: Mapping[str, Any] | None = None,
    at: datetime | None = None,
    most: Most | None = None,
) -> Run:
    """Go to a stage; the one before is closed with the time it took. Entering an end finishes the run."""
    at, goal = at or utcnow(), word(Stage, "stage", stage)
    facts = dict(details or {})
    checked_json("details", facts)
    for status, end in ENDS.items():
        if goal is end:
            error = facts.get("error")
            return finish(db, run_id, status, error=error if isinstance(error, str) else None, at=at, most=most)
    with changing(db, run_id) as run:
        counted(db, run, step=-1)
        progress = max(run.progress, PROGRESS[goal])
        _move(db, run_id, status=Status.RUNNING, stage=goal, progress=progress, at=at)
        counted(db, one.bare(db, run_id), step=1)
        _open_stage(db, run_id, goal, at=at, details=facts, error=None)
        append(db, run_id, "stage", {"stage": goal, "details": facts}, at=at)
        return one.run(db, run_id, most=most)


def finish(
    db: Database,
    run_id: str,
    status: str = Status.COMPLETED,
    *,
    winning_pilot: str | None = None,
    error: str | None = None,
    at: datetime | None = None,
    most: Most | None = None,
) -> Run:
    """End a run and announce it; ending it the same way again changes nothing."""
    at, final = at or utcnow(), word(Status, "status", status)
    if final not in ENDS:
        raise Invalid("A run ends as completed, failed or cancelled.", field="status")
    if error is not None:
        checked_text("error", error)
    with changing(db, run_id, over=True) as run:
        if run.recorded_status is final:
            return one.run(db, run_id, most=most)
        if run.is_over:
            raise Conflict(f"Run {run_id} has ended as {run.recorded_status} already.")
        _choose_winner(db, run_id, winning_pilot, completed=final is Status.COMPLETED)
        counted(db, run, step=-1)
        progress = 100 if final is Status.COMPLETED else run.progress
        _move(db, run_id, status=final, stage=ENDS[final], progress=progress, at=at, over=True)
        counted(db, one.bare(db, run_id), step=1)
        _open_stage(db, run_id, ENDS[final], at=at, details={}, error=error)
        if error:
            add_note(db, run_id, "error", error, at=at)
        append(db, run_id, "complete", {"status": final, "error": error}, at=at)
        announce(db, "run.finished", key=run_id, run_id=run_id, at=stamp(at))
        return one.run(db, run_id, most=most)


def _choose_winner(db: Database, run_id: str, named: str | None, *, completed: bool) -> None:
    """The pilot the caller names, or the one named before, or the best approved one."""
    if named is not None:
        crown(db, run_id, one.pilot(db, run_id, named))
        return
    chosen = db.value("SELECT winning_pilot FROM runs WHERE run_id = :run_id", run_id=run_id)
    best = _best_approved(one.pilots(db, run_id))
    if completed and chosen is None and best is not None:
        crown(db, run_id, best)


def _best_approved(pilots: Sequence[Pilot]) -> Pilot | None:
    """The approved pilot with the highest score, then the lower cost; none without an approved one."""
    approved = [pilot for pilot in pilots if pilot.status is PilotStatus.APPROVED]
    return max(approved, key=lambda pilot: (pilot.score or 0.0, -pilot.spent), default=None)


def _move(
    db: Database, run_id: str, *, status: Status, stage: Stage, progress: int, at: datetime, over: bool = False
) -> None:
    db.run(
        """
        UPDATE runs
           SET status = :status, stage = :stage, progress = :progress, heard_at = :at,
               completed_at = CASE WHEN :over = 1 THEN CAST(:at AS BIGINT) ELSE completed_at END
         WHERE run_id = :run_id
        """,
        run_id=run_id,
        status=status,
        stage=stage,
        progress=progress,
        at=stamp(at),
        over=int(over),
    )


def _open_stage(
    db: Database, run_id: str, stage: Stage, *, at: datetime, details: Mapping[str, Any], error: str | None
) -> None:
    """Close the stage before with the time it took, and open the next."""
    db.run(
        """
        UPDATE run_stages
           SET duration_ms = CASE WHEN at < :at THEN (:at - at) / 1000 ELSE 0 END
         WHERE run_id = :run_id AND duration_ms IS NULL
        """,
        run_id=run_id,
        at=stamp(at),
    )
    db.run(
        """
        INSERT INTO run_stages (run_id, position, stage, at, duration_ms, details, error)
        SELECT :run_id, COALESCE(MAX(position), 0) + 1, :stage, :at, :duration, :details, CAST(:error AS TEXT)
          FROM run_stages
         WHERE run_id = :run_id
        """,
        run_id=run_id,
        stage=stage,
        at=stamp(at),
        duration=0 if stage in ENDS.values() else None,
        details=json.dumps(details, allow_nan=False),
        error=error,
    )


_TEXTS: Final = ("mood", "music_style", "final_video_path", "edl_path")
_LISTS: Final = ("seed_asset_ids", "extracted_themes", "extracted_colors")


def describe(
    db: Database, run_id: str, *, at: datetime | None = None, most: Most | None = None, **facts: Unpack[RunFacts]
) -> Run:
    """Say more about a run: scenes, themes, colours, style, mood, music, the film and its cut list."""
    values = {name: _checked_fact(name, value) for name, value in facts.items()}
    with changing(db, run_id):
        for name, value in values.items():
            db.run(_DESCRIBE[name], run_id=run_id, value=value, at=stamp(at or utcnow()))
        if values:
            append(db, run_id, "stage", {"changed": sorted(values)}, at=at or utcnow())
        return one.run(db, run_id, most=most)


_DESCRIBE: Final = {
    name: f"UPDATE runs SET {name} = :value, heard_at = :at WHERE run_id = :run_id"  # noqa: S608
    for name in ("total_scenes", "edit_style", *_TEXTS, *_LISTS)
}


def _checked_fact(name: str, value: Any) -> Any:
    if name not in _DESCRIBE:
        raise Invalid(f"A run has no field {name!r} that can be changed.", field=name)
    if name == "total_scenes":
        return _checked_scenes(value)
    if name in _LISTS:
        return checked_words(name, value or ())
    if value is None:
        return None
    if name == "edit_style":
        return word(EditStyle, name, value)
    return checked_text(name, value, limit=4 * KIB)


def _checked_scenes(value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_SCENES:
        raise Invalid(f"total_scenes must lie between 0 and {MOST_SCENES:,}.", field="total_scenes")
    return value


def beat(db: Database, run_id: str, *, at: datetime | None = None) -> None:
    """Say that a run is alive when there is nothing else to say."""
    with changing(db, run_id):
        db.run("UPDATE runs SET heard_at = :at WHERE run_id = :run_id", run_id=run_id, at=stamp(at or utcnow()))


def delete(db: Database, run_id: str) -> Gone:
    """Remove a run with everything it holds, and announce that what it left elsewhere can go."""
    with changing(db, run_id, over=True) as run:
        gone = Gone(run_id=run.run_id, project_id=run.project_id, at=utcnow())
        if run.archived_at is None:
            counted(db, run, step=-1)
        db.run("DELETE FROM events WHERE run_id = :run_id", run_id=run_id)
        db.run("UPDATE runs SET recent_errors = '[]' WHERE run_id = :run_id", run_id=run_id)
        append(db, run_id, "complete", {"status": "deleted"}, at=gone.at)
        search.remove(db, lists.CONCEPTS, scope=lists.EVERY_RUN, item_id=run_id)
        changes.drop_owner(db, verdicts.scope(run_id))
        db.run("DELETE FROM runs WHERE run_id = :run_id", run_id=run_id)
        # Without a key: the deletion of a later run of this name must not take the place of this one.
        announce(db, "run.deleted", run_id=run_id, project_id=run.project_id, at=stamp(gone.at))
    return gone


def forget_project(db: Database, project_id: str) -> int:
    """Remove every run of a project; gives how many there were."""
    with db.transaction():
        for sql in (
            "DELETE FROM events WHERE run_id IN (SELECT run_id FROM runs WHERE project_id = :project_id)",
            "DELETE FROM run_search WHERE item_id IN (SELECT run_id FROM runs WHERE project_id = :project_id)",
            "DELETE FROM changes WHERE owner IN (SELECT 'run/' || run_id FROM runs WHERE project_id = :project_id)",
        ):
            db.run(sql, project_id=project_id)
        db.run("DELETE FROM run_counts WHERE project_id = :project_id", project_id=project_id)
        return db.run("DELETE FROM runs WHERE project_id = :project_id", project_id=project_id)


def forget_user(db: Database, user_id: str) -> list[Gone]:
    """Remove every run that a user started; gives those there were."""
    with db.transaction():
        rows = db.all("SELECT run_id FROM runs WHERE user_id = :user_id", user_id=user_id)
        return [delete(db, row.run_id) for row in rows]
