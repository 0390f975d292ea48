"""Of what has to do with a question, what answers it now: the newest word stands first, an older one is left out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Final

from showbible.conversations.model import MemoryType, Role, Scope
from showbible.conversations.recall import closeness, granted, memories, ranking, readings, senses
from showbible.conversations.recall.memories import Glimpse
from showbible.conversations.recall.ranking import MemoryCandidate, Ranked
from showbible.llm.embeddings.choosing import Find, sentence_encoder
from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.embeddings.together import Passage, pair_reader
from showbible.llm.embeddings.toward import Turn, toward
from showbible.reading import doubts, glosses, kinds, questions, together
from showbible.reading.later import Alike
from showbible.reading.model import (
    Candidate,
    QuestionReading,
    Scored,
    SentenceReading,
    new_candidate,
    new_scored,
)
from showbible.reading.relevance import KINDRED, OF_ONE_SENSE, is_anybody_strange, relevance
from showbible.reading.together import Second, SecondLook, SecondReader
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import moment

LOOKED_AT: Final = 60
"""The best, of which it is asked whether they answer; whatever comes after them stays as it stands."""
READ_NOW: Final = 16
"""Memories that are read for a question, where it is not kept how they read."""
OF_MATTER: Final = 10
OF_SENSE: Final = 12
ANY_NEARNESS: Final = 0.0
"""Sentences that are read together with a question are the nearest, however near they are."""
MOST_REPLACED: Final = 2
"""Replaced sentences that are read for those that replaced them."""
NOT_ASKED: Final[Mapping[str, float]] = MappingProxyType({})
BEYOND: Final = 2**62
SAME_SITTING: Final = 0.9
"""What another answer of one sitting is worth, where several are asked for."""
_MOST_KEPT: Final = 256
FOUND_SHARE: Final = 0.5
"""What the place at which it was found counts beside what a sentence says to the question."""
BESIDE_SHARE: Final = 0.2
"""The same where it was found only for standing beside others."""


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
    texts = [each.candidate.memory.text for each in first]
    seeing = _Seeing(
        db=db,
        scope=scope,
        question=question,
        names=names,
        texts=texts,
        mentioned=mentioned,
        paused=paused,
        encoder=encoder,
    )
    look = seeing.at(best)
    read, unread, is_known = look.read, look.unread, look.is_known
    if not is_known and not unread:
        return []
    alike = partial(senses.alike, db, scope, encoder=encoder)
    told = _in_order(question, look, alike=alike, second=lambda: pair_reader(encoder())) if is_known else []
    most = look.most
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
    """How the best were read, how well each answers, and whether anything does."""

    read: Sequence[Ranked]
    unread: Sequence[Ranked]
    answers: Sequence[Scored]
    best: float
    """The score of the best answer by the rules alone."""
    is_mentioned: bool
    """Whether every thing that the question names was spoken of."""
    is_known: bool
    most: float = 1.0
    """The best score by which any was found."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """What came of reading the likeliest together with the question, where somebody did."""
    heirs: frozenset[str] = frozenset()
    """Those of them of which what they replaced was read."""


@frozen
class _Seeing:
    """A look at the best that were found for a question: by the rules and, where these leave doubt, as wholes."""

    db: Database
    scope: Scope
    question: QuestionReading
    names: Mapping[str, str]
    texts: Sequence[str]
    mentioned: Iterable[frozenset[str]]
    paused: bool
    encoder: Find

    def at(self, best: Sequence[Ranked]) -> _Look:
        """The look after which it is settled what is told."""
        look = self._by_rules(best)
        is_worth = together.is_worth_reading(self.question, look.answers, is_known=look.is_known)
        is_worth = is_worth and not granted.is_another(self.question, self.texts)
        is_in_doubt = doubts.is_in_doubt(self.question, look.answers)
        known = self.encoder() if is_worth or is_in_doubt else None
        reader = pair_reader(known) if is_worth else None
        near = self._near(known) if is_in_doubt else NOT_ASKED
        leads = self._leads(known) if reader is not None else near
        if leads:
            bar = OF_ONE_SENSE if reader is None else ANY_NEARNESS
            best = [*best, *_of_sense(self.db, self.scope, leads, best, paused=self.paused, bar=bar)]
            look = self._by_rules(best, near)
        most = max((each.score for each in best), default=0.0) or 1.0
        look = replace(look, answers=_placed(look.answers, best, most=most), most=most)
        return look if reader is None else self._together(look, leads, reader)

    def _near(self, known: Embedder | None, turn: Turn | None = None) -> Mapping[str, float]:
        return senses.near(self.db, self.scope, self.question.text, encoder=lambda: known, turn=turn)

    def _leads(self, known: Embedder | None) -> Mapping[str, float]:
        """How near sentences are to where answers lie; as wholes, for an encoder of which nobody knows that."""
        tables = toward(known)
        return self._near(known, tables.to_answers if tables is not None else None)

    def _by_rules(self, best: Sequence[Ranked], near: Mapping[str, float] = NOT_ASKED) -> _Look:
        known = readings.these(self.db, [_id(each) for each in best], names=self.names, most=READ_NOW)
        echoes = _echoes(best, known)
        read = [each for each in best if (memory_id := _id(each)) in known and memory_id not in echoes]
        unread = [each for each in best if _id(each) not in known] if len(known) < len(best) else []
        answers = relevance(self.question, _candidates(self.question, read, known, near))
        is_mentioned = granted.is_mentioned(self.question, self.texts, self.mentioned, answers)
        is_known = (is_mentioned and questions.is_answered(self.question, answers)) or self._is_met(best)
        return _Look(
            read=read,
            unread=unread,
            answers=answers,
            best=max((each.score for each in answers), default=0.0),
            is_mentioned=is_mentioned,
            is_known=is_known,
        )

    def _is_met(self, best: Sequence[Ranked]) -> bool:
        """Whether signs are looked for that ask nothing and that somebody sent: a picture, a face."""
        return not any(map(str.isalnum, self.question.text)) and any(each.candidate.shared for each in best)

    def _together(self, look: _Look, leads: Mapping[str, float], reader: SecondReader) -> _Look:
        """The same with what comes of reading the likeliest together with the question."""
        ordered = questions.in_order(self.question, look.answers)
        own = together.answers(self.question, ordered, leads, reader)
        lent = self._lent(look, leads, reader)
        heirs = {each: number for each, number in lent.items() if number > own.get(each, -math.inf)}
        numbers = {**own, **heirs}
        if self._may_be_another(look):
            numbers = together.of_another(self.question, look.answers, numbers)
        elif not look.is_mentioned:
            numbers = together.of_another_thing(self.question, look.answers, numbers)
        return replace(
            look,
            answers=together.rescored(look.answers, numbers),
            is_known=together.is_known(self.question, numbers.values(), is_known=look.is_known, best=look.best),
            numbers=numbers,
            heirs=frozenset(heirs),
        )

    def _may_be_another(self, look: _Look) -> bool:
        """Whether a question names an occasion or a place of which nothing was said, or somebody."""
        is_placed = any(each.after for each in self.question.things)
        return (is_placed and not look.is_mentioned) or is_anybody_strange(self.question, look.answers)

    def _lent(self, look: _Look, leads: Mapping[str, float], reader: SecondReader) -> dict[str, float]:
        """What sentences are worth as answers for those that lead there whose place they have taken."""
        held = {each.id for each in look.answers}
        replaced = [
            memory
            for each in look.read
            if (memory := each.candidate.memory).superseded_by in held and memory.memory_id in leads
        ]
        replaced = sorted(replaced, key=lambda each: -leads[each.memory_id])[:MOST_REPLACED]
        asked = senses.encoded(self.question.text)
        numbers = reader.answers([Passage(asked, senses.encoded(each.text)) for each in replaced])
        lent: dict[str, float] = {}
        for each, number in zip(replaced, numbers, strict=True):
            heir = str(each.superseded_by)
            lent[heir] = max(number - together.LENT, lent.get(heir, -math.inf))
        return lent


def _of_sense(
    db: Database, scope: Scope, near: Mapping[str, float], best: Sequence[Ranked], *, paused: bool, bar: float
) -> list[Ranked]:
    """What is near a question as a whole, though nothing else has brought it up."""
    known = {_id(each) for each in best}
    ids = [each for each, share in near.items() if share >= bar and each not in known][:OF_SENSE]
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


def _in_order(question: QuestionReading, look: _Look, *, alike: Alike, second: Second) -> list[Ranked]:
    is_read = question.language == kinds.LANGUAGE and together.asks(question)
    again = SecondLook(reader=second, numbers=look.numbers) if is_read else None
    told = questions.settled(question, look.answers, alike, second=again, numbers=look.numbers)
    known = {_id(each): each for each in look.read}
    settled = [ranking.rescored(known[each.id], each.score) for each in told]
    if look.numbers:
        settled = [_read_so(each, look) for each in settled]
    if told and told[0].id != max(look.answers, key=lambda each: each.score).id:
        settled[0] = settled[0]._replace(is_newest=True)
    return settled


def _read_so(each: Ranked, look: _Look) -> Ranked:
    """The same with how it came up, where that is for what was read."""
    if look.numbers.get(_id(each), 0.0) <= 0:
        return each
    return each._replace(is_heir=True) if _id(each) in look.heirs else each._replace(is_read=True)


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
    place = {_id(each): (FOUND_SHARE if each.own > 0 else BESIDE_SHARE) * each.score / most for each in best}
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
