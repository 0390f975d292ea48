"""What follows from what. Read this to understand the system.

Each event is announced in the transaction of a fact; a worker then calls what follows from it. What a run's caller
shall find done already is in `RunsFollowed`, a project's in `ProjectsFollowed`. Everything here may run twice
without harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import structlog

from showbible import scripts, sweeping, telling, tidying
from showbible.assets.learn import catching_up, uploads
from showbible.assets.learn import story as assets_story
from showbible.assets.recall import index_facts, origins
from showbible.assets.recall.waiting import projects_to_embed
from showbible.assets.record import repair, summaries
from showbible.backups import regular
from showbible.briefing import record as receipts
from showbible.briefing.model import MemoryName, Things
from showbible.carrying.requests import take_in
from showbible.conversations.learn import placing
from showbible.conversations.record import forgetting
from showbible.direction.learn import harvest as direction
from showbible.direction.record import scenes
from showbible.errors import Conflict, NotFound, ShowbibleError, TryLater
from showbible.jobs import queue
from showbible.jobs.job import Job, JobState
from showbible.lessons.api import Lessons
from showbible.lessons.learn import finished_runs as lessons
from showbible.lessons.recall import library
from showbible.lessons.record import preferences, productions
from showbible.llm.embeddings.embedder import Unavailable
from showbible.notebooks import record as notebooks
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.projects.api import ProjectEnd
from showbible.resources import Resources
from showbible.runs.api import AtOnce
from showbible.runs.learn import files, handover, measuring
from showbible.runs.model import Delivery, Gone, Run
from showbible.runs.recall import orders as order_book
from showbible.runs.recall.one import started_at
from showbible.runs.record import life as run_life
from showbible.runs.record import orders
from showbible.storage import incarnations, paging
from showbible.storage.database import Database, Life, ProjectDatabase
from showbible.storage.stores.keys import project_prefix
from showbible.storage.workspace import Workspace
from showbible.vocabulary import ProjectId, RunId, moment, stamp, utcnow

log = structlog.get_logger("showbible")

Follower = Callable[[Resources, Mapping[str, Any]], object]


def keep_run_state(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A finished run leaves its state as a file."""
    files.keep_state(resources.workspace.db, resources.blobs, fact["run_id"])


def blot_out_run(resources: Resources, fact: Mapping[str, Any]) -> None:
    """Receipts that quote a deleted run say so, in place of its words."""
    if (gone := _gone(resources, fact)) is None:
        return
    made, names = frozenset[str](), frozenset[str]()
    if (db := _living(resources, fact)) is not None:
        made = frozenset(origins.of_run(db, gone.run_id, until=gone.at))
        names = frozenset(origins.told_only_by(db, list(made)))
    things = Things(ids={MemoryName.RUNS: frozenset([gone.run_id]), MemoryName.ASSETS: made}, entities=names)
    receipts.blot_out(resources.workspace.db, things, project_id=gone.project_id, until=gone.at)


