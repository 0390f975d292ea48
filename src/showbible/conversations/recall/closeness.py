"""How near words are to each other, where the `embeddings` extra is installed; without it, nothing is near."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from showbible.errors import Misconfigured
from showbible.llm.embeddings import pieces
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage.bit_index import dots
from showbible.storage.terms import telling
from showbible.storage.vectors import VectorIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEANINGS: Final = VectorIndex(name="memory")
SENTENCES: Final = VectorIndex(name="sentence", dimensions=384)
"""What an encoder makes of whole sentences, for questions that words leave in doubt."""
KIN: Final = 0.45
"""The similarity above which two words are kin; below it, chance decides."""

_MOST_KEPT: Final = 20_000
_SHORTEST: Final = 3
_WORD: Final = re.compile("[a-z]{3,}")


class WordSpace:
    """The vectors of words and short texts, kept for the next question."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept = _Kept(embedder)

    def kin(self, words: Sequence[str], texts: Sequence[str]) -> dict[int, Mapping[str, float]]:
        """For the place of each text with a word near to those asked, how near the nearest comes to each of them."""
        kept = self._with_room()
        held = kept.words_of(texts)
        return kept.kin(words, held) if words and any(held) else {}

    def closest(self, words: Sequence[str], texts: Sequence[str]) -> list[float]:
        """For each word, the cosine with the nearest word of all the texts; zero where these have none."""
        kept = self._with_room()
        held = kept.words_of(texts)
        if not words or not any(held):
            return [0.0 for _ in words]
        rows = kept.rows[[*frozenset[int]().union(*held)]]
        return [float(dots(rows, kept.rows[place]).max()) for place in kept.places(words)]

    def near(self, text: str, others: Sequence[str]) -> list[float]:
        """The cosine of a text with each of others."""
        kept = self._with_room()
        places = kept.places([text, *others])
        found: list[float] = dots(kept.rows[places[1:]], kept.rows[places[0]]).tolist()
        return found

    def _with_room(self) -> _Kept:
        if self._kept.is_full:
            self._kept = _Kept(self._embedder)
        return self._kept


class _Kept:
    """A growing table of vectors; any number of threads may read and extend it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._places: dict[str, int] = {}
        self._of_text: dict[str, tuple[int, ...]] = {}
        self._growing = threading.Lock()
        self.rows: NDArray[np.float32] = embedder.embed([" "])
        self._room = self.rows

    @property
    def is_full(self) -> bool:
        """Whether it is time to begin anew."""
        return len(self._places) > _MOST_KEPT or len(self._of_text) > _MOST_KEPT

    def places(self, texts: Sequence[str]) -> list[int]:
        """Which rows are the vectors of some texts."""
        known = self._places
        if not all(map(known.__contains__, texts)):
            self._add([each for each in dict.fromkeys(texts) if each not in known])
        return [known[each] for each in texts]

    def words_of(self, texts: Sequence[str]) -> list[tuple[int, ...]]:
        """The rows of the words of each text that mean something by themselves."""
        known = self._of_text
        held = [words for each in texts if (words := known.get(each)) is not None]
        if len(held) < len(texts):
            self._take_apart({each: telling_words(each) for each in texts if each not in known})
            held = [known[each] for each in texts]
        return held

    def _take_apart(self, unseen: Mapping[str, Sequence[str]]) -> None:
        places = self.places([word for words in unseen.values() for word in words])
        start = 0
        for text, words in unseen.items():
            self._of_text[text] = tuple(places[start : start + len(words)])
            start += len(words)

    def kin(self, words: Sequence[str], held: Sequence[tuple[int, ...]]) -> dict[int, Mapping[str, float]]:
        """For the place of each text, given by the rows of its words, the words asked that are kin to one of them."""
        near = self._near(words, sorted(frozenset[int]().union(*held)))
        if not near:
            return {}
        lacks = frozenset(near).isdisjoint
        return {place: _nearest(near, each) for place, each in enumerate(held) if not lacks(each)}

    def _near(self, words: Sequence[str], known: Sequence[int]) -> dict[int, dict[str, float]]:
        """For the row of each known word, the words asked that are its kin and how close they are, from 0 to 1."""
        import numpy as np

        near: dict[int, dict[str, float]] = {}
        asked = self.places(words)
        rows = self.rows[known]
        for word, place in zip(words, asked, strict=True):
            similar = dots(rows, self.rows[place])
            for row in np.flatnonzero(similar > KIN).tolist():
                if known[row] != place:
                    near.setdefault(known[row], {})[word] = float((similar[row] - KIN) / (1 - KIN))
        return near

    def _add(self, texts: Sequence[str]) -> None:
        import numpy as np

        rows = self._embedder.embed(texts)
        with self._growing:
            first, end = len(self.rows), len(self.rows) + len(rows)
            if end > len(self._room):
                # Twice the room, so that a growing table is seldom copied.
                self._room = np.concatenate([self.rows, np.empty((end, rows.shape[1]), np.float32)])
            self._room[first:end] = rows
            self.rows = self._room[:end]
            # Another thread may have added one of them, too: the row that nobody names any more does no harm.
            self._places.update(zip(texts, range(first, end), strict=True))


def _nearest(near: Mapping[int, Mapping[str, float]], places: Sequence[int]) -> Mapping[str, float]:
    """How close the closest of some rows comes to each of the words asked that one of them is kin to."""
    best: dict[str, float] = {}
    for place in places:
        for word, share in near.get(place, {}).items():
            best[word] = max(best.get(word, 0.0), share)
    return best


def similar(text: str, others: Sequence[str]) -> list[float | None]:
    """How near other texts are to one; nobody knows where the extra is not installed or there are no words."""
    known = space()
    if known is None or not text or not others:
        return [None for _ in others]
    near = known.near(text, [each or " " for each in others])
    return [value if each else None for each, value in zip(others, near, strict=True)]


def closest(words: Sequence[str], texts: Sequence[str]) -> list[float | None]:
    """How near the nearest word of some texts comes to each word; nobody knows where the extra is not installed."""
    known = space()
    return [*known.closest(words, texts)] if known is not None else [None for _ in words]


@lru_cache
def space() -> WordSpace | None:
    """The words of the default embedder; none where it is not installed."""
    try:
        return WordSpace(pieces.default())
    except Misconfigured:
        return None


def telling_words(text: str) -> list[str]:
    """The words of a text that mean something by themselves, each once."""
    told = telling(text)
    if text.isascii():
        return [each for each in told if len(each) >= _SHORTEST and each.isalpha()]
    known = frozenset(told)
    return list(dict.fromkeys(each for each in _WORD.findall(text.lower()) if each in known))
