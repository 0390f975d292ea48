"""How lines read: as they were read when they were said, or else read now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from showbible.conversations.recall.wording import own_words
from showbible.reading import reader, tokens
from showbible.reading.model import SentenceReading
from showbible.storage.database import Database
from showbible.vocabulary import moment

if TYPE_CHECKING:
    from pydantic import TypeAdapter

USER: Final = "user"
MOST_READ: Final = 64
_MOST_KEPT: Final = 4_000


def of_message(
    content: str, *, at: datetime, zone: str, speaker: str | None, names: Mapping[str, str]
) -> list[SentenceReading]:
    """What the sentences of a message say, without what we recalled into it ourselves."""
    return reader.read_lines(own_words(content), at=at, zone=zone, speaker=speaker or USER, aliases=names)


def of_line(text: str, *, at: datetime, speaker: str | None, names: Mapping[str, str]) -> SentenceReading | None:
    """What one line says; nothing for several sentences in one, of which no single thing can be said."""
    return _read(text, at, speaker or USER, tuple(sorted(names.items())))


@lru_cache(maxsize=_MOST_KEPT)
def _read(text: str, at: datetime, speaker: str, names: tuple[tuple[str, str], ...]) -> SentenceReading | None:
    if len(tokens.sentences(text)) > 1:
        return None
    found = reader.read(text, at=at, speaker=speaker, aliases=dict(names))
    return found[0] if found else nothing(text, speaker=speaker)


def nothing(text: str, *, speaker: str = USER) -> SentenceReading:
    """The reading of a text that is kept and found, and of which no more can be said."""
    return SentenceReading(text=text, start=0, end=len(text), language="und", speaker=speaker)


def these(
    db: Database, memory_ids: Sequence[str], *, names: Mapping[str, str], most: int = MOST_READ
) -> dict[str, SentenceReading]:
    """How some memories read; of those of which it is not kept only the first are read."""
    rows = db.tuples("SELECT memory_id, reading FROM memories WHERE memory_id IN :ids", ids=list(memory_ids) or [""])
    stored = dict(rows)
    kept = {each: reading for each, known in stored.items() if known is not None and (reading := from_json(known))}
    unread = [each for each in memory_ids if each in stored and each not in kept][:most]
    return kept | {each.memory_id: reading for each in _lines(db, unread) if (reading := _now(each, names))}


class _Line(NamedTuple):
    """A memory as far as its words go."""

    memory_id: str
    text: str
    speaker: str | None
    said_at: int


def _lines(db: Database, memory_ids: Sequence[str]) -> list[_Line]:
    """Some memories, in the order given."""
    sql = "SELECT memory_id, text, speaker, said_at FROM memories WHERE memory_id IN :ids"
    found = {row[0]: _Line._make(row) for row in db.tuples(sql, ids=list(memory_ids))} if memory_ids else {}
    return [found[each] for each in memory_ids if each in found]


def _now(row: _Line, names: Mapping[str, str]) -> SentenceReading | None:
    return of_line(row.text, at=moment(row.said_at), speaker=row.speaker, names=names)


def as_json(reading: SentenceReading) -> str:
    """A reading as it is kept; what was just said is often asked for soon, and then it is decoded already."""
    text = _adapter().dump_json(reading, exclude_defaults=True).decode()
    from_json(text)
    return text


@lru_cache(maxsize=_MOST_KEPT)
def from_json(text: str) -> SentenceReading | None:
    """A reading as it was kept; nothing where it was kept in another shape."""
    try:
        return _adapter().validate_json(text)
    except ValueError:
        return None


@lru_cache
def _adapter() -> TypeAdapter[SentenceReading]:
    from pydantic import TypeAdapter

    return TypeAdapter(SentenceReading)
