"""Shots as small pictures, and the edits of each scene as a chart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from showbible.direction.model import Shot, Snapshot
from showbible.direction.recall.digests import Digest
from showbible.direction.recall.effort import verdict
from showbible.web.pages.kit.charts import Chart, ChartSeries
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


def effort(digests: Sequence[Digest]) -> Chart | None:
    """The edits of each scene: those of taste, and the others; one scene is no chart."""
    latest = digests[-24:]
    if len(latest) < 2:
        return None
    taste = tuple(float(len(digest.taste)) for digest in latest)
    rest = tuple(float(len(digest.edits) - len(digest.taste)) for digest in latest)
    return Chart(
        "effort",
        title="Edits a scene",
        sentence=verdict(digests),
        stops=[digest.name.removeprefix("Scene ") for digest in latest],
        series=(
            ChartSeries(label="Taste", values=taste, tone="a"),
            ChartSeries(label="Mended or one-off", values=rest, tone="data"),
        ),
        stacked=True,
    )


class ShotFrame:
    """One shot; `picture` is the framing to draw, `mark` says what an edit did to it: changed, new or gone."""

    def __init__(self, number: int, shot: Shot, *, mark: str) -> None:
        size = shot.word("shot_size")
        self.picture, short = _SIZES.get((size or "").upper(), ("", ""))
        self.number, self.label, self.line, self.mark = number, short or in_words(size)[:6], _line(number, shot), mark


class Strip:
    """The shots around those that are marked, as many as there is room for; how many stand before and after them."""

    def __init__(self, shots: Snapshot, *, marked: Collection[str] = (), mark: str = "changed", most: int = 12) -> None:
        chosen = [at for at, shot in enumerate(shots) if shot.shot_id in marked]
        self.before = max(0, min(chosen[0] - 2, len(shots) - most)) if chosen else 0
        stretch = shots[self.before : self.before + most]
        self.after = len(shots) - self.before - len(stretch)
        numbered = enumerate(stretch, self.before + 1)
        self.frames = [
            ShotFrame(number, shot, mark=mark if shot.shot_id in marked else "") for number, shot in numbered
        ]


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


def _line(number: int, shot: Shot) -> str:
    """A shot in one line, for whoever cannot see its picture or points at it."""
    names = ("shot_size", "shot_job", "subject", "camera_angle", "camera_movement")
    words = [in_words(value) for name in names if (value := shot.word(name))]
    length = [f"{shot.seconds:g} s"] if shot.seconds is not None else []
    return f"Shot {number}: {', '.join([*words, *length]) or shot.shot_id}"
