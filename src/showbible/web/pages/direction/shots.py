"""Shots as small pictures of their framing, in the order of a plan."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from showbible.direction.model import Shot, Snapshot
from showbible.web.words import plain

MOST_FRAMES: Final = 12

_SIZES: Final = {
    "EXTREME_CLOSE_UP": ("ecu", "ECU"),
    "CLOSE_UP": ("cu", "CU"),
    "MEDIUM_CLOSE_UP": ("mcu", "MCU"),
    "MEDIUM_SHOT": ("ms", "MS"),
    "MEDIUM": ("ms", "MS"),
    "MEDIUM_WIDE": ("mw", "MWS"),
    "WIDE": ("w", "WS"),
    "WIDE_SHOT": ("w", "WS"),
    "EXTREME_WIDE": ("ew", "EWS"),
}


@dataclass(frozen=True, kw_only=True)
class ShotFrame:
    """One shot; `picture` is the framing to draw, `mark` says what an edit did to it: changed, new or gone."""

    number: int
    picture: str
    label: str
    told: str
    mark: str = ""


@dataclass(frozen=True, kw_only=True)
class Strip:
    """A stretch of a plan, and how many shots stand before and after it."""

    frames: tuple[ShotFrame, ...]
    before: int = 0
    after: int = 0


def strip(shots: Snapshot, *, marked: Collection[str] = (), mark: str = "changed", most: int = MOST_FRAMES) -> Strip:
    """The shots around those that are marked, as many as there is room for."""
    chosen = [at for at, shot in enumerate(shots) if shot.shot_id in marked]
    start = max(0, min(chosen[0] - 2, len(shots) - most)) if chosen else 0
    shown = shots[start : start + most]
    numbered = enumerate(shown, start + 1)
    frames = tuple(_frame(number, shot, mark=mark if shot.shot_id in marked else "") for number, shot in numbered)
    return Strip(frames=frames, before=start, after=len(shots) - start - len(shown))


def picture(size: str | None) -> str:
    """The drawing of a framing, or nothing where we have none."""
    return _SIZES.get((size or "").upper(), ("", ""))[0]


def in_words(value: Any) -> str:
    """A value of a shot in words."""
    if isinstance(value, str):
        return plain(value) if value.isupper() else value
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value))
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _frame(number: int, shot: Shot, *, mark: str) -> ShotFrame:
    size = shot.word("shot_size")
    drawing, short = _SIZES.get((size or "").upper(), ("", ""))
    return ShotFrame(
        number=number, picture=drawing, label=short or in_words(size)[:6], told=_told(number, shot), mark=mark
    )


def _told(number: int, shot: Shot) -> str:
    """A shot in one line, for whoever cannot see its picture or points at it."""
    names = ("shot_size", "shot_job", "subject", "camera_angle", "camera_movement")
    words = [in_words(value) for name in names if (value := shot.word(name))]
    length = [f"{shot.seconds:g} s"] if shot.seconds is not None else []
    return f"Shot {number}: {', '.join([*words, *length]) or shot.shot_id}"
