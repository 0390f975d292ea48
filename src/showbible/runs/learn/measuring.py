"""How many frames a second the films of a run have: looked up in their files, away from the recording."""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib import util
from typing import Any, Final

from showbible.assets.learn.catching_up import copied
from showbible.assets.learn.look.process import rate
from showbible.errors import Malformed, NotFound
from showbible.runs.model import AssetType, Delivery
from showbible.runs.recall import one
from showbible.runs.recall.documents import media_url
from showbible.runs.record.delivery import note_rate
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database

FPS: Final = "fps"
"""What the metadata of a delivery calls it; null where the file was no film."""
MOST: Final = 1000.0


def frame_rate(metadata: Mapping[str, Any]) -> float | None:
    """The frames a second that metadata tells of, when it tells a rate that a film can have."""
    told = metadata.get(FPS)
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    return float(told) if math.isfinite(told) and 0 < told <= MOST else None


def measure(db: Database, blobs: Blobs, run_id: str) -> None:
    """Note the frame rate of each film of a run that nobody told; a file is opened once, whatever is in it."""
    if util.find_spec("av") is None:
        return
    for made in one.assets(db, run_id):
        if made.type is AssetType.VIDEO and FPS not in made.metadata and media_url(made.path):
            _measure(db, blobs, made)


def _measure(db: Database, blobs: Blobs, made: Delivery) -> None:
    try:
        with copied(blobs, made.path) as file:
            found = rate(file)
    except NotFound:
        return  # it may come yet
    except Malformed:
        found = None
    note_rate(db, made, found)
