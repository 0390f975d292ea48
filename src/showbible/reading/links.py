"""How strongly what was said in one turn is tied to a question and to its best answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import chain
from typing import Final

from showbible.reading.matters import comparable
from showbible.reading.model import QuestionReading, Scored, SentenceReading, ValueKind
from showbible.reading.relevance import answers

_OF_THE_QUESTION: Final = 1.0
_OF_THE_ANSWER: Final = 0.6
_NEARNESS: Final = 1.5
_NEAR: Final = 0.3
_COMMON: Final = 4
"""A word that more sentences have links none of them."""
_OF_A_UNIT: Final = 0.6
_OF_THE_DAY: Final = 0.6
_AT_ONCE: Final = timedelta()
_A_DAY: Final = timedelta(hours=24)
_ELLIPTIC: Final = 3
_MEASURED: Final = frozenset({ValueKind.MEASURE, ValueKind.NUMBER, ValueKind.DURATION, ValueKind.FREQUENCY})
Units = frozenset[tuple[ValueKind, str]]


def links_of(question: QuestionReading, best: Scored, told: Sequence[Scored]) -> Mapping[str, float]:
    """How strongly the turn of each sentence is tied to the question and to its best answer."""
    given = {part for value in answers(question, best.reading) for part in value.key.split()}
    count = Counter(chain.from_iterable([each.reading.topic for each in told]))
    of_answer = best.reading.topic | {value.key for value in best.reading.values}
    units = _units(question, best.reading)
    of_others = of_answer - given - question.topic
    telling = frozenset([stem for stem in question.topic | of_others if count[stem] <= _COMMON])
    said: dict[str, frozenset[str]] = {}
    beside: dict[str, float] = {}
    for each in told:
        turn, reading = turn_of(each), each.reading
        words = (telling & reading.topic) | telling.intersection([value.key for value in reading.values])
        said[turn] = said[turn] | words if turn in said else words
        beside[turn] = max(beside.get(turn, 0.0), _tie(best, each, units))
    tied = {
        turn: _OF_THE_QUESTION * len(words & question.topic) + _OF_THE_ANSWER * len(words & of_others) + beside[turn]
        if words
        else beside[turn]
        for turn, words in said.items()
    }
    return {each.id: tied[turn_of(each)] for each in told}


def _units(question: QuestionReading, reading: SentenceReading) -> Units:
    """What the answer is measured in, where that tells something."""
    return frozenset(
        (value.kind, value.noun) for value in answers(question, reading) if value.noun and value.kind in _MEASURED
    )


def _tie(best: Scored, each: Scored, units: Units) -> float:
    """What ties a sentence to the best answer besides words: a day, a unit, a meaning."""
    tie = _OF_THE_DAY * _goes_on(best, each)
    if units:
        tie += _OF_A_UNIT * any((value.kind, value.noun) in units for value in each.reading.values)
    return tie + _NEARNESS * max(0.0, (each.near or 0.0) - _NEAR)


def _goes_on(best: Scored, each: Scored) -> bool:
    """Whether a short sentence of the same day may be the rest of the best answer; not where it counts other things."""
    if len(each.reading.topic) > _ELLIPTIC or not _AT_ONCE < each.at - best.at <= _A_DAY:
        return False
    given, said = best.reading.values, each.reading.values
    if given and said and not any(comparable(new, old) for new in said for old in given):
        return False
    counted = [value.nouns for value in said if value.nouns]
    known = best.reading.topic.union(*(value.nouns for value in best.reading.values))
    return not counted or any(nouns & known for nouns in counted)


def turn_of(each: Scored) -> str:
    """Which turn a sentence was said in; one by itself where that is not known."""
    return each.turn or each.id
