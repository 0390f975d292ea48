"""A file of notes, where it may lie, and how much there may be."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from datetime import datetime
from typing import Final

from showbible.errors import Conflict, Invalid, TooLarge
from showbible.values import frozen
from showbible.vocabulary import KIB, checked_text, plural

ROOT: Final = "/memories"
"""Where every path begins, as assistants write it."""
SHOWN: Final = f"{ROOT}/project"
"""The folder that shows what is known of the project; nothing is kept in it."""
MOST_FILES: Final = 200
MOST_OF_ONE: Final = 64 * KIB
MOST_OF_ALL: Final = 2048 * KIB
DEEPEST: Final = 5
"""How many names a path has at most below its root."""
LONGEST: Final = 100
"""How many letters each of them has at most."""


@frozen
class NoteFile:
    """A file as a list shows it."""

    path: str
    size: int
    updated_at: datetime


def checked_path(path: str) -> str:
    """The path of a file or a folder below the root, in one spelling."""
    spelled = unicodedata.normalize("NFC", path)
    if not spelled.startswith(f"{ROOT}/"):
        raise Invalid(f"A path begins with {ROOT}/, as in {ROOT}/progress.md.", field="path")
    names = spelled.removesuffix("/").split("/")[2:]
    if len(names) > DEEPEST:
        raise Invalid(f"A path has at most {DEEPEST} names below {ROOT}.", field="path")
    for name in names:
        _check_name(name)
    path = "/".join((ROOT, *names))
    if is_shown(path):
        raise Invalid(f"{SHOWN} shows what is known of the project and cannot be written to.", field="path")
    return path


def is_shown(path: str) -> bool:
    """Whether a path leads to what is known of the project instead of into the notebook."""
    return path == SHOWN or path.startswith(f"{SHOWN}/")


def _check_name(name: str) -> None:
    if name in ("", ".", ".."):
        raise Invalid("A path goes straight down: it has no empty name, no '.' and no '..'.", field="path")
    if len(name) > LONGEST:
        raise Invalid(f"A name in a path has at most {LONGEST} letters.", field="path")
    if not name.isprintable() or "\\" in name or name != name.strip():
        raise Invalid(
            "A name in a path has visible letters only: no control characters, no backslash, no space at its ends.",
            field="path",
        )


def check_free(path: str, taken: Collection[str]) -> None:
    """Refuse a place where a file or a folder is, and one that lies inside of a file."""
    if path in taken:
        raise Conflict(f"There is a file {path} already. Change it, or delete it first.")
    if any(each.startswith(f"{path}/") for each in taken):
        raise Conflict(f"{path} is a folder. Choose another name for the file.")
    for each in taken:
        if path.startswith(f"{each}/"):
            raise Conflict(f"{each} is a file, and nothing can lie in it.")


def size_of(text: str) -> int:
    """How many bytes a text has, once it can be kept as one file."""
    return len(checked_text("file_text", text, limit=MOST_OF_ONE).encode())


def check_room(*, files: int, size: int) -> None:
    """Refuse more than a notebook holds."""
    if files > MOST_FILES:
        raise TooLarge(f"A notebook has at most {plural(MOST_FILES, 'file')}. Delete some, or write into one of them.")
    if size > MOST_OF_ALL:
        raise TooLarge(f"The files of a notebook have at most {MOST_OF_ALL:,} bytes together. Shorten or delete some.")
