"""The vectors that an embedder gave last: what was just heard is placed next, and a question is often asked again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from showbible.llm.embeddings.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST: Final = 1_000
LETTERS: Final = 1_000
"""Longer texts are hardly met again, and not kept."""


@dataclass(frozen=True, eq=False)
class LatestVectors:
    """An embedder that is not asked twice for what it was asked lately; any number of threads may ask."""

    embedder: Embedder
    _kept: OrderedDict[str, NDArray[np.float32]] = field(default_factory=OrderedDict)
    _arranging: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """The embedder's own."""
        return self.embedder.name

    @property
    def at_once(self) -> int:
        """The embedder's own."""
        return self.embedder.at_once

    @property
    def is_far(self) -> bool:
        """The embedder's own."""
        return self.embedder.is_far

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words."""
        import numpy as np

        with self._arranging:
            known = {text: self._kept[text] for text in texts if text in self._kept}
        lacking = [text for text in dict.fromkeys(texts) if text not in known]
        if lacking:
            known |= zip(lacking, self.embedder.embed(lacking), strict=True)
        self._keep({text: row for text, row in known.items() if len(text) <= LETTERS})
        return np.stack([known[text] for text in texts]) if texts else self.embedder.embed([])

    def _keep(self, rows: dict[str, NDArray[np.float32]]) -> None:
        with self._arranging:
            self._kept.update(rows)
            for text in rows:
                self._kept.move_to_end(text)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
