"""Imports that somebody asked for and does not wait for: what was brought lies aside until a worker has taken it in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from showbible.carrying.api import Carrying
from showbible.carrying.parcels import ParcelLimits
from showbible.carrying.report import ImportReport, Omission
from showbible.errors import Conflict, NotFound, ShowbibleError, TryLater
from showbible.jobs.job import JobState
from showbible.jobs.queue import announce
from showbible.resources import Resources
from showbible.storage import arrivals, facts, private
from showbible.storage.arrivals import PARCELS
from showbible.storage.blobs import CHUNK
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import checked_id, new_id

MOST_KEPT: Final = 100
"""How many imports are known by their ids."""
_PREFIX: Final = "asked import "
_ENDING: Final = ".upload"
BEATS: Final = 0.5
"""The seconds between two words on how far an import is."""


@frozen
class ImportRequest:
    """An import that somebody asked for, and how far it is."""

    import_id: str
    project_id: str | None
    """The project that was asked for, or that it became."""
    run_id: str | None = None
    """The run whose cut it is, where somebody named one."""
    state: JobState = JobState.QUEUED
    doing: str = ""
    done: int = 0
    total: int = 0
    error: str | None = None
    report: ImportReport | None = None


@dataclass(frozen=True)
class Imports:
    """The imports of a studio, by id."""

    resources: Resources

    @property
    def _db(self) -> Database:
        return self.resources.workspace.db

    def new_place(self) -> Path:
        """Where to lay what is brought, until it is taken in; its name is the import's id."""
        return private.folder(self.resources.workspace.home / "arriving") / f"{new_id()}{_ENDING}"

    def ask(self, project_id: str | None, *, wait: bool, brought: Path, run_id: str | None = None) -> ImportRequest:
        """Take in what lies at a new place: now, or as a job, when nobody waits for it."""
        import_id = brought.name.removesuffix(_ENDING)
        request = ImportRequest(import_id=import_id, project_id=project_id, run_id=run_id)
        if wait:
            return self._perform(request, raising=True)
        self._share(brought)
        with self._db.transaction():
            self._note(request)
            facts.trim(self._db, _PREFIX, kept=MOST_KEPT)
            announce(self._db, "import.asked", import_id=request.import_id)
        return request

    def latest(self, limit: int) -> list[ImportRequest]:
        """The imports that somebody asked for last."""
        return [_request(told) for told in facts.newest(self._db, _PREFIX, limit=limit)]

    def get(self, import_id: str) -> ImportRequest:
        """An import, and how far it is."""
        told = facts.kept(self._db, _fact(checked_id("import", import_id)))
        if told is None:
            raise NotFound("import", import_id)
        return _request(told)

    def perform(self, import_id: str) -> None:
        """Take in what was asked for; what is refused is told to whoever asks for it."""
        with suppress(NotFound):
            request = self.get(import_id)
            if request.state in (JobState.QUEUED, JobState.RUNNING):
                self._perform(request, raising=False)

    def _perform(self, request: ImportRequest, *, raising: bool) -> ImportRequest:
        try:
            with self._laid(request) as place:
                report = Carrying(self.resources).take_in(
                    place,
                    project_id=request.project_id,
                    run_id=request.run_id,
                    limits=ParcelLimits(),
                    progress=self._progress(request),
                )
            ended = replace(request, state=JobState.DONE, project_id=report.project_id, report=report)
        except TryLater:
            raise
        except ShowbibleError as error:
            ended = replace(request, state=JobState.FAILED, error=str(error))
            if raising:
                self._drop(request)
                raise
        with self._db.transaction():
            if not self._is_over(request):
                self._note(ended)
        self._drop(request)
        return ended

    def _is_over(self, request: ImportRequest) -> bool:
        """Whether another worker, whose lease had run out, has ended it meanwhile."""
        told = facts.kept(self._db, _fact(request.import_id))
        return told is not None and told["state"] in (JobState.DONE, JobState.FAILED)

    def _place(self, request: ImportRequest) -> Path:
        return self.resources.workspace.home / "arriving" / f"{request.import_id}{_ENDING}"

    def _share(self, brought: Path) -> None:
        """Lay what was brought where every worker sees it; the data folder is seen by all where it holds everything."""
        if self.resources.workspace.in_files:
            return
        try:
            with brought.open("rb") as file:
                pieces = iter(partial(file.read, CHUNK), b"")
                arrivals.parcels(self.resources.blobs).put(PARCELS, brought.name, pieces)
        finally:
            brought.unlink()

    @contextmanager
    def _laid(self, request: ImportRequest) -> Iterator[Path]:
        """What was brought, as a file of this machine."""
        place = self._place(request)
        if place.exists():
            yield place
            return
        try:
            shared = arrivals.parcels(self.resources.blobs).local(PARCELS, place.name)
            path = (stack := ExitStack()).enter_context(shared)
        except NotFound:
            raise Conflict("What was brought waited too long and is gone. Send it again.") from None
        with stack:
            yield path

    def _drop(self, request: ImportRequest) -> None:
        place = self._place(request)
        place.unlink(missing_ok=True)
        if not self.resources.workspace.in_files:
            with suppress(NotFound):
                arrivals.parcels(self.resources.blobs).delete(PARCELS, place.name)

    def _progress(self, request: ImportRequest) -> Callable[[str, int, int], None]:
        last = 0.0

        def tell(doing: str, done: int, total: int) -> None:
            nonlocal last
            # Inside the transaction that makes it a project nobody else would see it before it is over.
            if time.monotonic() - last < BEATS or self._db.writing:
                return
            last = time.monotonic()
            with suppress(TryLater), self._db.transaction():
                self._note(replace(request, state=JobState.RUNNING, doing=doing, done=done, total=total))

        return tell

    def _note(self, request: ImportRequest) -> None:
        facts.keep(self._db, _fact(request.import_id), asdict(request))


def take_in(resources: Resources, fact: Mapping[str, Any]) -> None:
    """What somebody brought becomes part of the studio."""
    Imports(resources).perform(fact["import_id"])


def _fact(import_id: str) -> str:
    return f"{_PREFIX}{import_id}"


def _request(told: Mapping[str, Any]) -> ImportRequest:
    report = told["report"]
    if report is not None:
        skipped = tuple(Omission(**each) for each in report["skipped"])
        report = ImportReport(**{**report, "skipped": skipped})
    return ImportRequest(**{**told, "state": JobState(told["state"]), "report": report})
