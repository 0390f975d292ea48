"""How sure it is that a newer sentence puts an older one out of date for a question.

No single sign tells it, and no rule of them holds for a stranger's words, so they are weighed. What each is worth was
measured on cases and chats of our own: `scripts/weigh_signs.py` makes the weights again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from showbible.reading.frames import PRESENT, is_past
from showbible.reading.grammar import grammar
from showbible.reading.matters import NAMES, is_same, same_subject
from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading, ValueKind
from showbible.reading.relevance import answers
from showbible.reading.rivals import answer_keys, answers_alike, asks_whether
from showbible.reading.whom import mentions

PLAINLY: Final = 0.35
"""The nearness of wholes below which it speaks against two sentences that they are not nearer."""
_WORTH_A_LITTLE: Final = 0.3
"""The share of the best answer's score below which it speaks against a sentence that it fits the question no better."""
_LONG: Final = 10
_SOON: Final = timedelta(hours=12)
_OPEN: Final = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})
"""Kinds that the first word of a sentence may name, where nobody can see whether it is a name."""
_WORD: Final = re.compile(r"[a-z]+|'[a-z]+")

BASE: Final = -3.22
WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "near": 3.95,
        "not plainly near": -9.47,
        "near, of names": -2.99,
        "fits": -0.51,
        "hardly fits": -5.86,
        "both answer": 0.33,
        "otherwise": 1.71,
        "only the newer answers": -1.83,
        "may name it": 1.82,
        "has its words": -0.47,
        "has its words, no value": -0.51,
        "has not all of the older's": 0.69,
        "says much": 4.09,
        "is said of it": -0.33,
        "is of the user": 0.47,
        "same person": 0.75,
        "same sort of value": 0.95,
        "same value": -1.26,
        "corrects": 1.54,
        "tells what happened": -0.64,
        "older leans": -0.92,
        "soon": 0.55,
        "yes or no": 1.02,
    }
)
"""What each sign counts. Some go together: how near, and too little of it; a value of the kind, and another one."""


def sureness(signs: Mapping[str, float]) -> float:
    """What all signs together are worth: above zero it is more likely than not."""
    return BASE + sum([WEIGHTS[name] * sign for name, sign in signs.items() if sign])


def signs_of(question: QuestionReading, old: Scored, new: Scored, *, near: float, top: float) -> dict[str, float]:
    """What speaks for it and against it, each from zero to one; `near` is of both as wholes, `top` the best score."""
    before, after = old.reading, new.reading
    theirs, ours = answers(question, before), answers(question, after)
    are_names = all(value.kind in NAMES for value in ours)
    both, fits = bool(ours and theirs), min(1.0, new.score / (top or 1.0))
    speaks = len(question.topic & after.topic) / max(1, len(question.topic))
    return {
        "near": near,
        "not plainly near": max(0.0, PLAINLY - near),
        "near, of names": near if both and are_names else 0.0,
        "fits": fits,
        "hardly fits": max(0.0, _WORTH_A_LITTLE - fits),
        "both answer": float(both),
        "otherwise": float(both and bool(answer_keys(question, after) - answer_keys(question, before))),
        "only the newer answers": float(bool(ours) and not theirs),
        "may name it": float(bool(theirs) and not ours and may_name(question, after)),
        "has its words": speaks,
        "has its words, no value": 0.0 if both else speaks,
        "has not all of the older's": _unsaid(question, before, after),
        "says much": min(1.0, len(after.topic) / _LONG),
        "is said of it": float(is_said_of(question, after)),
        "is of the user": float(_is_of_user(after)),
        "same person": float(same_subject(after, before)),
        "same sort of value": float(answers_alike(before, after)),
        "same value": float(_share_value(before, after)),
        "corrects": float(Cue.CORRECTION in after.cues),
        "tells what happened": float(_tells_what_happened(after)),
        "older leans": float(before.leans),
        "soon": float(new.at - old.at < _SOON),
        "yes or no": float(asks_whether(question)),
    }


def _unsaid(question: QuestionReading, before: SentenceReading, after: SentenceReading) -> float:
    """The share of the question's words that only the older sentence has."""
    shared = question.topic & before.topic
    return len(shared - after.topic - after.context) / max(1, len(question.topic))


def _share_value(before: SentenceReading, after: SentenceReading) -> bool:
    return any(one.kind is two.kind and is_same(one, two) for one in after.values for two in before.values)


def _is_of_user(reading: SentenceReading) -> bool:
    return any(claim.of_user or claim.subject.is_user for claim in reading.claims)


def _tells_what_happened(reading: SentenceReading) -> bool:
    """Whether a sentence of English speaks of the past alone."""
    words = _WORD.findall(reading.text.lower().replace("\u2019", "'"))
    if "now" in words or not PRESENT.isdisjoint(words):
        return False
    return any(is_past(word, reading.language) for word in words)


def is_said_of(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence names whom the question is about, or what; a question about nobody may be about anybody."""
    subject = question.subject
    if not question.topic.isdisjoint(reading.topic):
        return True
    return _is_of_user(reading) if subject.is_user else subject.is_open or mentions(subject, reading)


def may_name(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether the first word may well be the name that is asked for: "Finnish is hard to learn on a tram"."""
    using, first = grammar(reading.language), reading.text.partition(" ")[0].strip(".,:;!")
    if question.asked.isdisjoint(_OPEN) or using is None or not first.istitle() or first.endswith("ing"):
        return False
    word = first.lower()
    is_common = word in using.function_words or word in using.adverbs or using.lemmas.is_irregular(word)
    return not is_common and {using.stem(word)}.isdisjoint(using.empty | using.verbs.keys() | using.goings)
