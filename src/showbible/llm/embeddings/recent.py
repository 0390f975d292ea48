"""The rows of texts that were embedded lately."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.float32]

MOST: Final = 2_000
LONGEST: Final = 500
"""Letters of a text that may be asked for again soon; a longer one is read once, when it is recorded."""


class RecentRows:
    """So many rows by their texts, the oldest given up first; any number of threads may ask."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[str, Row] = OrderedDict()
        self._keeping = threading.Lock()

    def of(self, texts: Iterable[str]) -> dict[str, Row]:
        """Those of some texts that are still here."""
        with self._keeping:
            known = {text: self._kept[text] for text in texts if text in self._kept}
            for text in known:
                self._kept.move_to_end(text)
        return known

    def keep(self, rows: Mapping[str, Row]) -> None:
        """Remember some more."""
        # A copy, for a row may be part of many that would stay in memory with it.
        short = {text: row.copy() for text, row in rows.items() if len(text) <= LONGEST}
        with self._keeping:
            self._kept |= short
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
