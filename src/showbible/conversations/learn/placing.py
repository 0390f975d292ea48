"""Give memories vectors of the present model, after it was changed or could not be reached."""

from __future__ import annotations

from typing import Final

from showbible.conversations.recall import unplaced
from showbible.conversations.record.meanings import meanings
from showbible.jobs.queue import announce
from showbible.llm.embeddings.choosing import Find
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage.database import Database

UNPLACED: Final = "memories.unplaced"


def announce_waiting(db: Database, find: Find) -> bool:
    """Let a job place the memories that wait for it; gives whether there are any."""
    if not unplaced.has_memories(db):
        return False
    embedder = find()
    if embedder is None or not unplaced.number(db, model=embedder.name):
        return False
    with db.transaction():
        announce(db, UNPLACED, key="memories")
    return True


def place_all(db: Database, embedder: Embedder) -> None:
    """Go through all memories once and keep what was done after each batch, so that it can go on from there."""
    after = ""
    while waiting := unplaced.unplaced(db, model=embedder.name, after=after, limit=embedder.at_once):
        rows = embedder.embed([each.text for each in waiting])
        meanings(db, list(zip(waiting, rows, strict=True)), model=embedder.name)
        after = waiting[-1].memory_id
