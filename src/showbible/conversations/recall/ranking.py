"""Which memories answer a question, and why: pure arithmetic over candidates.

A memory is judged by the words it shares with the question (rare ones tell more, long texts less),
by words that are kin to them, by the memories just before and after it in the same sitting (an
answer rarely repeats its question), by how much of the question its sitting covers, and by whether
the one who speaks is the one asked about. Importance and age only decide between equals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from datetime import datetime
from functools import cache, lru_cache, partial
from itertools import chain, pairwise
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from showbible.conversations.recall.memories import Glimpse
from showbible.reading.grammar import LANGUAGES, grammar
from showbible.storage.terms import index_stems
from showbible.values import frozen
from showbible.vocabulary import stamp

SATURATION: Final = 1.2
LENGTH_SHARE: Final = 0.5
KIN_SHARE: Final = 1.0
_BEFORE: Final = 0.6
"""What a neighbour's score adds: the one before says most, for it may be the question."""
_AFTER: Final = 0.4
_TWO_BEFORE: Final = 0.2
_TWO_AFTER: Final = 0.1
REACH: Final = 2
"""How many lines before and after it a memory has neighbours."""
SITTING_SHARE: Final = 0.4
SPEAKER_SHARE: Final = 0.4
NEAR_SHARE: Final = 1.0
NEAR_WORTH: Final = 2.0
"""What nearness in meaning is worth beside words; neighbours inherit it, as they inherit those."""
ANSWER_SHARE: Final = 0.8
"""What a question's score adds to the line just after it, which may well answer it."""
QUESTION_LOSS: Final = 0.3
"""What a text loses that only asks."""
OWN_STORY_SHARE: Final = 0.2
"""What a text gains in which the speaker tells of themselves."""
SUPERSEDED_SHARE: Final = 0.6
STRENGTH_SHARE: Final = 0.1
AT_ONCE: Final = 60
"""The best that are put in order at once; whatever comes after them is seldom asked for."""
_MOST_LIFTED: Final = 1 + STRENGTH_SHARE + 1e-6
"""How many times its least score a memory may reach, rounding included: no importance is above 1."""


_NOTHING: Final[frozenset[str]] = frozenset()
_ASKING: Final = ("?", "？")
_PART: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_WORD: Final = re.compile(r"[^\W\d_]+")
_ASCII_WORD: Final = re.compile("[a-z]+")


@frozen
class MemoryQuestion:
    """What is asked: its words with their rarity, and who it is about."""

    rarity: Mapping[str, float]
    about: str | None = None
    """The one speaker it names, if it names one."""


NO_KIN: Final[Mapping[str, float]] = MappingProxyType({})


class MemoryCandidate(NamedTuple):
    """A memory with what it has in common with a question."""

    memory: Glimpse
    shared: frozenset[str] = _NOTHING
    kin: Mapping[str, float] = NO_KIN
    near: float = 0.0


_candidate: Final = partial(tuple.__new__, MemoryCandidate)


class TextForm(NamedTuple):
    """What the form of a text tells, whatever it says."""

    words: int
    asks: bool
    """Whether it ends in a question."""
    told_share: float


@frozen
class Candidates:
    """Memories with what they have in common with a question, each thing in a row of its own.

    Hundreds are gone through sooner so than one by one, and few of them are ever told.
    """

    memories: Sequence[Glimpse]
    shared: Sequence[frozenset[str]]
    near: Sequence[float]
    forms: Sequence[TextForm]
    kin: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    """By their places, those that have words which are kin to the question's."""

    @classmethod
    def of(cls, memories: Sequence[Glimpse], shared: Sequence[frozenset[str]], near: Sequence[float]) -> Candidates:
        """The candidates with the forms of their texts."""
        return cls(memories=memories, shared=shared, near=near, forms=[form(each.text) for each in memories])

    def __add__(self, others: Sequence[Glimpse]) -> Candidates:
        """The same, and others after them that have nothing in common with the question by themselves."""
        number = len(others)
        return Candidates(
            memories=[*self.memories, *others],
            shared=[*self.shared, *[_NOTHING] * number],
            near=[*self.near, *[0.0] * number],
            forms=[*self.forms, *[form(each.text) for each in others]],
            kin=self.kin,
        )


class Ranked(NamedTuple):
    """A candidate with its score, of which `own` is its own and `beside` its neighbours' share."""

    candidate: MemoryCandidate
    score: float
    own: float
    beside: float
    is_about: bool
    is_newest: bool = False
    """Whether it stands before others because it is the newest of those that answer."""
    is_of_matter: bool = False
    """Whether it came up for the matter that is asked for, and not for its words."""
    is_read: bool = False
    """Whether it likely answers, read together with the question."""
    is_heir: bool = False
    """Whether it has replaced a sentence that likely answered."""


_ranked: Final = partial(tuple.__new__, Ranked)


def rescored(found: Ranked, score: float) -> Ranked:
    """The same with another score; `_replace` takes five times as long."""
    return _ranked((found[0], score, *found[2:]))


