"""What the words for kinds of film mean, so that a concept in other words finds its kind.

Each word has a definition. A concept is near a word when its two nearest words are near some word
of the definition, and when it is near the definition as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from showbible.errors import Misconfigured
from showbible.storage.terms import asked

if TYPE_CHECKING:
    from showbible.llm.embeddings.embedder import Embedder

DEFINITIONS: Final = {
    "intro": "The opening of a show or a series: its start, its welcome, its introduction and titles.",
    "outro": "The ending of a show or a series: its close, its farewell and credits.",
    "demo": "A demonstration: a presentation of how something works and what its features can do.",
    "tutorial": "A lesson that teaches how to do something: a guide, instructions or a course to learn from.",
    "explainer": "An explanation of how and why something works, to understand an idea in simple words.",
    "ad": "An advertisement: a spot that sells something to buyers.",
    "commercial": "An advertisement on television that sells something to buyers.",
    "promo": "A promotion that announces an event, an offer, a sale or a launch.",
    "teaser": "A short hint that makes people curious about something that is coming soon.",
    "trailer": "A preview of an upcoming film, movie or game, as cinemas show it.",
    "podcast": "An audio show: a radio talk or series with episodes to listen to.",
    "vlog": "A personal video diary of my day, my life, my trip or journey.",
    "review": "An opinion: a verdict, a judgement or rating, with pros and cons, whether a thing is worth buying.",
    "unboxing": "Opening the box or package of something new: unpacking it, with first impressions.",
    "interview": "A conversation with a person, a guest or an expert: questions and answers, a talk.",
    "logo": "The emblem, symbol, mark or badge of a company.",
    "reveal": "Something appears, emerges or is uncovered and shown.",
    "animation": "A cartoon: drawn and animated characters that move.",
    "product": "Goods: an article or a device that is sold to customers and buyers.",
    "brand": "The name, image, identity and values of a company or business.",
}

_FAR, _CLOSE = 0.4, 0.9

Find = Callable[[], "Embedder | None"]
"""Gives what turns words into vectors, if it is there; asked only when words alone do not tell."""


def installed() -> Embedder | None:
    """What gives words their vectors, where the extra is installed."""
    from showbible.llm.embeddings import pieces

    try:
        return pieces.default()
    except Misconfigured:
        return None


def nearness(embedder: Embedder, concept: str, patterns: Iterable[str]) -> dict[str, float]:
    """How near a concept's meaning is to the words of each pattern's name, from 0 to 1."""
    model: Any = embedder
    near = words_near(model, concept)
    return {pattern: _scaled([near[word] for word in pattern.split("_") if word in near]) for pattern in patterns}


# The same concepts are read for every new one.
@lru_cache(maxsize=4096)
def words_near(embedder: Any, concept: str) -> Mapping[str, float]:
    """How near a concept's meaning is to each word for a kind of film, from 0 to 2; nothing says nothing."""
    said = _words(concept)
    if not said:
        return {}
    vectors, whole = embedder.embed(said), embedder.embed([" ".join(said)])[0]
    return {word: _near(vectors, whole, *_meaning(embedder, word)) for word in DEFINITIONS}


def _scaled(near: Sequence[float]) -> float:
    return min(1.0, max(0.0, (fmean(near) - _FAR) / (_CLOSE - _FAR))) if near else 0.0


def _near(vectors: Any, whole: Any, words: Any, meaning: Any) -> float:
    best = sorted((float(each) for each in (vectors @ words.T).max(axis=1)), reverse=True)[:2]
    return fmean(best) + float(whole @ meaning)


@lru_cache(maxsize=64)
def _meaning(embedder: Any, word: str) -> tuple[Any, Any]:
    """The vectors of a definition's words, and of the whole."""
    words = [word, *_words(DEFINITIONS[word])]
    return embedder.embed(words), embedder.embed([" ".join(words)])[0]


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(term.word for term in asked(text)))
