"""The files of a run: its state is kept beside its media when it ends, and goes when it is deleted."""

from __future__ import annotations

import json

from showbible.errors import NotFound
from showbible.runs import recall, shapes
from showbible.storage.blobs import Blobs, Stored
from showbible.storage.database import Database
from showbible.vocabulary import checked_id


def prefix(project_id: str, run_id: str = "") -> str:
    """Where the files of a project's runs lie in a store: the one place that builds such keys."""
    folder = f"projects/{checked_id('project', project_id)}/runs/"
    return f"{folder}{checked_id('run', run_id)}/" if run_id else folder


def keep_state(db: Database, blobs: Blobs, run_id: str) -> Stored | None:
    """Write a finished run's state into the `runs` store; a run deleted meanwhile leaves nothing."""
    try:
        run = recall.run(db, run_id)
    except NotFound:
        return None
    text = json.dumps(shapes.short_term_memory(run), ensure_ascii=False, indent=1, allow_nan=False)
    return blobs.put("runs", prefix(run.project_id, run_id) + "state.json", [text.encode()])


def remove_files(blobs: Blobs, key_prefix: str) -> int:
    """Take away every file of a run or of all runs of a project; gives how many."""
    gone = [stored for store in ("runs", "videos", "audio", "media") for stored in blobs.listed(store, key_prefix)]
    for stored in gone:
        blobs.delete(stored.store, stored.key)
    return len(gone)
