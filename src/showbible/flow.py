"""What follows from what. Read this to understand the system.

Each event is announced in the transaction of a fact; a worker then calls what follows from it.
Everything here may run twice without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
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
from showbible.jobs import queue
from showbible.jobs.queue import Job, State
from showbible.lessons import learn as lessons
from showbible.lessons.recall import library
from showbible.lessons.record import productions, standing
from showbible.llm import LLM, Offline
from showbible.llm.embeddings import Find, Unavailable, installed
from showbible.llm.vision import Blind, Viewer
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.runs import archive, handover, measuring
from showbible.runs import record as runs
from showbible.runs.model import Delivery, Gone
from showbible.runs.recall import exists
from showbible.storage import answers, paging
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId, RunId, moment, stamp, utcnow

log = structlog.get_logger("showbible")


@dataclass(frozen=True, kw_only=True)
class Hands:
    """What a consequence may touch."""

    workspace: Workspace
    blobs: Blobs
    llm: Callable[[], LLM] = Offline
    viewer: Callable[[], Viewer] = Blind
    embedder: Find = installed


Follower = Callable[[Hands, Mapping[str, Any]], object]


def keep_run_state(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A finished run leaves its state as a file."""
    archive.keep_state(hands.workspace.db, hands.blobs, fact["run_id"])


def blot_out_run(hands: Hands, fact: Mapping[str, Any]) -> None:
    """Receipts that quote a deleted run say so, in place of its words."""
    if (gone := _gone(hands, fact)) is None:
        return
    made, names = frozenset[str](), frozenset[str]()
    if (project_id := _living(hands, fact)) is not None:
        db = hands.workspace.project(project_id)
        made = frozenset(origins.of_run(db, project_id, gone.run_id, until=gone.at))
        names = frozenset(origins.told_only_by(db, project_id, list(made)))
    things = Things(ids={Memory.RUNS: frozenset([gone.run_id]), Memory.ASSETS: made}, entities=names)
    receipts.blot_out(hands.workspace.db, things, project_id=gone.project_id, until=gone.at)


def remove_run_assets(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its assets along, and what was read from them; what living runs use stays."""
    gone, project_id = _gone(hands, fact), _living(hands, fact)
    if gone is not None and project_id is not None:
        handover.clear(hands.workspace.db, hands.workspace.project(project_id), gone)


def remove_run_files(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its files along; one that an asset or the library uses stays."""
    if (gone := _gone(hands, fact)) is None:
        return
    living = _living(hands, fact)

    def used(path: str) -> bool:
        if library.is_kept(hands.workspace.db, path):
            return True
        return living is not None and sources.is_used(hands.workspace.project(living), living, path)

    archive.remove_leftovers(hands.blobs, gone, used=used)


def _gone(hands: Hands, fact: Mapping[str, Any]) -> Gone | None:
    """The deleted run of a fact; nothing where an old fact says not when, and the name is in use again."""
    run_id, at = RunId(fact["run_id"]), fact.get("at")
    if at is None and exists(hands.workspace.db, run_id):
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


def forget_run(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted run teaches no more."""
    if (gone := _gone(hands, fact)) is not None:
        productions.forget_run(hands.workspace.db, gone.run_id, until=gone.at)


def remove_project(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted project takes its runs, its memory and its files along; then its id is free again."""
    project_id = ProjectId(fact["project_id"])
    runs.forget_project(hands.workspace.db, project_id)
    productions.forget_project(hands.workspace.db, project_id)
    receipts.forget_project(hands.workspace.db, project_id)
    archive.remove_files(hands.blobs, archive.prefix(project_id))
    assets.remove_uploads(hands.blobs, project_id)
    if not hands.workspace.in_files:
        asset_record.forget_project(hands.workspace.db, project_id)
        direction_record.forget_project(hands.workspace.db, project_id)
    hands.workspace.remove(project_id)
    project_record.forget(hands.workspace.db, project_id)


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
    if (project_id := _living(hands, fact)) is not None:
        assets.catch_up(hands.workspace.project(project_id), _means(hands, project_id), project_id)


def renew_summaries(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A changed entity state is told by every asset that shows it."""
    if (project_id := _living(hands, fact)) is not None:
        asset_record.renew_these(hands.workspace.project(project_id), project_id, fact.get("asset_ids", ()))


def remove_asset_file(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A deleted asset takes the file along that was uploaded for it, unless the library has it, too."""
    project_id = _living(hands, fact)
    if project_id is not None and not library.is_kept(hands.workspace.db, fact["path"]):
        assets.remove_upload(hands.workspace.project(project_id), hands.blobs, project_id, fact["path"])


def harvest_scene(hands: Hands, fact: Mapping[str, Any]) -> None:
    """A ready scene leaves a memory of what its director changed."""
    if (project_id := _living(hands, fact)) is not None:
        direction.harvest(hands.workspace.project(project_id), hands.llm(), project_id, fact["scene_id"])


def aggregate_profile(hands: Hands, fact: Mapping[str, Any]) -> None:
    """Scene memories that came, changed or went make a new profile."""
    if (project_id := _living(hands, fact)) is not None:
        direction.aggregate(hands.workspace.project(project_id), hands.llm(), project_id)


def _living(hands: Hands, fact: Mapping[str, Any]) -> ProjectId | None:
    """The project of a fact, unless it was deleted meanwhile: opening it would make it anew."""
    try:
        return projects.project(hands.workspace.db, fact["project_id"]).project_id
    except NotFound:
        return None


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
    deleted = runs.forget_user(db, user_id)
    for run in deleted:
        remove_run(hands, run)
    return gone | {
        "runs": len(deleted),
        "preferences": standing.forget_user(db, user_id),
        "receipts": receipts.forget_user(db, user_id),
    }


def tidy_up(hands: Hands, _fact: Mapping[str, Any]) -> None:
    """Relay what dead processes left behind, and forget what nobody will ask for again."""
    for project_id in projects.ids(hands.workspace.db):
        if hands.workspace.has_news(project_id):
            _relay(hands, project_id)
    now = utcnow()
    queue.forget_done(hands.workspace.db, before=now - timedelta(days=7))
    answers.forget(hands.workspace.db, before=now - timedelta(days=1))
    runs.forget_log(hands.workspace.db, before=now - timedelta(days=30))
    receipts.forget_old(hands.workspace.db, at=now)


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
    except ShowbibleError as error:
        log.warning("relay.waits", project=project_id, reason=str(error))


FOLLOWS: Final[Mapping[str, tuple[Follower, ...]]] = {
    "run.finished": (keep_run_state, wrap_run),
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
}

PERIODS: Final[Mapping[str, float]] = {"workspace.tidied": 300.0}
"""Events that announce themselves, and the seconds between."""


def perform(hands: Hands, job: Job) -> None:
    """Call everything that follows from a job's event."""
    for follower in FOLLOWS[job.event]:
        follower(hands, job.payload)
