"""Files and folders of ours, for their owner alone, whatever the umask says."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

OTHERS: Final = 0o077
"""The rights of everybody but the owner."""


def folder(path: Path) -> Path:
    """The folder, made with every folder above it that is missing; one that was there is kept as it is."""
    if not path.is_dir():
        folder(path.parent)
        with suppress(FileExistsError):
            path.mkdir()
            path.chmod(0o700)
    return path


def file(path: Path) -> None:
    """An empty file, unless there is one.

    A file that exists is not even opened: closing it again would let go of the locks that this process
    may hold on it through SQLite.
    """
    with suppress(FileExistsError):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.fchmod(handle, 0o600)
        finally:
            os.close(handle)


def write(path: Path, pieces: Iterable[bytes]) -> None:
    """Fill a file of ours, piece by piece, until all of it is safe on the disk."""
    with path.open("wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def tighten(*paths: Path) -> None:
    """Take away what others may do with what an older version left open to them."""
    for path in paths:
        # What is not there is not open to anybody, and what belongs to another user is theirs to close.
        with suppress(FileNotFoundError, PermissionError):
            found = path.stat().st_mode
            if found & OTHERS:
                path.chmod(found & 0o700)


def is_open_to_others(path: Path) -> bool:
    """Whether another user of this machine may look into a folder or a file."""
    return bool(path.stat().st_mode & OTHERS)
