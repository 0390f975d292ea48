"""What lies in a folder of files, in the order of the keys that it stands for."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from showbible.storage import handles
from showbible.vocabulary import is_id


def walk(root: Path, store: str, prefix: str, after: str) -> Iterator[tuple[str, os.stat_result]]:
    """The plain files under a prefix that come after a key; links, pipes and names that are not ours are left out."""
    for name, found in _inside(root, [store, *prefix.split("/")[:-1]]):
        key = prefix + name
        if not stat.S_ISDIR(found.st_mode):
            if key > after:
                yield key, found
        elif f"{key}/" > after or after.startswith(f"{key}/"):
            yield from walk(root, store, f"{key}/", after)


def _inside(root: Path, parts: Sequence[str]) -> list[tuple[str, os.stat_result]]:
    try:
        with handles.folder(root, parts) as folder:
            found = [(name, _status(folder, name)) for name in os.listdir(folder) if is_id(name)]
    except OSError as error:
        if error.errno in handles.ABSENT:
            return []
        raise
    plain = [(name, status) for name, status in found if status is not None]
    return sorted(plain, key=lambda each: each[0] + "/" * stat.S_ISDIR(each[1].st_mode))


def _status(folder: int, name: str) -> os.stat_result | None:
    """What the system knows of a plain file or folder; of anything else, and of what has gone meanwhile, nothing."""
    with suppress(FileNotFoundError):
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        return found if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) else None
    return None
