"""What a later word replaces, and what it says of who is who; each replacement is in the book of changes.

A pin holds. What is replaced stays where it is and points to what took its place; a person can take that back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.conversations.model import Memory, Scope
from showbible.conversations.recall import memories, readings
from showbible.reading.model import EffectKind, SentenceReading
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import RULE

MEMORY_NAME: Final = "memory"
"""What the book of changes calls a memory."""
REPLACED_BY: Final = "superseded_by"
MOST_NAMES: Final = 500


@frozen
class Replacement:
    """That one line takes the place of another, and why."""

    old_id: str
    new_id: str
    kind: EffectKind
    why: str
    made_by: str = RULE


def replace_these(db: Database, scope: Scope, found: Sequence[Replacement], *, told_by: Mapping[str, str]) -> None:
    """Link what holds no more to what took its place; `told_by` are the memories that were made of new lines."""
    for each in found:
        _link(db, scope, replace(each, new_id=told_by.get(each.new_id, each.new_id)))


def _link(db: Database, scope: Scope, link: Replacement) -> None:
    for old in _together(db, scope, link.old_id):
        if old.memory_id != link.new_id and not _was_undone(db, old, link):
            _mark(db, old, link)


def _mark(db: Database, old: Memory, link: Replacement) -> None:
    marked = db.run(
        """
        UPDATE memories
           SET superseded_by = :new_id, superseded_why = :why
         WHERE memory_id = :old_id AND superseded_by IS NULL AND pinned = 0
        """,
        new_id=link.new_id,
        why=link.why,
        old_id=old.memory_id,
    )
    if marked:
        changes.note(
            db,
            kind=MEMORY_NAME,
            item_id=old.memory_id,
            owner=old.user_id,
            before={REPLACED_BY: None},
            after={REPLACED_BY: link.new_id},
            made_by=link.made_by,
        )


def _together(db: Database, scope: Scope, memory_id: str) -> list[Memory]:
    """A memory with the lines that it rests on, or a line with the memories that rest on it."""
    found = memories.these(db, [memory_id])
    if not found or found[0].pool != scope.pool:
        return []
    if found[0].is_distilled:
        return [found[0], *(each for each in memories.these(db, found[0].rests_on) if not each.is_distilled)]
    return [found[0], *memories.resting_on(db, found[0])]


def _was_undone(db: Database, old: Memory, link: Replacement) -> bool:
    """Whether a person has taken this very replacement back."""
    book = changes.of(db, kind=MEMORY_NAME, item_id=old.memory_id, owner=old.user_id)
    return any(each.before.get(REPLACED_BY) == link.new_id for each in book)


def keep_readings(db: Database, found: Mapping[str, SentenceReading]) -> None:
    """Keep how lines read, so that nobody has to read them again."""
    db.many(
        "UPDATE memories SET reading = :reading, slot = :slot WHERE memory_id = :memory_id",
        [
            {"memory_id": memory_id, "reading": readings.as_json(each), "slot": each.slot}
            for memory_id, each in found.items()
        ],
    )


def keep_names(db: Database, scope: Scope, names: Mapping[str, str]) -> None:
    """Add names to those that a pool knows, the newest last; of very many the oldest go."""
    if not names:
        return
    known = dict(memories.pool(db, scope).names)
    for name, relation in names.items():
        before = known.pop(name, "")
        known[name] = relation or before
    kept = dict(list(known.items())[-MOST_NAMES:])
    db.run("UPDATE memory_pools SET names = :names WHERE pool = :pool", names=json.dumps(kept), pool=scope.pool)
