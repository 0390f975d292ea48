"""The composition root: opens what a studio needs, hands it to the memories, closes it again."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from showbible import flow
from showbible.errors import Misconfigured
from showbible.jobs.worker import Worker
from showbible.llm import LLM, Call, Guarded, Outcome, connect, record_call
from showbible.projects.face import Projects
from showbible.runs.face import Runs
from showbible.settings import Settings
from showbible.storage.blobs import Blobs, Folder
from showbible.storage.database import Database
from showbible.storage.workspace import Workspace


class Bible:
    """One open studio."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workspace = Workspace(settings)
        self.blobs = _blobs(settings)
        self.hands = flow.Hands(workspace=self.workspace, blobs=self.blobs)

    @property
    def db(self) -> Database:
        """The workspace's database."""
        return self.workspace.db

    @cached_property
    def runs(self) -> Runs:
        """What productions do."""
        return Runs(self.db, self.settings.stalled_after)

    @cached_property
    def projects(self) -> Projects:
        """The stories that everything belongs to."""
        return Projects(self.db, lambda project_id: flow.remove_project(self.hands, {"project_id": project_id}))

    @cached_property
    def llm(self) -> LLM:
        """The language model, or the rules that answer without one."""
        model = connect(self.settings, note=self._note_call)
        return Guarded(llm=model, writing=lambda: self.workspace.writing)

    def _note_call(self, call: Call) -> None:
        if call.outcome is not Outcome.OFFLINE:
            record_call(self.db, call)

    def worker(self) -> Worker:
        """A worker for this studio's jobs, not yet started."""
        return Worker(
            self.db,
            lambda job: flow.perform(self.hands, job),
            threads=self.settings.workers,
            lease_seconds=self.settings.lease_seconds,
            periods=flow.PERIODS,
        )

    def close(self) -> None:
        """Close every database."""
        self.workspace.close()

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


def _blobs(settings: Settings) -> Blobs:
    if settings.stores is not None:
        raise Misconfigured("SHOWBIBLE_STORES is not supported yet: leave it out to keep files in the data folder.")
    return Folder(settings.home.absolute() / "stores", floor=settings.disk_floor_mb * 1024 * 1024)
