"""What changed between two texts, word by word, and who changed it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, Final, Literal, NamedTuple

from showbible import words
from showbible.storage.changes import Change
from showbible.values import frozen

Side = Mapping[str, Any]
"""What stood in each field that a change touched, before or after it."""

_WORD: Final = re.compile(r"\w")
_LONGEST: Final = 4000
"""Texts longer than this are shown whole: comparing them word by word takes too long."""


@frozen
class Piece:
    """Some words that stayed, went, or came."""

    kind: Literal["same", "gone", "new"]
    text: str


class FieldEdit(NamedTuple):
    """One field before and after."""

    field: str
    pieces: tuple[Piece, ...]


class Version:
    """One change as its reader sees it; `seq` is what taking it back asks for."""

    def __init__(self, change: Change, names: Mapping[str, str], before: Side, after: Side) -> None:
        self.seq, self.at, self.who = change.seq, change.at, words.author(change.made_by)
        self.edits = []
        for field in {**before, **after}:
            pieces = reworded(words.shown(before.get(field)), words.shown(after.get(field)))
            self.edits.append(FieldEdit(names.get(field, words.plain(field)), pieces))


def versions(
    changes: Iterable[Change], *, names: Mapping[str, str] | None = None, tell: Callable[[Side], Side] = dict
) -> tuple[Version, ...]:
    """Changes to read, in the order given.

    `names` calls fields by other words than their own; `tell` puts the values of one side into words.
    """
    return tuple(Version(change, names or {}, tell(change.before), tell(change.after)) for change in changes)


def reworded(before: str, after: str) -> tuple[Piece, ...]:
    """What stayed, what went and what came, in reading order."""
    if len(before) + len(after) > _LONGEST:
        return (Piece(kind="gone", text=before), Piece(kind="new", text=after))
    old, new = _words(before), _words(after)
    pieces: list[Piece] = []
    gone, came = "", ""
    for kind, a0, a1, b0, b1 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        left, right = "".join(old[a0:a1]), "".join(new[b0:b1])
        inside = kind == "equal" and (gone or came) and a1 < len(old) and b1 < len(new)
        if kind != "equal" or (inside and not _WORD.search(left)):
            gone, came = gone + left, came + right
            continue
        pieces += _change(gone, came)
        gone, came = "", ""
        pieces.append(Piece(kind="same", text=left))
    return (*pieces, *_change(gone, came))


def _change(gone: str, came: str) -> list[Piece]:
    pieces = (Piece(kind="gone", text=gone), Piece(kind="new", text=came))
    return [piece for piece in pieces if piece.text]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|\s+|[^\w\s]", text)
