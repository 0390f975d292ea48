"""Clean a studio up by the table of what is kept for how long, and say what went, or what would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import structlog

from showbible import tidying
from showbible.assets.recall import index_facts
from showbible.errors import NotFound, ShowbibleError
from showbible.jobs import timekeeping
from showbible.lessons.recall import library
from showbible.projects import recall as projects
from showbible.resources import Resources
from showbible.runs.learn import sweeping as run_sweeping
from showbible.runs.recall import keeping
from showbible.runs.recall.keeping import OldRun
from showbible.runs.record.keeping import forget_reports
from showbible.storage import arrivals, incarnations, leftovers, retention
from showbible.storage.blobs import FileEntry
from showbible.storage.retention import RECORDS, STORES
from showbible.storage.stores.keys import asset_prefix, project_prefix
from showbible.storage.stores.resumable import ResumableUploads
from showbible.storage.stores.weights import Weight
from showbible.storage.uploads import UPLOADS
from showbible.values import frozen
from showbible.vocabulary import ProjectId, moment

AT_ONCE: Final = 200
UPLOADED: Final = ("videos", "audio", "media")
_NOTHING: Final = Weight(0, 0)

log = structlog.get_logger("showbible")


@frozen
class Removal:
    """What went from one place, or what would."""

    name: str
    what: str
    items: int
    size: int = 0


@frozen
class CleanupReport:
    """What a clean-up took away, or would take; `refused` says why it did nothing."""

    dry_run: bool
    refused: str | None = None
    removals: tuple[Removal, ...] = ()

    @property
    def items(self) -> int:
        """How many things in all."""
        return sum(each.items for each in self.removals)

    @property
    def size(self) -> int:
        """How many bytes of files in all."""
        return sum(each.size for each in self.removals)


def clean_up(resources: Resources, *, dry_run: bool = False, grace: timedelta = retention.GRACE) -> CleanupReport:
    """Take away what its age allows, unless the clock is in doubt; a dry run changes nothing and tells the same."""
    db = resources.workspace.db
    doubt = timekeeping.doubt(db, resources.clock) if dry_run else timekeeping.observe(db, resources.clock).doubt
    if doubt is not None:
        log.warning("cleanup.waits", reason=doubt.reason)
        return CleanupReport(dry_run=dry_run, refused=f"{doubt.reason} {timekeeping.REMEDY}")
    now = moment(resources.clock(db).wall)
    report = CleanupReport(dry_run=dry_run, removals=tuple(_Sweep(resources, now, dry_run=dry_run, grace=grace).all()))
    if report.items and not dry_run:
        log.info("cleaned", **{each.name: each.items for each in report.removals if each.items})
    return report


def lost_files(resources: Resources) -> Iterator[str]:
    """The files of ours that assets name and no store has; a project that cannot be read is told of elsewhere."""
    for project_id in projects.living(resources.workspace.db):
        with suppress(ShowbibleError):
            db, prefix = resources.workspace.project(project_id), project_prefix(project_id)
            for store in STORES:
                there = {f"{store}/{entry.key}" for entry in resources.blobs.entries(store, prefix)}
                yield from (path for path in index_facts.paths_under(db, f"{store}/{prefix}") if path not in there)


class _Sweep:
    """One clean-up at one moment."""

    def __init__(self, resources: Resources, now: datetime, *, dry_run: bool, grace: timedelta) -> None:
        self.resources, self.now, self.dry_run, self.old = resources, now, dry_run, now - grace
        self.db, self.blobs = resources.workspace.db, resources.blobs

    def all(self) -> Iterator[Removal]:
        """Everything that goes, from files to rows."""
        yield self._working_files()
        yield self._orphans()
        yield from self._leftovers()
        yield from self._records()

    def _working_files(self) -> Removal:
        rule, gone = STORES[run_sweeping.STORE], _NOTHING
        before = rule.before(self.now)
        for run in self._old_runs(before) if before else ():
            weight = run_sweeping.weight(self.blobs, run)
            if self._is_used(run) or not (self.dry_run or self._sweep(run, before=before or self.now)):
                continue
            gone = Weight(gone.files + weight.files, gone.size + weight.size)
        return Removal(name=run_sweeping.STORE, what=rule.what, items=gone.files, size=gone.size)

    def _old_runs(self, before: datetime) -> Iterator[OldRun]:
        """Runs whose files may go, a few at a time."""
        last = None
        while found := keeping.old_runs(self.db, before=before, after=last, limit=AT_ONCE):
            yield from found
            last = found[-1].run_id

    def _sweep(self, run: OldRun, *, before: datetime) -> bool:
        return run_sweeping.sweep(self.db, self.blobs, run, before=before, at=self.now)

    def _is_used(self, run: OldRun) -> bool:
        """Whether an asset or the library has one of the files; a project that cannot be read keeps its runs'."""

        def used(paths: list[str]) -> bool:
            try:
                return bool(self._used(run.project_id, paths))
            except NotFound:
                return bool(library.kept_among(self.db, paths))
            except ShowbibleError as error:
                log.warning("cleanup.waits", project=run.project_id, reason=str(error))
                return True

        return run_sweeping.is_referenced(self.blobs, run, used)

    def _used(self, project_id: ProjectId, paths: Sequence[str]) -> set[str]:
        project = self.resources.workspace.project(project_id)
        return index_facts.used_among(project, paths) | library.kept_among(self.db, paths)

    def _orphans(self) -> Removal:
        """Uploads that nobody wrote down: whoever sent them died in between."""
        gone = _NOTHING
        for project_id in projects.living(self.db):
            try:
                files = iter(self._old_uploads(project_id))
                while some := list(islice(files, AT_ONCE)):
                    went = self._clear(project_id, some)
                    gone = Weight(gone.files + len(went), gone.size + sum(each.size for each in went))
            except ShowbibleError as error:
                log.warning("cleanup.waits", project=project_id, reason=str(error))
        return Removal(name="orphans", what="Uploads that nothing names", items=gone.files, size=gone.size)

    def _old_uploads(self, project_id: ProjectId) -> Iterator[FileEntry]:
        for store in UPLOADED:
            found = self.blobs.entries(store, asset_prefix(project_id))
            yield from (each for each in found if each.created_at < self.old)

    def _clear(self, project_id: ProjectId, files: Sequence[FileEntry]) -> list[FileEntry]:
        """Remove those of some files that nothing names, while nobody can begin to."""
        db = self.resources.workspace.project(project_id)
        paths = {f"{each.store}/{each.key}": each for each in files}
        with db.transaction():
            db.hold(UPLOADS)
            used = self._used(project_id, list(paths))
            orphans = [each for path, each in paths.items() if path not in used]
            for each in () if self.dry_run else orphans:
                self.blobs.delete(each.store, each.key)
        return orphans

    def _leftovers(self) -> Iterator[Removal]:
        home = self.resources.workspace.home
        found = (leftovers.counted if self.dry_run else leftovers.cleared)(home, before=self.old)
        for name, number in found.items():
            yield Removal(name=name, what=leftovers.WHAT[name], items=number)
        if not self.dry_run:
            known = incarnations.names(self.db)
            arrived = arrivals.clear(home, known=known, before=self.old)
            arrived += arrivals.clear_parcels(self.blobs, before=self.old)
            yield Removal(name="arrivals", what="Imports that nobody finished", items=arrived)
            stale = ResumableUploads(self.blobs).forget_stale(before=self.old)
            yield Removal(name="stale_uploads", what="Uploads that nobody went on with", items=stale)

    def _records(self) -> Iterator[Removal]:
        before = RECORDS["progress"].before(self.now) or self.now
        kinds: dict[str, tidying.Forget] = {
            "progress": lambda most: forget_reports(self.db, before=before, most=most),
            **tidying.forgotten(self.resources, self.now),
        }
        forget = tidying.rehearsed if self.dry_run else tidying.in_batches
        for name, one in kinds.items():
            yield Removal(name=name, what=RECORDS[name].what, items=forget(self.db, one))
