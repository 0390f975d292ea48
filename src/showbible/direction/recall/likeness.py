"""What a piece of prose is about, as shares of kinds: by the words it has, and by how near they are in meaning.

Where the `embeddings` extra is not installed, only words themselves are near.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, Protocol

from showbible.direction.recall.kinds import KINDS, NAMES, SCENE_KINDS
from showbible.direction.recall.nearest import Sentences, standard
from showbible.direction.recall.places import PLACES, WHERE, WHEREABOUTS
from showbible.direction.recall.reasons import REASONS
from showbible.errors import Misconfigured
from showbible.reading.grammar import grammar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEEPNESS, STEEPNESS_OF_REASONS = 1.9, 0.55
"""How much a kind that fits better gains: where the shares are as often right as they say."""
STEEPNESS_OF_PLACES: Final = 30.0
SUREWHEREABOUTS: Final = 0.25
"""A sentence that is less likely to tell where it is than this says little of the place."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHARPNESS: Final = 11.0
"""How much nearer a word has to be to one kind than to others in order to speak for it."""
_CHANCE: Final = 0.03
"""What a word leaves to every kind, so that no single word decides."""
_WEIGHTS_OF_REASONS: Final = (1.0, 1.0, 0.5)
"""How much the words of a remark count, the whole, and what is usually said; it is short, and its words tell."""
_NEAREST_REASONS, _NEAREST_PLACES = 3, 4
"""Of what is usually said, so much counts as is nearest."""


class Topic(Protocol):
    """Something that a text may be about."""

    @property
    def words(self) -> str:
        """The words that belong to it."""

    @property
    def situations(self) -> tuple[str, ...]:
        """What happens in it, or is said for it."""


def kind_shares(text: str) -> dict[str, float]:
    """How likely a text tells of a moment or a scene of each kind; nothing for a text without words."""
    return dict(_kind_shares(text)) if content_words(text) else {}


def reason_shares(text: str) -> dict[str, float]:
    """How likely a remark gives each reason; nothing for a remark without words."""
    words = content_words(text)
    return dict(_reason_shares(" ".join(words))) if words else {}


def whereabouts(text: str) -> float:
    """How likely a sentence only tells where it is."""
    return _whereabouts(text) if content_words(text) else 1.0


