"""Write the files of a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from showbible.errors import Invalid, NotFound
from showbible.notebooks import recall
from showbible.notebooks.model import check_free, check_room, checked_path, size_of
from showbible.storage.database import Database, ProjectDatabase
from showbible.vocabulary import stamp, utcnow


@contextmanager
def _writing(db: ProjectDatabase) -> Iterator[None]:
    """One writer of a notebook at a time: its limits are about all of its files."""
    with db.transaction():
        db.hold(f"notebook:{db.project_id}")
        yield


def create(db: ProjectDatabase, path: str, text: str) -> None:
    """Keep a new file."""
    size = size_of(text)
    with _writing(db):
        there = recall.files(db)
        check_free(path, [each.path for each in there])
        check_room(files=len(there) + 1, size=sum(each.size for each in there) + size)
        db.run(
            """
            INSERT INTO note_files (project_id, path, text, size, created_at, updated_at)
            VALUES (:project_id, :path, :text, :size, :at, :at)
            """,
            path=path,
            text=text,
            size=size,
            at=stamp(utcnow()),
        )


def change(db: ProjectDatabase, path: str, edit: Callable[[str], str]) -> str:
    """Let a file say what an edit makes of it; gives its new text."""
    with _writing(db):
        text = edit(recall.text(db, path))
        size = size_of(text)
        there = recall.files(db)
        check_room(files=len(there), size=sum(each.size for each in there if each.path != path) + size)
        db.run(
            """
            UPDATE note_files
               SET text = :text, size = :size, updated_at = :at
             WHERE project_id = :project_id AND path = :path
            """,
            path=path,
            text=text,
            size=size,
            at=stamp(utcnow()),
        )
    return text


def delete(db: ProjectDatabase, path: str) -> int:
    """Remove a file, or a folder with all that lies in it; gives how many files that were."""
    with _writing(db):
        going = _at_or_below(db, path)
        db.run("DELETE FROM note_files WHERE project_id = :project_id AND path IN :paths", paths=going)
    return len(going)


def rename(db: ProjectDatabase, old: str, new: str) -> None:
    """Move a file, or a folder with all that lies in it."""
    if new.startswith(f"{old}/"):
        raise Invalid(f"{old} cannot be moved into itself.", field="new_path")
    with _writing(db):
        moving = _at_or_below(db, old)
        check_free(new, [each.path for each in recall.files(db)])
        db.many(
            """
            UPDATE note_files
               SET path = :new_path
             WHERE project_id = :project_id AND path = :old_path
            """,
            [{"old_path": each, "new_path": checked_path(new + each.removeprefix(old))} for each in moving],
        )


def forget_project(db: Database, project_id: str) -> None:
    """Remove the notebook of a project."""
    with db.transaction():
        db.run("DELETE FROM note_files WHERE project_id = :project_id", project_id=project_id)


def _at_or_below(db: ProjectDatabase, path: str) -> list[str]:
    there = [each.path for each in recall.files(db) if each.path == path or each.path.startswith(f"{path}/")]
    if not there:
        raise NotFound("file or folder", path)
    return there
