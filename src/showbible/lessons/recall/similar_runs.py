"""Which finished productions are of the same kind as a concept, by its words or by their meaning.

A concept without a telling word is compared with those of earlier runs: by the words they share and,
where the embeddings are installed, by the mean of their words' vectors. A word that turns up in
several kinds of film tells what a film is about and not what kind it is, so it counts less.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from showbible.lessons.model import Production
from showbible.lessons.recall import concept_meanings
from showbible.lessons.recall.concept_meanings import Find
from showbible.lessons.recall.concepts import GENERAL, VOCABULARY, likeness, pattern_name
from showbible.storage.terms import Term, asked
from showbible.values import frozen

if TYPE_CHECKING:
    from showbible.llm.embeddings.embedder import Embedder

NEAR: Final = 0.5
"""From this closeness on, two concepts are taken to be of one kind."""
_SAME_FORM: Final = 0.5
_FAR, _CLOSE = 0.35, 0.75


@frozen
class Kin:
    """The pattern that a concept belongs to, and the runs that are like it."""

    pattern: str | None
    belonging: float
    """How surely, from 0 to 1."""
    runs: frozenset[str]
    by_meaning: bool


NOBODY: Final = Kin(pattern=None, belonging=0.0, runs=frozenset(), by_meaning=False)


def kin(concept: str, taught: Sequence[Production], find: Find) -> Kin:
    """Everything taught so far that is of a concept's kind."""
    groups: dict[str, list[Production]] = defaultdict(list)
    for production in taught:
        groups[production.pattern or GENERAL].append(production)
    name = pattern_name(concept)
    if name in groups:
        return Kin(pattern=name, belonging=1.0, runs=_ids(groups[name]), by_meaning=False)
    if not taught:
        return NOBODY
    if name is not None:
        return _by_words(name, groups) or _by_meaning_of(name, groups, Sense(spread={}, embedder=find()))
    return _by_meaning(concept, groups, Sense.of(taught, find()))


def _by_words(name: str, groups: Mapping[str, Sequence[Production]]) -> Kin | None:
    named = [(likeness(name, other), len(groups[other]), other) for other in groups if other != GENERAL]
    alike, _, best = max(named, default=(0.0, 0, GENERAL))
    if alike < _SAME_FORM:
        return None
    return Kin(pattern=best, belonging=alike, runs=_ids(groups[best]), by_meaning=False)


def _by_meaning_of(name: str, groups: Mapping[str, Sequence[Production]], sense: Sense) -> Kin:
    """The pattern whose name means the same; a concept that says its kind is of no other."""
    named = sense.named(name.replace("_", " "), [other for other in groups if other != GENERAL])
    near, best = max(((near, other) for other, near in named.items()), default=(0.0, GENERAL))
    if near < NEAR:
        return NOBODY
    return Kin(pattern=best, belonging=near, runs=_ids(groups[best]), by_meaning=True)


def _by_meaning(concept: str, groups: Mapping[str, Sequence[Production]], sense: Sense) -> Kin:
    listed = [production for group in groups.values() for production in group]
    closeness = dict(zip(_each_id(listed), sense.closeness(concept, [each.concept for each in listed]), strict=True))
    named = sense.named(concept, [name for name in groups if name != GENERAL])
    best, belonging = GENERAL, 0.0
    for name in sorted(groups):
        felt = _felt(sorted((closeness[each.run_id] for each in groups[name]), reverse=True))
        felt = max(felt, named.get(name, felt))
        if felt > belonging:
            best, belonging = name, felt
    runs = {run_id for run_id, close in closeness.items() if close >= NEAR}
    if best != GENERAL and belonging >= NEAR:
        runs |= _ids(groups[best])
    if not runs:
        return Kin(pattern=None, belonging=0.0, runs=frozenset(), by_meaning=True)
    return Kin(pattern=best, belonging=belonging, runs=frozenset(runs), by_meaning=True)


def _felt(closest: Sequence[float]) -> float:
    """How close a group feels: by its three nearest, the nearest counting most."""
    weights = (0.6, 0.25, 0.15)[: len(closest)]
    return sum(weight * close for weight, close in zip(weights, closest, strict=False)) / sum(weights)


def _ids(productions: Iterable[Production]) -> frozenset[str]:
    return frozenset(_each_id(productions))


def _each_id(productions: Iterable[Production]) -> list[str]:
    return [production.run_id for production in productions]


@frozen
class Sense:
    """What words mean in this studio."""

    spread: Mapping[str, int]
    """In how many named kinds of film each stem turns up."""
    embedder: Embedder | None

    @classmethod
    def of(cls, taught: Iterable[Production], embedder: Embedder | None) -> Sense:
        """The sense of words that earlier concepts give."""
        kinds: dict[str, set[str]] = defaultdict(set)
        for production in taught:
            if production.pattern not in (None, GENERAL):
                for term in _terms(production.concept):
                    kinds[term.stem].add(str(production.pattern))
        return cls(spread={stem: len(names) for stem, names in kinds.items()}, embedder=embedder)

    def closeness(self, concept: str, others: Sequence[str]) -> list[float]:
        """How close each of some concepts is to this one, from 0 to 1."""
        said, heard = _terms(concept), [_terms(other) for other in others]
        shared = [self._shared(said, terms) for terms in heard]
        if self.embedder is None:
            return shared
        felt = (_scaled(close, _FAR, _CLOSE) for close in self._angles(self.embedder, said, heard))
        return [max(pair) for pair in zip(shared, felt, strict=True)]

    def named(self, concept: str, patterns: Iterable[str]) -> dict[str, float]:
        """How close a concept is to the very name of each of some patterns."""
        if self.embedder is None:
            return dict.fromkeys(patterns, 0.0)
        return concept_meanings.nearness(self.embedder, concept, patterns)

    def _weight(self, term: Term) -> float:
        return 1.0 if term.word in VOCABULARY else float(max(1, self.spread.get(term.stem, 1)) ** -1.5)

    def _shared(self, said: Sequence[Term], heard: Sequence[Term]) -> float:
        """The cosine of two bags of stems."""
        one = {term.stem: self._weight(term) for term in said}
        other = {term.stem: self._weight(term) for term in heard}
        size = math.sqrt(sum(each**2 for each in one.values()) * sum(each**2 for each in other.values()))
        return sum(weight * other.get(stem, 0.0) for stem, weight in one.items()) / size if size else 0.0

    def _angles(self, embedder: Embedder, said: Sequence[Term], heard: Sequence[Sequence[Term]]) -> list[float]:
        """The cosines between one sequence of words and others, each the weighted mean of its words."""
        import numpy as np

        words = sorted({term.word for terms in (said, *heard) for term in terms})
        if not words:
            return [0.0] * len(heard)
        row = {word: place for place, word in enumerate(words)}
        table = np.zeros((1 + len(heard), len(words)), dtype=np.float32)
        for place, terms in enumerate((said, *heard)):
            for term in terms:
                table[place, row[term.word]] += self._weight(term)
        vectors = table @ embedder.embed(words)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        return [float(each) for each in vectors[1:] @ vectors[0]]


# The same concepts are compared with every new one.
@lru_cache(maxsize=2048)
def _terms(concept: str) -> tuple[Term, ...]:
    return tuple(asked(concept))


def _scaled(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))
