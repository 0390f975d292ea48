"""Two folders change places, so that at every moment one of them is there."""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path
from typing import Final

_AT_CWD: Final = -100
_EXCHANGE: Final = 2


def exchange(one: Path, other: Path) -> None:
    """Let two folders of one disk change their names, at once where the system can."""
    try:
        _exchange(one, other)
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.EINVAL):
            raise
        aside = other.with_name(f"{other.name}.aside")
        one.rename(aside)
        other.rename(one)
        aside.rename(other)


def _exchange(one: Path, other: Path) -> None:
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        raise OSError(errno.ENOSYS, "no renameat2")
    if rename(_AT_CWD, os.fsencode(one), _AT_CWD, os.fsencode(other), _EXCHANGE):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
