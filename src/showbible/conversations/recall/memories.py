"""Look memories up, one pool at a time."""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, fields
from datetime import timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from showbible.conversations.model import HALF_LIFE, Memory, MemoryType, Scope, faded
from showbible.conversations.recall.wording import text_key
from showbible.errors import NotFound
from showbible.reading.model import SentenceReading
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import checked_id, moment

_BATCH: Final = 500
_TYPES: Final = {each.value: each for each in MemoryType}
_HALF_LIFE: Final = HALF_LIFE / timedelta(microseconds=1)


@frozen
class Known:
    """A memory that a model is shown, and how it reads."""

    memory_id: str
    text: str
    reading: SentenceReading


@frozen
class Pool:
    """How far a pool has come, and who speaks in it."""

    last_seq: int
    speakers: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    """Who is who: the relations of the names that were told, empty where none was."""

    @property
    def relations(self) -> Mapping[str, str]:
        """The names of which a relation was told."""
        return {name: relation for name, relation in self.names.items() if relation}


class Glimpse(NamedTuple):
    """What a ranking needs of a memory; it looks at many to show a few."""

    memory_id: str
    seq: int
    sitting: int
    type: str
    text: str
    speaker: str | None
    importance: float
    pinned: int
    superseded_by: str | None
    said_at: int
    referenced_at: int
    paused_at: int | None = None
    rests_on: str = "[]"
    exchange_id: str | None = None

    def strength(self, at: int) -> float:
        """What time has left of its importance, as Memory.strength has it."""
        if self.pinned:
            return self.importance
        said_at, referenced_at = self.said_at, self.referenced_at
        return faded(self.importance, (at - (said_at if said_at > referenced_at else referenced_at)) / _HALF_LIFE)


_GLIMPSE: Final = ", ".join(Glimpse._fields)
_glimpse: Final = partial(tuple.__new__, Glimpse)
"""A row as a glimpse, without asking whether it has as many columns: they were asked for by name."""


_COLUMNS: Final = tuple(each.name for each in fields(Memory) if each.name != "replaces")
_WHOLE: Final = ", ".join(_COLUMNS)
_Whole = namedtuple("_Whole", _COLUMNS)  # type: ignore[misc]
"""A row without how it reads, which is long and known elsewhere."""
_whole: Final = partial(tuple.__new__, _Whole)


def memory(db: Database, memory_id: str, *, user_id: str | None = None) -> Memory:
    """One memory; another user's is not found."""
    checked_id("memory", memory_id)
    row = db.first("SELECT * FROM memories WHERE memory_id = :memory_id", memory_id=memory_id)
    if row is None or user_id not in (None, row.user_id):
        raise NotFound("memory", memory_id)
    return from_rows(db, [row])[0]


def these(db: Database, memory_ids: Sequence[str]) -> tuple[Memory, ...]:
    """Those of the memories that still exist, in the order given."""
    sql = f"SELECT {_WHOLE} FROM memories WHERE memory_id IN :ids"  # noqa: S608
    rows = [row for part in _parts(memory_ids) for row in db.made(_whole, sql, ids=part)]
    found = {each.memory_id: each for each in from_rows(db, rows)}
    return tuple(found[each] for each in memory_ids if each in found)


def same_words(db: Database, scope: Scope, text: str) -> Memory | None:
    """The memory of a scope that says this in the same words and holds."""
    row = db.first(
        """
        SELECT *
          FROM memories
         WHERE pool = :pool AND text_key = :text_key AND type <> 'said' AND superseded_by IS NULL
         ORDER BY seq
         LIMIT 1
        """,
        pool=scope.pool,
        text_key=text_key(text),
    )
    return None if row is None else from_rows(db, [row])[0]


def words_among(db: Database, scope: Scope, keys: Sequence[str]) -> frozenset[str]:
    """Those of these keys of texts that memories of a scope have which hold."""
    sql = """
        SELECT text_key
          FROM memories
         WHERE pool = :pool AND text_key IN :keys AND type <> 'said' AND superseded_by IS NULL
    """
    return frozenset(row.text_key for part in _parts(keys) for row in db.all(sql, pool=scope.pool, keys=part))


