"""A studio's databases: the workspace and its projects, opened when asked for and closed when many.

On SQLite a project is a folder with a `memory.db` that can be copied, sent and opened elsewhere.
On PostgreSQL the workspace and every project share one database.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final

from showbible.errors import Misconfigured, ShowbibleError
from showbible.settings import Settings
from showbible.storage import guards, halfvec, incarnations, layout, locks, migrate, postgres, private, sqlite
from showbible.storage.database import Database, Life, ProjectDatabase
from showbible.storage.project_files import ProjectFiles
from showbible.vocabulary import ProjectId, checked_id, new_id

_OURS: Final = ("projects", "stores", "backups", "trash", "arriving")
"""The folders inside the data folder that are ours alone."""


class Workspace:
    """The open databases of one studio."""

    def __init__(self, settings: Settings) -> None:
        self.home = settings.home.absolute()
        self._seen: dict[ProjectId, int] = {}
        _prepare_home(self.home)
        floor = settings.disk_floor_mb * 1024 * 1024
        self.db = _connected(self.home, settings.database, floor=floor)
        self._files = ProjectFiles(self.home, self.db, floor=floor)
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
        return self.db.writing or self._files.writing

    def project(self, project_id: ProjectId, *, incarnation: str | None = None) -> ProjectDatabase:
        """The database of a registered project, made or migrated when it must be; of one life, when it is named."""
        checked_id("project", project_id)
        if self.in_files:
            return self._files.project(project_id, incarnation)
        wanted = incarnation or incarnations.living(self.db, project_id).life.incarnation
        life = Life(project_id=project_id, incarnation=wanted)
        return self.db.of(life, guards.ProjectTables(life))

    def trouble(self, project_id: ProjectId) -> str | None:
        """Why a project cannot be opened now, in words that say what to do; None when it can."""
        if not self.in_files:
            return None
        if self._files.is_opening(project_id):
            return f"The project {project_id!r} is being opened. Look again in a moment."
        try:
            self.project(project_id)
        except ShowbibleError as error:
            return str(error)
        return None

    def troubles(self) -> dict[ProjectId, str]:
        """What is wrong with projects that are known, or seen at a glance, to have a problem."""
        if not self.in_files:
            return {}
        suspects = filter(self._files.is_suspect, incarnations.born(self.db))
        told = {project_id: self.trouble(project_id) for project_id in suspects}
        return {project_id: reason for project_id, reason in told.items() if reason is not None}

    def folder(self, project_id: ProjectId) -> Path:
        """Where a project's own files lie."""
        checked_id("project", project_id)
        return self._files.folder(project_id)

    def has_news(self, project_id: ProjectId) -> bool:
        """Whether a project's file has changed since this was last asked; always false without files."""
        if not self.in_files:
            return False
        memory = self._files.file(project_id)
        changed = max((_changed(file) for file in (memory, memory.with_name("memory.db-wal"))), default=0)
        seen, self._seen[project_id] = self._seen.get(project_id, 0), changed
        return changed > seen

    def locked(self, project_id: ProjectId) -> AbstractContextManager[None]:
        """Be the only one who removes a project; the lock dies with its process."""
        if self.in_files:
            return self._files.locked(project_id)
        return locks.on_server(self.db, f"removing project:{project_id}")

    def remove(self, project_id: ProjectId) -> None:
        """Take a project's folder away at once, then empty it, with what others left half emptied."""
        self._files.forget(project_id)
        trash = private.folder(self.home / "trash")
        with suppress(FileNotFoundError):
            self.folder(project_id).rename(trash / new_id())
        for grave in tuple(trash.iterdir()):
            shutil.rmtree(grave, ignore_errors=True)

    def database_bytes(self) -> int:
        """How much the databases take, everything recorded and learned in them."""
        if not self.in_files:
            return int(self.db.value("SELECT pg_database_size(current_database())"))
        files = (*self.home.glob("workspace.db*"), *self.home.glob("projects/*/memory.db*"))
        return sum(file.stat().st_size for file in files if file.exists())

    def close(self) -> None:
        """Close every database."""
        self._files.close()
        self.db.close()

    def _migrate(self) -> None:
        if not self.in_files:
            migrate.upgrade_tables(self.db, backups=self.home / "backups")
            halfvec.take_up(self.db, layout.VECTORS)
            self.db.guard = guards.WorkspaceTables()
            return
        path = self.home / "workspace.db"
        if _was_used(self.home) and not migrate.version(self.db, "workspace"):
            raise _headless(self.home)
        migrate.upgrade(self.db, "workspace", backups=self.home / "backups")
        self.db.guard = guards.WorkspaceFile(str(path), guards.place(path))


def _connected(home: Path, address: str | None, *, floor: int) -> Database:
    if address is not None:
        return postgres.connect(address)
    path = home / "workspace.db"
    if guards.place(path) is None and _was_used(home):
        raise _headless(home)
    return sqlite.connect(path, pool_size=8, floor=floor)


def _was_used(home: Path) -> bool:
    """Whether a data folder holds what only a studio can have left there."""
    kept = (*_entries(home / "projects"), *_entries(home / "stores"))
    return any(entry.is_dir() and not entry.name.startswith(".") and entry.name != "partial" for entry in kept)


def _entries(folder: Path) -> Iterable[Path]:
    return folder.iterdir() if folder.is_dir() else ()


def _headless(home: Path) -> Misconfigured:
    return Misconfigured(
        f"{home} holds projects or files, but its workspace.db is missing or empty: restore it from a backup, "
        "or name another folder with --home."
    )


def _changed(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _prepare_home(home: Path) -> None:
    if home.exists() and not home.is_dir():
        raise Misconfigured(f"{home} is a file. Name a folder with --home or SHOWBIBLE_HOME.")
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        private.folder(home)
    except OSError as error:
        raise sqlite.refusal(home, error, name=str(home)) from error
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK) or _is_read_only(home):
        raise Misconfigured(f"The data folder {home} cannot be written. Change its rights or name another with --home.")
    private.tighten(*(home / name for name in _OURS), *_entries(home / "backups"))


def _is_read_only(home: Path) -> bool:
    return bool(os.statvfs(home).f_flag & os.ST_RDONLY)
