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
_ROUGHLY: Final = 20
"""How many times more than are wanted a first look at half of the signs lets through."""
_SAMPLED: Final = 16
"""One distance in so many tells how far that first look goes."""

Rows = tuple["NDArray[np.int64]", "NDArray[np.int8]"]
"""Numbers, rising, and the vectors they belong to."""


class BitIndex:
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
            while (rows := rows_after(self.last)) is not None:
                self._append(*rows)
            return self.last

    def nominate(self, vector: NDArray[np.float32], wanted: int, *, kept: int | None = None) -> NDArray[np.int64]:
        """The numbers of the vectors whose signs differ least; of equals, the newest.

        Of these only the `kept`, if that is given, for which the values asked for add up to most under their signs.
        """
        import numpy as np

        with self._growing:
            bits, seqs, size = self._bits[:, : self.size], self._seqs, self.size
        asked = _packed(vector[np.newaxis])[:, 0]
        among = _roughly(bits, asked, wanted * _ROUGHLY) if size > _CHUNK else np.arange(size)
        places = among[_least(_distances(_picked(bits, among), asked), wanted)]
        if kept is not None and kept < len(places):
            places = places[np.argpartition(-_agreement(_picked(bits, places), vector), kept)[:kept]]
        nominees: NDArray[np.int64] = seqs[places]
        return nominees

    @property
    def last(self) -> int:
        """The number of the newest vector that is known here."""
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


class BitIndexes:
    """The groups that one database keeps in memory."""

    def __init__(self) -> None:
        self._groups: OrderedDict[tuple[str, ...], BitIndex] = OrderedDict()
        self._arranging = threading.Lock()

    def group(self, key: tuple[str, ...], *, dimensions: int) -> BitIndex:
        """The group of that name, empty when it is new."""
        with self._arranging:
            planes = self._groups.setdefault(key, BitIndex(dimensions))
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


def _agreement(bits: NDArray[np.uint64], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sum of the values at which each vector is positive: what its signs alone tell of its product with another."""
    import numpy as np

    packed = np.ascontiguousarray(bits.T).view(np.uint8)
    sums: NDArray[np.float32] = dots(np.unpackbits(packed, axis=1, count=len(vector)).astype(np.float32), vector)
    return sums


def dots(rows: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The product of each row with a vector, in this thread alone: others would be waited for longer than it takes."""
    import numpy as np

    products: NDArray[np.float32] = np.einsum("ij,j->i", rows, vector)
    return products


def _picked(bits: NDArray[np.uint64], places: NDArray[np.intp]) -> NDArray[np.uint64]:
    """Some of the columns; plane by plane, because numpy would first copy a part of a larger table whole."""
    import numpy as np

    return np.stack([plane.take(places) for plane in bits])


def _roughly(bits: NDArray[np.uint64], asked: NDArray[np.uint64], wanted: int) -> NDArray[np.intp]:
    """About as many places as are wanted, by the first half of the signs, which spares reading the others."""
    import numpy as np

    half = -(-len(bits) // 2)
    distances = _distances(bits[:half], asked[:half])
    spread = np.cumsum(np.bincount(distances[::_SAMPLED])) * _SAMPLED
    return np.flatnonzero(distances <= np.searchsorted(spread, wanted))


def _least(distances: NDArray[np.uint16], wanted: int) -> NDArray[np.intp]:
    """The places of the smallest distances; of equals, the last."""
    import numpy as np

    edge = np.searchsorted(np.cumsum(np.bincount(distances)), wanted)
    nearer, equal = np.flatnonzero(distances < edge), np.flatnonzero(distances == edge)
    return np.concatenate([nearer, equal[::-1][: max(wanted - len(nearer), 0)]])


def _distances(bits: NDArray[np.uint64], asked: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """How many signs of each vector differ."""
    import numpy as np

    distances = np.zeros(bits.shape[1], dtype=np.uint16)
    differing = np.empty(min(_CHUNK, len(distances)), dtype=np.uint64)
    for start in range(0, len(distances), _CHUNK):
        chunk = distances[start : start + _CHUNK]
        for plane, signs in zip(bits[:, start : start + len(chunk)], asked, strict=True):
            chunk += np.bitwise_count(np.bitwise_xor(plane, signs, out=differing[: len(chunk)]))
    return distances