def rarity(*, rows: float, holding: float) -> float:
    """How much it tells that a row holds a word."""
    return math.log(1 + (max(rows - holding, 0) + 0.5) / (holding + 0.5))


def leading(question: MemoryQuestion, candidates: Candidates, *, most: int) -> list[Glimpse]:
    """Those that have most in common with the question by themselves."""
    own, memories = _own_scores(question, candidates), candidates.memories
    # One number at a time is sorted sooner than pairs of them.
    places = sorted(range(len(own)), key=[each.seq for each in memories].__getitem__)
    places.sort(key=own.__getitem__, reverse=True)
    return [memories[place] for place in places[:most]]


def ranked(question: MemoryQuestion, candidates: Candidates, *, at: datetime) -> Iterator[Ranked]:
    """The candidates that have anything to do with the question, best first.

    Strength lifts a score by a known share at most, so the first are known before the others are weighed.
    """
    rough, now = _Rough.of(question, candidates), stamp(at)
    edge = max(0.0, sorted(rough.least, reverse=True)[AT_ONCE - 1]) if len(rough.least) >= AT_ONCE else 0.0
    bar = edge / _MOST_LIFTED
    may_lead = rough.weighed([place for place, least in enumerate(rough.least) if least >= bar], now)
    yield from _in_order([each for each in may_lead if each.score >= edge])
    others = rough.weighed([place for place, least in enumerate(rough.least) if 0 <= least < bar], now)
    yield from _in_order([each for each in may_lead if each.score < edge] + others)


class _Rough(NamedTuple):
    """Candidates with the least that each is worth: as if time had left nothing of it."""

    candidates: Candidates
    least: Sequence[float]
    """Below zero where a candidate has nothing to do with the question."""
    relevance: Sequence[float]
    own: Sequence[float]
    lent: Sequence[float]
    speaks: Set[str | None]

    @classmethod
    def of(cls, question: MemoryQuestion, candidates: Candidates) -> _Rough:
        memories, near = candidates.memories, candidates.near
        later, sittings = [each.superseded_by for each in memories], [each.sitting for each in memories]
        own = _passed_on(memories, later, _own_scores(question, candidates))
        lent, covered = _lent(candidates, sittings, own), _covered(question, sittings, candidates.shared)
        relevance = [
            mine + beside + SITTING_SHARE * covered.get(sitting, 0.0) + NEAR_SHARE * close
            for mine, beside, sitting, close in zip(own, lent, sittings, near, strict=True)
        ]
        speaks = _speakers_asked(question, memories)
        factors = _least_factors(candidates, later, speaks)
        least = [
            worth * factor if mine + beside + close > 0 else -1.0
            for worth, factor, mine, beside, close in zip(relevance, factors, own, lent, near, strict=True)
        ]
        return cls(candidates, least, relevance, own, lent, speaks)

    def weighed(self, places: Iterable[int], now: int) -> list[Ranked]:
        """Some of the candidates with their scores at a moment."""
        candidates, _, relevance, own, lent, speaks = self
        memories, shared, near, forms = candidates.memories, candidates.shared, candidates.near, candidates.forms
        kin_of, found = candidates.kin.get, []
        for place in places:
            memory = memories[place]
            is_about = memory.speaker in speaks
            strength = memory.strength(now)
            factor = (1 + SPEAKER_SHARE * is_about) * (1 + STRENGTH_SHARE * strength) * forms[place].told_share
            score = relevance[place] * (factor * SUPERSEDED_SHARE if memory.superseded_by else factor)
            each = _candidate((memory, shared[place], kin_of(place, NO_KIN), near[place]))
            found.append(_ranked((each, score, own[place], lent[place], is_about, False, False, False, False)))
        return found


def _least_factors(candidates: Candidates, later: Sequence[str | None], speaks: Set[str | None]) -> list[float]:
    """What each candidate is worth by its form, by who says it and by whether it holds."""
    factors = [each.told_share for each in candidates.forms]
    if speaks:
        pairs = zip(candidates.memories, factors, strict=True)
        factors = [(1 + SPEAKER_SHARE) * share if each.speaker in speaks else share for each, share in pairs]
    if any(later):
        factors = [share * SUPERSEDED_SHARE if each else share for each, share in zip(later, factors, strict=True)]
    return factors


def _in_order(found: list[Ranked]) -> list[Ranked]:
    found.sort(key=lambda each: each.candidate.memory.seq, reverse=True)
    found.sort(key=attrgetter("score"), reverse=True)
    return found


def _own_scores(question: MemoryQuestion, candidates: Candidates) -> list[float]:
    lengths, shared, near = [each.words for each in candidates.forms], candidates.shared, candidates.near
    usual = sum(lengths) / len(lengths) if lengths else 1.0
    # Few lengths and few sets of words come up, each of them often.
    weights = {words: _weight(words / usual) for words in {*lengths}}
    told = {words: sum([question.rarity.get(word, 0.0) for word in words]) for words in {*shared}}
    own = [
        weights[length] * told[words] + NEAR_WORTH * close
        for length, words, close in zip(lengths, shared, near, strict=True)
    ]
    for place, kin in candidates.kin.items():
        by_words = weights[lengths[place]] * told[shared[place]] + KIN_SHARE * _kindred(question, shared[place], kin)
        own[place] = by_words + NEAR_WORTH * near[place]
    return own


