"""Move a studio: its files, then its rows, then a look at both sides.

The old studio stays as it is. Files that are there already are not written twice; the rows of a database come in one
transaction, and a folder gets its name when it is whole. So whoever is interrupted begins again and loses nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import field, replace
from typing import Final

from showbible.errors import Conflict, Damaged, NotFound
from showbible.jobs import queue
from showbible.settings import Settings
from showbible.storage import copies, incarnations, whole_studio
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database
from showbible.storage.layout import ASSET_VECTORS, MEMORY_VECTORS, SENTENCE_VECTORS
from showbible.storage.stores.choosing import open_stores
from showbible.storage.whole_studio import STORY_WORDS, WORDS, Digest, StudioMoment
from showbible.storage.workspace import Workspace
from showbible.values import frozen
from showbible.vocabulary import STORES, ProjectId

Progress = Callable[[str, int, int], object]
"""Is told what is being done, how much of it is done, and of how much; 0 where nobody knows."""

UNFINISHED: Final = ".moving"


@frozen
class MovedStudio:
    """What was moved, and that both sides hold the same."""

    projects: int
    rows: int
    vectors: int
    files: int
    size: int


def move(source: Settings, target: Settings, *, progress: Progress) -> MovedStudio:
    """Bring everything of a studio to an empty home; raises unless both hold the same at the end."""
    if _rows_at(source) == _rows_at(target):
        raise Conflict("The studio is there already: name another database or folder.")
    with ExitStack() as kept:
        old = kept.enter_context(_opened(source))
        new_settings = kept.enter_context(_place(target))
        new = kept.enter_context(_opened(new_settings))
        if not whole_studio.is_empty(new.db):
            raise Conflict("There is a studio already where this one shall be. Name an empty database or a new folder.")
        for project_id in incarnations.born(old.db) if old.in_files else ():
            queue.relay(old.project(project_id))
        moving = _Moving(
            old=old, new=new, old_files=open_stores(source), new_files=open_stores(new_settings), progress=progress
        )
        return moving.moved(same_files=_files_at(source) == _files_at(new_settings))


def _rows_at(settings: Settings) -> str:
    return settings.database or str(settings.home.absolute())


def _files_at(settings: Settings) -> str:
    return settings.stores or str(settings.home.absolute())


@contextmanager
def _opened(settings: Settings) -> Iterator[Workspace]:
    workspace = Workspace(settings)
    try:
        yield workspace
    finally:
        workspace.close()


@contextmanager
def _place(target: Settings) -> Iterator[Settings]:
    """Where to build: a database itself, or a folder beside the wanted one, which gets its name when it is whole."""
    if target.database is not None:
        yield target
        return
    home = target.home.absolute()
    if home.exists() and any(home.iterdir()):
        raise Conflict(f"{home} is not empty. Name a new folder.")
    aside = home.with_name(f"{home.name}{UNFINISHED}")
    shutil.rmtree(aside, ignore_errors=True)
    yield replace(target, home=aside)
    if home.exists():
        home.rmdir()
    aside.rename(home)
    copies.flush(home.parent)


@frozen
class _Moving:
    """A studio on its way."""

    old: Workspace
    new: Workspace
    old_files: Blobs
    new_files: Blobs
    progress: Progress
    digests: dict[str, Digest] = field(default_factory=dict)
    vectors: dict[str, int] = field(default_factory=dict)

    def moved(self, *, same_files: bool) -> MovedStudio:
        files, size = (0, 0) if same_files else self._move_files()
        with whole_studio.studio_moment(self.old) as seen:
            projects = len(whole_studio.living(seen.workspace))
            self._make_room(seen)
            with self.new.db.transaction():
                self._put_workspace(seen)
                if not self.new.in_files:
                    for project_id in seen.projects:
                        self._put_project(self.new.db, project_id, seen)
                whole_studio.count_on(self.new.db)
            if self.new.in_files:
                for project_id in seen.projects:
                    self._put_file(project_id, seen)
            if not same_files:
                more, extra = self._move_files()
                files, size = max(files, more), max(size, extra)
        self._compare()
        return MovedStudio(
            projects=projects,
            rows=sum(number for number, _ in self.digests.values()),
            vectors=sum(self.vectors.values()),
            files=files,
            size=size,
        )

    def _move_files(self) -> tuple[int, int]:
        """Copy what is not there yet; gives how many files there are, and their bytes."""
        number = size = 0
        for store in STORES:
            for stored in self.old_files.listed(store):
                if not self._is_there(store, stored.key, stored.sha256):
                    put = self.new_files.put(store, stored.key, self.old_files.read(store, stored.key))
                    if put.sha256 != stored.sha256:
                        raise Damaged(f"The file {store}/{stored.key} arrived as another. Check both stores.")
                number, size = number + 1, size + stored.size
                self.progress("files", number, 0)
        return number, size

    def _is_there(self, store: str, key: str, sha256: str) -> bool:
        try:
            return self.new_files.stat(store, key).sha256 == sha256
        except NotFound:
            return False

    def _make_room(self, seen: StudioMoment) -> None:
        for index in (MEMORY_VECTORS, SENTENCE_VECTORS):
            whole_studio.make_room(self.new.db, index, seen.workspace)
        for connection in {id(each): each for each in seen.projects.values()}.values():
            whole_studio.make_room(self.new.db, ASSET_VECTORS, connection)

    def _put_workspace(self, seen: StudioMoment) -> None:
        whole_studio.make_way(self.new.db)
        for table in whole_studio.workspace_tables():
            table.put(self.new.db, table.lines(seen.of(None), ""), columns=table.names)
            self.digests[table.name] = whole_studio.digest(table.lines(seen.of(None), ""))
            self.progress("rows", sum(number for number, _ in self.digests.values()), 0)
        for words in WORDS:
            words.put(self.new.db, words.lines(seen.of(None), ""))
            self.digests[words.name] = whole_studio.digest(words.lines(seen.of(None), ""))
        for index in (MEMORY_VECTORS, SENTENCE_VECTORS):
            lines = whole_studio.vector_lines(seen.workspace, index, scope=None)
            self.vectors[index.name] = whole_studio.put_vectors(self.new.db, index, lines)

    def _put_file(self, project_id: ProjectId, seen: StudioMoment) -> None:
        db = self.new.project(project_id)
        with db.transaction():
            self._put_project(db, project_id, seen)

    def _put_project(self, db: Database, project_id: ProjectId, seen: StudioMoment) -> None:
        for table in whole_studio.story_tables():
            table.put(db, table.lines(seen.of(project_id), project_id), columns=table.names)
            told = whole_studio.digest(table.lines(seen.of(project_id), project_id))
            self.digests[f"{project_id}: {table.name}"] = told
        STORY_WORDS.put(db, STORY_WORDS.lines(seen.of(project_id), project_id))
        told = whole_studio.digest(STORY_WORDS.lines(seen.of(project_id), project_id))
        self.digests[f"{project_id}: {STORY_WORDS.name}"] = told
        lines = whole_studio.vector_lines(seen.projects[project_id], ASSET_VECTORS, scope=project_id)
        self.vectors[project_id] = whole_studio.put_vectors(db, ASSET_VECTORS, lines)
        self.progress("rows", sum(number for number, _ in self.digests.values()), 0)

    def _compare(self) -> None:
        """Read everything back; raises unless it is what was read."""
        with whole_studio.studio_moment(self.new) as back:
            there = {
                listed.name: whole_studio.digest(listed.lines(back.of(None), ""))
                for listed in whole_studio.workspace_lists()
            }
            for project_id in back.projects:
                for listed in whole_studio.story_lists():
                    told = whole_studio.digest(listed.lines(back.of(project_id), project_id))
                    there[f"{project_id}: {listed.name}"] = told
        if wrong := [name for name, told in self.digests.items() if there.get(name) != told]:
            raise Damaged(f"{wrong[0]} does not hold the same on both sides. The old studio is as it was: try again.")
