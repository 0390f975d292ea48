"""Of what has to do with a question, what answers it now: the newest word stands first, an older one is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.conversations.model import MemoryType, Role
from showbible.conversations.recall import closeness, readings
from showbible.conversations.recall.ranking import Ranked
from showbible.reading import questions
from showbible.reading.model import QuestionReading, Scored
from showbible.storage.database import Database
from showbible.vocabulary import moment

LOOKED_AT: Final = 40
"""The best, of which it is asked whether they answer; whatever comes after them stays as it stands."""


def answered(db: Database, query: str, found: Sequence[Ranked], *, names: Mapping[str, str]) -> list[Ranked]:
    """The same, settled: of several that answer alike the newest, nothing where nothing answers."""
    question = questions.read_question(query, names)
    best = [each for each in found if not _is_idle(each)][:LOOKED_AT]
    rest = [each for each in found if not _is_idle(each)][LOOKED_AT:]
    scored = _scored(db, question, best, names=names)
    told = questions.settled(question, scored)
    known = {_id(each): each for each in best}
    settled = [_told(known[each.id], each, first=place == 0) for place, each in enumerate(told)]
    return [*settled, *rest] if told else []


def _is_idle(found: Ranked) -> bool:
    """Whether it is a reply that only stands beside what came up."""
    memory = found.candidate.memory
    return memory.type == MemoryType.SAID and memory.speaker == Role.ASSISTANT and found.own <= 0


def _scored(
    db: Database, question: QuestionReading, best: Sequence[Ranked], *, names: Mapping[str, str]
) -> list[Scored]:
    known = readings.these(db, [_id(each) for each in best], names=names)
    near = closeness.similar(question.matter, [known[_id(each)].matter for each in best])
    return [
        Scored(
            id=_id(each),
            reading=known[_id(each)],
            score=each.score,
            at=moment(each.candidate.memory.said_at),
            near=close,
        )
        for each, close in zip(best, near, strict=True)
    ]


def _told(found: Ranked, scored: Scored, *, first: bool) -> Ranked:
    is_newest = first and scored.score > found.score
    return replace(found, score=scored.score, is_newest=is_newest or found.is_newest)


def _id(found: Ranked) -> str:
    return found.candidate.memory.memory_id
