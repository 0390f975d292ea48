"""What is in a frame, as far as small detectors can tell: faces and letters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Frame = NDArray[np.uint8]

SURE: Final = 0.75
"""How sure the reader must be of a line."""
MOST_LINES: Final = 8
MOST_LETTERS: Final = 300


def faces(frame: Frame) -> dict[str, Any]:
    """How many faces look at the camera, and how tall the largest is beside the frame; nothing without a detector."""
    import cv2

    model = Path(cv2.__file__).parent / "data" / "haarcascade_frontalface_default.xml"
    if not model.is_file():
        return {}
    grey = cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY)
    smallest = max(24, min(grey.shape) // 16)
    found = cv2.CascadeClassifier(str(model)).detectMultiScale(
        grey, scaleFactor=1.1, minNeighbors=8, minSize=(smallest, smallest)
    )
    if not len(found):
        return {}
    return {"faces": len(found), "face_height": round(max(int(face[3]) for face in found) / frame.shape[0], 3)}


def letters(frame: Frame) -> dict[str, Any]:
    """The lines that can be read in a frame; says so when no reader is installed."""
    if (frame == frame[0, 0]).all():
        return {}  # one colour everywhere: nothing to read, and the reader takes seconds to start
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return {"unread": True}
    read: Any = RapidOCR(params={"Global.log_level": "error"})(frame)
    lines = [
        text.strip()
        for text, sure in zip(read.txts or (), read.scores or (), strict=True)
        if sure >= SURE and len(text.strip()) > 1
    ]
    return {"text": " / ".join(lines[:MOST_LINES])[:MOST_LETTERS]} if lines else {}
