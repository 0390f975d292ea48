"""A studio's databases: the workspace and its projects, opened when asked for and closed when many.

On SQLite a project is a folder with a `memory.db` that can be copied, sent and opened elsewhere.
On PostgreSQL the workspace and every project share one database.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Final

from showbible.errors import Misconfigured
from showbible.settings import Settings
from showbible.storage import migrate, postgres, sqlite
from showbible.storage.database import Database
from showbible.vocabulary import ProjectId, checked_id, new_id

MOST_OPEN_PROJECTS: Final = 64


class Workspace:
    """The open databases of one studio."""

    def __init__(self, settings: Settings) -> None:
        self.home = settings.home.absolute()
        self._floor = settings.disk_floor_mb * 1024 * 1024
        self._projects: OrderedDict[ProjectId, Database] = OrderedDict()
        self._seen: dict[ProjectId, int] = {}
        self._opening = threading.Lock()
        _prepare_home(self.home)
        if settings.database is None:
            self.db = sqlite.connect(self.home / "workspace.db", pool_size=8, floor=self._floor)
        else:
            self.db = postgres.connect(settings.database)
        try:
            self._migrate()
        except BaseException:
            self.db.close()
            raise

    @property
    def in_files(self) -> bool:
        """Whether each project is a file of its own."""
        return self.db.rules.name == "sqlite"

    @property
    def writing(self) -> bool:
        """Whether this thread is inside a transaction of any database here."""
        return self.db.writing or any(db.writing for db in tuple(self._projects.values()))

    def project(self, project_id: ProjectId) -> Database:
        """The database of a project, made or migrated when it must be."""
        if not self.in_files:
            return self.db
        with self._opening:
            db = self._projects.get(project_id)
            if db is None:
                db = self._projects[project_id] = self._open(project_id)
            self._projects.move_to_end(project_id)
            while len(self._projects) > MOST_OPEN_PROJECTS:
                # Connections in use live on until they are given back; only idle ones close here.
                self._projects.popitem(last=False)[1].close()
            return db

    def folder(self, project_id: ProjectId) -> Path:
        """Where a project's own files lie."""
        return self.home / "projects" / checked_id("project", project_id)

    def has_news(self, project_id: ProjectId) -> bool:
        """Whether a project's file has changed since this was last asked; always false without files."""
        if not self.in_files:
            return False
        memory = self.folder(project_id) / "memory.db"
        changed = max((_changed(file) for file in (memory, memory.with_name("memory.db-wal"))), default=0)
        seen, self._seen[project_id] = self._seen.get(project_id, 0), changed
        return changed > seen

    def remove(self, project_id: ProjectId) -> None:
        """Take a project's folder away at once, then empty it."""
        with self._opening:
            db = self._projects.pop(project_id, None)
            if db is not None:
                db.close()
            folder, grave = self.folder(project_id), self.home / "trash" / new_id()
            grave.parent.mkdir(mode=0o700, exist_ok=True)
            try:
                folder.rename(grave)
            except FileNotFoundError:
                return
        shutil.rmtree(grave, ignore_errors=True)

    def close(self) -> None:
        """Close every database."""
        with self._opening:
            for db in self._projects.values():
                db.close()
            self._projects.clear()
        self.db.close()

    def _migrate(self) -> None:
        migrate.upgrade(self.db, "workspace", backups=self.home / "backups")
        if not self.in_files:
            migrate.upgrade(self.db, "project")

    def _open(self, project_id: ProjectId) -> Database:
        folder = self.folder(project_id)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        db = sqlite.connect(folder / "memory.db", floor=self._floor, queue=self.db)
        try:
            migrate.upgrade(db, "project", backups=self.home / "backups")
        except BaseException:
            db.close()
            raise
        return db


def _changed(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _prepare_home(home: Path) -> None:
    if home.exists() and not home.is_dir():
        raise Misconfigured(f"{home} is a file. Name a folder with --home or SHOWBIBLE_HOME.")
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise sqlite.refusal(home, error) from error
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK) or _is_read_only(home):
        raise Misconfigured(f"The data folder {home} cannot be written. Change its rights or name another with --home.")


def _is_read_only(home: Path) -> bool:
    return bool(os.statvfs(home).f_flag & os.ST_RDONLY)
