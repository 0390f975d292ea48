"""How many frames a second the films of a run have: looked up in their files, away from the recording."""

from __future__ import annotations

from importlib import util

from showbible.assets.learn.catching_up import copied
from showbible.assets.learn.look.process import rate
from showbible.errors import Malformed, NotFound
from showbible.runs.model import AssetType, Delivery
from showbible.runs.recall import one
from showbible.runs.recall.files import FPS
from showbible.runs.record.delivery import note_rate
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database


def measure(db: Database, blobs: Blobs, run_id: str) -> None:
    """Note the frame rate of each film of a run that nobody told; a file is opened once, whatever is in it."""
    if util.find_spec("av") is None:
        return
    for made in one.assets(db, run_id):
        if made.type is AssetType.VIDEO and FPS not in made.metadata and made.url:
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
