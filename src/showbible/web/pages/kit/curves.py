"""Curves as SVG paths, in a box of 100 by 100."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

Point = tuple[float, float]

_MOST_PEAKS: Final = 400


def smooth(points: Sequence[Point]) -> str:
    """A curve through the points that never overshoots them, held level out to both edges."""
    way = [(0.0, points[0][1]), *points, (100.0, points[-1][1])]
    path = f"M{way[0][0]:.2f} {way[0][1]:.2f}"
    for (x0, y0), (x1, y1) in pairwise(way):
        middle = (x0 + x1) / 2
        path += f"C{middle:.2f} {y0:.2f} {middle:.2f} {y1:.2f} {x1:.2f} {y1:.2f}"
    return path


def wave(peaks: object) -> str | None:
    """Loudness between 0 and 1, drawn on both sides of a middle line; nothing for what is no loudness."""
    if not isinstance(peaks, list) or not 2 <= len(peaks) <= _MOST_PEAKS:
        return None
    heights = [min(1.0, max(0.02, float(peak))) * 44 for peak in peaks if isinstance(peak, int | float)]
    if len(heights) != len(peaks):
        return None
    step = 100 / (len(heights) - 1)
    above = [f"{n * step:.2f} {50 - height:.1f}" for n, height in enumerate(heights)]
    below = [f"{n * step:.2f} {50 + height:.1f}" for n, height in enumerate(heights)]
    return f"M{'L'.join([*above, *reversed(below)])}Z"
