"""The earlier lines of a pool that a new one may speak of: the last, those of its matter, its words, its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import timedelta
from typing import Any, Final

from showbible.conversations.model import Scope
from showbible.conversations.recall import closeness, memories
from showbible.conversations.recall.memories import Glimpse
from showbible.conversations.recall.readings import USER
from showbible.conversations.recall.relevant import TEXTS
from showbible.reading.model import Earlier, SentenceReading
from showbible.storage import search, vectors
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT

LAST: Final = 12
OF_MATTER: Final = 16
BY_WORDS: Final = 24
BY_MEANING: Final = 24
OUTDATED: Final = 8
MOST: Final = 64
_A_DAY: Final = timedelta(days=1) // timedelta(microseconds=1)
_WINDOW: Final = 400
"""How far back the last lines of one speaker are looked for."""


@frozen
class NewLine:
    """A line to find nominees for: where it stands, what it says, and its vector where there is one."""

    seq: int
    said_at: int
    speaker: str | None
    reading: SentenceReading
    near: tuple[str, Any] | None = None
    """The model and the vector."""
    sense: Mapping[str, float] = field(default_factory=dict)
    """How near an encoder finds the nearest memories, by their ids."""
    led: Mapping[str, float] = field(default_factory=dict)
    """How near they are to where what it puts out of date lies."""


def recent(db: Database, scope: Scope, line: NewLine) -> list[Glimpse]:
    """The last lines of the same speaker, the newest first."""
    return memories.glimpses_before(
        db, scope, seq=line.seq, since=line.seq - _WINDOW, speaker=line.speaker or USER, limit=LAST
    )


def of_matter(db: Database, scope: Scope, line: NewLine) -> list[Glimpse]:
    """What says something of the same matter that can have one value."""
    slots = sorted(line.reading.slots)
    return memories.glimpses_of_slots(db, scope, slots, before=line.seq, limit=OF_MATTER) if slots else []


def all_of(db: Database, scope: Scope, line: NewLine) -> list[Glimpse]:
    """Every nominee, the newest first."""
    ids = [*_by_words(db, scope, line), *_by_meaning(db, scope, line), *line.sense, *line.led]
    near = [*recent(db, scope, line), *of_matter(db, scope, line)]
    return _in_order([*near, *memories.glimpses(db, scope, list(dict.fromkeys(ids)))], line)


def few_of(db: Database, scope: Scope, line: NewLine) -> list[Glimpse]:
    """The nominees that cost little to find, the newest first."""
    return _in_order([*recent(db, scope, line), *of_matter(db, scope, line)], line)


def _in_order(found: Sequence[Glimpse], line: NewLine) -> list[Glimpse]:
    speaker = line.speaker or USER
    once = {
        each.memory_id: each
        for each in found
        if each.superseded_by is None and each.seq < line.seq and (each.speaker or USER) == speaker
    }
    return sorted(list(once.values())[:MOST], key=lambda each: -each.seq)


def _by_words(db: Database, scope: Scope, line: NewLine) -> list[str]:
    said = f"{line.reading.matter} {' '.join(value.text for value in line.reading.values)}"
    words = said.encode()[:QUERY_LIMIT].decode(errors="ignore")
    return [each.item_id for each in search.nominated(db, TEXTS, words, scope=scope.pool, limit=BY_WORDS)]


def _by_meaning(db: Database, scope: Scope, line: NewLine) -> list[str]:
    if line.near is None:
        return []
    model, vector = line.near
    found = vectors.nearest(db, closeness.MEANINGS, vector, scope=scope.pool, model=model, limit=BY_MEANING)
    return [each.item_id for each in found]


def earlier(
    line: NewLine, found: Sequence[Glimpse], readings: dict[str, SentenceReading], last: Sequence[str]
) -> list[Earlier]:
    """The nominees as the reader takes them, with how near their matter is and how long ago they were said."""
    known = [each for each in found if each.memory_id in readings]
    near = closeness.similar(line.reading.matter, [readings[each.memory_id].matter for each in known])
    ago = {each: number for number, each in enumerate(last, 1)}
    return [
        Earlier(
            id=each.memory_id,
            reading=readings[each.memory_id],
            near=close,
            sense=line.sense.get(each.memory_id, 0.0),
            led=line.led.get(each.memory_id, 0.0),
            sentences_ago=ago.get(each.memory_id, LAST + 1),
            long_ago=line.said_at - each.said_at > _A_DAY,
        )
        for each, close in zip(known, near, strict=True)
    ]
