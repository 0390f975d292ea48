"""Files: pictures, sound and film, under names of ours.

A file is written beside its place, flushed, and only then given its name, so a name always stands for
the whole file. What it is gets decided by its first bytes, never by what the sender calls it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from showbible.errors import Damaged, DiskFull, Invalid, NotFound, TooLarge
from showbible.storage.sqlite import free_bytes, refusal
from showbible.vocabulary import checked_id, new_id

MIB: Final = 1024 * 1024
LIMITS: Final = {"videos": 500 * MIB, "audio": 500 * MIB, "media": 500 * MIB, "runs": 10 * MIB, "evals": 1024}
"""The stores and the most bytes that one file in each may have."""

CHUNK: Final = 256 * 1024


@dataclass(frozen=True, kw_only=True)
class Stored:
    """What is known of a stored file."""

    store: str
    key: str
    size: int
    sha256: str
    content_type: str
    created_at: datetime


class Blobs(Protocol):
    """Where files are kept: a folder now, S3-compatible storage behind the same five verbs later."""

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


class Folder:
    """Files in a folder of this machine."""

    def __init__(self, root: Path, *, floor: int = 0) -> None:
        self.root = root
        self.floor = floor

    def put(self, store: str, key: str, content: Iterable[bytes]) -> Stored:
        """Keep a file under a key, replacing what was there; on any failure nothing changes."""
        place, limit = self._place(store, key), LIMITS[store]
        if self.floor and self._room() < self.floor:
            raise DiskFull(f"The disk that holds {self.root} is nearly full. Free some space, then try again.")
        partial = self.root / "partial" / new_id()
        try:
            partial.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            digest, head = _written(partial, content, limit=limit, what=f"{store}/{key}")
            written = partial.stat()
            os.replace(partial, place)
            _flush_folder(place.parent)
            self._note(place, written, digest=digest, head=head)
        except ConnectionError:
            raise  # the sender's trouble, not the disk's
        except OSError as error:
            raise refusal(place, error) from error
        finally:
            partial.unlink(missing_ok=True)
        return self.stat(store, key)

    def stat(self, store: str, key: str) -> Stored:
        """What is known of the file under a key."""
        place = self._place(store, key)
        try:
            found = place.stat()
            facts = self._facts(place, found)
        except (FileNotFoundError, NotADirectoryError):
            raise NotFound("file", f"{store}/{key}") from None
        created_at = datetime.fromtimestamp(found.st_mtime, UTC)
        return Stored(store=store, key=key, size=found.st_size, created_at=created_at, **facts)

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to `end`, in pieces."""
        place = self._place(store, key)
        if not place.is_file():
            raise NotFound("file", f"{store}/{key}")
        return _pieces(place, start, end)

    def delete(self, store: str, key: str) -> None:
        """Forget the file under a key."""
        place = self._place(store, key)
        try:
            place.unlink()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise NotFound("file", f"{store}/{key}") from None
        _beside(place).unlink(missing_ok=True)
        _flush_folder(place.parent)

    def listed(self, store: str, prefix: str = "") -> Iterator[Stored]:
        """The files whose key begins with a prefix, in the order of their keys."""
        top = self.root / _checked_store(store)
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                key = (Path(folder) / name).relative_to(top).as_posix()
                if not name.startswith(".") and key.startswith(prefix):
                    yield self.stat(store, key)

    def _place(self, store: str, key: str) -> Path:
        return self.root / _checked_store(store) / checked_key(key)

    def _room(self) -> int:
        nearest = next(folder for folder in (self.root, *self.root.parents) if folder.exists())
        return free_bytes(nearest)

    def _facts(self, place: Path, found: os.stat_result) -> dict[str, str]:
        """What was noted beside a file; looked up in the file again when the note is not about it."""
        try:
            facts = json.loads(_beside(place).read_text())
            if (facts["size"], facts["written"]) == (found.st_size, found.st_mtime_ns):
                return {"sha256": facts["sha256"], "content_type": facts["content_type"]}
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            pass
        with place.open("rb") as file:
            head = file.read(64)
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self._note(place, found, digest=digest, head=head)
        return {"sha256": digest, "content_type": sniffed(head)}

    def _note(self, place: Path, found: os.stat_result, *, digest: str, head: bytes) -> None:
        """Keep what reading the whole file would tell; losing the note costs only that reading."""
        facts = {"size": found.st_size, "written": found.st_mtime_ns, "sha256": digest, "content_type": sniffed(head)}
        partial = self.root / "partial" / new_id()
        partial.write_text(json.dumps(facts))
        partial.replace(_beside(place))


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


def _written(path: Path, content: Iterable[bytes], *, limit: int, what: str) -> tuple[str, bytes]:
    size, digest, head = 0, hashlib.sha256(), b""
    with path.open("xb") as file:
        os.fchmod(file.fileno(), 0o600)
        for piece in content:
            size += len(piece)
            if size > limit:
                raise TooLarge(f"{what} is over the limit of {limit:,} bytes.")
            digest.update(piece)
            head += bytes(piece[: 64 - len(head)])
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest(), head


@contextmanager
def _opened_folder(folder: Path) -> Iterator[int]:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield handle
    finally:
        os.close(handle)


def _flush_folder(folder: Path) -> None:
    with _opened_folder(folder) as handle:
        os.fsync(handle)


def _pieces(place: Path, start: int, end: int | None) -> Iterator[bytes]:
    # Opened only when the first piece is asked for: a reader who never comes leaves nothing open.
    with place.open("rb") as opened:
        opened.seek(start)
        left = None if end is None else max(0, end - start)
        while left is None or left > 0:
            piece = opened.read(CHUNK if left is None else min(CHUNK, left))
            if not piece:
                return
            left = None if left is None else left - len(piece)
            yield piece


def _beside(place: Path) -> Path:
    return place.with_name(f".{place.name}.json")


_MAGIC: Final = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF8", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypqt", "video/quicktime"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm"),
    (8, b"WAVE", "audio/wav"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
)


def sniffed(head: bytes) -> str:
    """What a file is, by its first bytes; anything unknown is just bytes."""
    for offset, magic, kind in _MAGIC:
        if head[offset : offset + len(magic)] == magic:
            return kind
    return "application/octet-stream"
