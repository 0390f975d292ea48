"""Take away the working files of runs that nobody has heard of for long: all of a run's at once, or none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from showbible.runs.recall.files import run_folder
from showbible.runs.recall.keeping import OldRun
from showbible.runs.record.keeping import note_sweep
from showbible.storage.blobs import Blobs
from showbible.storage.database import Database
from showbible.storage.stores import weights
from showbible.storage.stores.weights import Weight

STORE: Final = "runs"
"""Where working files lie."""


def weight(blobs: Blobs, run: OldRun) -> Weight:
    """How much the working files of a run take."""
    return weights.weight(blobs, STORE, run_folder(run.project_id, run.run_id))


def is_referenced(blobs: Blobs, run: OldRun, used: Callable[[list[str]], bool]) -> bool:
    """Whether anything else names one of a run's working files."""
    found = [f"{STORE}/{each.key}" for each in blobs.entries(STORE, run_folder(run.project_id, run.run_id))]
    return bool(found) and used(found)


def sweep(db: Database, blobs: Blobs, run: OldRun, *, before: datetime, at: datetime) -> bool:
    """Take a run's working files away, unless it is pinned, alive or younger by now; gives whether they went.

    The run and its production record stay, and say when the files went.
    """
    with db.transaction():
        if not note_sweep(db, run.run_id, before=before, at=at):
            return False
        # In the transaction, so that who pins or deletes the run waits; once more costs nothing if it is lost.
        blobs.discard(STORE, run_folder(run.project_id, run.run_id))
    return True