def remove_run_assets(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its assets along, and what was read from them; what living runs use stays."""
    gone, db = _gone(resources, fact), _living(resources, fact)
    if gone is not None and db is not None:
        handover.clear(resources.workspace.db, db, gone)


def remove_run_files(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A deleted run takes its files along; one that an asset or the library uses stays."""
    if (gone := _gone(resources, fact)) is None:
        return
    db = _living(resources, fact)

    def used(path: str) -> bool:
        if library.is_kept(resources.workspace.db, path):
            return True
        return db is not None and index_facts.is_used(db, path)

    files.remove_leftovers(resources.blobs, gone, used=used)


def _gone(resources: Resources, fact: Mapping[str, Any]) -> Gone | None:
    """The deleted run of a fact; nothing where the name is in use again by a run that cannot be told from it."""
    run_id, at = RunId(fact["run_id"]), fact.get("at")
    started = started_at(resources.workspace.db, run_id)
    # Only a clock that was set back lets the next run begin before the last one was deleted.
    if started is not None and (at is None or stamp(started) <= at):
        return None
    return Gone(run_id=run_id, project_id=ProjectId(fact["project_id"]), at=utcnow() if at is None else moment(at))


@dataclass(frozen=True)
class RunsFollowed(AtOnce):
    """What follows from a run before its caller goes on.

    A delivery and a deletion are safe by then: what fails here must not make them look refused, their events do it.
    """

    resources: Resources

    def started(self, run: Run) -> None:
        """A new run is told what worked best for concepts like its own."""
        Lessons(self.resources.workspace.db).advise(run)

    def delivered(self, made: Delivery) -> None:
        """What a run delivers is an asset of its project."""
        try:
            handover.hand_over(self.resources.workspace.db, self.resources.workspace.project, made)
        except ShowbibleError as error:
            log.warning("delivery.waits", run_id=made.run_id, asset_id=made.asset_id, reason=str(error))
        except Exception:
            log.exception("delivery.waits", run_id=made.run_id, asset_id=made.asset_id)

    def deleted(self, gone: Gone) -> None:
        """A deleted run takes along what it left elsewhere."""
        fact = {"run_id": gone.run_id, "project_id": gone.project_id, "at": stamp(gone.at)}
        try:
            for follower in FOLLOWS["run.deleted"]:
                follower(self.resources, fact)
        except Exception:
            log.exception("deletion.waits", run_id=gone.run_id)


def wrap_run(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A finished run becomes one production record, which teaches the next."""
    lessons.wrap(resources.workspace.db, fact["run_id"])


def recount_run(resources: Resources, fact: Mapping[str, Any]) -> None:
    """What a run was charged after its end counts in its record, too."""
    lessons.recount(resources.workspace.db, fact["run_id"])


def forget_run(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A deleted run teaches no more."""
    if (gone := _gone(resources, fact)) is not None:
        productions.forget_run(resources.workspace.db, gone.run_id, until=gone.at)


@dataclass(frozen=True)
class ProjectsFollowed(ProjectEnd):
    """What the end of a project needs and causes before its caller goes on."""

    resources: Resources

    def check(self, project_id: str) -> None:
        """A project stays while something of it may still be charged for."""
        order_book.check_settled(self.resources.workspace.db, project_id=project_id)

    def ended(self, life: Life) -> None:
        """A deleted project is taken away at once; should that not be possible now, its event does it."""
        try:
            remove_life(self.resources, life)
        except TryLater as error:
            log.warning("removal.waits", project=life.project_id, reason=str(error))


def remove_project(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A deleted project takes its runs, its memory and its files along; then its id is free again."""
    if (life := _life(fact)) is not None:
        remove_life(resources, life)


def remove_life(resources: Resources, life: Life) -> None:
    """Remove one life of a project, once, whoever asks and however often; a later life is not touched."""
    db, project_id = resources.workspace.db, life.project_id
    with resources.workspace.locked(project_id):
        for forget in _rows_of(resources.workspace):
            with db.transaction():
                if not incarnations.is_dying(db, life):
                    return
                forget(db, project_id)
        # Rows are kept by the transaction, files only by the lock, which a server that went away has let go.
        if incarnations.is_dying(db, life):
            files.remove_files(resources.blobs, project_prefix(project_id))
            resources.workspace.remove(project_id)
            project_record.forget(db, life)


def _rows_of(workspace: Workspace) -> tuple[Callable[[Database, ProjectId], object], ...]:
    """What forgets the rows of a project in the workspace's database."""
    # What runs taught goes first: some of it is known to be a project's only by its runs.
    everywhere = (productions.forget_project, run_life.forget_project, receipts.forget_project)
    if workspace.in_files:
        return everywhere
    return (*everywhere, repair.forget_project, scenes.forget_project, notebooks.forget_project)


def register_deliveries(resources: Resources, fact: Mapping[str, Any]) -> None:
    """What a process that died did not register is registered now."""
    handover.catch_up(resources.workspace.db, resources.workspace.project, fact["run_id"], fact["asset_id"])


def measure_films(resources: Resources, fact: Mapping[str, Any]) -> None:
    """The films of a run say how many frames a second they have, so that a player steps by one."""
    measuring.measure(resources.workspace.db, resources.blobs, fact["run_id"])


def learn_assets(resources: Resources, fact: Mapping[str, Any]) -> None:
    """New assets are read, looked at when they are thin, and placed by meaning."""
    if (db := _living(resources, fact)) is not None:
        catching_up.catch_up(db, _means(resources, fact["project_id"]))


def renew_summaries(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A changed entity state is told by every asset that shows it."""
    if (db := _living(resources, fact)) is not None:
        summaries.renew_these(db, fact.get("asset_ids", ()))


def remove_asset_file(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A deleted asset takes the file along that was uploaded for it, unless the library has it, too."""
    db = _living(resources, fact)
    if db is not None and not library.is_kept(resources.workspace.db, fact["path"]):
        uploads.remove_upload(db, resources.blobs, fact["path"])


def read_scenes(resources: Resources, fact: Mapping[str, Any]) -> None:
    """What the scenes of a story tell is so in it, from the moment they tell it on."""
    if (db := _living(resources, fact)) is not None:
        assets_story.read_scenes(db, resources.llm(), scripts.scripts(db))


def harvest_scene(resources: Resources, fact: Mapping[str, Any]) -> None:
    """A ready scene leaves a memory of what its director changed."""
    if (db := _living(resources, fact)) is not None:
        direction.harvest(db, resources.llm(), fact["scene_id"])


def aggregate_profile(resources: Resources, fact: Mapping[str, Any]) -> None:
    """Scene memories that came, changed or went make a new profile."""
    if (db := _living(resources, fact)) is not None:
        direction.aggregate(db, resources.llm())


def _living(resources: Resources, fact: Mapping[str, Any]) -> ProjectDatabase | None:
    """The memory of the project of a fact, unless that was deleted meanwhile, made anew or not."""
    try:
        known = projects.project(resources.workspace.db, fact["project_id"])
        if fact.get("incarnation", known.incarnation) != known.incarnation:
            return None
        return resources.workspace.project(known.project_id, incarnation=known.incarnation)
    except (NotFound, Conflict):
        return None


def _life(fact: Mapping[str, Any]) -> Life | None:
    """Which life of which project a fact is about; one that does not say so is about none."""
    if "project_id" not in fact or "incarnation" not in fact:
        return None
    return Life(project_id=ProjectId(fact["project_id"]), incarnation=fact["incarnation"])


def _means(resources: Resources, project_id: ProjectId) -> catching_up.LearningTools:
    return catching_up.LearningTools(
        llm=resources.llm(),
        viewer=resources.viewer(),
        embedder=resources.embedder(),
        blobs=resources.blobs,
        folder=resources.workspace.folder(project_id),
    )


def direct_exchanges(resources: Resources, fact: Mapping[str, Any]) -> None:
    """An exchange leaves memories, hooks and a beat behind, and steps that failed are taken again."""
    from showbible.conversations.learn import after_exchange

    db, llm = resources.workspace.db, resources.llm()
    after_exchange.catch_up(db, llm, fact["session_id"], embedder=resources.embedder, encoder=resources.encoder)
    placing.announce_waiting(db, resources.embedder, resources.encoder)


def place_memories(resources: Resources, _fact: Mapping[str, Any]) -> None:
    """Memories that another model has placed, or none, are placed by the present ones."""
    placing.place_waiting(resources.workspace.db, resources.embedder, resources.encoder)


def forget_user(resources: Resources, user_id: str) -> dict[str, int]:
    """Remove every trace of a user from every memory; gives what went, by kind."""
    db = resources.workspace.db
    gone = forgetting.forget_user(db, user_id)
    orders.forget_user(db, user_id)
    deleted = run_life.forget_user(db, user_id)
    for run in deleted:
        RunsFollowed(resources).deleted(run)
    return gone | {
        "runs": len(deleted),
        "preferences": preferences.forget_user(db, user_id),
        "receipts": receipts.forget_user(db, user_id),
    }


def tidy_up(resources: Resources, _fact: Mapping[str, Any]) -> None:
    """Relay what waits, and forget what nobody will ask for again, unless the clock is in doubt."""
    changed = [*filter(resources.workspace.has_news, projects.ids(resources.workspace.db))]
    for project_id in changed:
        _relay(resources, project_id)
    tidying.forget_aged(resources, changed)


def tidy_files(resources: Resources, _fact: Mapping[str, Any]) -> None:
    """What its age allows goes, and what interrupted uploads and removals left, unless the clock is in doubt."""
    sweeping.clean_up(resources)


def place_what_waits(resources: Resources, _fact: Mapping[str, Any]) -> None:
    """What was placed by another model, or could not be placed yet, is tried again."""
    _try_again(resources.workspace.db)
    placing.announce_waiting(resources.workspace.db, resources.embedder, resources.encoder)
    if not resources.workspace.in_files:
        _wake(resources, resources.workspace.db)


def _try_again(db: Database) -> None:
    """Give the jobs a fresh start that failed because a server was away."""
    for job in queue.listed(db, state=JobState.FAILED, limit=paging.MOST).items:
        if (job.error or "").startswith(f"{Unavailable.__name__}: "):
            with suppress(Conflict):  # a newer one waits already
                queue.retry(db, job.job_id)


def _wake(resources: Resources, db: Database) -> None:
    """Announce the projects of a database where something waits to be placed."""
    if (embedder := resources.embedder()) is not None:
        for project_id in projects_to_embed(db, model=embedder.name):
            with suppress(NotFound):  # it is being deleted
                repair.wake(resources.workspace.project(project_id), model=embedder.name)


def _relay(resources: Resources, project_id: ProjectId) -> None:
    """Bring what a project announced to the queue, and what waits there; one that cannot be opened delays no other."""
    try:
        db = resources.workspace.project(project_id)
        queue.relay(db)
        _wake(resources, db)
    except NotFound:
        return  # it is being deleted, with all that it has announced
    except ShowbibleError as error:
        log.warning("relay.waits", project=project_id, reason=str(error))


FOLLOWS: Final[Mapping[str, tuple[Follower, ...]]] = {
    "run.finished": (keep_run_state, wrap_run, telling.tell_of_run),
    "run.charged": (keep_run_state, recount_run),
    "run.deleted": (blot_out_run, remove_run_assets, remove_run_files, forget_run),
    "exchange.recorded": (direct_exchanges,),
    "memories.unplaced": (place_memories,),
    "asset.delivered": (register_deliveries, learn_assets, measure_films),
    "asset.deleted": (remove_asset_file,),
    "assets.recorded": (learn_assets,),
    "states.changed": (renew_summaries,),
    "scenes.told": (read_scenes,),
    "scene.ready": (harvest_scene,),
    "direction.changed": (aggregate_profile,),
    "project.deleted": (remove_project,),
    "import.asked": (take_in,),
    "workspace.tidied": (tidy_up, place_what_waits),
    "files.tidied": (tidy_files,),
    "backup.due": (regular.make_backup,),
    "payment.unknown": (telling.tell_of_payment,),
    "webhook.due": (telling.deliver_notice,),
}


def perform(resources: Resources, job: Job) -> None:
    """Call everything that follows from a job's event; what was announced in an earlier life has no consequence."""
    if job.event != "project.deleted" and _is_outlived(resources, job.payload):
        return
    for follower in FOLLOWS[job.event]:
        follower(resources, job.payload)


def _is_outlived(resources: Resources, fact: Mapping[str, Any]) -> bool:
    """Whether a fact is about a life of a project that is over."""
    if (life := _life(fact)) is None:
        return False
    try:
        return projects.project(resources.workspace.db, life.project_id).incarnation != life.incarnation
    except NotFound:
        return True
