"""What a piece of prose is about, as shares of kinds: by the words it has, and by how near they are in meaning.

Where the `embeddings` extra is not installed, only words themselves are near.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from showbible.direction.recall.kinds import KINDS, NAMES, SCENE_KINDS
from showbible.direction.recall.meaning import Space, Topic, TopicFits
from showbible.direction.recall.nearest import standard
from showbible.direction.recall.places import PLACES, WHERE, WHEREABOUTS
from showbible.direction.recall.reasons import REASONS
from showbible.errors import Misconfigured
from showbible.llm.embeddings import pieces
from showbible.llm.embeddings.choosing import sentence_encoder
from showbible.reading.grammar import grammar

STEEPNESS, STEEPNESS_OF_REASONS, STEEPNESS_OF_PREMISES = 2.4, 0.55, 3.0
"""How much a kind that fits better gains: where the shares are as often right as they say."""
STEEPNESS_OF_PLACES: Final = 30.0
SUREWHEREABOUTS: Final = 0.25
"""A sentence that is less likely to tell where it is than this says little of the place."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WEIGHTS, _WEIGHTS_OF_PREMISES = (1.0, 1.0, 1.0), (2.0, 1.0, 2.0)
"""How much it counts that a text is near as a whole, word for word, and by what sets kinds apart; what is said of a
scene says it in fewer words, so that an encoder reads more in the whole."""
_WEIGHTS_OF_REASONS: Final = (1.0, 1.0, 0.5)
"""How much the words of a remark count, the whole, and what is usually said; it is short, and its words tell."""
_NEAREST_REASONS, _NEAREST_PLACES = 3, 4
"""Of what is usually said, so much counts as is nearest."""


def kind_shares(text: str) -> dict[str, float]:
    """How likely a text tells of a moment or a scene of each kind; nothing for a text without words."""
    return dict(_kind_shares(text)) if content_words(text) else {}


def premise_shares(text: str) -> dict[str, float]:
    """How likely something said of a scene as a whole tells of each kind; nothing for a text without words."""
    return dict(_premise_shares(text)) if content_words(text) else {}


def read(texts: Iterable[str]) -> None:
    """Let texts be read as a whole all at once, which costs less than one by one; they are asked about later."""
    known = _space()
    if known is not None:
        known.read(text for text in texts if content_words(text))


def reason_shares(text: str) -> dict[str, float]:
    """How likely a remark gives each reason; nothing for a remark without words."""
    words = content_words(text)
    return dict(_reason_shares(words)) if words else {}


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
    return _shares(text, NAMES, _WEIGHTS, STEEPNESS)


@lru_cache(maxsize=4096)
def _premise_shares(text: str) -> Mapping[str, float]:
    if not _reading(text).is_encoded:
        return _kind_shares(text)
    return _shares(text, NAMES, _WEIGHTS_OF_PREMISES, STEEPNESS_OF_PREMISES)


@lru_cache(maxsize=4096)
def _whereabouts(text: str) -> float:
    return _shares(text, (*NAMES, WHERE), _WEIGHTS, STEEPNESS)[WHERE]


def _shares(text: str, names: Sequence[str], weights: Sequence[float], steepness: float) -> dict[str, float]:
    """How likely a text is about each of some kinds of moments, or tells where it is."""
    found = _reading(text).ways
    ways = list(zip(*(found[name] for name in names), strict=True))
    return _softened(names, standard(_summed(ways, weights)), steepness)


def _summed(ways: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """What several ways of being near say together, each as far as it sets some apart from others."""
    told = zip(*map(standard, ways), strict=True)
    return [sum(weight * value for weight, value in zip(weights, column, strict=False)) for column in told]


@lru_cache(maxsize=4096)
def _reading(text: str) -> TopicFits:
    """How near a text is to what is told of each kind and of places, in one or more ways."""
    known, words = _space(), content_words(text)
    if known is not None:
        return known.reading(text, words)
    fits = _by_words(words, (*KINDS, WHEREABOUTS))
    return TopicFits(ways={name: (fit,) for name, fit in zip((*NAMES, WHERE), fits, strict=True)}, is_encoded=False)


@lru_cache(maxsize=4096)
def _reason_shares(words: tuple[str, ...]) -> Mapping[str, float]:
    known = _space()
    ways = known.ways(words, REASONS, _NEAREST_REASONS) if known else [_by_words(words, REASONS)]
    return _softened([reason.name for reason in REASONS], _summed(ways, _WEIGHTS_OF_REASONS), STEEPNESS_OF_REASONS)


@lru_cache(maxsize=4096)
def _place_shares(text: str) -> Mapping[str, float]:
    known, words, places = _space(), content_words(text), tuple(PLACES.values())
    if known is None:
        return _softened(tuple(PLACES), _by_words(words, places), 1.0)
    return _softened(tuple(PLACES), known.places(text, words, places, _NEAREST_PLACES), STEEPNESS_OF_PLACES)


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


def topics() -> dict[str, tuple[str, ...]]:
    """What is told of each kind of moments, and of places."""
    told = {one.beat: (*one.situations, *two.situations) for one, two in zip(KINDS, SCENE_KINDS, strict=True)}
    return told | {WHERE: tuple(each for kind in (WHEREABOUTS, *PLACES.values()) for each in kind.situations)}


@lru_cache(maxsize=1)
def _loaded() -> Space:
    worded = {name: [(each, content_words(each)) for each in sentences] for name, sentences in topics().items()}
    return Space(pieces.default(), sentence_encoder(), worded)


def _space() -> Space | None:
    """The vectors, where there are any; that there are none is asked again, and never kept."""
    try:
        return _loaded()
    except Misconfigured:
        return None
