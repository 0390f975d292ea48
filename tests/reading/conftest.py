"""Reading needs nothing but a time: a Wednesday."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from showbible.reading import changes, questions, reader
from showbible.reading.model import Candidate, Earlier, Effect, SentenceReading
from showbible.reading.relevance import relevance

WEDNESDAY = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)
DAYS = timedelta(days=3)
NOBODY: Mapping[str, str] = MappingProxyType({})


def read(text: str, aliases: Mapping[str, str] = NOBODY) -> SentenceReading:
    """The reading of a text's last sentence."""
    return reader.read(text, at=WEDNESDAY, aliases=aliases)[-1]


def effects(*said: str, near: float | None = None, sense: float = 0.0) -> list[Effect]:
    """What the last of some sentences does to those before it; their places are the ids."""
    aliases: dict[str, str] = {}
    readings = []
    for text in said:
        readings.append(read(text, aliases))
        aliases = reader.acquainted(aliases, readings[-1:])
    *before, new = readings
    earlier = [
        Earlier(id=str(place), reading=each, near=near, sense=sense, sentences_ago=len(before) - place)
        for place, each in enumerate(before)
    ]
    return changes.effects(new, earlier[::-1])


def replaced(*said: str) -> list[str]:
    """The ids of the sentences that the last one replaces."""
    return [each.earlier_id for each in effects(*said) if each.kind.replaces]


def told(
    question: str,
    said: Sequence[str],
    *,
    near: float | None = None,
    sense: float | None = None,
    alike: float | None = None,
    apart: timedelta = DAYS,
) -> list[str]:
    """What is told in answer to a question, of turns so far apart from each other, sentence by sentence.

    `alike` is how near any two sentences are as wholes, where an encoder has read them.
    """
    asked = questions.read_question(question)
    candidates = [
        Candidate(id=reading.text, reading=reading, at=WEDNESDAY + turn * apart, near=near, turn=str(turn), sense=sense)
        for turn, text in enumerate(said)
        for reading in reader.read(text, at=WEDNESDAY)
    ]
    known = None if alike is None else lambda _, others: dict.fromkeys(others, alike)
    ranked = relevance(asked, candidates)
    return [each.id for each in questions.settled(asked, ranked, known)] if questions.is_answered(asked, ranked) else []
