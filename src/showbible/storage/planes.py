"""Many vectors in little memory: their signs, packed into planes of 64, searched by Hamming distance.

A vector costs one bit a dimension and 8 bytes for its number: 40 MB for a million of 256
dimensions. The signs only nominate; who asks must score the nominees by their real values.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_KEPT: Final = 4_000_000
"""Vectors of one database kept in memory; the groups unused for longest go first."""

_CHUNK: Final = 65_536  # rows whose planes and distances stay in the processor's cache

Rows = tuple["NDArray[np.int64]", "NDArray[np.int8]"]
"""Numbers, rising, and the vectors they belong to."""


class Planes:
    """The signs of a growing group of vectors; any number of threads may search and extend it."""

    def __init__(self, dimensions: int) -> None:
        import numpy as np

        self._bits = np.empty((-(-dimensions // 64), 0), dtype=np.uint64)
        self._seqs = np.empty(0, dtype=np.int64)
        self._growing = threading.Lock()
        self.size = 0

    def catch_up(self, rows_after: Callable[[int], Rows | None]) -> int:
        """Take in the rows after the last one seen, batch by batch; gives the number of the last."""
        with self._growing:
            while (rows := rows_after(self._last)) is not None:
                self._append(*rows)
            return self._last

    def nominate(self, vector: NDArray[np.float32], wanted: int) -> NDArray[np.int64]:
        """The numbers of the vectors whose signs differ least; of equals, the newest."""
        import numpy as np

        with self._growing:
            bits, seqs, size = self._bits, self._seqs, self.size
        distances, counts = _distances(bits, _packed(vector[np.newaxis])[:, 0], size)
        edge = np.searchsorted(np.cumsum(counts), wanted)
        nearer, equal = np.flatnonzero(distances < edge), np.flatnonzero(distances == edge)
        nominees: NDArray[np.int64] = seqs[np.concatenate([nearer, equal[::-1][: max(wanted - len(nearer), 0)]])]
        return nominees

    @property
    def _last(self) -> int:
        return int(self._seqs[self.size - 1]) if self.size else 0

    def _append(self, seqs: NDArray[np.int64], vectors: NDArray[np.int8]) -> None:
        end = self.size + len(seqs)
        if end > len(self._seqs):
            self._grow(max(end, len(self._seqs) * 3 // 2))
        # Searches in other threads read below `size` only.
        self._bits[:, self.size : end] = _packed(vectors)
        self._seqs[self.size : end] = seqs
        self.size = end

    def _grow(self, capacity: int) -> None:
        import numpy as np

        bits = np.empty((len(self._bits), capacity), dtype=np.uint64)
        seqs = np.empty(capacity, dtype=np.int64)
        bits[:, : self.size] = self._bits[:, : self.size]
        seqs[: self.size] = self._seqs[: self.size]
        self._bits, self._seqs = bits, seqs


class Shelf:
    """The groups that one database keeps in memory."""

    def __init__(self) -> None:
        self._groups: OrderedDict[tuple[str, ...], Planes] = OrderedDict()
        self._arranging = threading.Lock()

    def group(self, key: tuple[str, ...], *, dimensions: int) -> Planes:
        """The group of that name, empty when it is new."""
        with self._arranging:
            planes = self._groups.setdefault(key, Planes(dimensions))
            self._groups.move_to_end(key)
            self._make_room()
            return planes

    def drop(self, key: tuple[str, ...]) -> None:
        """Forget a group, to be read anew."""
        with self._arranging:
            self._groups.pop(key, None)

    def _make_room(self) -> None:
        while len(self._groups) > 1 and sum(planes.size for planes in self._groups.values()) > MOST_KEPT:
            self._groups.popitem(last=False)


def _packed(vectors: NDArray[np.int8] | NDArray[np.float32]) -> NDArray[np.uint64]:
    """One row of 64 signs each for every 64 dimensions, one column for every vector."""
    import numpy as np

    rows, dimensions = vectors.shape
    signs = np.zeros((rows, -(-dimensions // 64) * 8), dtype=np.uint8)
    signs[:, : -(-dimensions // 8)] = np.packbits(vectors > 0, axis=1)
    return np.ascontiguousarray(signs.view(np.uint64).T)


def _distances(
    bits: NDArray[np.uint64], asked: NDArray[np.uint64], size: int
) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """How many signs of each vector differ, and how many vectors have each such distance."""
    import numpy as np

    distances = np.zeros(size, dtype=np.uint16)
    counts = np.zeros(len(bits) * 64 + 1, dtype=np.int64)
    for start in range(0, size, _CHUNK):
        chunk = distances[start : start + _CHUNK]
        for plane, signs in zip(bits[:, start : start + len(chunk)], asked, strict=True):
            chunk += np.bitwise_count(plane ^ signs)
        counts += np.bincount(chunk, minlength=len(counts))
    return distances, counts
