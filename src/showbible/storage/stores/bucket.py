"""Files in a bucket of an S3-compatible service.

A file is first taken to the disk of this machine: there it is measured and looked at, and from there it can be
sent again when the line breaks. The service gives a key to the whole file or not at all. Its hash and its kind
travel with it, so that nobody has to read a file to know it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from showbible.errors import Conflict, Invalid, NotFound
from showbible.storage import handles
from showbible.storage.blobs import LIMITS, MIB, Allowance, FileEntry, Folder, Stored, checked_store
from showbible.storage.kinds import sniffed
from showbible.storage.sqlite import refusal
from showbible.storage.stores.copies import LocalCopies
from showbible.storage.stores.drafts import Draft, unlink
from showbible.storage.stores.keys import checked_key, checked_prefix
from showbible.storage.stores.notes import ContentFacts
from showbible.storage.stores.remote import PART, RemoteFile, RemoteFiles
from showbible.vocabulary import moment, stamp, utcnow

STEP: Final = 4 * MIB
"""The bytes that are asked for at once: a slow reader keeps no connection busy."""

_ASKED_AT_ONCE: Final = 16
_MOST_FACTS: Final = 1000
_HASH = re.compile(r"[0-9a-f]{64}")


class Bucket:
    """Files behind an S3-compatible service; `here` lends its disk to what is on its way, and `probe` never waits."""

    def __init__(
        self,
        remote: RemoteFiles,
        *,
        here: Folder,
        copies: LocalCopies,
        probe: RemoteFiles | None = None,
        prefix: str = "",
        limits: Mapping[str, int] = LIMITS,
    ) -> None:
        self._probe = probe or remote
        self._remote, self._here, self._copies, self._prefix = remote, here, copies, prefix
        self.limits = limits
        self._facts: dict[tuple[str, str | None], ContentFacts] = {}

    def put(self, store: str, key: str, content: Iterable[bytes], *, new: bool = False) -> Stored:
        """Keep a file under a key, replacing what was there; on any failure nothing changes."""
        path = self._path(store, key)
        self.check_room()
        allowed = Allowance.of(self, store, key)
        with self._draft(store, key, content, allowed) as (draft, file):
            if new and draft.size > PART:
                self._check_free(store, key)
            at = stamp(utcnow())
            told = {"Content-Type": draft.content_type, "sha256": draft.sha256, "written": str(at)}
            # The service can look for an older file and keep the new one in one step only where it is of one part.
            self._remote.send(path, file, told=told, new=new and draft.size <= PART)
            self._copies.adopt(file, draft.sha256)
        facts: ContentFacts = {"sha256": draft.sha256, "content_type": draft.content_type}
        return Stored(store=store, key=key, size=draft.size, created_at=moment(at), **facts)

    def stat(self, store: str, key: str) -> Stored:
        """What is known of the file under a key."""
        found = self._remote.head(self._path(store, key))
        written = found.told.get("written", "")
        created_at = moment(int(written)) if written.isdecimal() else found.changed_at
        facts = self._told_facts(found) or self._looked_up(found)
        return Stored(store=store, key=key, size=found.size, created_at=created_at, **facts)

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to `end`, in pieces, all of the file that is there now."""
        found = self._remote.head(self._path(store, key))
        return self._pieces(found, start, found.size if end is None else min(found.size, end))

    def local(self, store: str, key: str) -> AbstractContextManager[Path]:
        """The file as one of this machine, brought here once for all who look at it."""
        found = self.stat(store, key)
        return self._copies.lent(found.sha256, Path(key).suffix, lambda: self.read(store, key))

    def delete(self, store: str, key: str) -> None:
        """Forget the file under a key."""
        self._remote.delete(self._path(store, key))

    def entries(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[FileEntry]:
        """The files under a prefix, in the order in which the service lists them."""
        top = f"{self._prefix}{checked_store(self, store)}/"
        for found in self._remote.listed(top + checked_prefix(prefix), after=f"{top}{after}" if after else None):
            key = found.path.removeprefix(top)
            if _is_key(key):
                yield FileEntry(store=store, key=key, size=found.size, created_at=found.changed_at)

    def listed(self, store: str, prefix: str = "", *, after: str = "") -> Iterator[Stored]:
        """The same files with all that is known of each, asked for several at a time."""
        entries = self.entries(store, prefix, after=after)
        while batch := list(islice(entries, 2 * _ASKED_AT_ONCE)):
            with ThreadPoolExecutor(_ASKED_AT_ONCE) as pool:
                known = list(pool.map(self._stat_or_none, batch))
            yield from (found for found in known if found is not None)

    def discard(self, store: str, prefix: str) -> None:
        """Take away everything in a folder of a store, one file after the other: begun again, it goes on."""
        for entry in list(self.entries(store, prefix)):
            with suppress(NotFound):
                self.delete(store, entry.key)

    def address(self, store: str, key: str, *, lasting: timedelta) -> str:
        """An address at which anybody can fetch the file for a while."""
        path = self._remote.head(self._path(store, key)).path
        return self._remote.signed(path, lasting=lasting)

    def beside(self, name: str, limits: Mapping[str, int]) -> Bucket:
        """Other stores in the same bucket."""
        prefix = f"{self._prefix}{name}/"
        return Bucket(self._remote, here=self._here, copies=self._copies, prefix=prefix, limits=limits)

    def check(self) -> None:
        """Raise unless the service answers and lets us in, at the first time of asking."""
        next(self._probe.listed(f"{self._prefix}{next(iter(self.limits))}/"), None)

    def check_room(self) -> None:
        """Raise unless the disk has room for a file on its way."""
        self._here.check_room()

    def _path(self, store: str, key: str) -> str:
        return f"{self._prefix}{checked_store(self, store)}/{checked_key(key)}"

    @contextmanager
    def _draft(
        self, store: str, key: str, content: Iterable[bytes], allowed: Allowance
    ) -> Iterator[tuple[Draft, Path]]:
        """A file on the disk of this machine, until it has been sent."""
        root = self._here.root
        try:
            with handles.folder(root, ["partial"], make=True) as partial:
                draft = Draft.of(partial, content, limit=allowed.limit, refusal=allowed.words, durable=False)
        except ConnectionError:
            raise  # the sender's trouble, not the disk's
        except OSError as error:
            raise refusal(Path("stores", store, key), error) from error
        try:
            yield draft, root / "partial" / draft.name
        finally:
            with handles.folder(root, ["partial"]) as partial:
                unlink(partial, draft.name)

    def _check_free(self, store: str, key: str) -> None:
        try:
            self._remote.head(self._path(store, key))
        except NotFound:
            return
        raise Conflict(f"There is something under {store}/{key} already.")

    def _pieces(self, found: RemoteFile, start: int, end: int) -> Iterator[bytes]:
        for at in range(start, end, STEP):
            yield self._remote.part(found.path, at, min(at + STEP, end), tag=found.tag)

    @staticmethod
    def _told_facts(found: RemoteFile) -> ContentFacts | None:
        sha256 = found.told.get("sha256", "")
        if not _HASH.fullmatch(sha256):
            return None
        return {"sha256": sha256, "content_type": found.told.get("Content-Type", "application/octet-stream")}

    def _looked_up(self, found: RemoteFile) -> ContentFacts:
        """What only all of a file can tell, of one that another program has put there."""
        place = (found.path, found.tag)
        if place not in self._facts:
            digest, head = hashlib.sha256(), b""
            for piece in self._pieces(found, 0, found.size):
                digest.update(piece)
                head = head or piece[:64]
            if len(self._facts) >= _MOST_FACTS:
                self._facts.clear()
            self._facts[place] = {"sha256": digest.hexdigest(), "content_type": sniffed(head)}
        return self._facts[place]

    def _stat_or_none(self, entry: FileEntry) -> Stored | None:
        try:
            return self.stat(entry.store, entry.key)
        except NotFound:
            return None


def _is_key(key: str) -> bool:
    try:
        return bool(checked_key(key))
    except Invalid:
        return False
