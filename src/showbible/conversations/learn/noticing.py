"""Which lines are worth more than that they were said: what the reader says of them, with the date that they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from showbible.conversations.learn import plans
from showbible.conversations.learn.settling import HeardLine
from showbible.conversations.model import MemoryDraft, MemoryType
from showbible.conversations.recall.readings import USER
from showbible.conversations.recall.wording import plain
from showbible.reading import moments
from showbible.reading.model import Cue, NamedMoment, Stance

MOST_PER_EXCHANGE: Final = 40
_USUAL: Final = 0.6
_PLAN: Final = re.compile(
    r"\b(?:i|we)\s+(?:have|have got|am|are|will|got|leave|start|fly|meet|graduate)\b"
    r"|\bmy\s+(?:\w+\s+){1,4}(?:is|are|starts?)\b",
    re.IGNORECASE,
)


def noticed(lines: Sequence[HeardLine], *, at: datetime, zone: str) -> list[MemoryDraft]:
    """What the user's lines say that is worth knowing later."""
    found = (_draft(each, at=at, zone=zone) for each in lines if each.line.speaker == USER)
    return [each for each in found if each is not None][:MOST_PER_EXCHANGE]


def _draft(heard: HeardLine, *, at: datetime, zone: str) -> MemoryDraft | None:
    reading = heard.reading
    if not reading.is_told or reading.stance is Stance.JOKED or plans.is_reminder(reading.text):
        return None
    moment = _moment(heard, at=at, zone=zone)
    worth = _worth(heard, is_dated=moment is not None)
    if worth is None:
        return None
    return MemoryDraft(
        type=worth[0],
        text=_dated(heard.line.text, moment, zone),
        importance=worth[1],
        speaker=USER,
        line_id=heard.line.memory_id,
        repeats=heard.restates,
    )


def _worth(heard: HeardLine, *, is_dated: bool) -> tuple[MemoryType, float] | None:
    """The type and importance of a line; one that takes a memory's place is worth no less than that was."""
    reading, heir_of = heard.reading, heard.heir_of
    kind = MemoryType(reading.kind) if reading.kind else None
    if is_dated and kind in (None, MemoryType.FACT, MemoryType.RELATIONSHIP):
        return MemoryType.EVENT, max(reading.importance, _USUAL)
    if kind is not None:
        return kind, max(reading.importance, heir_of.importance if heir_of else 0.0)
    return (MemoryType(heir_of.type), heir_of.importance) if heir_of else None


def _moment(heard: HeardLine, *, at: datetime, zone: str) -> NamedMoment | None:
    """The time that a plan of the user's names, or that a plan is moved to."""
    reading = heard.reading
    if reading.cues & {Cue.PAST, Cue.HABIT} or not (_PLAN.search(plain(reading.text)) or heard.heir_of):
        return None
    return moments.find(reading.text, at=at, zone=zone)


def _dated(line: str, moment: NamedMoment | None, zone: str) -> str:
    """The user's own words; a time that only makes sense today gets its date beside it."""
    if moment is None:
        return line
    local = moment.when.astimezone(ZoneInfo(zone))
    date = f"{local:%Y-%m-%d %H:%M}" if moment.is_exact else f"{local:%Y-%m-%d}"
    words = line.rstrip(" .!")
    return f"{words} ({date}){line[len(words) :]}"
