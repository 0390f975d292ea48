"""Where the file of a project waits that is being taken in, until it is known to be one of the studio's.

It is made aside, under the name of the life that it will have. The registry's line is what makes it a project; only
then it is moved to its place. Should a process die between the two, whoever opens the project next does it.

What somebody brought and does not wait for lies in the data folder, where it is the studio's only one, and else beside
the stores, where workers on other machines see it too.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from showbible.errors import Conflict, NotFound
from showbible.storage import copies, incarnations, migrate, private, sqlite
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database, Life
from showbible.vocabulary import ProjectId

PARCELS: Final = "parcels"
"""The store in which whatever was brought waits for a worker."""
LARGEST_PARCEL: Final = 2 * 1024**3


def parcels(blobs: Blobs) -> Blobs:
    """Where whatever was brought waits, for workers on every machine."""
    return blobs.beside("arriving", {PARCELS: LARGEST_PARCEL})


def clear_parcels(blobs: Blobs, *, before: datetime) -> int:
    """Take away what has waited since before a moment; gives how many went."""
    waiting, gone = parcels(blobs), 0
    for entry in list(waiting.entries(PARCELS)):
        if entry.created_at < before:
            with suppress(NotFound):
                waiting.delete(PARCELS, entry.key)
                gone += 1
    return gone


def waiting_place(home: Path, life: Life) -> Path:
    """The folder in which the file of a life waits."""
    return home / "arriving" / life.incarnation


@contextmanager
def empty_file(home: Path, life: Life, *, floor: int = 0) -> Iterator[Database]:
    """An empty file for a life, to be filled aside; at the end all of it is safe on the disk."""
    folder = private.folder(waiting_place(home, life))
    db = sqlite.connect(folder / "memory.db", name=f"the database of the project {life.project_id!r}", floor=floor)
    try:
        migrate.upgrade(db, "project")
        incarnations.adopt(db, life)
        yield db
    finally:
        db.close()
    (folder / "memory.db.wlock").unlink(missing_ok=True)
    copies.flush(folder / "memory.db")
    copies.flush(folder)


def drop(home: Path, life: Life) -> None:
    """Take away what waits for a life that is not to be."""
    shutil.rmtree(waiting_place(home, life), ignore_errors=True)


def check_place(home: Path, project_id: ProjectId) -> None:
    """Refuse while a folder lies where the project's own will be: nobody knows whose it is."""
    if (place := _place(home, project_id)).exists() and any(place.iterdir()):
        raise Conflict(f"There is a folder projects/{project_id} that belongs to no project. Move it away first.")


def put_in_place(home: Path, life: Life) -> None:
    """Move the file of a life, if it waits, to where its project is looked for."""
    folder, place = waiting_place(home, life), _place(home, life.project_id)
    if not folder.is_dir():
        return
    private.folder(place.parent)
    with suppress(FileNotFoundError):  # another process has just done it
        folder.rename(place)
    copies.flush(place.parent)


def clear(home: Path, *, known: Collection[str], before: datetime) -> int:
    """Take away what has waited since before a moment for a life that nobody registered; gives how many went."""
    old = [each for each in _entries(home / "arriving") if each.lstat().st_mtime < before.timestamp()]
    gone = [each for each in old if each.name not in known]
    for each in gone:
        if each.is_dir():
            shutil.rmtree(each, ignore_errors=True)
        else:
            each.unlink(missing_ok=True)
    return len(gone)


def _place(home: Path, project_id: ProjectId) -> Path:
    return home / "projects" / project_id


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
