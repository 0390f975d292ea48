"""The files of a run: its state is kept beside its media when it ends, and goes when it is deleted."""

from __future__ import annotations

import json
from collections.abc import Callable

from showbible.errors import NotFound
from showbible.runs.model import Gone
from showbible.runs.recall import documents, one
from showbible.runs.recall.files import run_folder
from showbible.storage.blobs import LIMITS, Blobs, FileEntry, Stored
from showbible.storage.database import Database


def keep_state(db: Database, blobs: Blobs, run_id: str) -> Stored | None:
    """Write a finished run's state into the `runs` store; a run deleted meanwhile leaves nothing."""
    try:
        run = one.run(db, run_id)
    except NotFound:
        return None
    text = json.dumps(documents.state(run), ensure_ascii=False, indent=1, allow_nan=False)
    kept = blobs.put("runs", run_folder(run.project_id, run_id) + "state.json", [text.encode()])
    if one.project_of(db, run_id) is None:
        _delete(blobs, kept)
        return None
    return kept


def remove_files(blobs: Blobs, key_prefix: str) -> int:
    """Take away every file of a run or of a project; gives how many."""
    found = [each for store in LIMITS for each in blobs.entries(store, key_prefix)]
    return sum(_delete(blobs, each) for each in found)


def remove_leftovers(blobs: Blobs, gone: Gone, *, used: Callable[[str], bool]) -> int:
    """Take away the files of a deleted run, but for those that somebody still uses; gives how many.

    A newer file belongs to a later run of that name.
    """
    folder = run_folder(gone.project_id, gone.run_id)
    # With all that is known of each: a list of a bucket tells only the second in which a file was written.
    found = [each for store in LIMITS for each in blobs.listed(store, folder) if each.created_at <= gone.at]
    return sum(_delete(blobs, each) for each in found if not used(f"{each.store}/{each.key}"))


def _delete(blobs: Blobs, stored: FileEntry) -> bool:
    """Whether a file went now; one that another worker took first is gone as well."""
    try:
        blobs.delete(stored.store, stored.key)
    except NotFound:
        return False
    return True
