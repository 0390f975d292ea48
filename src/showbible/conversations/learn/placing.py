"""Give memories vectors of the present model: outside of any transaction, for a model may be far away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import structlog

from showbible.conversations.recall import readings, unplaced
from showbible.conversations.recall.unplaced import Unplaced
from showbible.conversations.record.meanings import meanings
from showbible.conversations.record.replacing import keep_readings
from showbible.errors import ShowbibleError
from showbible.jobs.queue import announce
from showbible.llm.embeddings.choosing import Find
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage.database import Database

UNPLACED: Final = "memories.unplaced"

log = structlog.get_logger("showbible.conversations")


def place(db: Database, find: Find, memory_ids: Sequence[str]) -> None:
    """Place memories that were just written; a job does it where a caller's transaction or a far model forbids it.

    They are safe already: what goes wrong here is tried again when the workspace is tidied.
    """
    embedder = find() if memory_ids else None
    if embedder is None:
        return
    try:
        waiting = unplaced.among(db, memory_ids, model=embedder.name)
        if waiting and (db.writing or embedder.is_far):
            _announce(db)
        elif waiting:
            _place(db, embedder, waiting)
    except ShowbibleError as error:
        log.warning("placing.waits", memories=len(memory_ids), reason=str(error))


def announce_waiting(db: Database, find: Find) -> bool:
    """Let a job place the memories that wait for it; gives whether there are any."""
    if not unplaced.has_memories(db):
        return False
    embedder = find()
    if embedder is None or not unplaced.number(db, model=embedder.name):
        return False
    _announce(db)
    return True


def place_all(db: Database, embedder: Embedder) -> None:
    """Go through all memories once and keep what was done after each batch, so that it can go on from there."""
    after = ""
    while waiting := unplaced.unplaced(db, model=embedder.name, after=after, limit=embedder.at_once):
        _place(db, embedder, waiting)
        after = waiting[-1].memory_id


def _place(db: Database, embedder: Embedder, waiting: Sequence[Unplaced]) -> None:
    rows = embedder.embed([each.text for each in waiting])
    meanings(db, list(zip(waiting, rows, strict=True)), model=embedder.name)
    _read(db, [each for each in waiting if not each.is_read])


def _read(db: Database, unread: Sequence[Unplaced]) -> None:
    """Keep how memories read that came in bulk, so that no question has to read them."""
    found = {
        each.memory_id: reading
        for each in unread
        if (reading := readings.of_line(each.text, at=each.said_at, speaker=each.speaker, names={}))
    }
    with db.transaction():
        keep_readings(db, found)


def _announce(db: Database) -> None:
    with db.transaction():
        announce(db, UNPLACED, key="memories")
