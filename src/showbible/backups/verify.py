"""Whether a backup would bring a studio back."""

from __future__ import annotations

import hashlib
from pathlib import Path

from showbible.backups.source import Source, opened, pieces
from showbible.errors import Damaged, NewerSchema, ShowbibleError
from showbible.storage import copies, migrate
from showbible.storage.backup_manifest import BackedUpFile, BackupManifest


def verify(place: Path) -> BackupManifest:
    """Read every byte of a backup and open its databases; raises unless all is as it was made."""
    with opened(place) as (manifest, source):
        check(manifest, source)
    return manifest


def check(manifest: BackupManifest, source: Source) -> None:
    """Raise, with the first thing that is wrong, unless a backup is whole and this program can use it."""
    for family, version in manifest.schema.items():
        known = migrate.head("workspace" if family == "workspace" else "project")
        if version > known:
            raise NewerSchema(f"The backup's {family} database", found=version, known=known)
    for file in manifest.files:
        try:
            _check_bytes(file, source)
            if file.name.endswith(".db") and not file.name.startswith("stores/"):
                with source.path(file.name) as path:
                    copies.examined(path)
        except ShowbibleError as error:
            raise Damaged(f"The backup is not sound: {file.name}: {error} Take another backup.") from error


def _check_bytes(file: BackedUpFile, source: Source) -> None:
    digest = hashlib.sha256()
    for piece in pieces(source, file.name):
        digest.update(piece)
    if digest.hexdigest() != file.sha256:
        raise Damaged("its bytes are not those that were kept.")
