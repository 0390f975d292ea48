"""A cut as any editing program tells it: which stretch of which clip follows which."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any, Final, Protocol

from showbible.values import frozen
from showbible.vocabulary import is_id

LABEL: Final = "showbible"
"""Under which name our own timelines keep what they know of a shot."""
HARD, DISSOLVE, WIPE, OTHER = "CUT", "DISSOLVE", "WIPE", "TRANSITION"
"""How a stretch follows the one before it."""

_RUN: Final = re.compile(r"\[([^\[\]\s]{1,128})\]")


@frozen
class Excerpt:
    """A stretch of one clip, in the order of the film."""

    where: str
    """Where the file tells of it, in words for whoever wrote the file."""
    title: str = ""
    """What the program calls the clip."""
    files: tuple[str, ...] = ()
    """Where the program finds the clip."""
    reel: str = ""
    label: Mapping[str, Any] = field(default_factory=dict)
    """What we ourselves wrote beside the clip."""
    seconds: Fraction
    """How long it is seen."""
    start: Fraction | None = None
    """Where in its clip it begins, in seconds."""
    rate: Fraction | None = None
    """The frames a second that the file tells."""
    transition: str = HARD
    speed: float = 1.0
    beside: bool = False
    """Whether it lies on another track than the film's first one, or inside a clip of which only a part is seen."""

    @property
    def says_what_it_is(self) -> bool:
        """Whether anything but a reel tells which clip it is of."""
        return bool(self.title or self.files or self.label)

    @property
    def end(self) -> Fraction | None:
        """Where in its clip it ends."""
        return None if self.start is None else self.start + self.seconds


class CutFile(Protocol):
    """A file of an editing program."""

    run_ids: tuple[str, ...]
    """What the file names where our exports name their run; an editor may have added more in the same brackets."""

    def excerpts(self, rate: Fraction) -> tuple[Excerpt, ...]:
        """What the film consists of; `rate` counts where the file itself does not tell one."""


def runs_in(title: str) -> tuple[str, ...]:
    """What the title of a cut may name as its run, in brackets as our exports write it."""
    return tuple(name for name in _RUN.findall(title) if is_id(name))


def transition_named(name: str) -> str:
    """The kind of a transition by what a program calls it."""
    words = name.lower()
    if "dissolve" in words or "cross fade" in words or "crossfade" in words:
        return DISSOLVE
    return WIPE if "wipe" in words else OTHER
