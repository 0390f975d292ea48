"""How far two concepts are of one kind: by the word that names it, by its meaning, or by their own words.

A word that names a kind of film decides. Without one, a concept belongs to several kinds in part, as far as
it comes near to what they mean; what is left of it is kin to concepts that say nearly the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from showbible.lessons.recall.concept_meanings import DEFINITIONS, words_near
from showbible.lessons.recall.concepts import FORMS, GENERAL, pattern_name
from showbible.storage.terms import asked

_SAME: Final[Mapping[str, str]] = {"commercial": "ad", "teaser": "trailer"}
"""Words for one kind of film."""
_FAINT, _PLAIN = 0.45, 0.95
"""How near a concept must come to a meaning to belong to it at all, and to belong to it altogether."""
_SHARPNESS: Final = 0.15
_MOST: Final = 0.92
"""What a concept that does not name its kind belongs to named kinds, at most."""
_FAINTEST: Final = 0.02


class ConceptReading(NamedTuple):
    """What a concept says of its kind: its shares in named kinds, and the words of what is left."""

    shares: tuple[tuple[str, float], ...]
    left: float
    concept: str


class FiledConcept(NamedTuple):
    """A concept with the kind that it was filed under, if any."""

    concept: str
    pattern: str | None


@dataclass(frozen=True)
class Kinship:
    """What is known of kinds, by the names in use."""

    names: tuple[str, ...]
    embedder: Any
    """What gives words their meaning, if anything does."""
    _seen: dict[tuple[ConceptReading, ConceptReading], float] = field(default_factory=dict)

    @classmethod
    def among(cls, patterns: Iterable[str | None], embedder: Any) -> Kinship:
        """The kinship of a studio that has made these kinds of film."""
        made = {joined(name) for name in patterns if name not in (None, GENERAL)}
        return cls(tuple(sorted(made | {joined(word) for word in DEFINITIONS})), embedder)

    def read(self, told: FiledConcept) -> ConceptReading:
        """A concept by its shares in kinds."""
        name = pattern_name(told.concept)
        if name is None and self.embedder is None and told.pattern not in (None, GENERAL):
            name = told.pattern
        if name is not None:
            return ConceptReading(((joined(name), 1.0),), 0.0, "")
        shares = () if self.embedder is None else _shares(words_near(self.embedder, told.concept), self.names)
        return ConceptReading(shares, 1.0 - sum(share for _, share in shares), told.concept)

    def between(self, one: ConceptReading, other: ConceptReading) -> float:
        """How far two concepts are of one kind, from 0 to 1."""
        key = (one, other)
        if key not in self._seen:
            named = sum(
                mine * theirs * _likeness(name, named) for name, mine in one.shares for named, theirs in other.shares
            )
            left = one.left * other.left
            self._seen[key] = named + (left * self._close(one.concept, other.concept) if left else 0.0)
        return self._seen[key]

    def _close(self, one: str, other: str) -> float:
        if one == other:
            return 1.0
        if self.embedder is None:
            return _shared(one, other) ** 2
        return _cosine(self.embedder, one, other) ** 4


def joined(name: str) -> str:
    """A kind's name with one word for each kind of film."""
    return "_".join(_SAME.get(word, word) for word in name.split("_"))


def _shares(near: Mapping[str, float], names: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """How far a concept belongs to each kind, given how near it comes to the words of their names."""
    means = {name: _mean_nearness(near, name) for name in names}
    best = max(means.values(), default=0.0)
    whole = _MOST * min(1.0, max(0.0, (best - _FAINT) / (_PLAIN - _FAINT)))
    weights = {name: math.exp((mean - best) / _SHARPNESS) for name, mean in means.items()}
    total = sum(weights.values())
    found = ((name, whole * weight / total) for name, weight in weights.items())
    return tuple((name, share) for name, share in found if share > _FAINTEST)


def _mean_nearness(near: Mapping[str, float], name: str) -> float:
    telling = [near[word] for word in name.split("_") if word in near]
    return sum(telling) / len(telling) if telling else 0.0


@lru_cache(maxsize=4096)
def _likeness(one: str, other: str) -> float:
    """How much of their kind two names share; the form counts more than the subject."""
    if one == other:
        return 1.0
    first, second = set(one.split("_")), set(other.split("_"))
    return sum(map(_weight, first & second)) / sum(map(_weight, first | second))


def _weight(word: str) -> float:
    return 2.0 if word in FORMS else 1.0


# The same concepts are compared with every new one.
@lru_cache(maxsize=4096)
def _vector(embedder: Any, concept: str) -> Any:
    words = " ".join(dict.fromkeys(term.word for term in asked(concept)))
    return embedder.embed([words or concept])[0]


def _cosine(embedder: Any, one: str, other: str) -> float:
    return max(0.0, min(1.0, float(_vector(embedder, one) @ _vector(embedder, other))))


def _shared(one: str, other: str) -> float:
    first, second = _stems(one), _stems(other)
    size = math.sqrt(len(first) * len(second))
    return len(first & second) / size if size else 0.0


@lru_cache(maxsize=4096)
def _stems(concept: str) -> frozenset[str]:
    return frozenset(term.stem for term in asked(concept))
