"""What interrupted uploads and removals leave in the data folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final

from showbible.storage.blobs import LIMITS

_ON_THE_WAY: Final = ("stores/partial", "stores/parts/partial", "cache/files/lent")
"""Where files lie only as long as somebody works with them."""
MOST: Final = 10_000
"""How many leftovers of each kind go at once."""


def cleared(home: Path, *, before: datetime, most: int = MOST) -> dict[str, int]:
    """Remove what was left before a moment; gives how many of each kind went."""
    old = before.timestamp()
    return {
        "partial_files": sum(_unlinked(_inside(home / place), old=old, most=most) for place in _ON_THE_WAY),
        "notes_without_files": _unlinked(_orphaned_notes(home / "stores"), old=old, most=most),
        "deleted_projects": _emptied(home / "trash", old=old, most=most),
        "empty_folders": _removed(_inside(home / "stores" / "parts" / "uploads"), old=old, most=most),
    }


def _orphaned_notes(stores: Path) -> Iterator[Path]:
    """The notes that blobs keep beside their files, of files that are gone."""
    for store in LIMITS:
        for folder, _, names in os.walk(stores / store):
            there = set(names)
            for name in names:
                if name.startswith(".") and name.endswith(".json") and name[1:-5] not in there:
                    yield Path(folder, name)


def _unlinked(files: Iterator[Path], *, old: float, most: int) -> int:
    gone = 0
    for file in files:
        if gone >= most:
            break
        if _touched(file) < old and not _has_partner(file):
            _remove(file)
            gone += 1
    return gone


def _remove(left: Path) -> None:
    if left.is_dir() and not left.is_symlink():
        shutil.rmtree(left, ignore_errors=True)
    else:
        left.unlink(missing_ok=True)


def _has_partner(file: Path) -> bool:
    """Whether the file that a note is about has come meanwhile."""
    return file.name.startswith(".") and file.with_name(file.name[1:-5]).exists()


def _emptied(trash: Path, *, old: float, most: int) -> int:
    # A folder keeps its own age when it is moved here; only the change of its place is recent.
    graves = [grave for grave in _inside(trash) if grave.lstat().st_ctime < old][:most]
    for grave in graves:
        shutil.rmtree(grave, ignore_errors=True)
    return len(graves)


def _removed(folders: Iterator[Path], *, old: float, most: int) -> int:
    """Remove the folders of uploads that have ended; one with anything in it stays."""
    gone = 0
    for folder in islice((each for each in folders if _touched(each) < old), most):
        with suppress(OSError):
            folder.rmdir()
            gone += 1
    return gone


def _inside(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.iterdir())
    except FileNotFoundError:
        return


def _touched(file: Path) -> float:
    try:
        return file.lstat().st_mtime
    except FileNotFoundError:
        return float("inf")
