"""Nouns that are parts of others, in languages that write them as one word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from showbible.reading.grammar import grammar
from showbible.reading.model import Candidate, QuestionReading

_NOTHING: Final[frozenset[str]] = frozenset()
_CAPITAL: Final = re.compile(r"\b[^\W\d_a-z]\w+")
_A_NOUN: Final = 4
"""Letters of the shortest noun that is looked for inside of another."""
_A_PART: Final = 3


def with_compounds(question: QuestionReading, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without their vectors, which know no other language than English.

    Each also speaks of what the question names where a noun of one ends as one of the other does: Wohnung in
    Zweizimmerwohnung.
    """
    using, plain = grammar(question.language), [_of_partner(question, each) for each in candidates]
    if using is None or not using.language.capital_nouns:
        return plain
    asked = {word: using.stem(word) for word in _nouns(question.text) if using.stem(word) in question.topic}
    found = []
    for each in plain:
        said = _nouns(each.reading.text) if asked else _NOTHING
        also = {stem for word, stem in asked.items() if any(_ends_alike(word, other) for other in said)}
        topic = each.reading.topic | also
        found.append(each._replace(reading=replace(each.reading, topic=topic)) if also else each)
    return found


def _of_partner(question: QuestionReading, each: Candidate) -> Candidate:
    """A candidate without its vector; whoever tells that they met or left somebody speaks of a partner."""
    is_status = any(claim.slot == "status" for claim in each.reading.claims)
    if not is_status or question.subject.relation != "partner":
        return each._replace(near=None)
    return each._replace(near=None, reading=replace(each.reading, topic=each.reading.topic | {"partner"}))


def _nouns(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _CAPITAL.findall(text) if len(word) >= _A_NOUN)


def _ends_alike(one: str, two: str) -> bool:
    """Whether one of two nouns is the last part of the other."""
    short, long = sorted((one, two), key=len)
    return len(long) - len(short) >= _A_PART and long.endswith(short)
