"""Figures of frames: colours, light, sharpness, motion and cuts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Frame = NDArray[np.uint8]

COLOURS: Final = {
    "black": (15, 15, 15),
    "white": (245, 245, 245),
    "grey": (128, 128, 128),
    "dark grey": (65, 65, 65),
    "light grey": (195, 195, 195),
    "red": (200, 30, 35),
    "orange": (240, 135, 30),
    "yellow": (240, 215, 50),
    "green": (45, 145, 60),
    "olive": (110, 115, 50),
    "teal": (20, 130, 130),
    "cyan": (70, 200, 220),
    "blue": (35, 90, 205),
    "navy": (20, 30, 85),
    "purple": (120, 50, 150),
    "pink": (240, 130, 170),
    "brown": (110, 70, 40),
    "beige": (215, 190, 155),
}
"""Names for what most people would call these values of red, green and blue."""

LEAST_SHARE: Final = 0.12
SMALL: Final = 96
CUT: Final = 28.0
"""How far, of 255, two neighbouring frames differ on average where one shot ends."""


def measured(frame: Frame) -> dict[str, Any]:
    """What one frame is like."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(sized(frame, 640), cv2.COLOR_RGB2GRAY)
    return {
        "palette": palette(frame),
        "brightness": round(float(np.mean(grey)), 1),
        "contrast": round(float(np.std(grey)), 1),
        "sharpness": round(float(cv2.Laplacian(grey, cv2.CV_64F).var()), 1),
    }


def palette(frame: Frame) -> list[str]:
    """The names of the colours that cover most of a frame, the largest first."""
    import cv2
    import numpy as np

    names = list(COLOURS)
    swatches = np.array([list(COLOURS.values())], dtype=np.uint8)
    known = cv2.cvtColor(swatches, cv2.COLOR_RGB2LAB)[0].astype(np.float32)
    pixels = cv2.cvtColor(sized(frame, 64), cv2.COLOR_RGB2LAB).reshape(-1, 3).astype(np.float32)
    nearest = np.argmin(((pixels[:, None, :] - known[None]) ** 2).sum(axis=2), axis=1)
    shares = np.bincount(nearest, minlength=len(names)) / len(pixels)
    order = np.argsort(-shares, kind="stable")[:3]
    return [names[place] for place in order if shares[place] >= LEAST_SHARE]


def moving(frames: Sequence[Frame]) -> dict[str, Any]:
    """How much changes from frame to frame, and how often the shot changes."""
    import numpy as np

    small = [sized(frame, SMALL).astype(np.float32) for frame in frames]
    changes = [float(np.abs(after - before).mean()) for before, after in pairwise(small)]
    steady = [change for change in changes if change < CUT]
    return {"motion": round(float(np.mean(steady)), 2) if steady else 0.0, "cuts": len(changes) - len(steady)}


def sized(frame: Frame, longest: int) -> Frame:
    """A frame whose longer side has at most so many pixels."""
    import cv2

    height, width = frame.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return frame
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(frame, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