def _passed_on(memories: Sequence[Glimpse], later: Sequence[str | None], own: list[float]) -> list[float]:
    """What holds now is worth no less than what it took the place of."""
    if not any(later):
        return own
    places = {each.memory_id: number for number, each in enumerate(memories)}
    for number, successor in enumerate(later):
        place = places.get(successor) if successor else None
        if place is not None:
            own[place] = max(own[place], own[number])
    return own


def _weight(length: float) -> float:
    """What the words of a text count, by its length beside the usual one."""
    return (SATURATION + 1) / (1 + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length))


def _kindred(question: MemoryQuestion, shared: frozenset[str], kin: Mapping[str, float]) -> float:
    return sum([share * question.rarity.get(word, 0.0) for word, share in kin.items() if word not in shared])


def _covered(question: MemoryQuestion, sittings: Sequence[int], shared: Sequence[frozenset[str]]) -> dict[int, float]:
    """How much of the question each sitting holds, all its memories together."""
    held: dict[int, set[str]] = {}
    for sitting, words in zip(sittings, shared, strict=True):
        if words:
            held.setdefault(sitting, set()).update(words)
    rarity = question.rarity
    return {sitting: sum([rarity.get(word, 0.0) for word in words]) for sitting, words in held.items()}


def _lent(candidates: Candidates, sittings: Sequence[int], own: Sequence[float]) -> list[float]:
    """What the lines around each memory, in the same sitting, lend it."""
    seqs, forms = [each.seq for each in candidates.memories], candidates.forms
    before, after, two_before, two_after = ([0.0] * len(own) for _ in range(4))
    # In their order those that stand beside each other are found sooner than by looking up four places for each.
    order = sorted(range(len(own)), key=seqs.__getitem__)
    for one, two in chain(pairwise(order), zip(order, order[REACH:], strict=False)):
        step = seqs[two] - seqs[one]
        if step > REACH or sittings[one] != sittings[two]:
            continue
        if step == 1:
            before[two], after[one] = (ANSWER_SHARE if forms[one].asks else _BEFORE) * own[one], _AFTER * own[two]
        else:
            two_before[two], two_after[one] = _TWO_BEFORE * own[one], _TWO_AFTER * own[two]
    return [
        one + two + three + four for one, two, three, four in zip(before, after, two_before, two_after, strict=True)
    ]


@lru_cache(maxsize=16_384)
def form(text: str) -> TextForm:
    """What the form of a text tells."""
    return TextForm(len(text.split()) or 1, text.rstrip().endswith(_ASKING), told_share(text))


@lru_cache(maxsize=16_384)
def stems(text: str) -> frozenset[str]:
    """The words that a text is found by."""
    return index_stems(text)


def told_share(text: str) -> float:
    """How much a text tells by its form: less the more of it asks, more where it speaks of the speaker."""
    asked, spoken = 0.0, text
    if "?" in text or "？" in text:
        parts = _PART.findall(text)
        spoken = " ".join([each for each in parts if not each.endswith(_ASKING)])
        asked = sum([each.endswith(_ASKING) for each in parts]) / len(parts) if parts else 0.0
    word = _ASCII_WORD if spoken.isascii() else _WORD
    is_own = not _speaker_words().isdisjoint(word.findall(spoken.casefold()))
    return (1 - QUESTION_LOSS * asked) * (1 + OWN_STORY_SHARE * is_own)


@cache
def _speaker_words() -> frozenset[str]:
    known = (grammar(code) for code in LANGUAGES)
    return frozenset(word for each in known if each is not None for word in each.language.user.split())


def _speakers_asked(question: MemoryQuestion, memories: Iterable[Glimpse]) -> set[str | None]:
    """The one whom a question is about, in each way in which memories write the name."""
    speakers = {each.speaker for each in memories} if question.about is not None else ()
    return {each for each in speakers if each is not None and each.casefold() == question.about}


def why(found: Ranked) -> str:
    """Why a memory came up, in words."""
    candidate = found.candidate
    kin = sorted(word for word in candidate.kin if word not in candidate.shared)
    reasons = [
        f"shares {', '.join(sorted(candidate.shared))}" if candidate.shared else "",
        f"is kin to {', '.join(kin)}" if kin else "",
        "stands beside what shares more" if found.beside > found.own else "",
        f"is said by {candidate.memory.speaker}" if found.is_about else "",
        "has been superseded" if candidate.memory.superseded_by else "",
        "speaks of what is asked for" if found.is_of_matter else "",
        "answers, read together with the question" if found.is_read else "",
        "replaces what answered, read together with the question" if found.is_heir else "",
        "is the newest word on it" if found.is_newest else "",
        "is paused" if candidate.memory.paused_at is not None else "",
    ]
    told = [each for each in reasons if each]
    if not told and found.own > NEAR_WORTH * candidate.near:
        return "took the place of what shares more"
    return "; ".join(told) or "is near in meaning"
