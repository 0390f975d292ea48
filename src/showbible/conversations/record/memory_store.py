"""Put memories into a pool: numbered in order, grouped by sitting, linked to what they supersede, found by words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.conversations.model import Conversation, Exchange, Memory, MemoryDraft, MemoryType, Scope
from showbible.conversations.recall import closeness
from showbible.conversations.recall.relevant import TEXTS
from showbible.conversations.recall.wording import text_key
from showbible.storage import search, vectors
from showbible.storage.database import Database
from showbible.storage.search import SearchEntry
from showbible.values import frozen
from showbible.vocabulary import new_id, stamp, utcnow

SITTING_GAP: Final = timedelta(hours=1) // timedelta(microseconds=1)
LONGEST_SITTING: Final = 30
"""Memories after which a sitting ends even if the talk goes on."""
MOST_SPEAKERS: Final = 40


@frozen
class Origin:
    """Where memories and hooks come from, and who read them out of it."""

    made_by: str
    at: datetime
    exchange: Exchange | None = None
    """The exchange that says them; None for what a person writes down."""
    episode_id: str | None = None

    @classmethod
    def of(cls, talk: Conversation, exchange: Exchange, *, made_by: str) -> Origin:
        """What was said in a conversation."""
        return cls(made_by=made_by, at=exchange.at, exchange=exchange, episode_id=talk.episode_id)

    @property
    def session_id(self) -> str | None:
        """The conversation that it was said in."""
        return self.exchange.session_id if self.exchange else None

    @property
    def exchange_id(self) -> str | None:
        """The name of that exchange."""
        return self.exchange.exchange_id if self.exchange else None


@frozen
class _Place:
    """Where a pool has come to: its last number, its sitting and where that began."""

    seq: int
    sitting: int
    began: int
    at: int
    speakers: tuple[str, ...]

    def next(self, *, at: int, speaker: str | None) -> _Place:
        """One place further; a sitting ends with a pause, or when it has grown long."""
        seq = self.seq + 1
        fresh = self.seq == 0 or abs(at - self.at) > SITTING_GAP or seq - self.began >= LONGEST_SITTING
        speakers = self.speakers
        if speaker is not None and speaker not in speakers and len(speakers) < MOST_SPEAKERS:
            speakers = (*speakers, speaker)
        place = replace(self, seq=seq, at=at, speakers=speakers)
        return replace(place, sitting=self.sitting + 1, began=seq) if fresh else place


def insert(db: Database, scope: Scope, drafts: Sequence[MemoryDraft], origin: Origin) -> list[str]:
    """New memories at the end of a pool whose user the caller holds; gives their ids."""
    if not drafts:
        return []
    place, made = _place(db, scope), []
    for draft in drafts:
        place = place.next(at=stamp(draft.at or origin.at), speaker=draft.speaker)
        made.append(_memory(scope, draft, origin, place))
    put(db, made)
    _move(db, scope, place)
    return [memory.memory_id for memory in made]


def put(db: Database, memories: Sequence[Memory]) -> None:
    """Keep memories at the places that they name, to be found by their words; their meaning waits to be placed."""
    db.many(_INSERT, [row(memory) for memory in memories])
    _index(db, memories)


def index_anew(db: Database, memory: Memory) -> None:
    """Let other words be found; what they mean waits to be placed."""
    _index(db, [memory])
    _displace(db, memory)


def unindex(db: Database, memory: Memory) -> None:
    """Let a memory be found no more."""
    search.remove(db, TEXTS, scope=memory.pool, item_id=memory.memory_id)
    _displace(db, memory)


def _displace(db: Database, memory: Memory) -> None:
    for index in (closeness.MEANINGS, closeness.SENTENCES):
        vectors.remove(db, index, scope=memory.pool, item_id=memory.memory_id)


def _index(db: Database, memories: Sequence[Memory]) -> None:
    search.put_many(db, TEXTS, [SearchEntry(scope=each.pool, item_id=each.memory_id, a=each.text) for each in memories])


_INSERT: Final = """
    INSERT INTO memories (
        memory_id, pool, seq, sitting, user_id, character_id, series_id, session_id, exchange_id, type, text, text_key,
        importance, speaker, pinned, made_by, reference_count, superseded_by, said_at, referenced_at,
        created_at, paused_at, episode_id, rests_on, superseded_why)
    VALUES (
        :memory_id, :pool, :seq, :sitting, :user_id, :character_id, :series_id, :session_id, :exchange_id, :type, :text,
        :text_key, :importance, :speaker, :pinned, :made_by, :reference_count, :superseded_by,
        :said_at, :referenced_at, :created_at, :paused_at, :episode_id, :rests_on, :superseded_why)
"""


def _memory(scope: Scope, draft: MemoryDraft, origin: Origin, place: _Place) -> Memory:
    at = draft.at or origin.at
    return Memory(
        memory_id=draft.memory_id or new_id(),
        pool=scope.pool,
        seq=place.seq,
        sitting=place.sitting,
        user_id=scope.user_id,
        character_id=scope.character_id,
        series_id=scope.series_id,
        session_id=origin.session_id,
        exchange_id=origin.exchange_id,
        type=MemoryType(draft.type),
        text=draft.text,
        importance=draft.importance,
        speaker=draft.speaker,
        pinned=False,
        made_by=origin.made_by,
        reference_count=1,
        superseded_by=None,
        said_at=at,
        referenced_at=at,
        created_at=utcnow(),
        episode_id=draft.episode_id or origin.episode_id,
        rests_on=draft.rests_on,
    )


def row(memory: Memory) -> dict[str, Any]:
    """A memory as it is stored."""
    return {
        **vars(memory),
        "text_key": text_key(memory.text),
        "pinned": int(memory.pinned),
        "said_at": stamp(memory.said_at),
        "referenced_at": stamp(memory.referenced_at),
        "created_at": stamp(memory.created_at),
        "paused_at": stamp(memory.paused_at) if memory.paused_at else None,
        "rests_on": json.dumps(memory.rests_on),
    }


def _place(db: Database, scope: Scope) -> _Place:
    found = db.first("SELECT * FROM memory_pools WHERE pool = :pool", pool=scope.pool)
    if found is None:
        return _Place(seq=0, sitting=0, began=0, at=0, speakers=())
    return _Place(
        seq=found.last_seq,
        sitting=found.sitting,
        began=found.sitting_began,
        at=found.last_at,
        speakers=tuple(json.loads(found.speakers)),
    )


def _move(db: Database, scope: Scope, place: _Place) -> None:
    db.run(
        """
        INSERT INTO memory_pools (pool, user_id, last_seq, sitting, sitting_began, last_at, speakers)
        VALUES (:pool, :user_id, :seq, :sitting, :began, :at, :speakers)
            ON CONFLICT (pool)
            DO UPDATE SET last_seq = excluded.last_seq, sitting = excluded.sitting,
                          sitting_began = excluded.sitting_began, last_at = excluded.last_at,
                          speakers = excluded.speakers
        """,
        pool=scope.pool,
        user_id=scope.user_id,
        seq=place.seq,
        sitting=place.sitting,
        began=place.began,
        at=place.at,
        speakers=json.dumps(place.speakers),
    )
