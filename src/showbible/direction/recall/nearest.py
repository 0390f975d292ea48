"""How near a text is to the sentences of several topics: as a whole, and word for word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAREST, NEAREST_BY_WORDS = 15, 9
"""Of the sentences of a topic, so many count as are nearest: no moment is all that a kind can be."""
_TURNS, _KEPT_SMALL = 200, 3e-4
"""How long weights are looked for that tell topics apart, and how much smaller ones are preferred."""
_BLOCK: Final = 1000
"""Products of this size are not handed to several threads, which would cost more than they save."""


class Wholes:
    """The sentences of some topics, each as one row of numbers, and the weights that tell the topics apart by them."""

    def __init__(
        self, rows: NDArray[np.float32], sizes: Sequence[int], apart: NDArray[np.float32] | None = None
    ) -> None:
        """The weights are worked out from the rows where nobody brings them."""
        self.rows, self.sizes = rows, sizes
        self.apart = separating(rows, sizes) if apart is None else apart

    def near(self, whole: NDArray[np.float32]) -> list[float]:
        """How near a text is to the sentences of each topic, by as much of its row as theirs have."""
        return by_topic(self.rows @ whole[: self.rows.shape[1]], self.sizes, NEAREST)

    def set_apart(self, whole: NDArray[np.float32]) -> list[float]:
        """How near a text is to each topic by what sets topics apart."""
        found: list[float] = (whole[: len(self.apart) - 1] @ self.apart[:-1] + self.apart[-1]).tolist()
        return found


class Wordings:
    """The sentences of some topics, each as its words."""

    def __init__(
        self,
        words: Sequence[Sequence[str]],
        sizes: Sequence[int],
        embed: Callable[[Sequence[str]], NDArray[np.float32]],
    ) -> None:
        import numpy as np

        self.sizes = sizes
        vocabulary = {word: at for at, word in enumerate(dict.fromkeys(word for each in words for word in each))}
        rows = embed(list(vocabulary))
        self.blocks = [rows[at : at + _BLOCK] for at in range(0, len(rows), _BLOCK)]
        self.places = np.array([vocabulary[word] for each in words for word in each])
        self.lengths = np.array([len(each) for each in words])
        self.starts = np.cumsum(self.lengths) - self.lengths

    def near(self, words: NDArray[np.float32]) -> list[float]:
        """How well the words of a text and those of the sentences of each topic find their like in one another."""
        return by_topic(self._matched(words), self.sizes, NEAREST_BY_WORDS)

    def _matched(self, words: NDArray[np.float32]) -> NDArray[np.float32]:
        import numpy as np

        near = np.concatenate([np.stack([block @ word for word in words]) for block in self.blocks], axis=1)
        found = np.maximum.reduceat(near[:, self.places], self.starts, axis=1).mean(axis=0)
        back = np.add.reduceat(near.max(axis=0)[self.places], self.starts) / self.lengths
        both: NDArray[np.float32] = (found + back) / 2
        return both


def by_topic(near: NDArray[np.float32], sizes: Sequence[int], number: int) -> list[float]:
    """How near the nearest sentences of each topic are together; the topics come one after another, in such sizes."""
    import numpy as np

    parts = np.split(near, np.cumsum(sizes)[:-1])
    return [float(np.sort(part)[-number:].mean()) for part in parts]


def separating(rows: NDArray[np.float32], sizes: Sequence[int]) -> NDArray[np.float32]:
    """The weights that tell topics apart by the rows of their sentences: logistic regression, fast gradients."""
    import numpy as np

    topics = np.repeat(np.arange(len(sizes)), sizes)
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
