"""The files of a studio's projects, each in a slot of its own: a slow opening delays nobody else."""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from showbible.errors import Busy, Damaged, Misconfigured
from showbible.storage import arrivals, guards, incarnations, locks, migrate, private, sqlite
from showbible.storage.database import Database, Life, ProjectDatabase
from showbible.storage.incarnations import Registered
from showbible.vocabulary import ProjectId

MOST_OPEN_PROJECTS: Final = 64


class ProjectSlot:
    """The place of one project's file among those that are open."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.db: ProjectDatabase | None = None
        self.is_born = False
        """Whether the registry is known to have heard of the file."""
        self.is_stuck = False
        """Whether it could not be opened when that was last tried."""

    def opened(self, incarnation: str | None) -> ProjectDatabase | None:
        """The open database, as long as its file and its life are the wanted ones."""
        db = self.db
        if db is None or incarnation not in (None, db.life.incarnation):
            return None
        return db if isinstance(db.guard, guards.ProjectFile) and db.guard.is_there else None

    def close(self) -> None:
        """Let go of the file; connections in use live on until they are given back."""
        db, self.db, self.is_born = self.db, None, False
        if db is not None:
            db.close()


class ProjectFiles:
    """Every project's file, opened when it is asked for; the ones used longest ago are closed when many are open."""

    def __init__(self, home: Path, db: Database, *, floor: int) -> None:
        self.home = home
        self.db = db
        self.floor = floor
        self._slots: OrderedDict[ProjectId, ProjectSlot] = OrderedDict()
        self._arranging = threading.Lock()
        # The registry as everybody sees it, whatever transaction or snapshot a caller is in.
        self._apart = Database(db.engine, db.rules)

    def project(self, project_id: ProjectId, incarnation: str | None) -> ProjectDatabase:
        """The database of a registered project, made or migrated when it must be."""
        slot = self._slot(project_id)
        db = slot.opened(incarnation) or self._open_alone(slot, project_id, incarnation)
        if not slot.is_born:
            # Only here, outside the slot's lock: who writes the workspace may be waiting for that one.
            incarnations.mark_born(self._registry, db.life)
            slot.is_born = not self.db.writing  # inside a transaction the mark may still be undone
        return db

    def folder(self, project_id: ProjectId) -> Path:
        """Where a project's own files lie."""
        return self.home / "projects" / project_id

    def file(self, project_id: ProjectId) -> Path:
        """Where a project's memory lies."""
        return self.folder(project_id) / "memory.db"

    def locked(self, project_id: ProjectId) -> AbstractContextManager[None]:
        """Be the only one who makes or removes a project's folder; the lock dies with its process."""
        path = private.folder(self.home / "projects") / f".{project_id}.lock"
        return locks.on_file(path, seconds=sqlite.WAIT_SECONDS, what=f"the project {project_id!r}")

    def forget(self, project_id: ProjectId) -> None:
        """Close the file of a project that goes."""
        with self._arranging:
            slot = self._slots.pop(project_id, None)
        if slot is not None:
            slot.close()

    def is_opening(self, project_id: ProjectId) -> bool:
        """Whether somebody in this process is opening a project right now."""
        slot = self._slots.get(project_id)
        return slot is not None and slot.lock.locked()

    def is_suspect(self, project_id: ProjectId) -> bool:
        """Whether a project that is born can probably not be opened, as far as that can be told without trying."""
        slot = self._slots.get(project_id)
        return guards.place(self.file(project_id)) is None or (slot is not None and slot.is_stuck)

    @property
    def writing(self) -> bool:
        """Whether this thread is inside a transaction of any project."""
        return any(slot.db.writing for slot in tuple(self._slots.values()) if slot.db is not None)

    def close(self) -> None:
        """Close every file."""
        with self._arranging:
            slots = tuple(self._slots.values())
            self._slots.clear()
        for slot in slots:
            slot.close()

    @property
    def _registry(self) -> Database:
        return self.db if self.db.writing else self._apart

    def _slot(self, project_id: ProjectId) -> ProjectSlot:
        with self._arranging:
            slot = self._slots.setdefault(project_id, ProjectSlot())
            self._slots.move_to_end(project_id)
            too_many = [self._slots.popitem(last=False)[1] for _ in range(len(self._slots) - MOST_OPEN_PROJECTS)]
        for each in too_many:
            each.close()  # which may take a while, so that nobody waits for it inside the lock
        return slot

    def _open_alone(self, slot: ProjectSlot, project_id: ProjectId, incarnation: str | None) -> ProjectDatabase:
        if not slot.lock.acquire(timeout=sqlite.WAIT_SECONDS):
            raise Busy(f"The project {project_id!r} is still being opened. Try again in a moment.")
        try:
            if (db := slot.opened(incarnation)) is not None:
                return db
            slot.close()
            registered = incarnations.living(self._registry, project_id, incarnation=incarnation)
            slot.db = self._open(registered)
            slot.is_born, slot.is_stuck = registered.is_born, False
            return slot.db
        except (Damaged, Misconfigured):
            slot.is_stuck = True
            raise
        except OSError as error:
            raise sqlite.refusal(self.file(project_id), error, name=_called(project_id)) from error
        finally:
            slot.lock.release()

    def _open(self, registered: Registered) -> ProjectDatabase:
        """The file of a project; only of one that is not born yet may it be made."""
        if registered.is_born:
            return self._checked(registered)
        with self.locked(registered.life.project_id):
            life = registered.life
            return self._checked(incarnations.living(self._registry, life.project_id, incarnation=life.incarnation))

    def _checked(self, registered: Registered) -> ProjectDatabase:
        life, path = registered.life, self.file(registered.life.project_id)
        if registered.is_born and guards.place(path) is None:
            arrivals.put_in_place(self.home, life)
            if guards.place(path) is None:
                raise guards.lost(life.project_id)
        if not registered.is_born:
            private.folder(path.parent)
        private.tighten(path.parent)
        db = sqlite.connect(
            path,
            name=_called(life.project_id),
            remedy=f"{sqlite.RESTORE}, or delete the project",
            floor=self.floor,
            queue=self.db,
            make=not registered.is_born,
        )
        try:
            self._prepare(db, registered)
        except BaseException:
            db.close()
            raise
        return db.of(life, guards.ProjectFile(str(path), guards.place(path), life, self._apart))

    def _prepare(self, db: Database, registered: Registered) -> None:
        """Bring a file to the present schema, and make sure whose it is."""
        life, version = registered.life, migrate.version(db, "project")
        if registered.is_born and not version:
            raise guards.lost(life.project_id)
        if version != migrate.head("project"):
            migrate.upgrade(db, "project", backups=self.home / "backups")
        found = incarnations.in_file(db)
        if found == life.incarnation:
            return
        if found is not None and registered.is_born:
            raise _strange(life)
        incarnations.adopt(db, life)


def _called(project_id: ProjectId) -> str:
    return f"the database of the project {project_id!r}"


def _strange(life: Life) -> Damaged:
    return Damaged(
        f"The database of the project {life.project_id!r} belongs to another project, or to an earlier one of this "
        f"name. Nothing was changed: {sqlite.RESTORE}, or delete the project."
    )
