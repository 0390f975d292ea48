"""Memories are kept, repeated and superseded.

A paused memory takes no part in any recall, brief or count of what a character has to draw on, and still stands where
it stood: saying it again counts as a repetition and wakes nothing, a newer claim takes its place, and what had given
way to it does not return. Only a person wakes it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import compress
from typing import Any, Final, TypedDict

from showbible.conversations.model import DISTILLED, MEMORY_LIMIT, Memory, MemoryDraft, MemoryType, Scope
from showbible.conversations.recall import memories
from showbible.conversations.recall.wording import text_key
from showbible.conversations.record import memory_store
from showbible.conversations.record.memory_store import Origin, insert
from showbible.errors import Conflict, Invalid
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import PERSON, checked_id, checked_text, stamp, utcnow, word

MOST_LINES: Final = 200
"""Lines that a memory rests on."""


def keep(db: Database, scope: Scope, drafts: Sequence[MemoryDraft], origin: Origin) -> list[Memory]:
    """The memories that these observations made or repeated; what was deleted before stays so."""
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        ids = [_kept(db, scope, each, origin) for each in drafts if not _is_forgotten(db, scope, each.text, origin)]
    return list(memories.these(db, list(dict.fromkeys(ids))))


def _kept(db: Database, scope: Scope, draft: MemoryDraft, origin: Origin) -> str:
    """The memory that says it already, the line that it is, or a new one."""
    known = _repeated(db, scope, draft, origin)
    if known is not None:
        return known
    if draft.line_id is not None and (line := memories.these(db, [draft.line_id])):
        return _promoted(db, line[0], draft, origin)
    return insert(db, scope, [draft], origin)[0]


def _promoted(db: Database, line: Memory, draft: MemoryDraft, origin: Origin) -> str:
    """A line of which more is made than that it was said: it stays the same row."""
    now = replace(
        line,
        type=MemoryType(draft.type),
        text=draft.text,
        importance=draft.importance,
        made_by=origin.made_by,
    )
    stored = memory_store.row(now)
    db.run(_PROMOTE, **{name: stored[name] for name in _PROMOTED}, memory_id=line.memory_id)
    if now.text != line.text:
        memory_store.index_anew(db, now)
    return line.memory_id


_PROMOTED: Final = ("type", "text", "text_key", "importance", "made_by")
_PROMOTE: Final = """
    UPDATE memories
       SET type = :type, text = :text, text_key = :text_key, importance = :importance, made_by = :made_by
     WHERE memory_id = :memory_id
"""


class DraftFacts(TypedDict, total=False):
    """What a person may say of a memory besides its kind and its words."""

    importance: float
    speaker: str | None
    memory_id: str | None
    at: datetime | None
    episode_id: str | None


def write(db: Database, scope: Scope, draft: MemoryDraft) -> Memory:
    """A memory by hand; without an id of its own, the same text again only counts as a repetition."""
    checked, origin = _checked(draft), Origin(made_by=PERSON, at=draft.at or utcnow())
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        if draft.memory_id is None and (known := _repeated(db, scope, checked, origin)):
            return memories.memory(db, known)
        return memories.memory(db, _insert_new(db, scope, [checked])[0])


def write_many(db: Database, scope: Scope, drafts: Sequence[MemoryDraft]) -> list[str]:
    """Many memories by hand in one transaction, each new; gives their ids."""
    checked = [_checked(each) for each in drafts]
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        return _insert_new(db, scope, checked)


@frozen
class Arrivals:
    """What became of memories that were made elsewhere."""

    new: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    """The texts that were remembered already."""
    forgotten: tuple[str, ...] = ()
    """The texts that somebody wanted to be forgotten here."""


def take_over(db: Database, scope: Scope, drafts: Sequence[MemoryDraft], *, made_by: str) -> Arrivals:
    """Keep memories that were made elsewhere, as they were; what is known, or was forgotten here, stays as it is."""
    checked = [_checked(each) for each in drafts]
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        ids = {each.memory_id for each in memories.these(db, [each.memory_id for each in checked if each.memory_id])}
        keys = [text_key(each.text) for each in checked]
        held, forgotten = memories.words_among(db, scope, keys), memories.forgotten_among(db, scope, keys)
        known = [
            each.memory_id in ids or key in held or key in keys[:number]
            for number, (each, key) in enumerate(zip(checked, keys, strict=True))
        ]
        fresh = [not is_known and key not in forgotten for is_known, key in zip(known, keys, strict=True)]
        return Arrivals(
            new=tuple(insert(db, scope, [*compress(checked, fresh)], Origin(made_by=made_by, at=utcnow()))),
            known=tuple(each.text for each in compress(checked, known)),
            forgotten=tuple(
                each.text
                for each, is_known, key in zip(checked, known, keys, strict=True)
                if not is_known and key in forgotten
            ),
        )


def _insert_new(db: Database, scope: Scope, drafts: Sequence[MemoryDraft]) -> list[str]:
    """Ids that callers choose are theirs once."""
    ids = sorted(each.memory_id for each in drafts if each.memory_id is not None)
    for each in ids:
        db.hold(f"memory:{each}")
    known = memories.these(db, ids)
    if known:
        raise Conflict(f"There is a memory {known[0].memory_id!r} already.")
    return insert(db, scope, drafts, Origin(made_by=PERSON, at=utcnow()))


def _checked(draft: MemoryDraft) -> MemoryDraft:
    if draft.memory_id is not None:
        checked_id("memory", draft.memory_id)
    if draft.episode_id is not None:
        checked_id("episode", draft.episode_id)
    if draft.at is not None:
        stamp(draft.at)
    return replace(
        draft,
        type=checked_type(draft.type),
        text=checked_words(draft.text),
        importance=checked_importance(draft.importance),
        speaker=_checked_speaker(draft.speaker),
    )


def checked_type(kind: str) -> MemoryType:
    """The type itself, when something of it can be written by hand: what was said is only ever said."""
    found = word(MemoryType, "type", kind)
    if found not in DISTILLED:
        raise Invalid(f"type must be one of {', '.join(DISTILLED)}.", field="type")
    return found


def checked_words(text: str) -> str:
    """What a memory says, when it says something and not too much."""
    return checked_text("text", text, limit=MEMORY_LIMIT, empty=False)


def checked_importance(value: object) -> float:
    """The importance itself, when it is a number between 0 and 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise Invalid("importance must lie between 0 and 1.", field="importance")
    return float(value)


