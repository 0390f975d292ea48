"""Memories that are written by hand, and what they take the place of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from showbible.conversations.learn import settling
from showbible.conversations.learn.settling import HeardLine
from showbible.conversations.model import Memory, MemoryDraft, Scope
from showbible.conversations.recall import memories, readings
from showbible.conversations.record import memories as memory_record
from showbible.conversations.record import replacing
from showbible.conversations.record.memories import Arrivals
from showbible.conversations.record.replacing import Replacement
from showbible.storage.database import Database
from showbible.vocabulary import PERSON

MOST_READ: Final = 200
"""Memories that are read when they are written in one piece; more come from elsewhere and hold as they are."""


def write(db: Database, scope: Scope, draft: MemoryDraft) -> Memory:
    """A memory by hand, which takes the place of what it says otherwise."""
    with db.transaction():
        made = memory_record.write(db, scope, draft)
        if made.reference_count == 1:
            _settle(db, scope, [made])
        return memories.memory(db, made.memory_id)


def write_many(db: Database, scope: Scope, drafts: Sequence[MemoryDraft]) -> list[str]:
    """Many memories by hand in one transaction, each new; gives their ids."""
    with db.transaction():
        made = memory_record.write_many(db, scope, drafts)
        if len(made) <= MOST_READ:
            _settle(db, scope, memories.these(db, made))
    return made


def take_over(db: Database, scope: Scope, drafts: Sequence[MemoryDraft], *, made_by: str) -> Arrivals:
    """Keep memories that were made elsewhere; of two that disagree the one that was said later holds."""
    with db.transaction():
        found = memory_record.take_over(db, scope, drafts, made_by=made_by)
        _settle(db, scope, memories.these(db, found.new), made_by=made_by)
    return found


def _settle(db: Database, scope: Scope, made: Sequence[Memory], *, made_by: str = PERSON) -> None:
    names = memories.pool(db, scope).names
    heard = [
        HeardLine(line=each, reading=reading)
        for each in made
        if (reading := readings.of_line(each.text, at=each.said_at, speaker=each.speaker, names=names))
    ]
    found = settling.settled(db, scope, heard)
    links = [replace(each, made_by=made_by) for each in found.replacements]
    replacing.replace_these(db, scope, links if made_by == PERSON else _in_time(db, links), told_by={})
    replacing.keep_readings(db, found.readings)


def _in_time(db: Database, links: Sequence[Replacement]) -> list[Replacement]:
    """The same links, each from what was said earlier to what was said later."""
    ids = list(dict.fromkeys(each for link in links for each in (link.old_id, link.new_id)))
    said = {each.memory_id: each.said_at for each in memories.these(db, ids)}
    return [
        replace(each, old_id=each.new_id, new_id=each.old_id) if said[each.old_id] > said[each.new_id] else each
        for each in links
    ]
