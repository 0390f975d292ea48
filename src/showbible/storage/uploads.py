"""A file on its way into a store: what it is, by its first bytes, and the name of ours that follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Final

from showbible.errors import Invalid, NotFound, TryLater
from showbible.storage.blobs import Blobs, Stored
from showbible.storage.database import Database
from showbible.storage.kinds import sniffed
from showbible.vocabulary import new_id

ENDINGS: Final = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "video/mp4": ".mp4",
    "video/quicktime": ".mov",
    "video/webm": ".webm",
    "audio/mp4": ".m4a",
    "audio/wav": ".wav",
    "audio/ogg": ".ogg",
    "audio/flac": ".flac",
    "audio/mpeg": ".mp3",
}
"""How the name of a file ends, by what the file is."""


@dataclass(frozen=True)
class Upload:
    """A file that is read once; `content_type` is known before any of it is kept."""

    content_type: str
    pieces: Iterator[bytes]

    @classmethod
    def of(cls, content: Iterable[bytes]) -> Upload:
        """Look at the beginning of a file; an empty one is refused."""
        pieces = iter(content)
        head = next((piece for piece in pieces if piece), b"")
        if not head:
            raise Invalid("The file is empty.", field="file")
        return cls(content_type=sniffed(head), pieces=chain([head], pieces))

    def put(self, blobs: Blobs, store: str, prefix: str) -> Stored:
        """Keep it in a store, under a name of ours that begins with `prefix`."""
        return blobs.put(store, f"{prefix}{new_id()}{ENDINGS.get(self.content_type, '')}", self.pieces)


UPLOADS: Final = "uploads"
"""What whoever names an uploaded file, and whoever takes away those that nobody names, hold against each other."""


@contextmanager
def lasting(db: Database, blobs: Blobs, stored: Stored) -> Iterator[None]:
    """A transaction in which an uploaded file is given to whoever needs it: it is there, and stays."""
    with db.transaction():
        db.hold(UPLOADS)
        try:
            blobs.stat(stored.store, stored.key)
        except NotFound:
            raise TryLater("The file took so long that it was taken for a leftover. Send it again.") from None
        yield