def _is_forgotten(db: Database, scope: Scope, text: str, origin: Origin) -> bool:
    """Whether this was deleted after the exchange that says it was recorded."""
    return bool(
        db.value(
            """
            SELECT 1
              FROM memories_forgotten
             WHERE pool = :pool AND text_key = :text_key
               AND (forgotten_at >= :recorded_at OR (session_id = :session_id AND exchange_id = :exchange_id))
            """,
            pool=scope.pool,
            text_key=text_key(text),
            recorded_at=stamp(origin.exchange.recorded_at if origin.exchange else utcnow()),
            session_id=origin.session_id or "",
            exchange_id=origin.exchange_id or "",
        )
    )


def _repeated(db: Database, scope: Scope, draft: MemoryDraft, origin: Origin) -> str | None:
    """The memory that says the same already, counted once more; an exchange counts once."""
    row = _same(db, scope, draft)
    if row is None:
        return None
    again = origin.exchange_id is None or (row.session_id, row.exchange_id) != (origin.session_id, origin.exchange_id)
    db.run(
        """
        UPDATE memories
           SET reference_count = reference_count + :again, rests_on = :rests_on,
               referenced_at = CASE WHEN referenced_at < :at THEN :at ELSE referenced_at END
         WHERE memory_id = :memory_id
        """,
        memory_id=row.memory_id,
        again=int(again),
        rests_on=json.dumps(_lines(row, draft)),
        at=stamp(origin.at) if again else 0,
    )
    _pause_with(db, row, draft)
    return str(row.memory_id)


def _pause_with(db: Database, row: Any, draft: MemoryDraft) -> None:
    """A line that says again what rests wakes nothing: it rests as well."""
    if row.paused_at is not None:
        db.run(
            "UPDATE memories SET paused_at = :at WHERE memory_id = :line_id AND type = 'said'",
            at=row.paused_at,
            line_id=draft.line_id or "",
        )


def _lines(row: Any, draft: MemoryDraft) -> list[str]:
    """The lines that a memory rests on once it was said again; of very many the newest."""
    again = [*json.loads(row.rests_on), *draft.rests_on, *([draft.line_id] if draft.line_id else [])]
    return [each for each in dict.fromkeys(again) if each != row.memory_id][-MOST_LINES:]


def _same(db: Database, scope: Scope, draft: MemoryDraft) -> Any:
    """The row that says the same, in the same words or as whoever read it says."""
    return db.first(
        """
        SELECT memory_id, session_id, exchange_id, rests_on, paused_at
          FROM memories
         WHERE pool = :pool AND (text_key = :text_key OR memory_id = :repeats) AND type <> 'said'
           AND superseded_by IS NULL
         ORDER BY seq
        """,
        pool=scope.pool,
        text_key=text_key(draft.text),
        repeats=draft.repeats or "",
    )


def _checked_speaker(speaker: str | None) -> str | None:
    if speaker is None:
        return None
    if len(speaker) > 128:
        raise Invalid("speaker has more than 128 characters.", field="speaker")
    return checked_text("speaker", speaker, limit=1024, empty=False)
