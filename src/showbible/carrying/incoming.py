"""An archive of ours becomes a project, all of it or nothing.

Files come first, under names that nobody asks for yet; then the project's own database, aside; then one transaction of
the workspace makes it a project. Whoever is interrupted begins again: what is there already is not written twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from typing import Final

from showbible.carrying.checking import WholeArchive
from showbible.carrying.earlier import RATINGS, rating_changes
from showbible.carrying.fitting import Fitting, runs_to_learn_from
from showbible.carrying.manifest import VECTORS
from showbible.carrying.outgoing import Progress
from showbible.carrying.report import ImportReport, Tally
from showbible.errors import Conflict, NotFound, ShowbibleError
from showbible.jobs.queue import announce
from showbible.projects import recall as projects
from showbible.projects import record as project_record
from showbible.resources import Resources
from showbible.storage import arrivals, facts, incarnations, private, project_indexes, project_rows
from showbible.storage.blobs import Blobs, Stored
from showbible.storage.database import Database, Life
from showbible.storage.migrate import Family
from showbible.storage.project_indexes import SEARCHES
from showbible.storage.project_rows import project_tables
from showbible.values import frozen
from showbible.vocabulary import ProjectId, checked_id, moment, new_id, plural

SOURCE: Final = "a Showbible archive"
_COUNTED: Final = {"workspace/runs": "runs", "project/artifacts": "assets", "project/direction_scenes": "scenes"}
"""What a person is told the number of."""
_BEGUN_ELSEWHERE: Final = "What is still being made is made where it was begun; here it stays as it stood."


def take_in(resources: Resources, archive: WholeArchive, project_id: str | None, progress: Progress) -> ImportReport:
    """Make an archive a project, under its own name or another; one that came before is left as it is."""
    wanted = ProjectId(checked_id("project", project_id or archive.manifest.project_id))
    if _came_before(resources.workspace.db, wanted, archive):
        return _nothing_new(resources, wanted, archive)
    with resources.workspace.locked(wanted):
        if _came_before(resources.workspace.db, wanted, archive):
            return _nothing_new(resources, wanted, archive)
        project_record.check_free(resources.workspace.db, wanted)
        arrivals.check_place(resources.workspace.home, wanted)
        landing = _Landing(
            resources=resources,
            archive=archive,
            life=Life(project_id=wanted, incarnation=new_id()),
            fitting=Fitting.of(archive, wanted),
            progress=progress,
        )
        landing.check_runs()
        return landing.land()


def _fact(project_id: ProjectId) -> str:
    return f"import {project_id}"


def _came_before(db: Database, project_id: ProjectId, archive: WholeArchive) -> bool:
    """Whether the project of that name is what this very archive has become."""
    try:
        known = projects.project(db, project_id)
    except NotFound:
        return False
    noted = facts.kept(db, _fact(project_id)) or {}
    return (noted.get("incarnation"), noted.get("digest")) == (known.incarnation, archive.manifest.digest)


def _nothing_new(resources: Resources, project_id: ProjectId, archive: WholeArchive) -> ImportReport:
    # Should whoever took it in have died before the very end, that is done now.
    arrivals.put_in_place(resources.workspace.home, incarnations.living(resources.workspace.db, project_id).life)
    tally = Tally()
    tally.count("rows", is_new=False, number=archive.manifest.rows)
    tally.count("files", is_new=False, number=len(archive.files))
    return tally.report(project_id, SOURCE)


@frozen
class _Landing:
    """One archive on its way in."""

    resources: Resources
    archive: WholeArchive
    life: Life
    fitting: Fitting
    progress: Progress
    tally: Tally = field(default_factory=Tally)

    def check_runs(self) -> None:
        """Refuse runs that live here already: an id means one run."""
        ids = sorted(self.fitting.runs)
        for start in range(0, len(ids), project_rows.BATCH):
            if taken := project_rows.ids_taken(self.db, ids[start : start + project_rows.BATCH]):
                raise Conflict(
                    f"The run {taken[0]!r} of the archive is in this studio already. "
                    "Delete the project that has it, or import the archive into another studio."
                )

    @property
    def db(self) -> Database:
        return self.resources.workspace.db

    def land(self) -> ImportReport:
        """Files, then the project's own database, then the line that makes them a project."""
        home = self.resources.workspace.home
        project_indexes.fit(self.db, self.archive.manifest.dimensions)
        with self._undone_on_failure() as put:
            self._put_files(put)
            self._stage()
            with self.db.transaction():
                self._register()
        arrivals.put_in_place(home, self.life)
        return self.tally.report(self.life.project_id, SOURCE)

    def _stage(self) -> None:
        """Make all of the project aside that lies in files of its own."""
        workspace = self.resources.workspace
        if workspace.in_files:
            with arrivals.empty_file(workspace.home, self.life) as staged, staged.transaction():
                self._write(staged, "project")
        folder = arrivals.waiting_place(workspace.home, self.life)
        for name in self.archive.files:
            if name.startswith("folder/"):
                path = folder / name.removeprefix("folder/")
                private.folder(path.parent)
                private.file(path)
                private.write(path, self.archive.content(name))

    def _register(self) -> None:
        """Everything that lies in the workspace, in one transaction."""
        manifest, project_id = self.archive.manifest, self.life.project_id
        self.db.hold("events")  # who follows the log relies on the order of its lines
        project_record.take_in(self.db, self.life, name=manifest.name, created_at=moment(manifest.created_at))
        self._write(self.db, "workspace")
        if not self.resources.workspace.in_files:
            self._write(self.db, "project")
        if under_way := project_rows.settle_in(self.db, project_id):
            self.tally.skip(plural(under_way, "production under way", "productions under way"), _BEGUN_ELSEWHERE)
        self._announce()
        noted = {"incarnation": self.life.incarnation, "digest": manifest.digest}
        facts.keep(self.db, _fact(project_id), noted)

    def _write(self, db: Database, family: Family) -> None:
        for table in project_tables():
            name = f"tables/{table.name}.jsonl"
            if table.family == family and (part := self.archive.manifest.part(name)) is not None:
                lines = self.fitting.lines(table, self.archive, name)
                self._count(table.name, table.put(db, lines, columns=part.columns))
        if family == "workspace":
            self._write_ratings(db)
        for words in SEARCHES:
            if words.family == family:
                entries = self.fitting.words(self.archive, f"tables/{words.name}.jsonl")
                self._count(words.name, words.put(db, entries))
        if family == "project":
            vectors = self.fitting.vectors(self.archive, VECTORS)
            project_indexes.put_vectors(db, self.life.project_id, vectors)
            if not self.archive.manifest.is_of_this_schema:
                project_rows.index_anew(db, self.life.project_id)

    def _write_ratings(self, db: Database) -> None:
        """What people said of runs, where an earlier version kept it in a list of its own."""
        (book,) = (table for table in project_tables() if table.name == "workspace/changes")
        rows = rating_changes(self.archive.rows(RATINGS))
        self._count(book.name, book.put(db, (self.fitting.line(book, row) for row in rows), columns=book.names))

    def _count(self, table: str, number: int) -> None:
        self.tally.count("rows", is_new=True, number=number)
        if table in _COUNTED:
            self.tally.count(_COUNTED[table], is_new=True, number=number)
        self.progress("rows", self.tally.kept["rows"], self.archive.manifest.rows)

    def _announce(self) -> None:
        """Let everything follow that had not followed yet where it comes from."""
        announce(self.db, "assets.recorded", key=self.life.project_id, project_id=self.life.project_id)
        for run_id in runs_to_learn_from(self.archive):
            announce(self.db, "run.finished", key=run_id, run_id=run_id)

    @contextmanager
    def _undone_on_failure(self) -> Iterator[list[Stored]]:
        """Note what is put into the stores; it goes again, unless the project is one by then."""
        put: list[Stored] = []
        try:
            yield put
        except BaseException:
            with suppress(ShowbibleError):  # who cannot be asked may have kept it
                if self.life.incarnation not in incarnations.names(self.db):
                    self._undo(put)
            raise

    def _undo(self, put: list[Stored]) -> None:
        arrivals.drop(self.resources.workspace.home, self.life)
        for stored in put:
            with suppress(NotFound):
                self.resources.blobs.delete(stored.store, stored.key)

    def _put_files(self, put: list[Stored]) -> None:
        blobs = self.resources.blobs
        for name, sha256 in self.archive.files.items():
            kind, _, path = name.partition("/")
            store, _, key = path.partition("/")
            if kind == "files" and not _has(blobs, store, self.fitting.key(key), sha256):
                put.append(blobs.put(store, self.fitting.key(key), self.archive.content(name)))
            self.tally.count("files", is_new=True)
            self.progress("files", self.tally.kept["files"], len(self.archive.files))


def _has(blobs: Blobs, store: str, key: str, sha256: str) -> bool:
    try:
        return blobs.stat(store, key).sha256 == sha256
    except NotFound:
        return False
