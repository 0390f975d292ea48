"""Make a backup while the studio works.

Files of the stores never change under their name, so they are linked, not copied, where the disk can do that: once
before the databases and once after, so that whatever a database speaks of is there even if it is removed meanwhile.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from showbible.errors import Damaged, ShowbibleError
from showbible.providers import roster
from showbible.storage import copies, dumping, held_files, identity, locks, migrate, private, sqlite
from showbible.storage.backup_manifest import MANIFEST, BackedUpFile, BackupManifest
from showbible.storage.blobs import Blobs, Folder
from showbible.storage.workspace import Workspace
from showbible.values import frozen
from showbible.vocabulary import STORES

PARTIAL: Final = ".partial"
_NO_LINKS: Final = frozenset({errno.EXDEV, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP})
_LOCK_WAIT: Final = 60.0


@frozen
class BackedUpStudio:
    """What a backup is made of."""

    workspace: Workspace
    blobs: Blobs
    version: str
    """The version of this program."""

    @property
    def folder(self) -> Path:
        """Where its backups are kept."""
        return self.workspace.home / "backups"


def create(studio: BackedUpStudio, *, at: datetime) -> Path:
    """Make a backup; it gets its name only when it is whole and safe on disk."""
    with alone(studio.folder):
        name = at.strftime("%Y-%m-%dT%H-%M-%S.%fZ")
        partial = private.folder(studio.folder / f"{name}{PARTIAL}")
        try:
            manifest = _Making(studio=studio, into=partial).made(at)
            copies.write_through(partial / MANIFEST, [manifest.text().encode()])
            _flush_folders(partial)
            made = partial.rename(studio.folder / name)
        except OSError as error:
            raise sqlite.refusal(partial, error, name="the backup") from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        copies.flush(studio.folder)
    return made


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only one who makes or removes backups; what one that was killed left behind goes first."""
    private.folder(folder)
    with locks.on_file(folder / ".lock", seconds=_LOCK_WAIT, what="the backups"):
        for left in folder.glob(f"*{PARTIAL}"):
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
        yield


@dataclass(kw_only=True)
class _Making:
    """A backup on its way."""

    studio: BackedUpStudio
    into: Path
    files: dict[str, BackedUpFile] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def made(self, at: datetime) -> BackupManifest:
        self._take_stores()
        if self.studio.workspace.in_files:
            self._take_databases()
        else:
            self.columns = dumping.dump(self.studio.workspace.db, self._take_table)
        self._take_stores()
        self._take_settings()
        db = self.studio.workspace.db
        return BackupManifest(
            made_at=at,
            showbible=self.studio.version,
            database=db.rules.name,
            workspace_id=identity.workspace_id(db),
            schema={family: migrate.head(family) for family in ("workspace", "project")},
            columns=self.columns,
            files=tuple(self.files.values()),
            left_out=self.left_out,
        )

    def _take_databases(self) -> None:
        with held_files.one_moment(self.studio.workspace) as moment:
            self.left_out |= moment.left_out
            for held in moment.files:
                target = self._place(held.name)
                try:
                    held.copy_to(target)
                except Damaged as error:
                    self._leave_out(held.name, error)
                else:
                    self._note(held.name, _hashed(target))

    def _leave_out(self, name: str, error: ShowbibleError) -> None:
        if name == "workspace.db":
            raise Damaged(f"No backup was made: {error}") from error
        self.left_out[name] = str(error)

    def _take_table(self, table: str, rows: Iterable[bytes]) -> None:
        name = f"tables/{table}"
        self._note(name, copies.write_through(self._place(name), rows))

    def _take_stores(self) -> None:
        """The files of a folder; those in a bucket stay there, where a copy on this disk would help nobody."""
        blobs = self.studio.blobs
        if not isinstance(blobs, Folder):
            return
        for store in STORES:
            for stored in blobs.listed(store):
                name = f"stores/{store}/{stored.key}"
                if name not in self.files:
                    try:
                        link_or_copy(blobs.root / store / stored.key, self._place(name))
                    except FileNotFoundError:
                        continue  # removed between the list and now: nothing speaks of it any more
                    self._note(name, stored.sha256)

    def _take_settings(self) -> None:
        kept = self.studio.workspace.home / roster.FILE
        if kept.is_file():
            self._note(roster.FILE, copies.write_through(self._place(roster.FILE), [kept.read_bytes()]))

    def _place(self, name: str) -> Path:
        target = self.into / name
        private.folder(target.parent)
        return target

    def _note(self, name: str, sha256: str) -> None:
        found = (self.into / name).stat()
        self.files[name] = BackedUpFile(name=name, size=found.st_size, sha256=sha256, written=found.st_mtime_ns)


def link_or_copy(source: Path, target: Path) -> None:
    """The same file under a second name, or a copy of it where the disk cannot do that."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        shutil.copy2(source, target, follow_symlinks=False)
        target.chmod(0o600)
        copies.flush(target)


def _hashed(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _flush_folders(top: Path) -> None:
    for folder, _, _ in os.walk(top):
        copies.flush(Path(folder))
