"""Put memories into a pool: numbered in order, grouped by sitting, linked to what they supersede, and findable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.conversations.model import Noticed, Scope
from showbible.conversations.recall import closeness
from showbible.conversations.recall.relevant import TEXTS
from showbible.conversations.recall.wording import Claim, claim, text_key
from showbible.storage import search, vectors
from showbible.storage.database import Database
from showbible.storage.search import SearchEntry
from showbible.storage.vectors import Vector
from showbible.vocabulary import stamp, utcnow

SITTING_GAP: Final = timedelta(hours=1) // timedelta(microseconds=1)
LONGEST_SITTING: Final = 30
"""Memories after which a sitting ends even if the talk goes on."""
MOST_SPEAKERS: Final = 40


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where memories come from, and who read them out of it."""

    made_by: str
    at: datetime
    session_id: str | None = None
    exchange_id: str | None = None
    episode_id: str | None = None
    recorded_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Fresh:
    """A memory that is not there yet."""

    memory_id: str
    noticed: Noticed
    at: datetime
    episode_id: str | None = None
    """Where it differs from its source's."""


@dataclass(frozen=True, kw_only=True)
class _Place:
    """Where a pool has come to: its last number, its sitting and where that began."""

    seq: int = 0
    sitting: int = 0
    began: int = 0
    at: int = 0
    speakers: tuple[str, ...] = ()

    def next(self, *, at: int, speaker: str | None) -> _Place:
        """One place further; a sitting ends with a pause, or when it has grown long."""
        seq = self.seq + 1
        fresh = self.seq == 0 or abs(at - self.at) > SITTING_GAP or seq - self.began >= LONGEST_SITTING
        speakers = self.speakers
        if speaker is not None and speaker not in speakers and len(speakers) < MOST_SPEAKERS:
            speakers = (*speakers, speaker)
        place = replace(self, seq=seq, at=at, speakers=speakers)
        return replace(place, sitting=self.sitting + 1, began=seq) if fresh else place


def insert(db: Database, scope: Scope, fresh: Sequence[Fresh], source: Source) -> list[str]:
    """New memories at the end of a pool whose user the caller holds; gives their ids."""
    if not fresh:
        return []
    place, rows = _place(db, scope), []
    for each in fresh:
        place = place.next(at=stamp(each.at), speaker=each.noticed.speaker)
        rows.append(_row(scope, each, source, place))
    db.many(_INSERT, rows)
    _move(db, scope, place)
    for row in rows:
        if row["slot"] is not None:
            _supersede(db, row)
    index(db, scope.pool, {each.memory_id: each.noticed.text for each in fresh})
    return [each.memory_id for each in fresh]


_INSERT: Final = """
    INSERT INTO memories (
        memory_id, pool, seq, sitting, user_id, character_id, series_id, session_id, exchange_id, type, text, text_key,
        slot, slot_value, importance, speaker, pinned, made_by, reference_count, said_at, referenced_at, created_at,
        episode_id)
    VALUES (
        :memory_id, :pool, :seq, :sitting, :user_id, :character_id, :series_id, :session_id, :exchange_id, :type, :text,
        :text_key, :slot, :slot_value, :importance, :speaker, 0, :made_by, 1, :at, :at, :now,
        :episode_id)
"""


def _row(scope: Scope, fresh: Fresh, source: Source, place: _Place) -> dict[str, Any]:
    noticed = fresh.noticed
    claimed = claim(noticed.text)
    return {
        "memory_id": fresh.memory_id,
        "pool": scope.pool,
        "seq": place.seq,
        "sitting": place.sitting,
        "user_id": scope.user_id,
        "character_id": scope.character_id,
        "series_id": scope.series_id,
        "session_id": source.session_id,
        "exchange_id": source.exchange_id,
        "episode_id": fresh.episode_id or source.episode_id,
        "type": noticed.type,
        "text": noticed.text,
        "text_key": text_key(noticed.text),
        "slot": slot_of(claimed, noticed.speaker),
        "slot_value": claimed.value if claimed else None,
        "importance": noticed.importance,
        "speaker": noticed.speaker,
        "made_by": source.made_by,
        "at": stamp(fresh.at),
        "now": stamp(utcnow()),
    }


def _supersede(db: Database, row: Mapping[str, Any]) -> None:
    """Link what gave the same thing another value to the memory that gives it now; a pin holds."""
    db.run(
        """
        UPDATE memories
           SET superseded_by = :memory_id
         WHERE pool = :pool AND slot = :slot AND slot_value <> :value
           AND superseded_by IS NULL AND pinned = 0 AND seq < :seq
        """,
        memory_id=row["memory_id"],
        pool=row["pool"],
        slot=row["slot"],
        value=row["slot_value"],
        seq=row["seq"],
    )


def slot_of(claimed: Claim | None, speaker: str | None) -> str | None:
    """Whose claim it is belongs to the claim: two speakers do not contradict each other."""
    return None if claimed is None else f"{(speaker or 'user').casefold()}: {claimed.slot}"


def _place(db: Database, scope: Scope) -> _Place:
    row = db.first("SELECT * FROM memory_pools WHERE pool = :pool", pool=scope.pool)
    if row is None:
        return _Place()
    return _Place(
        seq=row.last_seq,
        sitting=row.sitting,
        began=row.sitting_began,
        at=row.last_at,
        speakers=tuple(json.loads(row.speakers)),
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


def index(db: Database, pool: str, texts: Mapping[str, str]) -> None:
    """Make memories findable by their words and, where that is installed, by their meaning."""
    search.put_many(db, TEXTS, [SearchEntry(scope=pool, item_id=each, a=text) for each, text in texts.items()])
    space = closeness.space()
    if space is None:
        return
    rows = space.embedder.embed(list(texts.values()))
    model = space.embedder.name
    vectors.put_many(
        db,
        closeness.MEANINGS,
        [Vector(scope=pool, item_id=each, model=model, values=row) for each, row in zip(texts, rows, strict=True)],
    )
