"""Where the camera looks at each moment of a shot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from showbible.studio.model import Movement
from showbible.values import frozen

REACH: Final = 0.085  # how far a pan or tilt goes, in canvas widths or heights
ZOOM: Final = 0.2  # how much closer a push comes


@frozen
class CameraView:
    """How close the camera is and how far it looks aside, in shares of the canvas."""

    zoom: float = 1.0
    x: float = 0.0
    y: float = 0.0


_ENDS: Final[Mapping[Movement, tuple[CameraView, CameraView]]] = {
    Movement.STATIC: (CameraView(zoom=1.0), CameraView(zoom=1.02)),
    Movement.PUSH_IN: (CameraView(zoom=1.0), CameraView(zoom=1.0 + ZOOM)),
    Movement.PULL_OUT: (CameraView(zoom=1.0 + ZOOM), CameraView(zoom=1.0)),
    Movement.PAN_LEFT: (CameraView(zoom=1.06, x=REACH), CameraView(zoom=1.06, x=-REACH)),
    Movement.PAN_RIGHT: (CameraView(zoom=1.06, x=-REACH), CameraView(zoom=1.06, x=REACH)),
    Movement.TILT_UP: (CameraView(zoom=1.06, y=REACH), CameraView(zoom=1.06, y=-REACH)),
    Movement.TILT_DOWN: (CameraView(zoom=1.06, y=-REACH), CameraView(zoom=1.06, y=REACH)),
}


def view(movement: Movement, moment: float) -> CameraView:
    """What the camera sees at a moment between 0 and 1; it starts and stops gently."""
    start, end = _ENDS[movement]
    share = moment * moment * (3 - 2 * moment)
    return CameraView(
        zoom=start.zoom + (end.zoom - start.zoom) * share,
        x=start.x + (end.x - start.x) * share,
        y=start.y + (end.y - start.y) * share,
    )


def window(
    seen: CameraView, *, depth: float, canvas: tuple[int, int], frame: tuple[int, int]
) -> tuple[float, float, float, float]:
    """The part of a layer that fills the frame: near layers move more than far ones."""
    zoom = 1 + (seen.zoom - 1) * (0.3 + 0.7 * depth)
    follow = 0.35 + 0.65 * depth
    wide, high = frame[0] / zoom, frame[1] / zoom
    x = (canvas[0] - wide) / 2 + seen.x * follow * canvas[0]
    y = (canvas[1] - high) / 2 + seen.y * follow * canvas[1]
    x, y = min(max(0.0, x), canvas[0] - wide), min(max(0.0, y), canvas[1] - high)
    return x, y, x + wide, y + high
