"""Read the files of a notebook."""

from __future__ import annotations

from showbible.errors import NotFound
from showbible.notebooks.model import NoteFile
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import moment


def files(db: ProjectDatabase) -> list[NoteFile]:
    """Every file, by path."""
    found = db.all("SELECT path, size, updated_at FROM note_files WHERE project_id = :project_id")
    listed = [NoteFile(path=row.path, size=row.size, updated_at=moment(row.updated_at)) for row in found]
    # Sorted here: each database has an order of letters of its own.
    return sorted(listed, key=lambda each: each.path)


def text(db: ProjectDatabase, path: str) -> str:
    """What a file says."""
    row = db.first("SELECT text FROM note_files WHERE project_id = :project_id AND path = :path", path=path)
    if row is None:
        raise NotFound("file", path)
    return str(row.text)
