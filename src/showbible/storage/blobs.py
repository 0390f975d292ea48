"""Files: pictures, sound and film, under names of ours.

A file is written beside its place, flushed, and only then given its name, so a name always stands for
the whole file. What it is gets decided by its first bytes, never by what the sender calls it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Protocol

from showbible.errors import Damaged, DiskFull, Invalid, NotFound, TooLarge
from showbible.storage import handles, pictures, retention
from showbible.storage.kinds import sniffed
from showbible.storage.sqlite import free_bytes, refusal
from showbible.vocabulary import checked_id, new_id

LIMITS: Final = {store: rule.most_bytes or 0 for store, rule in retention.STORES.items()}
"""The most bytes that one file in each store may have; in `runs`, all files of a run together."""

RUN_PARTS: Final = 4
"""How many parts of a key name its run: `projects/<project>/runs/<run>`."""
CHUNK: Final = 256 * 1024
_LONGEST_NOTE: Final = 4096


@dataclass(frozen=True, kw_only=True)
class Stored:
    """What is known of a stored file."""

    store: str
    key: str
    size: int
    sha256: str
    content_type: str
    created_at: datetime


class Weight(NamedTuple):
    """How many files, and how many bytes they have together."""

    files: int
    size: int


class _Allowance(NamedTuple):
    """How many bytes a file may have, and what is said of one that has more."""

    size: int
    refusal: str


class Blobs(Protocol):
    """Where files are kept: a folder now, S3-compatible storage behind the same verbs later."""

    def put(self, store: str, key: str, content: Iterable[bytes]) -> Stored:
        """Keep a file under a key, replacing what was there."""

    def stat(self, store: str, key: str) -> Stored:
        """What is known of the file under a key."""

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to `end`, in pieces."""

    def delete(self, store: str, key: str) -> None:
        """Forget the file under a key."""

    def listed(self, store: str, prefix: str = "") -> Iterator[Stored]:
        """The files whose key begins with a prefix, in the order of their keys."""

    def discard(self, store: str, prefix: str) -> None:
        """Take away everything in a folder of a store at once: nobody ever sees half of it."""

    def weigh(self, store: str, prefix: str = "") -> Weight:
        """How many files there are whose key begins with a prefix, and how large they are together."""

    def check_room(self) -> None:
        """Raise unless there is room for another file."""


class Folder:
    """Files in a folder of this machine."""

    def __init__(self, root: Path, *, floor: int = 0) -> None:
        self.root = root
        self.floor = floor

    def put(self, store: str, key: str, content: Iterable[bytes]) -> Stored:
        """Keep a file under a key, replacing what was there; on any failure nothing changes."""
        parts, name = _place(store, key)
        self.check_room()
        try:
            with handles.folder(self.root, ["partial"], make=True) as partial:
                written = _Written.of(partial, content, self._allowance(store, key))
                try:
                    with handles.folder(self.root, parts, make=True) as folder:
                        os.replace(written.name, name, src_dir_fd=partial, dst_dir_fd=folder)
                        os.fsync(folder)
                        _note(partial, folder, name, handles.status(folder, name), written.facts)
                finally:
                    _unlink(partial, written.name)
        except ConnectionError:
            raise  # the sender's trouble, not the disk's
        except OSError as error:
            raise refusal(Path("stores", store, key), error) from error
        return self.stat(store, key)

    def stat(self, store: str, key: str) -> Stored:
        """What is known of the file under a key."""
        with self._found(store, key) as (folder, name):
            found = handles.status(folder, name)
            facts = self._facts(folder, name, found)
        created_at = datetime.fromtimestamp(found.st_mtime, UTC)
        return Stored(store=store, key=key, size=found.st_size, created_at=created_at, **facts)

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to `end`, in pieces."""
        with self._found(store, key) as (folder, name):
            handles.status(folder, name)
        return self._pieces(store, key, start, end)

    def delete(self, store: str, key: str) -> None:
        """Forget the file under a key."""
        with self._found(store, key) as (folder, name):
            handles.status(folder, name)
            os.unlink(name, dir_fd=folder)
            _unlink(folder, _beside(name))
            os.fsync(folder)

    def listed(self, store: str, prefix: str = "") -> Iterator[Stored]:
        """The files whose key begins with a prefix, in the order of their keys; what is no file of ours is left out."""
        top = self.root / _checked_store(store)
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                key = (Path(folder) / name).relative_to(top).as_posix()
                if not name.startswith(".") and key.startswith(prefix):
                    with suppress(NotFound, Invalid):
                        yield self.stat(store, key)

    def discard(self, store: str, prefix: str) -> None:
        """Take away everything in a folder of a store at once: it is moved aside in one step and then cleared.

        What a process that died here leaves aside is cleared with other partial files.
        """
        parts, name = _place(store, prefix.rstrip("/"))
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

    def weigh(self, store: str, prefix: str = "") -> Weight:
        """How many files there are whose key begins with a prefix, and how large they are together."""
        top = self.root / _checked_store(store)
        files = size = 0
        for folder, _, names in os.walk(top / prefix.rpartition("/")[0]):
            for name in names:
                path = Path(folder, name)
                if not name.startswith(".") and path.relative_to(top).as_posix().startswith(prefix):
                    with suppress(FileNotFoundError):
                        size += path.lstat().st_size
                        files += 1
        return Weight(files, size)

    def check_room(self) -> None:
        """Raise unless the disk has room for another file."""
        if self.floor and self._room() < self.floor:
            raise DiskFull("The disk that holds the stores is nearly full. Free some space, then try again.")

    def _allowance(self, store: str, key: str) -> _Allowance:
        """How large a file may be; where its run has a limit, what the run's other files leave of it."""
        most, parts = LIMITS[store], key.split("/")[:-1]
        if not retention.STORES[store].each_run or not parts:
            return _Allowance(most, f"{store}/{key} is over the limit of {most:,} bytes.")
        held = self.weigh(store, f"{'/'.join(parts[:RUN_PARTS])}/").size
        with suppress(FileNotFoundError):
            held -= (self.root / store / key).lstat().st_size
        told = f"{store}/{key} is over the limit: all working files of a run have at most {most:,} bytes together"
        return _Allowance(most - held, f"{told}, and the others have {held:,}.")

    def _room(self) -> int:
        nearest = next(folder for folder in (self.root, *self.root.parents) if folder.exists())
        return free_bytes(nearest)

    @contextmanager
    def _found(self, store: str, key: str) -> Iterator[tuple[int, str]]:
        """The folder of a file and its name in it; whatever is no plain file there is not found."""
        parts, name = _place(store, key)
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

    def _facts(self, folder: int, name: str, found: os.stat_result) -> dict[str, str]:
        """What was noted beside a file; looked up in the file again when the note is not about it."""
        try:
            with open(handles.opened(folder, _beside(name)), "rb") as note:
                noted = json.loads(note.read(_LONGEST_NOTE))
            if (noted["size"], noted["written"]) == (found.st_size, found.st_mtime_ns):
                return {"sha256": noted["sha256"], "content_type": noted["content_type"]}
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            pass
        with open(handles.opened(folder, name), "rb") as file:
            head = file.read(64)
            file.seek(0)
            facts = {"sha256": hashlib.file_digest(file, "sha256").hexdigest(), "content_type": sniffed(head)}
        with suppress(OSError), handles.folder(self.root, ["partial"], make=True) as partial:
            _note(partial, folder, name, found, facts)
        return facts


