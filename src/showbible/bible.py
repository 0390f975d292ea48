"""The composition root: opens what a studio needs, hands it to the memories, closes it again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import Self

import structlog

from showbible import events, flow, logs, scripts, sweeping
from showbible.assets.api import Assets
from showbible.backups import regular
from showbible.backups.api import Backups
from showbible.briefing.api import Recall
from showbible.carrying.api import Carrying
from showbible.conversations.api import Conversations
from showbible.direction.api import Direction
from showbible.jobs import queue, timekeeping
from showbible.jobs.outboxes import Outboxes
from showbible.jobs.timekeeping import Clock, Doubt
from showbible.jobs.worker import Worker
from showbible.lessons.api import Lessons, Library
from showbible.llm.client import LLM, AnswerOutcome, Call, Guarded
from showbible.llm.embeddings.choosing import choose
from showbible.llm.providers import connect
from showbible.llm.record import record_call
from showbible.llm.vision import Careful, PictureViewer, sight
from showbible.notebooks.api import Notebook
from showbible.projects import recall as project_recall
from showbible.projects.api import Projects
from showbible.projects.model import Project
from showbible.providers.roster import Roster
from showbible.resources import Resources
from showbible.runs.api import Runs
from showbible.settings import Settings
from showbible.storage.bell import Bell
from showbible.storage.database import Database, ProjectDatabase
from showbible.storage.stores.choosing import open_stores
from showbible.storage.workspace import Workspace
from showbible.stores import Stores
from showbible.supervisor import Supervisor
from showbible.sweeping import CleanupReport
from showbible.vocabulary import JobId
from showbible.webhooks import choosing as webhooks

log = structlog.get_logger("showbible")


class Bible:
    """One open studio."""

    def __init__(self, settings: Settings, *, clock: Clock = timekeeping.read) -> None:
        logs.configure_for_library()
        self.settings = settings
        self.embeddings = choose(settings, note=self._note_call, writing=lambda: self.workspace.writing)
        hooks = webhooks.choose(settings)
        self.workspace = Workspace(settings)
        self.blobs = open_stores(settings)
        self.resources = Resources(
            workspace=self.workspace,
            blobs=self.blobs,
            llm=lambda: self.llm,
            viewer=lambda: self.viewer,
            embedder=self.embeddings.recording,
            backups_kept=settings.backups_kept,
            hooks=hooks,
            clock=clock,
        )
        self.bell = Bell(self.workspace.db)
        self._awake: set[str] = set()
        self._ending = ExitStack()

    @property
    def db(self) -> Database:
        """The workspace's database."""
        return self.workspace.db

    @cached_property
    def runs(self) -> Runs:
        """What productions do."""
        return Runs(
            self.db,
            self.settings.stalled_after,
            defaults=self.lessons.run_defaults,
            at_once=flow.RunsFollowed(self.resources),
            blobs=self.blobs,
            roster=lambda: Roster.read(self.settings.home),
        )

    def assets(self, project_id: str) -> Assets:
        """What a project has made; what failed or waits there is taken up when it is first opened."""
        known = self.projects.get(project_id)
        db = self._memory(known)
        memory = Assets(
            db, self.embeddings.asking, self.blobs, llm=self.resources.llm, script=partial(scripts.script, db)
        )
        if known.incarnation not in self._awake:
            embedder = self.embeddings.recording()
            memory.wake(model=embedder.name if embedder else None)
            if scripts.has_unread(db):
                self.direction(project_id).announce_told()
            self._awake.add(known.incarnation)
        return memory

    def direction(self, project_id: str) -> Direction:
        """What a story's director changes, and what that teaches."""
        known = self.projects.get(project_id)
        return Direction(self._memory(known), self.resources.llm)

    def supervisor(self, project_id: str) -> Supervisor:
        """Who watches over the continuity of a story, scene by scene."""
        return Supervisor(self.assets(project_id))

    def notebook(self, project_id: str) -> Notebook:
        """What assistants write down for themselves while they work on a project."""
        return Notebook(self._memory(self.projects.get(project_id)))

    def _memory(self, known: Project) -> ProjectDatabase:
        return self.workspace.project(known.project_id, incarnation=known.incarnation)

    @cached_property
    def lessons(self) -> Lessons:
        """What finished productions teach the next one."""
        return Lessons(self.db)

    @cached_property
    def library(self) -> Library:
        """Clips, logos and brand assets worth keeping."""
        return Library(self.db, self.blobs)

    @cached_property
    def stores(self) -> Stores:
        """The files of the studio, by store and key."""
        return Stores(self.db, self.blobs)

    @cached_property
    def projects(self) -> Projects:
        """The stories that everything belongs to."""
        return Projects(self.db, flow.ProjectsFollowed(self.resources))

    @cached_property
    def carrying(self) -> Carrying:
        """Stories on their way out of the studio and into it."""
        return Carrying(self.resources)

    @cached_property
    def conversations(self) -> Conversations:
        """What characters remember of a user."""
        return Conversations(self.db, lambda: self.llm, self.embeddings)

    @cached_property
    def recall(self) -> Recall:
        """One brief from all memories: `bible.recall("whales at dusk", project="whales")`."""
        return Recall(self.workspace, self.embeddings.asking)

    @cached_property
    def backups(self) -> Backups:
        """What is kept in case the studio is lost."""
        return regular.backups(self.resources)

    def announce_backup(self) -> JobId:
        """Have a worker make a backup; gives its job."""
        with self.db.transaction():
            return queue.announce(self.db, "backup.due")

    @cached_property
    def llm(self) -> LLM:
        """The language model, or the rules that answer without one."""
        model = connect(self.settings, note=self._note_call, ending=self._ending)
        return Guarded(model=model, writing=lambda: self.workspace.writing)

    @cached_property
    def viewer(self) -> PictureViewer:
        """The model that looks at pictures, or nobody."""
        viewer = sight(self.settings, note=self._note_call)
        return Careful(model=viewer, writing=lambda: self.workspace.writing)

    def _note_call(self, call: Call) -> None:
        if call.outcome is not AnswerOutcome.OFFLINE:
            record_call(self.db, call)

    def worker(self) -> Worker:
        """A worker for this studio's jobs, not yet started."""
        return Worker(
            self.db,
            lambda job: flow.perform(self.resources, job),
            threads=self.settings.workers,
            lease_seconds=self.settings.lease_seconds,
            periods=events.periods(backup_hours=self.settings.backup_hours),
            beside=self._look_after(),
            bell=self.bell,
        )

    def _look_after(self) -> Callable[[], None]:
        """What a worker does at every beat: relay what dead processes left, and keep the time."""
        outboxes = Outboxes(self.workspace, lambda: project_recall.ids(self.db))

        def look() -> None:
            outboxes.relay_some()
            timekeeping.observe_sometimes(self.db, self.resources.clock)

        return look

    def clock_doubt(self) -> Doubt | None:
        """Why the clock of this machine is not believed, if it is not; nothing is removed for its age meanwhile."""
        return timekeeping.doubt(self.db, self.resources.clock)

    def trust_clock(self) -> None:
        """Take the caller's word that the clock is right."""
        timekeeping.trust(self.db, self.resources.clock)

    def clean_up(self, *, dry_run: bool = False) -> CleanupReport:
        """Take away what its age allows, and leftovers; a dry run only tells what would go."""
        return sweeping.clean_up(self.resources, dry_run=dry_run)

    def lost_files(self) -> list[str]:
        """The files that assets name and no store has."""
        return [*sweeping.lost_files(self.resources)]

    def close(self) -> None:
        """Close every database, and end what was started for this studio."""
        self.bell.close()
        try:
            self.workspace.close()
        finally:
            # After the databases: nothing that a rule answers in place of an ended model is kept.
            self._ending.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def open(location: str | Path | None = None, *, settings: Settings | None = None) -> Bible:
    """Open the studio in a folder, or behind a `postgresql://` address."""
    chosen = settings or Settings.read()
    if location is None:
        return Bible(chosen)
    if str(location).startswith(("postgresql://", "postgres://")):
        return Bible(replace(chosen, database=str(location)))
    return Bible(replace(chosen, home=Path(location), database=None))
