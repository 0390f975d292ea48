"""Uploads that outlive a broken line: they come in parts, in any number of requests, and end as one file.

What has arrived lies in stores of its own, in the home of the files, so that any server can go on with it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Final

from showbible.errors import Conflict, Invalid, NotFound, TooLarge
from showbible.storage.blobs import Allowance, Blobs, Stored
from showbible.storage.stores.remote import PART
from showbible.values import frozen
from showbible.vocabulary import checked_id, new_id

MOST_PARTS: Final = 10_000

_UPLOADS: Final = "uploads"
_ABOUT: Final = "about.json"
_FINISHED: Final = "finished.json"
_HASH = re.compile(r"[0-9a-f]{64}")


@frozen
class OpenUpload:
    """A file on its way: its first `offset` bytes are safe here."""

    upload_id: str
    store: str
    key: str
    size: int
    sha256: str | None
    offset: int = 0


class ResumableUploads:
    """The uploads that are on their way into stores."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs
        self._parts = blobs.beside("parts", {_UPLOADS: PART})

    def begin(self, store: str, key: str, *, size: int, sha256: str | None = None) -> OpenUpload:
        """Announce a file; one that the store would not take is refused before any of it comes."""
        if isinstance(size, bool) or size < 1:
            raise Invalid("size must be the number of bytes of the file, 1 or more.", field="size")
        allowed = Allowance.of(self._blobs, store, key)
        if size > allowed.limit:
            raise TooLarge(allowed.words)
        upload = OpenUpload(upload_id=new_id(), store=store, key=key, size=size, sha256=_checked_hash(sha256))
        about = {"store": store, "key": key, "size": size, "sha256": upload.sha256}
        self._parts.put(_UPLOADS, f"{upload.upload_id}/{_ABOUT}", [json.dumps(about).encode()])
        return upload

    def get(self, upload_id: str) -> OpenUpload:
        """An upload as far as it has come."""
        upload, names = self._about(upload_id), self._names(upload_id)
        return replace(upload, offset=upload.size if _FINISHED in names else _together(_parts(names)))

    def append(self, upload_id: str, content: Iterable[bytes], *, offset: int) -> OpenUpload:
        """Take in what follows; when the sender breaks off, all that came is kept."""
        upload = self.get(upload_id)
        at, parts = upload.offset, len(self._names(upload_id))
        if offset != at:
            raise Conflict(f"{at:,} bytes of this upload are here, not {offset:,}. Go on with Upload-Offset: {at}.")
        stream = _Stream(content)
        while at < upload.size and stream.has_more():
            if (parts := parts + 1) > MOST_PARTS:
                raise TooLarge(
                    f"The upload came in more than {MOST_PARTS:,} parts. Begin again, and send more at once."
                )
            piece = stream.first(min(PART, upload.size - at))
            at += self._parts.put(_UPLOADS, _key(upload_id, at), piece, new=True).size
        stream.check(upload)
        return replace(upload, offset=at)

    def finish(self, upload_id: str, *, sha256: str | None = None) -> Stored:
        """The file in its store, once all of it has come and is what was announced; asked again, it is the same."""
        upload = self.get(upload_id)
        if _FINISHED in self._names(upload_id):
            return self._blobs.stat(upload.store, upload.key)
        if upload.offset < upload.size:
            raise Conflict(f"Only {upload.offset:,} of {upload.size:,} bytes have come. Send the others first.")
        wanted = _checked_hash(sha256) or upload.sha256
        stored = self._blobs.put(upload.store, upload.key, _verified(self._joined(upload_id), wanted))
        self._parts.put(_UPLOADS, f"{upload_id}/{_FINISHED}", [b"{}"])
        for at in _parts(self._names(upload_id)):
            self._forget(_key(upload_id, at))
        return stored

    def cancel(self, upload_id: str) -> None:
        """Forget an upload and all that has come of it."""
        self._about(upload_id)
        for entry in list(self._parts.entries(_UPLOADS, upload_id)):
            self._forget(entry.key)

    def forget_stale(self, *, before: datetime) -> int:
        """Forget the uploads that nothing has come for since; gives how many."""
        gone = 0
        for _, found in groupby(self._parts.entries(_UPLOADS), lambda entry: entry.key.partition("/")[0]):
            entries = list(found)
            if max(entry.created_at for entry in entries) < before:
                gone += 1
                for entry in entries:
                    self._forget(entry.key)
        return gone

    def _about(self, upload_id: str) -> OpenUpload:
        try:
            about = b"".join(self._parts.read(_UPLOADS, f"{checked_id('upload', upload_id)}/{_ABOUT}"))
        except NotFound:
            raise NotFound("upload", upload_id) from None
        return OpenUpload(upload_id=upload_id, **json.loads(about))

    def _names(self, upload_id: str) -> dict[str, int]:
        """What lies here of an upload: the size of each part by where it begins, and what is noted of the whole."""
        return {entry.key.rpartition("/")[2]: entry.size for entry in self._parts.entries(_UPLOADS, upload_id)}

    def _joined(self, upload_id: str) -> Iterator[bytes]:
        for at in _parts(self._names(upload_id)):
            yield from self._parts.read(_UPLOADS, _key(upload_id, at))

    def _forget(self, key: str) -> None:
        with suppress(NotFound):
            self._parts.delete(_UPLOADS, key)


class _Stream:
    """What a sender brings, cut where we want it cut."""

    def __init__(self, content: Iterable[bytes]) -> None:
        self._pieces = iter(content)
        self._rest = b""
        self._broken: ConnectionError | None = None

    def has_more(self) -> bool:
        while not self._rest and self._broken is None:
            try:
                self._rest = next(self._pieces)
            except StopIteration:
                return False
            except ConnectionError as error:
                self._broken = error
        return bool(self._rest)

    def first(self, most: int) -> Iterator[bytes]:
        while most > 0 and self.has_more():
            piece, self._rest = self._rest[:most], self._rest[most:]
            most -= len(piece)
            yield piece

    def check(self, upload: OpenUpload) -> None:
        if self._broken is not None:
            raise self._broken
        if self.has_more():
            raise TooLarge(f"The file was announced with {upload.size:,} bytes, and more came.")


def _key(upload_id: str, at: int) -> str:
    return f"{upload_id}/{at:015d}"


def _parts(names: dict[str, int]) -> dict[int, int]:
    """The size of each part, by where it begins, in their order."""
    return {int(name): names[name] for name in sorted(names) if name.isdecimal()}


def _together(sizes: dict[int, int]) -> int:
    """How many bytes there are without a gap."""
    at = 0
    while at in sizes:
        at += sizes[at]
    return at


def _verified(pieces: Iterable[bytes], wanted: str | None) -> Iterator[bytes]:
    """The same pieces; at their end an error unless they are what was announced, so that nothing is kept of them."""
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
        yield piece
    if wanted is not None and digest.hexdigest() != wanted:
        raise Invalid(
            f"What came is not the file that was announced: its sha256 is {digest.hexdigest()}. Send it again from the "
            "beginning, as a new upload.",
            field="sha256",
        )


def _checked_hash(sha256: str | None) -> str | None:
    if sha256 is not None and not _HASH.fullmatch(sha256):
        raise Invalid("sha256 must be 64 hexadecimal digits, in small letters.", field="sha256")
    return sha256
