"""One moment of every SQLite file of a studio, held while it is copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from showbible.errors import Damaged
from showbible.storage import copies, incarnations, private, sqlite
from showbible.storage.workspace import Workspace
from showbible.values import frozen


@frozen
class HeldFile:
    """A database as it was at one moment, however others go on writing it."""

    name: str
    connection: Any

    def copy_to(self, target: Path) -> None:
        """Write that moment into a new file; raises, and leaves no file, unless the copy is sound and whole."""
        private.file(target)
        try:
            with closing(sqlite.bare(target)) as made:
                self.connection.backup(made)
            wanted = copies.summary(self.connection.execute)
            if copies.examined(target) != wanted:
                raise Damaged(f"The copy of {self.name} does not hold what the original holds. Check the disk.")
            copies.flush(target)
        except sqlite.DriverError as error:
            raise Damaged(f"{self.name} cannot be read ({error}).") from error
        except BaseException:
            target.unlink(missing_ok=True)
            raise


@frozen
class HeldFiles:
    """What was there, and what could not be opened."""

    files: list[HeldFile]
    left_out: Mapping[str, str]
    """Why, by the name of each file that is missing or damaged."""


@contextmanager
def one_moment(workspace: Workspace) -> Iterator[HeldFiles]:
    """Every file of a studio, all of one moment: nothing goes from one to another while it is taken.

    What passes between a project and its workspace, and every beginning and end of a project, is written in the
    workspace, so keeping its other writers out for as long as it takes to open the files is enough.
    """
    assert isinstance(workspace.db.rules, sqlite.SQLite)
    with ExitStack() as stack:
        held, left_out = [], {}
        with workspace.db.rules.alone():
            for name, path in _files(workspace).items():
                try:
                    held.append(HeldFile(name=name, connection=stack.enter_context(_held(path))))
                except sqlite.DriverError as error:
                    left_out[name] = str(error)
        yield HeldFiles(files=held, left_out=left_out)


def _files(workspace: Workspace) -> dict[str, Path]:
    projects = {
        f"projects/{project_id}/memory.db": workspace.folder(project_id) / "memory.db"
        for project_id in incarnations.born(workspace.db)
    }
    return {"workspace.db": workspace.home / "workspace.db", **projects}


@contextmanager
def _held(path: Path) -> Iterator[Any]:
    with closing(sqlite.existing(path)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        yield connection