def forgotten_among(db: Database, scope: Scope, keys: Sequence[str]) -> frozenset[str]:
    """Those of these keys of texts that somebody wanted to be forgotten in a scope."""
    sql = "SELECT text_key FROM memories_forgotten WHERE pool = :pool AND text_key IN :keys"
    return frozenset(row.text_key for part in _parts(keys) for row in db.all(sql, pool=scope.pool, keys=part))


def lines_of(db: Database, session_id: str, exchange_id: str) -> list[Memory]:
    """The lines of an exchange of which nothing was made yet, in the order in which they were said."""
    rows = db.all(
        """
        SELECT *
          FROM memories
         WHERE session_id = :session_id AND exchange_id = :exchange_id AND type = 'said'
         ORDER BY seq
        """,
        session_id=session_id,
        exchange_id=exchange_id,
    )
    return from_rows(db, rows)


def said_before(db: Database, memory_ids: Sequence[str]) -> dict[str, str]:
    """What the same speaker said just before some lines in their exchanges, by their ids."""
    rows = db.tuples(
        """
        SELECT line.memory_id, earlier.text
          FROM memories AS line
          JOIN memories AS earlier
            ON earlier.session_id = line.session_id AND earlier.exchange_id = line.exchange_id
           AND earlier.seq = line.seq - 1
         WHERE line.memory_id IN :ids AND line.rests_on = '[]' AND earlier.rests_on = '[]'
           AND earlier.pool = line.pool AND earlier.speaker = line.speaker AND earlier.paused_at IS NULL
        """,
        ids=list(memory_ids),
    )
    return dict(rows)


def resting_on(db: Database, line: Memory) -> list[Memory]:
    """The memories that were made of a line in its exchange."""
    rows = db.all(
        """
        SELECT *
          FROM memories
         WHERE session_id = :session_id AND exchange_id = :exchange_id AND type <> 'said' AND rests_on LIKE :holding
        """,
        session_id=line.session_id or "",
        exchange_id=line.exchange_id or "",
        holding=f'%"{line.memory_id}"%',
    )
    return from_rows(db, rows)


def glimpses(db: Database, scope: Scope, memory_ids: Sequence[str]) -> list[Glimpse]:
    """Those of the memories that are in this pool, at a glance."""
    # A pool that no index can serve: SQLite would rather walk all of it than look up many ids.
    sql = f"SELECT {_GLIMPSE} FROM memories WHERE pool || '' = :pool AND memory_id IN :ids"  # noqa: S608
    return [each for part in _parts(memory_ids) for each in db.made(_glimpse, sql, pool=scope.pool, ids=part)]


def glimpses_at(db: Database, scope: Scope, places: Sequence[int]) -> list[Glimpse]:
    """The memories that have these numbers in their pool, at a glance."""
    sql = f"SELECT {_GLIMPSE} FROM memories WHERE pool = :pool AND seq IN :places"  # noqa: S608
    return [each for part in _parts(places) for each in db.made(_glimpse, sql, pool=scope.pool, places=part)]


def glimpses_before(db: Database, scope: Scope, *, seq: int, since: int, speaker: str, limit: int) -> list[Glimpse]:
    """What one speaker said last before a place of a pool and still holds, the newest first, at a glance."""
    sql = f"""
        SELECT {_GLIMPSE}
          FROM memories
         WHERE pool = :pool AND seq < :seq AND seq >= :since AND superseded_by IS NULL
           AND COALESCE(speaker, 'user') = :speaker
         ORDER BY seq DESC
         LIMIT :limit
    """  # noqa: S608
    return db.made(_glimpse, sql, pool=scope.pool, seq=seq, since=since, speaker=speaker, limit=limit)


def glimpses_of_slots(db: Database, scope: Scope, slots: Sequence[str], *, before: int, limit: int) -> list[Glimpse]:
    """What was said of some matters before a place of a pool and still holds, the newest first, at a glance."""
    sql = f"""
        SELECT {_GLIMPSE}
          FROM memories
         WHERE pool = :pool AND slot IN :slots AND seq < :before AND superseded_by IS NULL
         ORDER BY seq DESC
         LIMIT :limit
    """  # noqa: S608
    return db.made(_glimpse, sql, pool=scope.pool, slots=slots, before=before, limit=limit)


