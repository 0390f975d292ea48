"""Files: pictures, sound and film, under names of ours.

A file is written beside its place, flushed, and only then given its name, so a name always stands for
the whole file. What it is gets decided by its first bytes, never by what the sender calls it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from showbible.errors import Conflict, Damaged, DiskFull, NotFound, ShowbibleError
from showbible.storage import handles, retention
from showbible.storage.sqlite import free_bytes, refusal
from showbible.storage.stores import notes
from showbible.storage.stores.drafts import Draft, unlink
from showbible.storage.stores.keys import checked_key, checked_prefix, run_of
from showbible.storage.stores.notes import ContentFacts
from showbible.storage.stores.walking import walk
from showbible.values import frozen
from showbible.vocabulary import moment, new_id

MIB: Final = retention.MIB
LIMITS: Final = {store: rule.most_bytes or 0 for store, rule in retention.STORES.items()}
"""The most bytes that one file in each store may have; in `runs`, all files of a run together."""

CHUNK: Final = 256 * 1024


@frozen
class FileEntry:
    """What a list of files says of one."""

    store: str
    key: str
    size: int
    created_at: datetime


@frozen
class Stored(FileEntry):
    """What is known of a stored file."""

    sha256: str
    content_type: str


class Blobs(Protocol):
    """Where files are kept: a folder of this machine, or a bucket of an S3-compatible service."""

    limits: Mapping[str, int]
    """The stores there are, each with the most bytes that one of its files may have."""

    def put(self, store: str, key: str, content: Iterable[bytes], *, new: bool = False) -> Stored:
        """Keep a file under a key, replacing what was there, or refusing to when it must be `new`."""

    def stat(self, store: str, key: str) -> Stored:
        """What is known of the file under a key."""

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to `end`, in pieces."""

    def local(self, store: str, key: str) -> AbstractContextManager[Path]:
        """The file as one of this machine, for tools that want a path; it lasts as long as it is looked at."""

    def delete(self, store: str, key: str) -> None:
        """Forget the file under a key."""

    def entries(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[FileEntry]:
        """The files under a prefix, which names a folder, in one order; those after a key, when one is given."""

    def listed(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[Stored]:
        """The same files with all that is known of each, which takes longer."""

    def address(self, store: str, key: str, *, lasting: timedelta) -> str | None:
        """An address at which anybody can fetch the file for a while; none where the store has no such addresses."""

    def beside(self, name: str, limits: Mapping[str, int]) -> Blobs:
        """Other stores in the same place, of which the callers of this one know nothing."""

    def check(self) -> None:
        """Raise unless the place answers."""

    def discard(self, store: str, prefix: str) -> None:
        """Take away everything in a folder of a store, at once where the place can do that."""

    def check_room(self) -> None:
        """Raise unless there is room for another file."""


class Allowance(NamedTuple):
    """How many bytes a file may have, and what is said to one that has more."""

    limit: int
    words: str

    @classmethod
    def of(cls, blobs: Blobs, store: str, key: str) -> Allowance:
        """What a store allows for a key: the working files of a run share what one may have."""
        checked_key(key)
        limit, run = blobs.limits[checked_store(blobs, store)], run_of(key) if store == "runs" else None
        words = f"{store}/{key} is over the limit of {limit:,} bytes."
        if run is None:
            return cls(limit, words)
        others = sum(each.size for each in blobs.entries(store, run) if each.key != key)
        return cls(limit - others, f"{words} It is for all files of a run, and the others have {others:,}.")


def checked_store(blobs: Blobs, store: str) -> str:
    """The name itself, when there is such a store."""
    if store not in blobs.limits:
        raise NotFound("store", store)
    return store


class Folder:
    """Files in a folder of this machine."""

    def __init__(self, root: Path, *, floor: int = 0, limits: Mapping[str, int] = LIMITS) -> None:
        self.root = root
        self.floor = floor
        self.limits = limits

    def put(self, store: str, key: str, content: Iterable[bytes], *, new: bool = False) -> Stored:
        """Keep a file under a key, replacing what was there; on any failure nothing changes."""
        parts, name = self._place(store, key)
        self.check_room()
        allowed = Allowance.of(self, store, key)
        try:
            with handles.folder(self.root, ["partial"], make=True) as partial:
                draft = Draft.of(partial, content, limit=allowed.limit, refusal=allowed.words)
                try:
                    with handles.folder(self.root, parts, make=True) as folder:
                        (os.link if new else os.replace)(draft.name, name, src_dir_fd=partial, dst_dir_fd=folder)
                        os.fsync(folder)
                        notes.note(partial, folder, name, handles.status(folder, name), _facts_of(draft))
                finally:
                    unlink(partial, draft.name)
        except ConnectionError:
            raise  # the sender's trouble, not the disk's
        except OSError as error:
            raise self._refusal(store, key, error) from error
        return self.stat(store, key)

    def stat(self, store: str, key: str) -> Stored:
        """What is known of the file under a key."""
        with self._found(store, key) as (folder, name):
            found = handles.status(folder, name)
            facts = self._facts(folder, name, found)
        return Stored(store=store, key=key, size=found.st_size, created_at=_written(found), **facts)

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to `end`, in pieces."""
        with self._found(store, key) as (folder, name):
            handles.status(folder, name)
        return self._pieces(store, key, start, end)

    @contextmanager
    def local(self, store: str, key: str) -> Iterator[Path]:
        """A copy of the file that lasts as long as it is looked at: whatever a tool does to it, the file stays."""
        with tempfile.NamedTemporaryFile(suffix=Path(key).suffix) as copy:
            for piece in self.read(store, key):
                copy.write(piece)
            copy.flush()
            yield Path(copy.name)

    def delete(self, store: str, key: str) -> None:
        """Forget the file under a key."""
        with self._found(store, key) as (folder, name):
            handles.status(folder, name)
            os.unlink(name, dir_fd=folder)
            unlink(folder, notes.beside(name))
            os.fsync(folder)

    def entries(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[FileEntry]:
        """The files under a prefix, in the order of their keys; what is no file of ours is left out."""
        checked_store(self, store)
        for key, found in walk(self.root, store, checked_prefix(prefix), after):
            yield FileEntry(store=store, key=key, size=found.st_size, created_at=_written(found))

    def listed(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[Stored]:
        """The same files with all that is known of each."""
        for entry in self.entries(store, prefix, after=after):
            with suppress(NotFound):
                yield self.stat(store, entry.key)

    def address(self, store: str, key: str, *, lasting: timedelta) -> None:
        """None: only a server can hand out a file of this machine."""
        self.stat(store, key)

    def beside(self, name: str, limits: Mapping[str, int]) -> Folder:
        """Other stores in a folder beside these."""
        return Folder(self.root / name, floor=self.floor, limits=limits)

    def check(self) -> None:
        """Nothing: whether the disk can be written is known when a studio is opened."""

    def discard(self, store: str, prefix: str) -> None:
        """Take away everything in a folder of a store at once: it is moved aside in one step and then cleared.

        What a process that died here leaves aside is cleared with other partial files.
        """
        parts, name = self._place(store, prefix.rstrip("/"))
        aside = new_id()
        try:
            with handles.folder(self.root, parts) as folder, handles.folder(self.root, ["partial"], make=True) as other:
                os.rename(name, aside, src_dir_fd=folder, dst_dir_fd=other)
                os.fsync(folder)
        except OSError as error:
            if error.errno in handles.ABSENT:
                return
            raise
        shutil.rmtree(self.root / "partial" / aside, ignore_errors=True)

    def check_room(self) -> None:
        """Raise unless the disk has room for another file."""
        if self.floor and self._room() < self.floor:
            raise DiskFull("The disk that holds the stores is nearly full. Free some space, then try again.")

    def _room(self) -> int:
        nearest = next(folder for folder in (self.root, *self.root.parents) if folder.exists())
        return free_bytes(nearest)

    def _place(self, store: str, key: str) -> tuple[list[str], str]:
        """The folders that lead to a file, and its name in the last of them."""
        *folders, name = checked_key(key).split("/")
        return [checked_store(self, store), *folders], name

    def _refusal(self, store: str, key: str, error: OSError) -> ShowbibleError:
        """Why a file was not kept: another is in its way, or the disk does not take it."""
        if isinstance(error, FileExistsError):
            return Conflict(f"There is something under {store}/{key} already.")
        below = isinstance(error, NotADirectoryError) and self._is_below(store, key)
        if below or isinstance(error, IsADirectoryError):
            return Conflict(f"A file or a folder of this name is in the way of {store}/{key}. Choose another key.")
        return refusal(Path("stores", store, key), error)

    def _is_below(self, store: str, key: str) -> bool:
        """Whether a key goes on where another file ends."""
        above = [parent.as_posix() for parent in Path(key).parents][:-1]
        for each in above:
            with suppress(NotFound):
                self.stat(store, each)
                return True
        return False

    @contextmanager
    def _found(self, store: str, key: str) -> Iterator[tuple[int, str]]:
        """The folder of a file and its name in it; whatever is no plain file there is not found."""
        parts, name = self._place(store, key)
        try:
            with handles.folder(self.root, parts) as folder:
                yield folder, name
        except OSError as error:
            if error.errno in handles.ABSENT:
                raise NotFound("file", f"{store}/{key}") from None
            raise

    def _pieces(self, store: str, key: str, start: int, end: int | None) -> Iterator[bytes]:
        # Opened only when the first piece is asked for: a reader who never comes leaves nothing open.
        with self._found(store, key) as (folder, name):
            file = handles.opened(folder, name)
        with open(file, "rb") as opened:
            opened.seek(start)
            left = None if end is None else max(0, end - start)
            while left is None or left > 0:
                piece = opened.read(CHUNK if left is None else min(CHUNK, left))
                if not piece:
                    return
                left = None if left is None else left - len(piece)
                yield piece

    def _facts(self, folder: int, name: str, found: os.stat_result) -> ContentFacts:
        """What was noted beside a file; looked up in the file again when the note is not about it."""
        if (facts := notes.noted(folder, name, found)) is None:
            facts = notes.looked_up(folder, name)
            with suppress(OSError), handles.folder(self.root, ["partial"], make=True) as partial:
                notes.note(partial, folder, name, found, facts)
        return facts


def _facts_of(draft: Draft) -> ContentFacts:
    return {"sha256": draft.sha256, "content_type": draft.content_type}


def _written(found: os.stat_result) -> datetime:
    return moment(found.st_mtime_ns // 1000)


def verify(blobs: Blobs, stored: Stored) -> None:
    """Raise unless a file still has the bytes it was stored with."""
    digest = hashlib.sha256()
    for piece in blobs.read(stored.store, stored.key):
        digest.update(piece)
    if digest.hexdigest() != stored.sha256:
        raise Damaged(f"The file {stored.store}/{stored.key} is not what was stored. Restore it from a backup.")
