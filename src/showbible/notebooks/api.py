"""A project's notebook as a caller holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from showbible.notebooks import recall, record
from showbible.notebooks.model import NoteFile, checked_path
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import ProjectId


@dataclass(frozen=True)
class Notebook:
    """Files that assistants write for themselves and each other; every path begins with `/memories/`."""

    db: ProjectDatabase

    @property
    def project_id(self) -> ProjectId:
        """The project whose notebook this is."""
        return self.db.project_id

    def files(self) -> list[NoteFile]:
        """Every file, by path."""
        return recall.files(self.db)

    def read(self, path: str) -> str:
        """What a file says."""
        return recall.text(self.db, checked_path(path))

    def create(self, path: str, text: str) -> None:
        """Keep a new file; one that is there already is a conflict."""
        record.create(self.db, checked_path(path), text)

    def change(self, path: str, edit: Callable[[str], str]) -> str:
        """Let a file say what an edit makes of it; gives its new text."""
        return record.change(self.db, checked_path(path), edit)

    def delete(self, path: str) -> int:
        """Remove a file, or a folder with all that lies in it; gives how many files that were."""
        return record.delete(self.db, checked_path(path))

    def rename(self, old: str, new: str) -> None:
        """Move a file, or a folder with all that lies in it."""
        record.rename(self.db, checked_path(old), checked_path(new))