def weightiest(db: Database, scope: Scope, kind: MemoryType, *, limit: int, paused: bool = False) -> list[Memory]:
    """The most important memories of a kind that still hold, the newest of them first."""
    rows = db.all(
        """
        SELECT *
          FROM memories
         WHERE pool = :pool AND type = :type AND superseded_by IS NULL AND (:paused = 1 OR paused_at IS NULL)
         ORDER BY importance DESC, said_at DESC
         LIMIT :limit
        """,
        pool=scope.pool,
        type=kind,
        paused=int(paused),
        limit=limit,
    )
    return from_rows(db, rows)


def newest(db: Database, scope: Scope, *, limit: int, paused: bool = False) -> list[Memory]:
    """The newest memories of a pool, those that hold no more included."""
    rows = db.all(
        """
        SELECT *
          FROM memories
         WHERE pool = :pool AND type <> 'said' AND (:paused = 1 OR paused_at IS NULL)
         ORDER BY said_at DESC, memory_id DESC
         LIMIT :limit
        """,
        pool=scope.pool,
        paused=int(paused),
        limit=limit,
    )
    return from_rows(db, rows)


def count(
    db: Database, scope: Scope, *, kind: MemoryType | None = None, paused: bool = False, history: bool = False
) -> int:
    """How many memories a pool has; of lines word for word only when they are asked for."""
    return int(
        db.value(
            """
            SELECT COUNT(*)
              FROM memories
             WHERE pool = :pool AND (type = CAST(:type AS TEXT) OR (CAST(:type AS TEXT) IS NULL AND type <> 'said'))
               AND (:paused = 1 OR paused_at IS NULL) AND (:history = 1 OR superseded_by IS NULL)
            """,
            pool=scope.pool,
            type=kind,
            paused=int(paused),
            history=int(history),
        )
    )


def count_paused(db: Database, scope: Scope) -> int:
    """How many memories of a pool are paused."""
    return int(db.value("SELECT COUNT(*) FROM memories WHERE pool = :pool AND paused_at IS NOT NULL", pool=scope.pool))


def pool(db: Database, scope: Scope) -> Pool:
    """A pool as it stands; an unknown one is empty."""
    rows = db.tuples("SELECT last_seq, speakers, names FROM memory_pools WHERE pool = :pool", pool=scope.pool)
    for last_seq, speakers, names in rows:
        return Pool(last_seq=last_seq, speakers=tuple(json.loads(speakers)), names=json.loads(names))
    return Pool(last_seq=0, speakers=())


def from_rows(db: Database, rows: Sequence[Any]) -> list[Memory]:
    """Stored rows as values, each with what it took the place of."""
    replaced: dict[str, list[str]] = {}
    for part in _parts(rows):
        links = db.tuples(_REPLACED, pools=list({row.pool for row in part}), ids=[row.memory_id for row in part])
        for memory_id, later, _ in sorted(links, key=lambda link: -link[2]):
            replaced.setdefault(later, []).append(memory_id)
    return [_from_row(row, replaces=tuple(replaced.get(row.memory_id, ()))) for row in rows]


# Put in order here: asked for the order, SQLite would rather walk the whole pool than sort a few.
_REPLACED: Final = """
    SELECT memory_id, superseded_by, seq
      FROM memories
     WHERE pool IN :pools AND superseded_by IN :ids
"""


def _from_row(row: Any, *, replaces: tuple[str, ...]) -> Memory:
    said_at = moment(row.said_at)
    return Memory(
        memory_id=row.memory_id,
        pool=row.pool,
        seq=row.seq,
        sitting=row.sitting,
        user_id=row.user_id,
        character_id=row.character_id,
        series_id=row.series_id,
        session_id=row.session_id,
        exchange_id=row.exchange_id,
        type=_TYPES[row.type],
        text=row.text,
        importance=row.importance,
        speaker=row.speaker,
        pinned=bool(row.pinned),
        made_by=row.made_by,
        reference_count=row.reference_count,
        superseded_by=row.superseded_by,
        said_at=said_at,
        referenced_at=said_at if row.referenced_at == row.said_at else moment(row.referenced_at),
        created_at=moment(row.created_at),
        paused_at=moment(row.paused_at) if row.paused_at is not None else None,
        episode_id=row.episode_id,
        rests_on=tuple(json.loads(row.rests_on)) if row.rests_on != "[]" else (),
        superseded_why=row.superseded_why,
        replaces=replaces,
    )


def _parts(items: Sequence[Any]) -> Iterable[list[Any]]:
    return (list(items[start : start + _BATCH]) for start in range(0, len(items), _BATCH))
