"""Nouns that are parts of others, in languages that write them as one word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from showbible.reading import glosses, kinds
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.model import Candidate, QuestionReading

_NOTHING: Final[frozenset[str]] = frozenset()
_CAPITAL: Final = re.compile(r"\b[^\W\d_a-z]\w+")
PEOPLE: Final = frozenset(kinds.RELATIONS).union(*kinds.RELATIONS.values())
_A_NOUN: Final = 4
"""Letters of the shortest noun that is looked for inside of another."""
_A_PART: Final = 3


def with_compounds(question: QuestionReading, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with what is known of the parts of their words.

    Each also speaks of what the question names where a noun of one ends as one of the other does: Wohnung in
    Zweizimmerwohnung.
    """
    using, plain = grammar(question.language), [_of_partner(question, each) for each in candidates]
    if using is None:
        return plain
    alike = {stem: members for stem, members in question.kinds.items() if stem in question.topic and stem not in PEOPLE}
    plain = [_with_parts(each, alike, using) for each in plain]
    if not using.language.capital_nouns:
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
    """A candidate; whoever tells that they met or left somebody speaks of a partner."""
    is_status = any(claim.slot == "status" for claim in each.reading.claims)
    if not is_status or question.subject.relation != "partner":
        return each
    return each._replace(reading=replace(each.reading, topic=each.reading.topic | {"partner"}))


def _with_parts(each: Candidate, alike: Mapping[str, frozenset[str]], using: Grammar) -> Candidate:
    """A candidate that also speaks of the known words inside of its own, and of what its words are other words for."""
    topic, code = each.reading.topic, using.code
    if using.language.spaced:
        also = frozenset(part for stem in topic for part in (*glosses.parts(stem, code), *glosses.family(stem, code)))
    else:
        also = frozenset(glosses.words_in(each.reading.text, code))
    also |= {stem for stem, members in alike.items() if not members.isdisjoint(topic | also)}
    return each if also <= topic else each._replace(reading=replace(each.reading, topic=topic | also))


def _nouns(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _CAPITAL.findall(text) if len(word) >= _A_NOUN)


def _ends_alike(one: str, two: str) -> bool:
    """Whether one of two nouns is the last part of the other."""
    short, long = sorted((one, two), key=len)
    return len(long) - len(short) >= _A_PART and long.endswith(short)
