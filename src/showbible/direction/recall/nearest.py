"""How near a text is to the sentences of several topics: as a whole, and word for word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAREST, NEAREST_BY_WORDS = 15, 9
"""Of the sentences of a topic, so many count as are nearest: no moment is all that a kind can be."""
_TURNS, _KEPT_SMALL = 200, 3e-4
"""How long weights are looked for that tell topics apart, and how much smaller ones are preferred."""
_BLOCK: Final = 1000
"""Products of this size are not handed to several threads, which would cost more than they save."""


class Sentences:
    """The sentences of some topics, each as a row of numbers and as its words."""

    def __init__(
        self, embedder: Any, told: Mapping[str, Sequence[str]], content: Callable[[str], Sequence[str]]
    ) -> None:
        import numpy as np

        self.topics = tuple(told)
        self.every = [each for topic in told.values() for each in topic]
        self.ends = np.cumsum([len(topic) for topic in told.values()]).tolist()
        self.rows = embedder.embed(self.every)
        words = [content(each) or (each,) for each in self.every]
        vocabulary = {word: at for at, word in enumerate(dict.fromkeys(word for each in words for word in each))}
        rows = embedder.embed(list(vocabulary))
        self.blocks = [rows[at : at + _BLOCK] for at in range(0, len(rows), _BLOCK)]
        self.places = np.array([vocabulary[word] for each in words for word in each])
        self.sizes = np.array([len(each) for each in words])
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.apart = _separating(self.rows, np.repeat(np.arange(len(told)), [len(each) for each in told.values()]))

    def fits(self, whole: NDArray[np.float32], words: NDArray[np.float32]) -> dict[str, tuple[float, ...]]:
        """How near a text is to each topic: to its sentences, to their words, and by what sets topics apart."""
        near, alike = self._topics(self.rows @ whole, NEAREST), self._topics(self._matched(words), NEAREST_BY_WORDS)
        apart = (whole @ self.apart[:-1] + self.apart[-1]).tolist()
        return dict(zip(self.topics, zip(near, alike, apart, strict=True), strict=True))

    def _matched(self, words: NDArray[np.float32]) -> NDArray[np.float32]:
        """How well the words of a text and those of each sentence find their like in one another."""
        import numpy as np

        near = np.concatenate([np.stack([block @ word for word in words]) for block in self.blocks], axis=1)
        found = np.maximum.reduceat(near[:, self.places], self.starts, axis=1).mean(axis=0)
        back = np.add.reduceat(near.max(axis=0)[self.places], self.starts) / self.sizes
        both: NDArray[np.float32] = (found + back) / 2
        return both

    def _topics(self, near: NDArray[np.float32], number: int) -> list[float]:
        """How near the nearest sentences of each topic are together."""
        import numpy as np

        parts = np.split(near, self.ends[:-1])
        return [float(np.sort(part)[-number:].mean()) for part in parts]


def _separating(rows: NDArray[np.float32], topics: NDArray[np.int64]) -> NDArray[np.float32]:
    """The weights that tell topics apart by the rows of their sentences: logistic regression, fast gradients."""
    import numpy as np

    given = np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float32)
    wanted = np.eye(topics.max() + 1, dtype=np.float32)[topics]
    counts = wanted.sum(axis=0)
    each = np.sqrt(counts.mean() / counts[topics])[:, None] / len(rows)
    free = np.ones((given.shape[1], 1), dtype=np.float32)
    free[-1] = 0.0
    step = 1 / (np.linalg.eigvalsh((given * each).T @ given)[-1] / 2 + _KEPT_SMALL)
    weights = ahead = np.zeros((given.shape[1], wanted.shape[1]), dtype=np.float32)
    for turn in range(_TURNS):
        shares = np.exp(given @ ahead)
        shares /= shares.sum(axis=1, keepdims=True)
        last, weights = weights, ahead - step * (given.T @ (each * (shares - wanted)) + _KEPT_SMALL * free * ahead)
        ahead = weights + turn / (turn + 3) * (weights - last)
    return weights


def standard(values: Sequence[float]) -> list[float]:
    """Values as distances from their mean, in units of their spread."""
    middle, spread = fmean(values), pstdev(values)
    return [(value - middle) / spread if spread else 0.0 for value in values]
