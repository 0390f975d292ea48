"""A file on its way in: taken to the disk, measured and looked at before anybody can ask for it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO

from showbible.errors import TooLarge
from showbible.storage import handles, pictures
from showbible.storage.kinds import sniffed
from showbible.values import frozen
from showbible.vocabulary import new_id


@frozen
class Draft:
    """A whole file on the disk, under a name that nobody asks for."""

    name: str
    size: int
    sha256: str
    content_type: str

    @classmethod
    def of(cls, partial: int, content: Iterable[bytes], *, limit: int, refusal: str, durable: bool = True) -> Draft:
        """Take a file in, unless it is too large, or a picture that nobody could open.

        Only what stays on this disk need be `durable`.
        """
        name = new_id()
        try:
            with open(handles.created(partial, name), "r+b") as file:
                size, digest, head = _copied(content, file, limit=limit, refusal=refusal)
                pictures.check(file.fileno(), sniffed(head))
                if durable:
                    os.fsync(file.fileno())
        except BaseException:
            unlink(partial, name)
            raise
        return cls(name=name, size=size, sha256=digest, content_type=sniffed(head))


def _copied(content: Iterable[bytes], file: BinaryIO, *, limit: int, refusal: str) -> tuple[int, str, bytes]:
    """Write everything; gives its size, its hash and its first bytes."""
    size, digest, head = 0, hashlib.sha256(), b""
    for piece in content:
        size += len(piece)
        if size > limit:
            raise TooLarge(refusal)
        digest.update(piece)
        head += bytes(piece[: 64 - len(head)])
        file.write(piece)
    file.flush()
    return size, digest.hexdigest(), head


def unlink(folder: int, name: str) -> None:
    """Take a file out of a folder, if it is there."""
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)
