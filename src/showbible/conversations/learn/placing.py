"""Give memories vectors of the present model: outside of any transaction, for a model may be far away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import structlog

from showbible.conversations.recall import readings, senses, unplaced
from showbible.conversations.recall.closeness import MEANINGS, SENTENCES
from showbible.conversations.recall.unplaced import Unplaced
from showbible.conversations.record.meanings import meanings
from showbible.conversations.record.replacing import keep_readings
from showbible.errors import ShowbibleError
from showbible.jobs.queue import announce
from showbible.llm.embeddings.choosing import Find
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage.database import Database

UNPLACED: Final = "memories.unplaced"
MOST_SENTENCES: Final = 1_000
"""Sentences that an encoder reads in one job: it takes some seconds, and others wait."""

log = structlog.get_logger("showbible.conversations")


def place(db: Database, find: Find, memory_ids: Sequence[str]) -> None:
    """Place memories that were just written; a job does it where a caller's transaction or a far model forbids it.

    They are safe already: what goes wrong here is tried again when the workspace is tidied.
    """
    embedder = find() if memory_ids else None
    if embedder is None:
        return
    try:
        waiting = unplaced.among(db, MEANINGS, memory_ids, model=embedder.name)
        if waiting and (db.writing or embedder.is_far):
            _announce(db)
        elif waiting:
            _place(db, embedder, waiting)
    except ShowbibleError as error:
        log.warning("placing.waits", memories=len(memory_ids), reason=str(error))


def place_sentences(db: Database, find: Find, memory_ids: Sequence[str]) -> None:
    """Place the sentences of an exchange as wholes; what cannot be placed now waits, as other memories do."""
    encoder = find() if memory_ids and not db.writing else None
    if encoder is None:
        return
    try:
        _encode(db, encoder, unplaced.among(db, SENTENCES, memory_ids, model=encoder.name))
    except ShowbibleError as error:
        log.warning("placing.waits", memories=len(memory_ids), reason=str(error))


def announce_waiting(db: Database, find: Find, find_encoder: Find) -> bool:
    """Let a job place the memories that wait for it; gives whether there are any."""
    if not unplaced.has_memories(db):
        return False
    models = ((MEANINGS, find()), (SENTENCES, find_encoder()))
    if not any(each and unplaced.number(db, index, model=each.name) for index, each in models):
        return False
    _announce(db)
    return True


def place_waiting(db: Database, find: Find, find_encoder: Find) -> None:
    """Place what waits: all of it by its words, and of sentences as wholes as many as one job takes."""
    if (embedder := find()) is not None:
        place_all(db, embedder)
    if (encoder := find_encoder()) is not None:
        encode_next(db, encoder)


def place_all(db: Database, embedder: Embedder) -> None:
    """Go through all memories once and keep what was done after each batch, so that it can go on from there."""
    after = ""
    while waiting := unplaced.unplaced(db, MEANINGS, model=embedder.name, after=after, limit=embedder.at_once):
        _place(db, embedder, waiting)
        after = waiting[-1].memory_id


def encode_next(db: Database, encoder: Embedder) -> None:
    """The same for sentences as wholes, as many as one job may keep others waiting; the next one goes on from there."""
    after = ""
    for _ in range(MOST_SENTENCES // encoder.at_once):
        waiting = unplaced.unplaced(db, SENTENCES, model=encoder.name, after=after, limit=encoder.at_once)
        if not waiting:
            return
        _encode(db, encoder, waiting)
        after = waiting[-1].memory_id
    _announce(db)


def _encode(db: Database, encoder: Embedder, waiting: Sequence[Unplaced]) -> None:
    """Keep what an encoder makes of what users say in a language that we know; whatever else is near nothing."""
    if waiting:
        rows = encoder.embed([senses.encoded(each.text, each.speaker) for each in waiting])
        meanings(db, SENTENCES, list(zip(waiting, rows, strict=True)), model=encoder.name)


def _place(db: Database, embedder: Embedder, waiting: Sequence[Unplaced]) -> None:
    rows = embedder.embed([each.text for each in waiting])
    meanings(db, MEANINGS, list(zip(waiting, rows, strict=True)), model=embedder.name)
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
