"""What follows from what. Read this to understand the system.

Each event is announced in the transaction of a fact; a worker then calls what follows from it.
Everything here may run twice without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from showbible.assets import learn as assets
from showbible.assets import record as asset_record
from showbible.assets.recall import origins, sources
from showbible.assets.recall.waiting import projects_to_embed
from showbible.briefing import record as receipts
from showbible.briefing.model import Memory, Things
from showbible.conversations.learn import placing
from showbible.conversations.record import forgetting
from showbible.direction import learn as direction
from showbible.direction import record as direction_record
from showbible.errors import Conflict, NotFound, ShowbibleError
from showbible.jobs import queue, timekeeping
from showbible.jobs.job import Job, State
from showbible.jobs.timekeeping import Clock
from showbible.lessons import learn as lessons
from showbible.lessons.recall import library
from showbible.lessons.record import productions, standing
from showbible.llm import LLM, Offline, forget_calls
from showbible.llm.embeddings import Find, Unavailable, installed
from showbible.llm.vision import Blind, Viewer
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.runs import archive, handover, measuring
from showbible.runs import record as runs
from showbible.runs.model import Delivery, Gone
from showbible.runs.recall import started_at
from showbible.runs.record import orders
from showbible.storage import answers, incarnations, leftovers, paging
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database, Life
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId, RunId, moment, stamp, utcnow

BATCH: Final = 500
MOST_BATCHES: Final = 40

log = structlog.get_logger("showbible")


@dataclass(frozen=True, kw_only=True)
class Hands:
    """What a consequence may touch."""

    workspace: Workspace
    blobs: Blobs
    llm: Callable[[], LLM] = Offline
    viewer: Callable[[], Viewer] = Blind
    embedder: Find = installed
    clock: Clock = timekeeping.read
    """What tells the time to whoever removes something for its age."""


Follower = Callable[[Hands, Mapping[str, Any]], object]


def keep_run_state(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A finished run leaves its state as a file."""
    archive.keep_state(hands.workspace.db, hands.blobs, fact["run_id"])


def blot_out_run(hands: Hands, fact: Mapping[str, Any]) -> None:
    """Receipts that quote a deleted run say so, in place of its words."""
    if (gone := _gone(hands, fact)) is None:
        return
    made, names = frozenset[str](), frozenset[str]()
    if (db := _living(hands, fact)) is not None:
        made = frozenset(origins.of_run(db, gone.project_id, gone.run_id, until=gone.at))
        names = frozenset(origins.told_only_by(db, gone.project_id, list(made)))
    things = Things(ids={Memory.RUNS: frozenset([gone.run_id]), Memory.ASSETS: made}, entities=names)
    receipts.blot_out(hands.workspace.db, things, project_id=gone.project_id, until=gone.at)


