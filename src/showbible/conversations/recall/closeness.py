"""How near words are to each other, where the `embeddings` extra is installed; without it, nothing is near."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from showbible.errors import Misconfigured
from showbible.llm.embeddings import pieces
from showbible.llm.embeddings.embedder import Embedder
from showbible.storage.terms import asked
from showbible.storage.vectors import VectorIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEANINGS: Final = VectorIndex(name="memory")
KIN: Final = 0.45
"""The similarity above which two words are kin; below it, chance decides."""

_MOST_KEPT: Final = 20_000
_WORD: Final = re.compile("[a-z]{3,}")


class WordSpace:
    """The vectors of words, kept for the next question."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._kept: dict[str, NDArray[np.float32]] = {}

    def kin(self, words: Sequence[str], texts: Sequence[Sequence[str]]) -> list[dict[str, float]]:
        """For each text, how near its nearest word comes to each of the words asked; only what is near."""
        known = sorted({each for text in texts for each in text})
        if not words or not known:
            return [{} for _ in texts]
        near = self._near(words, known)
        return [_best(text, near) for text in texts]

    def near(self, text: str, others: Sequence[str]) -> list[float]:
        """The cosine of a text with each of others."""
        return [float(each) for each in self._vectors(others) @ self._vectors([text])[0]]

    def _near(self, words: Sequence[str], known: Sequence[str]) -> dict[str, dict[str, float]]:
        """For each known word, the words asked that are its kin and how close they are, from 0 to 1."""
        import numpy as np

        similar = self._vectors(known) @ self._vectors(words).T
        near: dict[str, dict[str, float]] = {}
        for row, column in zip(*np.nonzero(similar > KIN), strict=True):
            if known[row] != words[column]:
                near.setdefault(known[row], {})[words[column]] = float((similar[row, column] - KIN) / (1 - KIN))
        return near

    def _vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        kept = self._kept
        lacking = [each for each in words if each not in kept]
        if lacking:
            if len(kept) + len(lacking) > _MOST_KEPT:
                self._kept = kept = {each: kept[each] for each in words if each in kept}
            # A new dictionary entry never changes: threads may add the same one twice without harm.
            kept.update(zip(lacking, self.embedder.embed(lacking), strict=True))
        return np.stack([kept[each] for each in words])


def similar(text: str, others: Sequence[str]) -> list[float | None]:
    """How near other texts are to one; nobody knows where the extra is not installed or there are no words."""
    known = space()
    if known is None or not text or not others:
        return [None for _ in others]
    near = known.near(text, [each or " " for each in others])
    return [value if each else None for each, value in zip(others, near, strict=True)]


@lru_cache
def space() -> WordSpace | None:
    """The words of the default embedder; none where it is not installed."""
    try:
        return WordSpace(pieces.default())
    except Misconfigured:
        return None


@lru_cache(maxsize=4096)
def telling_words(text: str) -> tuple[str, ...]:
    """The words of a text that mean something by themselves, each once."""
    told = {term.word for term in asked(text)}
    return tuple(dict.fromkeys(each for each in _WORD.findall(text.lower()) if each in told))


def _best(text: Iterable[str], near: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    best: dict[str, float] = {}
    for word in text:
        for asked_word, share in near.get(word, {}).items():
            best[asked_word] = max(best.get(asked_word, 0.0), share)
    return best
