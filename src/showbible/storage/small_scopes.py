"""The vectors of the small scopes that were asked last, kept in memory while nothing in them changes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from showbible.storage.bit_index import dots

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_BYTES: Final = 64 * 1024 * 1024
"""What the vectors of one database may take; the scopes unused for longest go first."""

Key = tuple[str, ...]
State = tuple[int, int]
"""How many vectors a scope has, and the number of the newest: numbers rise, so that any change shows."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SmallScope:
    """Some items with their vectors, as they are reckoned with."""

    item_ids: Sequence[str]
    vectors: NDArray[np.float32]
    lengths: NDArray[np.float32]

    @classmethod
    def made_of(cls, item_ids: Sequence[str], vectors: NDArray[np.int8]) -> SmallScope:
        """The scope with the lengths of its vectors, of which none counts as zero."""
        import numpy as np

        wide = vectors.astype(np.float32)
        lengths = np.linalg.norm(wide, axis=1)
        return cls(item_ids=item_ids, vectors=wide, lengths=np.where(lengths > 0, lengths, 1))

    def nearest(self, asked: NDArray[np.float32], limit: int) -> list[tuple[str, float]]:
        """The items nearest to a vector of length one, and the cosine of each, the nearest first."""
        similarities = dots(self.vectors, asked) / self.lengths
        best = _largest(similarities, limit)
        return [*zip(map(self.item_ids.__getitem__, best.tolist()), similarities[best].tolist(), strict=True)]


class SmallScopes:
    """The small scopes that one database keeps in memory; any number of threads may ask."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[State, SmallScope]] = OrderedDict()
        self._arranging = threading.Lock()

    def scope(self, key: Key, *, state: State, read: Callable[[], SmallScope]) -> SmallScope:
        """A scope as it is in this state, read anew where another state is known."""
        with self._arranging:
            known = self._kept.get(key)
            if known is not None and known[0] == state:
                self._kept.move_to_end(key)
                return known[1]
        found = read()
        with self._arranging:
            self._kept[key] = (state, found)
            self._kept.move_to_end(key)
            self._make_room()
        return found

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(scope.vectors.nbytes for _, scope in self._kept.values()) > MOST_BYTES:
            self._kept.popitem(last=False)


def _largest(values: NDArray[np.float32], limit: int) -> NDArray[np.intp]:
    """The places of the largest values, the largest first, of equals the first; only these are put in order."""
    import numpy as np

    falling, places = -values, np.arange(len(values))
    if limit < len(values):
        places = np.flatnonzero(falling <= np.partition(falling, limit - 1)[limit - 1])
    best: NDArray[np.intp] = places[np.argsort(falling[places], kind="stable")][:limit]
    return best