def remove_run_assets(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its assets along, and what was read from them; what living runs use stays."""
    gone, db = _gone(hands, fact), _living(hands, fact)
    if gone is not None and db is not None:
        handover.clear(hands.workspace.db, db, gone)


def remove_run_files(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its files along; one that an asset or the library uses stays."""
    if (gone := _gone(hands, fact)) is None:
        return
    db = _living(hands, fact)

    def used(path: str) -> bool:
        if library.is_kept(hands.workspace.db, path):
            return True
        return db is not None and sources.is_used(db, gone.project_id, path)

    archive.remove_leftovers(hands.blobs, gone, used=used)


def _gone(hands: Hands, fact: Mapping[str, Any]) -> Gone | None:
    """The deleted run of a fact; nothing where the name is in use again by a run that cannot be told from it."""
    run_id, at = RunId(fact["run_id"]), fact.get("at")
    started = started_at(hands.workspace.db, run_id)
    # Only a clock that was set back lets the next run begin before the last one was deleted.
    if started is not None and (at is None or stamp(started) <= at):
        return None
    return Gone(run_id=run_id, project_id=ProjectId(fact["project_id"]), at=utcnow() if at is None else moment(at))


def remove_run(hands: Hands, gone: Gone) -> None:
    """What follows from the deletion of a run, at once; should that fail, its event does it."""
    fact = {"run_id": gone.run_id, "project_id": gone.project_id, "at": stamp(gone.at)}
    try:
        for follower in FOLLOWS["run.deleted"]:
            follower(hands, fact)
    except Exception:  # the run is deleted: whatever happens here must not make it look otherwise
        log.exception("deletion.waits", run_id=gone.run_id)


def wrap_run(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A finished run becomes one production record, which teaches the next."""
    lessons.wrap(hands.workspace.db, fact["run_id"])


def recount_run(hands: Hands, fact: Mapping[str, Any]) -> None:
    """What a run was charged after its end counts in its record, too."""
    lessons.recount(hands.workspace.db, fact["run_id"])


def forget_run(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run teaches no more."""
    if (gone := _gone(hands, fact)) is not None:
        productions.forget_run(hands.workspace.db, gone.run_id, until=gone.at)


def remove_project(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted project takes its runs, its memory and its files along; then its id is free again."""
    if (life := _life(fact)) is not None:
        remove_life(hands, life)


def remove_life(hands: Hands, life: Life) -> None:
    """Remove one life of a project, once, whoever asks and however often; a later life is not touched."""
    db, project_id = hands.workspace.db, life.project_id
    with hands.workspace.locked(project_id):
        for forget in _rows_of(hands.workspace):
            with db.transaction():
                if not incarnations.is_dying(db, life):
                    return
                forget(db, project_id)
        # Rows are kept by the transaction, files only by the lock, which a server that went away has let go.
        if incarnations.is_dying(db, life):
            archive.remove_files(hands.blobs, archive.prefix(project_id))
            assets.remove_uploads(hands.blobs, project_id)
            hands.workspace.remove(project_id)
            project_record.forget(db, life)


def _rows_of(workspace: Workspace) -> tuple[Callable[[Database, ProjectId], object], ...]:
    """What forgets the rows of a project in the workspace's database."""
    everywhere = (runs.forget_project, productions.forget_project, receipts.forget_project)
    if workspace.in_files:
        return everywhere
    return (*everywhere, asset_record.forget_project, direction_record.forget_project)


def register_delivery(hands: Hands, made: Delivery) -> None:
    """What a run delivers is an asset of its project, at once."""
    handover.hand_over(hands.workspace.db, hands.workspace.project, made)


def register_deliveries(hands: Hands, fact: Mapping[str, Any]) -> None:
    """What a process that died did not register is registered now."""
    handover.catch_up(hands.workspace.db, hands.workspace.project, fact["run_id"], fact["asset_id"])


def measure_films(hands: Hands, fact: Mapping[str, Any]) -> None:
    """The films of a run say how many frames a second they have, so that a player steps by one."""
    measuring.measure(hands.workspace.db, hands.blobs, fact["run_id"])


def learn_assets(hands: Hands, fact: Mapping[str, Any]) -> None:
    """New assets are read, looked at when they are thin, and placed by meaning."""
    if (db := _living(hands, fact)) is not None:
        assets.catch_up(db, _means(hands, fact["project_id"]), fact["project_id"])


def renew_summaries(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A changed entity state is told by every asset that shows it."""
    if (db := _living(hands, fact)) is not None:
        asset_record.renew_these(db, fact["project_id"], fact.get("asset_ids", ()))


def remove_asset_file(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted asset takes the file along that was uploaded for it, unless the library has it, too."""
    db = _living(hands, fact)
    if db is not None and not library.is_kept(hands.workspace.db, fact["path"]):
        assets.remove_upload(db, hands.blobs, fact["project_id"], fact["path"])


def harvest_scene(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A ready scene leaves a memory of what its director changed."""
    if (db := _living(hands, fact)) is not None:
        direction.harvest(db, hands.llm(), fact["project_id"], fact["scene_id"])


def aggregate_profile(hands: Hands, fact: Mapping[str, Any]) -> None:
    """Scene memories that came, changed or went make a new profile."""
    if (db := _living(hands, fact)) is not None:
        direction.aggregate(db, hands.llm(), fact["project_id"])


def _living(hands: Hands, fact: Mapping[str, Any]) -> Database | None:
    """The memory of the project of a fact, unless that was deleted meanwhile, made anew or not."""
    try:
        known = projects.project(hands.workspace.db, fact["project_id"])
        if fact.get("incarnation", known.incarnation) != known.incarnation:
            return None
        return hands.workspace.project(known.project_id, incarnation=known.incarnation)
    except (NotFound, Conflict):
        return None


def _life(fact: Mapping[str, Any]) -> Life | None:
    """Which life of which project a fact is about; one that does not say so is about none."""
    if "project_id" not in fact or "incarnation" not in fact:
        return None
    return Life(project_id=ProjectId(fact["project_id"]), incarnation=fact["incarnation"])


def _means(hands: Hands, project_id: ProjectId) -> assets.Means:
    return assets.Means(
        llm=hands.llm(),
        viewer=hands.viewer(),
        embedder=hands.embedder(),
        blobs=hands.blobs,
        folder=hands.workspace.folder(project_id),
    )


def direct_exchanges(hands: Hands, fact: Mapping[str, Any]) -> None:
    """An exchange leaves memories, hooks and a beat behind, and steps that failed are taken again."""
    from showbible.conversations.learn import director

    director.catch_up(hands.workspace.db, hands.llm(), fact["session_id"])
    placing.announce_waiting(hands.workspace.db, hands.embedder)


def place_memories(hands: Hands, _fact: Mapping[str, Any]) -> None:
    """Memories that another model has placed, or none, are placed by the present one."""
    if (embedder := hands.embedder()) is not None:
        placing.place_all(hands.workspace.db, embedder)


def forget_user(hands: Hands, user_id: str) -> dict[str, int]:
    """Remove every trace of a user from every memory; gives what went, by kind."""
    db = hands.workspace.db
    gone = forgetting.forget_user(db, user_id)
    orders.forget_user(db, user_id)
    deleted = runs.forget_user(db, user_id)
    for run in deleted:
        remove_run(hands, run)
    return gone | {
        "runs": len(deleted),
        "preferences": standing.forget_user(db, user_id),
        "receipts": receipts.forget_user(db, user_id),
    }


def tidy_up(hands: Hands, _fact: Mapping[str, Any]) -> None:
    """Relay what waits, and forget what nobody will ask for again, unless the clock is in doubt."""
    changed = [project_id for project_id in projects.ids(hands.workspace.db) if hands.workspace.has_news(project_id)]
    for project_id in changed:
        _relay(hands, project_id)
    mark = timekeeping.observe(hands.workspace.db, hands.clock)
    if mark.doubt is not None:
        log.warning("tidy.waits", reason=mark.doubt.reason)
        return
    gone = {name: _in_batches(forget) for name, forget in _forgotten(hands, mark).items()}
    gone["project_answers"] = sum(_forget_answers(hands, project_id, mark) for project_id in changed)
    if any(gone.values()):
        log.info("tidied", **gone)


Forget = Callable[[int], int]
"""Removes at most so many of something; gives how many went."""


def _forgotten(hands: Hands, mark: timekeeping.Mark) -> Mapping[str, Forget]:
    """What is removed for its age, and how."""
    db, at = hands.workspace.db, moment(mark.believed)
    return {
        "jobs": lambda most: queue.forget(db, state=State.DONE, before=at - timedelta(days=7), most=most),
        "failed_jobs": lambda most: queue.forget(db, state=State.FAILED, before=at - timedelta(days=90), most=most),
        "model_calls": lambda most: forget_calls(db, before=at - timedelta(days=90), most=most),
        "answers": lambda most: answers.forget(db, before=_a_day_before(mark), most=most),
        "events": lambda most: runs.forget_log(db, before=at - timedelta(days=30), most=most),
        "receipts": lambda most: receipts.forget_old(db, at=at, most_at_once=most),
    }


def _a_day_before(mark: timekeeping.Mark) -> datetime:
    """Until when answers may go: a key may be sent again for a day that really passed on every clock."""
    return min(moment(mark.believed) - timedelta(days=1), timekeeping.a_steady_day_ago(mark) or moment(0))


def _forget_answers(hands: Hands, project_id: ProjectId, mark: timekeeping.Mark) -> int:
    """Forget the answers that a project's own file keeps; one that cannot be opened delays no other."""
    try:
        db = hands.workspace.project(project_id)
        return _in_batches(lambda most: answers.forget(db, before=_a_day_before(mark), most=most))
    except ShowbibleError as error:
        log.warning("tidy.waits", project=project_id, reason=str(error))
        return 0


def _in_batches(forget: Forget) -> int:
    """Forget a little at a time, so that nobody waits long for the database; the rest goes the next time."""
    gone = 0
    for _ in range(MOST_BATCHES):
        went = forget(BATCH)
        gone += went
        if went < BATCH:
            break
    return gone


def tidy_files(hands: Hands, _fact: Mapping[str, Any]) -> None:
    """What interrupted uploads and removals left in the data folder goes, unless the clock is in doubt."""
    mark = timekeeping.observe(hands.workspace.db, hands.clock)
    if mark.doubt is None:
        gone = leftovers.cleared(hands.workspace.home, before=moment(mark.believed) - timedelta(days=1))
        log.info("files.tidied", **gone)


def place_what_waits(hands: Hands, _fact: Mapping[str, Any]) -> None:
    """What was placed by another model, or could not be placed yet, is tried again."""
    _try_again(hands.workspace.db)
    placing.announce_waiting(hands.workspace.db, hands.embedder)
    if not hands.workspace.in_files:
        _wake(hands, hands.workspace.db)


def _try_again(db: Database) -> None:
    """Give the jobs a fresh start that failed because a server was away."""
    for job in queue.listed(db, state=State.FAILED, limit=paging.MOST).items:
        if (job.error or "").startswith(f"{Unavailable.__name__}: "):
            with suppress(Conflict):  # a newer one waits already
                queue.retry(db, job.job_id)


def _wake(hands: Hands, db: Database) -> None:
    """Announce the projects of a database where something waits to be placed."""
    if (embedder := hands.embedder()) is not None:
        for project_id in projects_to_embed(db, model=embedder.name):
            asset_record.wake(db, project_id, model=embedder.name)


def _relay(hands: Hands, project_id: ProjectId) -> None:
    """Bring what a project announced to the queue, and what waits there; one that cannot be opened delays no other."""
    try:
        db = hands.workspace.project(project_id)
        queue.relay(db)
        _wake(hands, db)
    except NotFound:
        return  # it is being deleted, with all that it has announced
    except ShowbibleError as error:
        log.warning("relay.waits", project=project_id, reason=str(error))


FOLLOWS: Final[Mapping[str, tuple[Follower, ...]]] = {
    "run.finished": (keep_run_state, wrap_run),
    "run.charged": (keep_run_state, recount_run),
    "run.deleted": (blot_out_run, remove_run_assets, remove_run_files, forget_run),
    "exchange.recorded": (direct_exchanges,),
    "memories.unplaced": (place_memories,),
    "asset.delivered": (register_deliveries, learn_assets, measure_films),
    "asset.deleted": (remove_asset_file,),
    "assets.recorded": (learn_assets,),
    "states.changed": (renew_summaries,),
    "scene.ready": (harvest_scene,),
    "direction.changed": (aggregate_profile,),
    "project.deleted": (remove_project,),
    "workspace.tidied": (tidy_up, place_what_waits),
    "files.tidied": (tidy_files,),
}

PHRASES: Final[Mapping[str, str]] = {
    "run.finished": "Learning from a finished run",
    "run.charged": "Counting a late charge of a run",
    "run.deleted": "Removing what a deleted run left",
    "exchange.recorded": "Remembering a conversation",
    "memories.unplaced": "Placing memories by meaning",
    "asset.delivered": "Taking in what a run delivered",
    "asset.deleted": "Removing the file of a deleted asset",
    "assets.recorded": "Reading new assets",
    "states.changed": "Telling assets of a changed entity",
    "scene.ready": "Learning from a scene's edits",
    "direction.changed": "Renewing a director's profile",
    "project.deleted": "Removing a deleted project",
    "workspace.tidied": "Tidying the workspace",
    "files.tidied": "Clearing away leftover files",
}
"""What a job does because of each event, in words for a person."""

ALLOWED: Final[Mapping[str, float]] = {
    "exchange.recorded": 1800.0,
    "memories.unplaced": 4 * 3600.0,
    "asset.delivered": 3600.0,
    "assets.recorded": 4 * 3600.0,
    "scene.ready": 1800.0,
    "direction.changed": 1800.0,
    "project.deleted": 3600.0,
    "files.tidied": 3600.0,
}
"""The seconds that the work for an event may take before somebody should look, where 15 minutes would be too few."""

PERIODS: Final[Mapping[str, float]] = {"workspace.tidied": 300.0, "files.tidied": 86_400.0}
"""Events that announce themselves, and the seconds between."""


def perform(hands: Hands, job: Job) -> None:
    """Call everything that follows from a job's event; what was announced in an earlier life has no consequence."""
    if job.event != "project.deleted" and _is_outlived(hands, job.payload):
        return
    for follower in FOLLOWS[job.event]:
        follower(hands, job.payload)


def _is_outlived(hands: Hands, fact: Mapping[str, Any]) -> bool:
    """Whether a fact is about a life of a project that is over."""
    if (life := _life(fact)) is None:
        return False
    try:
        return projects.project(hands.workspace.db, life.project_id).incarnation != life.incarnation
    except NotFound:
        return True
