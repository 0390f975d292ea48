"""The tables of a PostgreSQL database as they were before an upgrade: a backup that the older program can put back.

Files are not in it: an upgrade changes none.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from showbible.errors import Damaged
from showbible.storage import copies, dumping, identity, private, sqlite
from showbible.storage.backup_manifest import MANIFEST, BackedUpFile, BackupManifest
from showbible.storage.database import Database
from showbible.vocabulary import utcnow

BEFORE: Final = "before-upgrade"
"""How the names of such backups begin."""
_NAME: Final = re.compile(rf"{BEFORE}-v(\d+)-v(\d+)")
_UNFINISHED: Final = ".unfinished"


def keep_tables(db: Database, folder: Path, schema: Mapping[str, int]) -> Path:
    """Keep every table as it is, of one moment; raises, and leaves no copy, unless all of it can be read back."""
    private.folder(folder)
    target = folder / f"{BEFORE}-v{schema['workspace']}-v{schema['project']}"
    partial = target.with_name(f"{target.name}{_UNFINISHED}")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        private.folder(private.folder(partial) / "tables")
        _write(db, partial, schema)
        shutil.rmtree(target, ignore_errors=True)
        partial.rename(target)
    except OSError as error:
        raise sqlite.refusal(target, error, name="the copy made before an upgrade") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    copies.flush(folder)
    _prune(folder)
    return target


def _write(db: Database, into: Path, schema: Mapping[str, int]) -> None:
    files: list[BackedUpFile] = []

    def write(table: str, rows: Iterable[bytes]) -> None:
        place = into / "tables" / table
        sha256 = copies.write_through(place, rows)
        _check(db, table, place, sha256)
        found = place.stat()
        name = f"tables/{table}"
        files.append(BackedUpFile(name=name, size=found.st_size, sha256=sha256, written=found.st_mtime_ns))

    with db.snapshot():
        columns = dumping.dump(db, write)
        manifest = BackupManifest(
            made_at=utcnow(),
            showbible="the one before the upgrade",
            database=db.rules.name,
            workspace_id=identity.workspace_id(db),
            schema=dict(schema),
            columns=columns,
            files=tuple(files),
            left_out={},
        )
    copies.write_through(into / MANIFEST, [manifest.text().encode()])
    copies.flush(into / "tables")
    copies.flush(into)


def _check(db: Database, table: str, place: Path, sha256: str) -> None:
    """Raise unless what lies on the disk is what was read, and a line for every row of the table."""
    digest, lines = hashlib.sha256(), 0
    with place.open("rb") as file:
        for line in file:
            digest.update(line)
            lines += 1
    rows = int(db.value(f'SELECT COUNT(*) FROM "{table}"'))  # noqa: S608
    if (digest.hexdigest(), lines) != (sha256, rows):
        raise Damaged(
            f"The copy of {table} made before an upgrade is not sound, so nothing was upgraded. "
            "Check the disk of the data folder, then start again."
        )


def _prune(folder: Path) -> None:
    """Remove all but the newest copies."""
    found = {(int(match[1]), int(match[2])): path for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))}
    for versions in sorted(found)[: -copies.KEPT]:
        shutil.rmtree(found[versions], ignore_errors=True)
