"""The backups of a studio: make, list, check, pack, remove."""

from __future__ import annotations

import builtins
import os
import shutil
import tarfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from showbible.backups import create as making
from showbible.backups.create import PARTIAL, BackedUpStudio
from showbible.backups.verify import verify
from showbible.errors import Conflict, Invalid, ShowbibleError
from showbible.storage import copies, facts, private, sqlite
from showbible.storage.backup_manifest import MANIFEST, BackupManifest, read_manifest
from showbible.storage.kept_tables import BEFORE
from showbible.values import frozen
from showbible.vocabulary import moment, stamp, utcnow

VERIFIED: Final = ".verified"
"""Its age says when every byte of a backup was last read."""
_LAST: Final = "last backup"


@frozen
class Backup:
    """A backup that is whole."""

    name: str
    place: Path
    manifest: BackupManifest
    verified_at: datetime | None

    @property
    def made_at(self) -> datetime:
        """The moment it is of."""
        return self.manifest.made_at


class Backups:
    """What a studio keeps in case it is lost."""

    def __init__(self, studio: BackedUpStudio, *, now: Callable[[], datetime] = utcnow) -> None:
        self._studio, self._now = studio, now

    def create(self) -> Backup:
        """Make a backup of this moment, while the studio works."""
        made = _backup(making.create(self._studio, at=self._now()))
        db = self._studio.workspace.db
        with db.transaction():
            facts.keep(db, _LAST, {"at": stamp(made.made_at)})
        return made

    def last_made_at(self) -> datetime | None:
        """When a backup was last made, on whatever machine; the newest that lies here, where nobody noted one."""
        noted, newest = facts.kept(self._studio.workspace.db, _LAST), self.newest()
        known = [moment(noted["at"])] if noted else []
        return max([*known, *([newest.made_at] if newest else [])], default=None)

    def list(self) -> builtins.list[Backup]:
        """The backups in the data folder, newest first; what is no whole backup, or has no files, is left out."""
        found = []
        for place in sorted(self._studio.folder.glob(f"*/{MANIFEST}"), reverse=True):
            if not place.parent.name.endswith(PARTIAL) and not place.parent.name.startswith(BEFORE):
                try:
                    found.append(_backup(place.parent))
                except (ShowbibleError, OSError):
                    continue
        return found

    def newest(self) -> Backup | None:
        """The last one that was made."""
        return next(iter(self.list()), None)

    def verify(self, name: str) -> Backup:
        """Read every byte of a backup and open its databases; raises unless it would bring the studio back."""
        place = self._place(name)
        verify(place)
        (place / VERIFIED).touch(mode=0o600)
        return _backup(place)

    def pack(self, name: str, file: Path) -> Path:
        """Write a backup into one archive file, to be taken elsewhere."""
        return packed(_backup(self._place(name)), file)

    def prune(self, keep: int) -> builtins.list[str]:
        """Remove all but the newest; none while the newest one had to leave something out."""
        if keep < 1:
            raise Invalid("Keep at least one backup.", field="keep")
        with making.alone(self._studio.folder):
            kept = self.list()
            if kept and kept[0].manifest.left_out:
                return []
            for backup in kept[keep:]:
                shutil.rmtree(backup.place)
        return [backup.name for backup in kept[keep:]]

    def _place(self, name: str) -> Path:
        known = {backup.name: backup.place for backup in self.list()}
        if name not in known:
            raise Invalid(f"There is no backup {name!r}: `showbible backup list` names them.", field="name")
        return known[name]


def packed(backup: Backup, file: Path) -> Path:
    """A backup as one archive file; it gets its name only when it is whole and safe on disk."""
    if file.exists():
        raise Conflict(f"{file} is there already. Name another file.")
    partial = file.with_name(f"{file.name}{PARTIAL}")
    try:
        private.file(partial)
        # Dereferenced, a file that has a second name elsewhere is packed, and not only named.
        with tarfile.open(partial, "w", format=tarfile.PAX_FORMAT, dereference=True) as archive:
            for name in [MANIFEST, *(kept.name for kept in backup.manifest.files)]:
                archive.add(backup.place / name, arcname=name, recursive=False, filter=_private)
        copies.flush(partial)
        os.replace(partial, file)
        copies.flush(file.absolute().parent)
    except OSError as error:
        raise sqlite.refusal(file, error, name=str(file)) from error
    finally:
        partial.unlink(missing_ok=True)
    return file


def _private(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Nothing of this machine's users, and no rights for others."""
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


def _backup(place: Path) -> Backup:
    verified = place / VERIFIED
    return Backup(
        name=place.name,
        place=place,
        manifest=read_manifest((place / MANIFEST).read_bytes()),
        verified_at=datetime.fromtimestamp(verified.stat().st_mtime).astimezone() if verified.exists() else None,
    )