def place_shares(sentences: Sequence[str]) -> dict[str, float]:
    """How likely the place of these sentences is simple, or complex; by the sentence that tells most of where it is."""
    told = max((each for each in sentences if content_words(each)), key=whereabouts, default=None)
    if told is None:
        return {}
    sure = min(1.0, whereabouts(told) / SUREWHEREABOUTS)
    return {kind: sure * share + (1 - sure) / len(PLACES) for kind, share in _place_shares(told).items()}


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that are more than grammar, in order."""
    english = grammar("en")
    empty = english.function_words if english else frozenset()
    plain = text.lower().replace("\u2019", "'").replace("'s", "")
    counts = (word for word in _WORD.findall(plain) if len(word) > 2)
    return tuple(word for word in counts if word not in empty or word in _words_of_kinds())


@lru_cache(maxsize=4096)
def _kind_shares(text: str) -> Mapping[str, float]:
    return _shares(text, NAMES)


@lru_cache(maxsize=4096)
def _reason_shares(text: str) -> Mapping[str, float]:
    fits = _fits(text, REASONS, weights=_WEIGHTS_OF_REASONS, nearest=_NEAREST_REASONS)
    return _softened([reason.name for reason in REASONS], fits, STEEPNESS_OF_REASONS)


@lru_cache(maxsize=4096)
def _whereabouts(text: str) -> float:
    return _shares(text, (*NAMES, WHERE))[WHERE]


def _shares(text: str, names: Sequence[str]) -> dict[str, float]:
    """How likely a text is about each of some kinds of moments, or tells where it is."""
    found = _told_of(text)
    ways = [standard([found[name][way] for name in names]) for way in range(len(found[WHERE]))]
    return _softened(names, standard([sum(each) for each in zip(*ways, strict=True)]), STEEPNESS)


@lru_cache(maxsize=4096)
def _told_of(text: str) -> Mapping[str, tuple[float, ...]]:
    """How near a text is to what is told of each kind and of places, in one or more ways."""
    known, words = _space(), content_words(text)
    if known is not None:
        return known.told_of(text, words)
    topics = (*KINDS, WHEREABOUTS)
    return {name: (fit,) for name, fit in zip((*NAMES, WHERE), _by_words(words, topics), strict=True)}


def _fits(text: str, topics: Sequence[Topic], *, weights: Sequence[float], nearest: int) -> list[float]:
    """How well each of some topics fits what is said."""
    known = _space()
    words = content_words(text)
    ways = known.ways(text, words, topics, nearest) if known else (_by_words(words, topics),)
    told = zip(*map(standard, ways), strict=True)
    return [sum(weight * value for weight, value in zip(weights, column, strict=False)) for column in told]


@lru_cache(maxsize=4096)
def _place_shares(text: str) -> Mapping[str, float]:
    known, words, places = _space(), content_words(text), tuple(PLACES.values())
    if known is None:
        return _softened(tuple(PLACES), _by_words(words, places), 1.0)
    return _softened(tuple(PLACES), known.places(text, words, places), STEEPNESS_OF_PLACES)


def _softened(names: Sequence[str], fits: Sequence[float], steepness: float) -> dict[str, float]:
    top = max(fits)
    weights = [math.exp(steepness * (fit - top)) for fit in fits]
    return {name: weight / sum(weights) for name, weight in zip(names, weights, strict=True)}


def _by_words(words: Iterable[str], topics: Sequence[Topic]) -> list[float]:
    said = _stems(words)
    return [float(len(said & _stems(topic.words.split()))) for topic in topics]


def _stems(words: Iterable[str]) -> frozenset[str]:
    english = grammar("en")
    return frozenset(english.stem(word) if english else word for word in words)


@lru_cache(maxsize=1)
def _words_of_kinds() -> frozenset[str]:
    return frozenset(word for topic in (*KINDS, *REASONS) for word in topic.words.split())


class _Meaning:
    """The vectors of one topic: of its words, their middle, and what happens in it."""

    def __init__(self, embedder: Any, topic: Topic) -> None:
        self.words = embedder.embed(topic.words.split())
        self.middle = _unit(self.words.mean(axis=0))
        self.situations = embedder.embed(topic.situations)


class _Space:
    """The vectors of words and of the kinds."""

    def __init__(self, embedder: Any) -> None:
        self.embedder = embedder
        topics: tuple[Topic, ...] = (*REASONS, *PLACES.values())
        self.meanings = {topic: _Meaning(embedder, topic) for topic in topics}
        told = {one.beat: (*one.situations, *two.situations) for one, two in zip(KINDS, SCENE_KINDS, strict=True)}
        places = [each for kind in (WHEREABOUTS, *PLACES.values()) for each in kind.situations]
        self.told = Sentences(embedder, told | {WHERE: places}, content_words)
        self.kept: dict[str, NDArray[np.float32]] = {}

    def told_of(self, text: str, words: Sequence[str]) -> Mapping[str, tuple[float, ...]]:
        """How near a text is to what is told of each kind of moment, and of where it is."""
        return self.told.fits(self.embedder.embed([text])[0], self._rows(words))

    def ways(self, text: str, words: Sequence[str], topics: Sequence[Topic], nearest: int) -> tuple[list[float], ...]:
        """How well each topic fits: by its words, on the whole, and by what happens in it."""
        found = [self.meanings[topic] for topic in topics]
        whole = self.embedder.embed([text])[0]
        usual = [_likeness(each.situations @ whole, nearest) for each in found]
        middle = [float(each.middle @ whole) for each in found]
        return self._votes(self._rows(words), found), middle, usual

    def _votes(self, rows: NDArray[np.float32], found: Sequence[_Meaning]) -> list[float]:
        """What the words say together, each for the topic whose words are nearest to it."""
        import numpy as np

        near = np.exp(_SHARPNESS * np.stack([(rows @ each.words.T).max(axis=1) for each in found]))
        votes = np.log(near / near.sum(axis=0) + _CHANCE).sum(axis=1)
        return [float(vote) for vote in votes]

    def places(self, text: str, words: Sequence[str], kinds: Sequence[Topic]) -> list[float]:
        """How near a text is to what is said of each kind of place, and its words to the words for it."""
        whole, rows = self.embedder.embed([text])[0], self._rows(words)
        found = [self.meanings[kind] for kind in kinds]
        told = [_likeness(each.situations @ whole, _NEAREST_PLACES) for each in found]
        named = [float((rows @ each.words.T).max(axis=1).mean()) for each in found]
        return [one + two / 2 for one, two in zip(told, named, strict=True)]

    def _rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        new = [word for word in dict.fromkeys(words) if word not in self.kept]
        if new:
            self.kept |= dict(zip(new, self.embedder.embed(new), strict=True))
        return np.stack([self.kept[word] for word in words])


def _likeness(near: NDArray[np.float32], nearest: int) -> float:
    """How near the nearest of some are together."""
    return fmean(sorted(near.tolist())[-nearest:])


def _unit(row: NDArray[np.float32]) -> NDArray[np.float32]:
    return row / (float((row @ row) ** 0.5) or 1.0)


@lru_cache(maxsize=1)
def _loaded() -> _Space:
    from showbible.llm.embeddings import pieces

    return _Space(pieces.default())


def _space() -> _Space | None:
    """The vectors, where there are any; that there are none is asked again, and never kept."""
    try:
        return _loaded()
    except Misconfigured:
        return None
