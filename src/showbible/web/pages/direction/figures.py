"""Shots as small pictures, and the edits of each scene as a chart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from showbible.direction.model import Shot, Snapshot
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.effort import verdict
from showbible.values import frozen
from showbible.web.pages.kit.charts import Bars, ChartSeries, bars
from showbible.words import plain, shown

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


def effort(digests: Sequence[Digest]) -> Bars | None:
    """The edits of each scene: those of taste, and the others; one scene is no chart."""
    latest = digests[-24:]
    if len(latest) < 2:
        return None
    taste = tuple(float(len(digest.taste)) for digest in latest)
    rest = tuple(float(len(digest.edits) - len(digest.taste)) for digest in latest)
    return bars(
        "effort",
        title="Edits a scene",
        sentence=verdict(digests),
        stops=[digest.name.removeprefix("Scene ") for digest in latest],
        series=(
            ChartSeries(label="Taste", values=taste, tone="a"),
            ChartSeries(label="Mended or one-off", values=rest, tone="data"),
        ),
    )


@frozen
class ShotFrame:
    """One shot; `picture` is the framing to draw, `mark` says what an edit did to it: changed, new or gone."""

    number: int
    picture: str
    label: str
    line: str
    mark: str = ""


@frozen
class Strip:
    """A stretch of a plan, and how many shots stand before and after it."""

    frames: tuple[ShotFrame, ...]
    before: int = 0
    after: int = 0


def strip(shots: Snapshot, *, marked: Collection[str] = (), mark: str = "changed", most: int = 12) -> Strip:
    """The shots around those that are marked, as many as there is room for."""
    chosen = [at for at, shot in enumerate(shots) if shot.shot_id in marked]
    start = max(0, min(chosen[0] - 2, len(shots) - most)) if chosen else 0
    stretch = shots[start : start + most]
    numbered = enumerate(stretch, start + 1)
    frames = tuple(_frame(number, shot, mark=mark if shot.shot_id in marked else "") for number, shot in numbered)
    return Strip(frames=frames, before=start, after=len(shots) - start - len(stretch))


def picture(size: str | None) -> str:
    """The drawing of a framing, or nothing where we have none."""
    return _SIZES.get((size or "").upper(), ("", ""))[0]


def in_words(value: Any) -> str:
    """A value of a shot in words."""
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value))
    if isinstance(value, str):
        return plain(value) if value.isupper() else value
    return f"{value:g}" if isinstance(value, float) else shown(value)


def _frame(number: int, shot: Shot, *, mark: str) -> ShotFrame:
    size = shot.word("shot_size")
    drawing, short = _SIZES.get((size or "").upper(), ("", ""))
    return ShotFrame(
        number=number, picture=drawing, label=short or in_words(size)[:6], line=_line(number, shot), mark=mark
    )


def _line(number: int, shot: Shot) -> str:
    """A shot in one line, for whoever cannot see its picture or points at it."""
    names = ("shot_size", "shot_job", "subject", "camera_angle", "camera_movement")
    words = [in_words(value) for name in names if (value := shot.word(name))]
    length = [f"{shot.seconds:g} s"] if shot.seconds is not None else []
    return f"Shot {number}: {', '.join([*words, *length]) or shot.shot_id}"
