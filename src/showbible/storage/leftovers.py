"""What interrupted uploads and removals leave in the data folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final

from showbible.storage.blobs import LIMITS

_ON_THE_WAY: Final = ("stores/partial", "stores/parts/partial", "cache/files/lent")
"""Where files lie only as long as somebody works with them."""
EMPTY: Final = "empty_folders"
MOST: Final = 10_000
"""How many leftovers of each kind go at once."""


WHAT: Final = {
    "partial_files": "Files that never arrived whole",
    "notes_without_files": "Notes about files that are gone",
    "deleted_projects": "Folders of deleted projects",
    EMPTY: "Folders of uploads that have ended",
}
"""What is left behind, in words for a person."""


def counted(home: Path, *, before: datetime, most: int = MOST) -> dict[str, int]:
    """How many of each kind were left before a moment."""
    return {kind: len(list(islice(found, most))) for kind, found in _left(home, before).items()}


def cleared(home: Path, *, before: datetime, most: int = MOST) -> dict[str, int]:
    """Remove what was left before a moment; gives how many of each kind went."""
    return {
        kind: sum(map(_remove_bare if kind == EMPTY else _remove, islice(found, most)))
        for kind, found in _left(home, before).items()
    }


def _left(home: Path, before: datetime) -> dict[str, Iterator[Path]]:
    old, stores = before.timestamp(), home / "stores"
    return {
        "partial_files": (each for place in _ON_THE_WAY for each in _inside(home / place) if _moved(each) < old),
        "notes_without_files": (each for each in _orphaned_notes(stores) if _touched(each) < old),
        "deleted_projects": (grave for grave in _inside(home / "trash") if _moved(grave) < old),
        EMPTY: (each for each in _inside(stores / "parts" / "uploads") if _touched(each) < old and _is_bare(each)),
    }


def _orphaned_notes(stores: Path) -> Iterator[Path]:
    """The notes that blobs keep beside their files, of files that are gone."""
    for store in LIMITS:
        for folder, _, names in os.walk(stores / store):
            there = set(names)
            for name in names:
                if name.startswith(".") and name.endswith(".json") and name[1:-5] not in there:
                    yield Path(folder, name)


def _remove(left: Path) -> bool:
    """Whether it went: the file that a note is about may have come meanwhile."""
    if left.name.startswith(".") and left.with_name(left.name[1:-5]).exists():
        return False
    if left.is_dir() and not left.is_symlink():
        shutil.rmtree(left, ignore_errors=True)
    else:
        left.unlink(missing_ok=True)
    return True


def _is_bare(folder: Path) -> bool:
    return next(_inside(folder), None) is None


def _remove_bare(folder: Path) -> bool:
    """Whether an empty folder went: one into which something has come meanwhile stays."""
    try:
        folder.rmdir()
    except OSError:
        return False
    return True


def _inside(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.iterdir())
    except FileNotFoundError:
        return


def _moved(left: Path) -> float:
    """When something came here: a folder keeps its own age when it is moved, only the change of its place is recent."""
    return left.lstat().st_ctime if left.is_dir() and not left.is_symlink() else _touched(left)


def _touched(file: Path) -> float:
    try:
        return file.lstat().st_mtime
    except FileNotFoundError:
        return float("inf")
