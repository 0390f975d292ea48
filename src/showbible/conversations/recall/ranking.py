"""Which memories answer a question, and why: pure arithmetic over candidates.

A memory is judged by the words it shares with the question (rare ones tell more, long texts less),
by words that are kin to them, by the memories just before and after it in the same sitting (an
answer rarely repeats its question), by how much of the question its sitting covers, and by whether
the one who speaks is the one asked about. Importance and age only decide between equals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache, partial
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
    shared: frozenset[str] = frozenset()
    kin: Mapping[str, float] = NO_KIN
    near: float = 0.0


candidate: Final = partial(tuple.__new__, MemoryCandidate)
"""A candidate made of all its four values at once: a question has hundreds."""


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


_ranked: Final = partial(tuple.__new__, Ranked)
_Rough = tuple[float, MemoryCandidate, float, float, float, bool, float]
"""The least score, the candidate, its relevance, its own part of it, its neighbours', whether it is about, and how much
its form tells."""


def rescored(found: Ranked, score: float) -> Ranked:
    """The same with another score; `_replace` takes five times as long."""
    return _ranked((found[0], score, *found[2:]))


class TextForm(NamedTuple):
    """What the form of a text tells, whatever it says."""

    words: int
    asks: bool
    """Whether it ends in a question."""
    told_share: float


def rarity(*, rows: float, holding: float) -> float:
    """How much it tells that a row holds a word."""
    return math.log(1 + (max(rows - holding, 0) + 0.5) / (holding + 0.5))


def leading(question: MemoryQuestion, candidates: Sequence[MemoryCandidate], *, most: int) -> list[MemoryCandidate]:
    """Those that have most in common with the question by themselves."""
    own = _own_scores(question, candidates, [form(each.memory.text) for each in candidates])
    # One number at a time is sorted sooner than pairs of them.
    places = sorted(range(len(own)), key=[each.memory.seq for each in candidates].__getitem__)
    places.sort(key=own.__getitem__, reverse=True)
    return [candidates[place] for place in places[:most]]


def ranked(question: MemoryQuestion, candidates: Sequence[MemoryCandidate], *, at: datetime) -> Iterator[Ranked]:
    """The candidates that have anything to do with the question, best first.

    Strength lifts a score by a known share at most, so the first are known before the others are weighed.
    """
    rough, now = _roughly(question, candidates), stamp(at)
    edge = sorted([each[0] for each in rough], reverse=True)[AT_ONCE - 1] if len(rough) >= AT_ONCE else 0.0
    bar = edge / _MOST_LIFTED
    may_lead = [_weighed(each, now) for each in rough if each[0] >= bar]
    yield from _in_order([each for each in may_lead if each.score >= edge])
    others = [_weighed(each, now) for each in rough if each[0] < bar]
    yield from _in_order([each for each in may_lead if each.score < edge] + others)


def _roughly(question: MemoryQuestion, candidates: Sequence[MemoryCandidate]) -> list[_Rough]:
    """What has anything to do with the question, with the least that it is worth: as if time had left nothing of it."""
    forms = [form(each.memory.text) for each in candidates]
    own = _passed_on(candidates, _own_scores(question, candidates, forms))
    lent, covered = _lent(candidates, forms, own), _covered(question, candidates)
    speaks, found = _speakers_asked(question, candidates), []
    for each, shape, mine, beside in zip(candidates, forms, own, lent, strict=True):
        near = each.near
        if mine + beside + near <= 0:
            continue
        memory, told_share = each.memory, shape.told_share
        relevance = mine + beside + SITTING_SHARE * covered.get(memory.sitting, 0.0) + NEAR_SHARE * near
        is_about = memory.speaker in speaks
        factor = (1 + SPEAKER_SHARE) * told_share if is_about else told_share
        least = relevance * (factor * SUPERSEDED_SHARE if memory.superseded_by else factor)
        found.append((least, each, relevance, mine, beside, is_about, told_share))
    return found


def _weighed(rough: _Rough, now: int) -> Ranked:
    _, each, relevance, mine, beside, is_about, told_share = rough
    memory = each.memory
    factor = (1 + SPEAKER_SHARE * is_about) * (1 + STRENGTH_SHARE * memory.strength(now)) * told_share
    score = relevance * (factor * SUPERSEDED_SHARE if memory.superseded_by else factor)
    return _ranked((each, score, mine, beside, is_about, False, False))


def _in_order(found: list[Ranked]) -> list[Ranked]:
    found.sort(key=lambda each: each.candidate.memory.seq, reverse=True)
    found.sort(key=attrgetter("score"), reverse=True)
    return found


def _own_scores(
    question: MemoryQuestion, candidates: Sequence[MemoryCandidate], forms: Sequence[TextForm]
) -> list[float]:
    usual = sum([each.words for each in forms]) / len(forms) if forms else 1.0
    # Few lengths and few sets of words come up, each of them often.
    weights = {words: _weight(words / usual) for words in {each.words for each in forms}}
    sets = {each.shared for each in candidates}
    told = {words: sum([question.rarity.get(word, 0.0) for word in words]) for words in sets}
    return [
        weights[shape.words] * told[each.shared]
        + (KIN_SHARE * _kindred(question, each) if each.kin else 0.0)
        + NEAR_WORTH * each.near
        for each, shape in zip(candidates, forms, strict=True)
    ]


def _passed_on(candidates: Sequence[MemoryCandidate], own: list[float]) -> list[float]:
    """What holds now is worth no less than what it took the place of."""
    replaced = [(number, later) for number, each in enumerate(candidates) if (later := each.memory.superseded_by)]
    if not replaced:
        return own
    places = {each.memory.memory_id: number for number, each in enumerate(candidates)}
    for number, later in replaced:
        place = places.get(later)
        if place is not None:
            own[place] = max(own[place], own[number])
    return own


def _weight(length: float) -> float:
    """What the words of a text count, by its length beside the usual one."""
    return (SATURATION + 1) / (1 + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length))


def _kindred(question: MemoryQuestion, candidate: MemoryCandidate) -> float:
    return sum(
        share * question.rarity.get(word, 0.0) for word, share in candidate.kin.items() if word not in candidate.shared
    )


def _covered(question: MemoryQuestion, candidates: Iterable[MemoryCandidate]) -> dict[int, float]:
    """How much of the question each sitting holds, all its memories together."""
    held: dict[int, set[str]] = {}
    for each in candidates:
        if shared := each.shared:
            held.setdefault(each.memory.sitting, set()).update(shared)
    rarity = question.rarity
    return {sitting: sum([rarity.get(word, 0.0) for word in words]) for sitting, words in held.items()}


def _lent(candidates: Sequence[MemoryCandidate], forms: Sequence[TextForm], own: Sequence[float]) -> list[float]:
    """What the lines around each memory, in the same sitting, lend it."""
    places = [(each.memory.seq, each.memory.sitting) for each in candidates]
    telling = {
        seq: (sitting, score, (ANSWER_SHARE if shape.asks else _BEFORE) * score)
        for (seq, sitting), shape, score in zip(places, forms, own, strict=True)
        if score
    }
    lent, at = [], telling.get
    # Step by step: as a loop over the steps it takes a third longer, for hundreds of memories.
    for seq, sitting in places:
        total = 0.0
        if (other := at(seq - 1)) is not None and other[0] == sitting:
            total += other[2]
        if (other := at(seq + 1)) is not None and other[0] == sitting:
            total += _AFTER * other[1]
        if (other := at(seq - 2)) is not None and other[0] == sitting:
            total += _TWO_BEFORE * other[1]
        if (other := at(seq + 2)) is not None and other[0] == sitting:
            total += _TWO_AFTER * other[1]
        lent.append(total)
    return lent


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


def _speakers_asked(question: MemoryQuestion, candidates: Iterable[MemoryCandidate]) -> set[str | None]:
    """The one whom a question is about, in each way in which memories write the name."""
    speakers = {each.memory.speaker for each in candidates} if question.about is not None else ()
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
        "is the newest word on it" if found.is_newest else "",
        "is paused" if candidate.memory.paused_at is not None else "",
    ]
    told = [each for each in reasons if each]
    if not told and found.own > 0:
        return "took the place of what shares more"
    return "; ".join(told) or "is near in meaning"