@dataclass(frozen=True, kw_only=True)
class _Written:
    """A file on its way in: all of it is on the disk, under a name that nobody asks for."""

    name: str
    facts: dict[str, str]

    @classmethod
    def of(cls, partial: int, content: Iterable[bytes], allowed: _Allowance) -> _Written:
        """Take a file in, unless it is too large, or a picture that nobody could open."""
        name = new_id()
        try:
            with open(handles.created(partial, name), "r+b") as file:
                digest, head = _copied(content, file, allowed)
                pictures.check(file.fileno(), sniffed(head))
                os.fsync(file.fileno())
        except BaseException:
            _unlink(partial, name)
            raise
        return cls(name=name, facts={"sha256": digest, "content_type": sniffed(head)})


def _copied(content: Iterable[bytes], file: BinaryIO, allowed: _Allowance) -> tuple[str, bytes]:
    """Write everything; gives its hash and its first bytes."""
    size, digest, head = 0, hashlib.sha256(), b""
    for piece in content:
        size += len(piece)
        if size > allowed.size:
            raise TooLarge(allowed.refusal)
        digest.update(piece)
        head += bytes(piece[: 64 - len(head)])
        file.write(piece)
    file.flush()
    return digest.hexdigest(), head


def _note(partial: int, folder: int, name: str, found: os.stat_result, facts: dict[str, str]) -> None:
    """Keep beside a file what reading the whole of it would tell; losing the note costs only that reading."""
    noted = {"size": found.st_size, "written": found.st_mtime_ns, **facts}
    draft = new_id()
    try:
        with open(handles.created(partial, draft), "w") as file:
            file.write(json.dumps(noted))
        os.replace(draft, _beside(name), src_dir_fd=partial, dst_dir_fd=folder)
    except OSError:
        _unlink(partial, draft)


def _unlink(folder: int, name: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def verify(blobs: Blobs, stored: Stored) -> None:
    """Raise unless a file still has the bytes it was stored with."""
    digest = hashlib.sha256()
    for piece in blobs.read(stored.store, stored.key):
        digest.update(piece)
    if digest.hexdigest() != stored.sha256:
        raise Damaged(f"The file {stored.store}/{stored.key} is not what was stored. Restore it from a backup.")


def checked_key(key: str) -> str:
    """The key itself, when each of its parts is a name of ours."""
    parts = key.split("/")
    if len(key) > 512 or len(parts) > 12:
        raise Invalid("A file's key has at most 512 characters and 12 parts.", field="key")
    for part in parts:
        checked_id("key", part)
    return key


def _checked_store(store: str) -> str:
    if store not in LIMITS:
        raise NotFound("store", store)
    return store


def _place(store: str, key: str) -> tuple[list[str], str]:
    """The folders that lead to a file, and its name in the last of them."""
    *folders, name = checked_key(key).split("/")
    return [_checked_store(store), *folders], name


def _beside(name: str) -> str:
    return f".{name}.json"
