"""Of what has to do with a question, what answers it now: the newest word stands first, an older one is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Final

from showbible.conversations.model import MemoryType, Role, Scope
from showbible.conversations.recall import closeness, granted, memories, ranking, readings, senses
from showbible.conversations.recall.memories import Glimpse
from showbible.conversations.recall.ranking import MemoryCandidate, Ranked
from showbible.llm.embeddings.choosing import Find, sentence_encoder
from showbible.reading import doubts, glosses, questions
from showbible.reading.later import Alike
from showbible.reading.model import (
    Candidate,
    QuestionReading,
    Scored,
    SentenceReading,
    new_candidate,
    new_scored,
)
from showbible.reading.relevance import KINDRED, OF_ONE_SENSE, relevance
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import moment

LOOKED_AT: Final = 60
"""The best, of which it is asked whether they answer; whatever comes after them stays as it stands."""
READ_NOW: Final = 16
"""Memories that are read for a question, where it is not kept how they read."""
OF_MATTER: Final = 10
OF_SENSE: Final = 12
NOT_ASKED: Final[Mapping[str, float]] = MappingProxyType({})
BEYOND: Final = 2**62
SAME_SITTING: Final = 0.9
"""What another answer of one sitting is worth, where several are asked for."""
_MOST_KEPT: Final = 256
FOUND_SHARE: Final = 0.5
"""What the place at which it was found counts beside what a sentence says to the question."""


def answered(
    db: Database,
    scope: Scope,
    query: str,
    found: Iterator[Ranked],
    *,
    mentioned: Iterable[frozenset[str]],
    names: Mapping[str, str],
    paused: bool,
    encoder: Find = sentence_encoder,
) -> Iterable[Ranked]:
    """What holds, settled: of several that answer alike the newest, nothing where nothing answers."""
    question = _read(query, tuple(names.items()))
    first = [*islice(found, LOOKED_AT)]
    # What comes after the best is many, and seldom asked for.
    after = (each for each in chain(first, found) if each.own > 0 or not _is_idle(each))
    telling = [*islice(after, LOOKED_AT)]
    best = [*telling, *_of_matter(db, scope, question, telling, paused=paused)]
    look = _Look.at(db, question, best, names=names)
    if doubts.is_in_doubt(question, look.answers) and (near := senses.near(db, scope, query, encoder=encoder)):
        best += _of_sense(db, scope, near, best, paused=paused)
        look = _Look.at(db, question, best, names=names, near=near)
    texts = [each.candidate.memory.text for each in first]
    is_mentioned = granted.is_mentioned(question, texts, mentioned, look.answers)
    is_known = is_mentioned and questions.is_answered(question, look.answers)
    read, unread = look.read, look.unread
    if not is_known and not unread:
        return []
    most = max((each.score for each in best), default=0.0) or 1.0
    alike = partial(senses.alike, db, scope, encoder=encoder)
    told = _in_order(question, look.answers, read, most=most, alike=alike) if is_known else []
    rest: Iterator[Ranked]
    if len(unread) > len(read):
        outdated = {_id(each) for each in read} - {_id(each) for each in told} if is_known else set()
        rest = (each for each in chain(telling, after) if _id(each) not in outdated)
    else:
        more = [ranking.rescored(each, (1 + FOUND_SHARE) * each.score / most) for each in unread]
        rest = chain(sorted([*told, *more], key=lambda each: -each.score), after)
    current = (each for each in rest if each.candidate.memory.superseded_by is None)
    return spread(current) if question.several else current


@lru_cache(maxsize=_MOST_KEPT)
def _read(query: str, names: tuple[tuple[str, str], ...]) -> QuestionReading:
    """What a question asks, kept for who asks it again: for another reply, or with another filter."""
    return questions.read_question(query, dict(names))


@frozen
class _Look:
    """How the best were read, and how well each answers."""

    read: Sequence[Ranked]
    unread: Sequence[Ranked]
    answers: Sequence[Scored]

    @classmethod
    def at(
        cls,
        db: Database,
        question: QuestionReading,
        best: Sequence[Ranked],
        *,
        names: Mapping[str, str],
        near: Mapping[str, float] = NOT_ASKED,
    ) -> _Look:
        known = readings.these(db, [_id(each) for each in best], names=names, most=READ_NOW)
        echoes = _echoes(best, known)
        read = [each for each in best if (memory_id := _id(each)) in known and memory_id not in echoes]
        return cls(
            read=read,
            unread=[each for each in best if _id(each) not in known] if len(known) < len(best) else [],
            answers=relevance(question, _candidates(question, read, known, near)),
        )


def _of_sense(
    db: Database, scope: Scope, near: Mapping[str, float], best: Sequence[Ranked], *, paused: bool
) -> list[Ranked]:
    """What is near a question as a whole, though nothing else has brought it up."""
    known = {_id(each) for each in best}
    ids = [each for each, share in near.items() if share >= OF_ONE_SENSE and each not in known][:OF_SENSE]
    found = memories.glimpses(db, scope, ids) if ids else []
    return [_beside(each) for each in found if paused or each.paused_at is None]


def _beside(memory: Glimpse) -> Ranked:
    return Ranked(
        candidate=MemoryCandidate(memory=memory), score=0.0, own=0.0, beside=0.0, is_about=False, is_of_matter=True
    )


def spread(found: Iterable[Ranked]) -> list[Ranked]:
    """The same, each worth less for every better one of its sitting: several answers are seldom told at once."""
    met: Counter[int] = Counter()
    worth = []
    for each in found:
        sitting = each.candidate.memory.sitting
        worth.append(ranking.rescored(each, each.score * SAME_SITTING ** met[sitting]))
        met[sitting] += 1
    return sorted(worth, key=lambda each: -each.score)


def _in_order(
    question: QuestionReading, answers: Sequence[Scored], best: Sequence[Ranked], *, most: float, alike: Alike
) -> list[Ranked]:
    scored = _placed(answers, best, most=most)
    told = questions.settled(question, scored, alike)
    known = {_id(each): each for each in best}
    settled = [ranking.rescored(known[each.id], each.score) for each in told]
    if told and told[0].id != max(scored, key=lambda each: each.score).id:
        settled[0] = settled[0]._replace(is_newest=True)
    return settled


def _of_matter(
    db: Database, scope: Scope, question: QuestionReading, best: Sequence[Ranked], *, paused: bool
) -> list[Ranked]:
    """What speaks of the matter that is asked for, though it shares no word with the question."""
    if question.slot is None:
        return []
    slots = [f"{question.subject.key}|{slot}" for slot in sorted(KINDRED.get(question.slot, {question.slot}))]
    known = {_id(each) for each in best}
    found = memories.glimpses_of_slots(db, scope, slots, before=BEYOND, limit=OF_MATTER)
    return [_beside(each) for each in found if each.memory_id not in known and (paused or each.paused_at is None)]


def _is_idle(found: Ranked) -> bool:
    """Whether it is a reply that only stands beside what came up."""
    memory = found.candidate.memory
    return memory.type == MemoryType.SAID and memory.speaker == Role.ASSISTANT and found.own <= 0


def _echoes(best: Sequence[Ranked], known: Mapping[str, SentenceReading]) -> set[str]:
    """Replies that only say again what was replaced since."""
    glimpses = [memory for each in best if (memory := each.candidate.memory).memory_id in known]
    replaced = {
        each.exchange_id: known[each.memory_id].topic
        for each in glimpses
        if each.superseded_by is not None and each.exchange_id
    }
    if not replaced:
        return set()
    return {
        each.memory_id
        for each in glimpses
        if each.speaker == Role.ASSISTANT
        and each.exchange_id in replaced
        and known[each.memory_id].topic <= replaced[each.exchange_id]
    }


def _placed(answers: Sequence[Scored], best: Sequence[Ranked], *, most: float) -> list[Scored]:
    """How well each answers, and a share for how well it was found."""
    place = {_id(each): FOUND_SHARE * each.score / most for each in best}
    return [
        new_scored((known, reading, score + place[known], at, near, turn))
        for known, reading, score, at, near, turn in answers
    ]


def _candidates(
    question: QuestionReading,
    best: Sequence[Ranked],
    known: Mapping[str, SentenceReading],
    senses_near: Mapping[str, float],
) -> list[Candidate]:
    glimpses = sorted((each.candidate.memory for each in best), key=lambda each: each.seq)
    unknown = 0.0 if len(senses_near) >= senses.MOST else None
    near = _nearness(question, [known[each.memory_id] for each in glimpses])
    return [
        new_candidate(
            (
                each.memory_id,
                known[each.memory_id],
                moment(each.said_at),
                close,
                f"{each.exchange_id} {each.speaker}" if each.exchange_id else "",
                each.superseded_by,
                senses_near.get(each.memory_id, unknown),
            )
        )
        for each, close in zip(glimpses, near, strict=True)
    ]


def _nearness(question: QuestionReading, read: Sequence[SentenceReading]) -> list[float | None]:
    """How near the matter of each sentence is to that of a question, both in English where it is known."""
    asked = glosses.in_english(question.matter, question.language)
    return closeness.similar(asked, [glosses.in_english(each.matter, each.language) for each in read])


def _id(found: Ranked) -> str:
    return found.candidate.memory.memory_id
