"""Put a backup back: into a new folder, or in the place of a studio that is kept beside it.

The studio is built beside its place and takes it in one step, so that whoever is killed here leaves either the old
studio or the new one. A folder that holds UNFINISHED was never more than a beginning.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from showbible.backups.source import Source, opened, pieces
from showbible.backups.verify import check
from showbible.errors import Conflict, Misconfigured
from showbible.settings import Settings
from showbible.storage import copies, dumping, migrate, private, sqlite, switching
from showbible.storage.backup_manifest import BackedUpFile, BackupManifest
from showbible.storage.blobs import Blobs
from showbible.storage.workspace import Workspace
from showbible.values import frozen

UNFINISHED: Final = ".restoring"


@frozen
class Restored:
    """What was put back, and where what was there before lies now."""

    manifest: BackupManifest
    kept: Path | None


def restore(place: Path, settings: Settings, *, replace: bool, at: datetime) -> Restored:
    """Put a backup of files into a data folder, once all of it is known to be sound."""
    home = settings.home.absolute()
    with opened(place) as (manifest, source):
        _check_kind(manifest, settings)
        _check_target(home, replace=replace)
        check(manifest, source)
        new = _beginning(home, at)
        for file in manifest.files:
            _put(file, source, new)
        _finish(new)
        kept = _switch(new, home, at)
    if kept is not None:
        _bring_backups_along(kept, home)
    return Restored(manifest=manifest, kept=kept)


def restore_tables(place: Path, workspace: Workspace, blobs: Blobs, *, replace: bool) -> BackupManifest:
    """Put a backup of tables into a PostgreSQL database, all or nothing, and its files into the stores first."""
    with opened(place) as (manifest, source):
        if manifest.database != "postgresql":
            raise _other_kind("a folder", "leave SHOWBIBLE_DATABASE out and name a new folder with --home")
        check(manifest, source)
        _check_age(manifest)
        for file in manifest.files:
            if file.name.startswith("stores/"):
                _, store, key = file.name.split("/", 2)
                blobs.put(store, key, pieces(source, file.name))
        dumping.load(workspace.db, manifest.columns, lambda table: pieces(source, f"tables/{table}"), replace=replace)
    return manifest


def _check_kind(manifest: BackupManifest, settings: Settings) -> None:
    if manifest.database != "sqlite":
        raise _other_kind("PostgreSQL", "set SHOWBIBLE_DATABASE to an empty database")
    if manifest.schema["workspace"] < 1 or settings.database is not None:
        raise _other_kind("a folder", "leave SHOWBIBLE_DATABASE out and name a new folder with --home")


def _check_age(manifest: BackupManifest) -> None:
    """Refuse tables of an older schema: only the program that made them knows what they looked like."""
    for family, kept in manifest.schema.items():
        if kept < (known := migrate.head("workspace" if family == "workspace" else "project")):
            raise Misconfigured(
                f"The backup's {family} tables have schema version {kept}, this Showbible's {known}. Restore it into "
                "an empty database with the Showbible that it was made with, then open that database with this one."
            )


def _other_kind(kind: str, advice: str) -> Misconfigured:
    return Misconfigured(f"This is a backup of a studio on {kind}: {advice}.")


def _check_target(home: Path, *, replace: bool) -> None:
    if home.exists() and not home.is_dir():
        raise Misconfigured(f"{home} is a file. Name a folder with --home.")
    if not replace and home.is_dir() and any(home.iterdir()):
        raise Conflict(f"{home} is not empty. Name a new folder with --home, or add --replace: it is kept beside it.")


def _beginning(home: Path, at: datetime) -> Path:
    """An empty folder beside the place of the studio; beginnings that others left are cleared away."""
    home.parent.mkdir(parents=True, exist_ok=True)
    for left in home.parent.glob(f"{home.name}.restoring-*"):
        if (left / UNFINISHED).exists():
            shutil.rmtree(left)
    new = private.folder(home.with_name(f"{home.name}.restoring-{_name(at)}"))
    private.file(new / UNFINISHED)
    return new


def _put(file: BackedUpFile, source: Source, new: Path) -> None:
    target = new / file.name
    private.folder(target.parent)
    private.file(target)
    try:
        with target.open("wb") as written:
            for piece in pieces(source, file.name):
                written.write(piece)
            written.flush()
            os.utime(written.fileno(), ns=(file.written, file.written))
            os.fsync(written.fileno())
    except OSError as error:
        raise sqlite.refusal(target, error, name=file.name) from error


def _finish(new: Path) -> None:
    for folder, _, _ in os.walk(new):
        copies.flush(Path(folder))
    (new / UNFINISHED).unlink()
    copies.flush(new)


def _switch(new: Path, home: Path, at: datetime) -> Path | None:
    """Give the new studio its place; gives the new place of the old one, if there was one."""
    try:
        if not home.exists():
            new.rename(home)
            return None
        empty = not any(home.iterdir())
        with _writers_kept_out(home):
            switching.exchange(new, home)
        if empty:
            new.rmdir()
            return None
        return new.rename(home.with_name(f"{home.name}.before-restore-{_name(at)}"))
    except OSError as error:
        raise Misconfigured(
            f"{home} cannot be replaced as a whole ({error.strerror}): the restored studio is complete in {new}. "
            "Name that folder with --home, or move it."
        ) from error


@contextmanager
def _writers_kept_out(home: Path) -> Iterator[None]:
    """Let no transaction be under way in the workspace while it changes its place."""
    with ExitStack() as stack:
        if (workspace := home / "workspace.db").exists():
            stack.enter_context(sqlite.SQLite(workspace).alone())
        yield


def _bring_backups_along(kept: Path, home: Path) -> None:
    """The backups stay with the studio, not with what it was before."""
    with suppress(FileNotFoundError):
        (kept / "backups").rename(home / "backups")


def _name(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H-%M-%S.%fZ")
