"""The files of a studio, for everyone outside: by store and key, whole or in parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from showbible.errors import Invalid, Malformed, TooLarge
from showbible.projects import recall as projects
from showbible.storage import paging
from showbible.storage.blobs import Allowance, Blobs, Stored
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.stores.keys import checked_key, project_of
from showbible.storage.stores.resumable import OpenUpload, ResumableUploads
from showbible.values import frozen
from showbible.vocabulary import utcnow

LONGEST: Final = 7 * 24 * 3600
"""The most seconds for which an address of a file may be good."""


@frozen
class FileAddress:
    """Where anybody can fetch a file until a moment."""

    url: str
    expires_at: datetime


@dataclass(frozen=True)
class Stores:
    """What productions keep as files: the stores are `videos`, `audio`, `media`, `runs` and `evals`."""

    db: Database
    blobs: Blobs

    def put(
        self, store: str, key: str, content: bytes | Iterable[bytes], *, size: int | None = None, new: bool = False
    ) -> Stored:
        """Keep a file under a key: all of it, or nothing.

        A file that is announced with too large a `size` is refused before it is read. One that must be `new`
        replaces none; keys of a project are only for one that there is.
        """
        self._check(store, key, size=size or 0)
        return self.blobs.put(store, key, [content] if isinstance(content, bytes) else content, new=new)

    def get(self, store: str, key: str) -> Stored:
        """What is known of a file."""
        return self.blobs.stat(store, key)

    def read(self, store: str, key: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes of a file from `start` up to `end`, in pieces."""
        return self.blobs.read(store, key, start, end)

    def files(
        self, store: str, prefix: str = "", *, limit: int = paging.USUAL, cursor: str | None = None
    ) -> Page[Stored]:
        """The files in a folder of a store, and in its folders: `projects/p1` does not mean `projects/p10`."""
        after = checked_key(str(paging.decoded(cursor, [str])[0])) if cursor else ""
        found = [*islice(self.blobs.listed(store, prefix, after=after), paging.checked_limit(limit) + 1)]
        total = sum(1 for _ in self.blobs.entries(store, prefix))
        return paging.page(found, limit=limit, total=total, key=lambda each: (each.key,))

    def delete(self, store: str, key: str) -> None:
        """Forget a file."""
        self.blobs.delete(store, key)

    def put_json(self, store: str, key: str, value: object) -> Stored:
        """Keep something as JSON."""
        try:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError):
            raise Invalid("This holds something that JSON cannot say.", field="value") from None
        return self.put(store, key, text.encode())

    def get_json(self, store: str, key: str) -> Any:
        """What was kept as JSON."""
        try:
            return json.loads(b"".join(self.read(store, key)))
        except ValueError:
            raise Malformed(f"{store}/{key} is not JSON.", field="key") from None

    def address(self, store: str, key: str, *, seconds: int = 3600) -> FileAddress | None:
        """An address at which anybody can fetch a file for a while; none for files in the folder of a studio."""
        if isinstance(seconds, bool) or not 1 <= seconds <= LONGEST:
            raise Invalid(f"seconds must lie between 1 and {LONGEST:,}.", field="seconds")
        lasting = timedelta(seconds=seconds)
        expires_at = utcnow() + lasting
        url = self.blobs.address(store, key, lasting=lasting)
        return None if url is None else FileAddress(url=url, expires_at=expires_at)

    def begin_upload(self, store: str, key: str, *, size: int, sha256: str | None = None) -> OpenUpload:
        """Announce a file that will come in parts."""
        self._check(store, key)
        return self._uploads.begin(store, key, size=size, sha256=sha256)

    def upload(self, upload_id: str) -> OpenUpload:
        """How far an upload has come."""
        return self._uploads.get(upload_id)

    def append(self, upload_id: str, content: bytes | Iterable[bytes], *, offset: int) -> OpenUpload:
        """What follows of an upload, from the byte `offset` on; all that comes is kept, come what may."""
        return self._uploads.append(upload_id, [content] if isinstance(content, bytes) else content, offset=offset)

    def finish_upload(self, upload_id: str, *, sha256: str | None = None) -> Stored:
        """The file of an upload, when it is whole; given its hash, only when it is that very file."""
        self._check_project(self.upload(upload_id).key)
        return self._uploads.finish(upload_id, sha256=sha256)

    def cancel_upload(self, upload_id: str) -> None:
        """Forget an upload and all that has come of it."""
        self._uploads.cancel(upload_id)

    @property
    def _uploads(self) -> ResumableUploads:
        return ResumableUploads(self.blobs)

    def _check(self, store: str, key: str, *, size: int = 0) -> None:
        allowed = Allowance.of(self.blobs, store, key)
        self._check_project(key)
        if size > allowed.limit:
            raise TooLarge(allowed.words)

    def _check_project(self, key: str) -> None:
        """Refuse a file of a project that there is not: nobody would ever remove it."""
        if (project_id := project_of(key)) is not None:
            projects.project(self.db, project_id)
