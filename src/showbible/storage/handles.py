"""Folders and files by handle: reached from a root part by part, and no link on the way is followed.

Names in a store are ours, but whoever can write into its folder could put something else under one: a
link that leads out, or a pipe that nobody ever writes to. Only plain files in plain folders are opened.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ABSENT: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.EISDIR})
"""How the system says that there is no plain file of a name."""

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@contextmanager
def folder(root: Path, parts: Sequence[str], *, make: bool = False) -> Iterator[int]:
    """The handle of a folder under a root; `make` makes what is missing, so that it outlives a power cut."""
    if make:
        _make_root(root)
    handle = os.open(root, _FOLDER)
    try:
        for part in parts:
            if make:
                _make(handle, part)
            inner = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=handle)
            os.close(handle)
            handle = inner
        yield handle
    finally:
        os.close(handle)


def status(handle: int, name: str) -> os.stat_result:
    """What the system knows of a plain file in a folder."""
    found = os.stat(name, dir_fd=handle, follow_symlinks=False)
    if not stat.S_ISREG(found.st_mode):
        raise FileNotFoundError(errno.ENOENT, "not a plain file", name)
    return found


def opened(handle: int, name: str) -> int:
    """A plain file in a folder, open for reading; anything else is refused at once."""
    # Without waiting: to open a pipe would take until somebody writes into it.
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=handle)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise FileNotFoundError(errno.ENOENT, "not a plain file", name)
    return file


def created(handle: int, name: str) -> int:
    """A new file in a folder, open for writing and reading, for nobody but us."""
    return os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=handle)


def _make_root(root: Path) -> None:
    if root.is_dir():
        return
    _make_root(root.parent)
    with folder(root.parent, ()) as handle:
        _make(handle, root.name)


def _make(handle: int, name: str) -> None:
    """A folder in a folder, unless it is there; its name is safe before anything is put into it."""
    try:
        os.mkdir(name, 0o700, dir_fd=handle)
    except FileExistsError:
        return
    os.fsync(handle)
