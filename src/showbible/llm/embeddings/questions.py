"""Vectors for questions: at once or not at all, so that a search never waits long for a server."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import structlog

from showbible.llm.embeddings.embedder import Unavailable
from showbible.llm.embeddings.served import Served

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SECONDS: Final = 2.0
"""How long a question waits for its vector."""
PAUSE: Final = 15.0
"""How long a server that failed is left alone."""
MOST_KEPT: Final = 1_000

log = structlog.get_logger("showbible.llm")


class Questions:
    """A served embedder with a short patience and a memory; any number of threads may ask."""

    at_once = 1
    is_far = True

    def __init__(self, served: Served, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = served.name
        self._served = served
        self._clock = clock
        self._kept: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._keeping = threading.Lock()
        self._away_until = 0.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text; zeros for one without words, or for all while the server is away."""
        import numpy as np

        lacking = [text for text in dict.fromkeys(texts) if text not in self._kept]
        known = self._learnt(lacking)
        with self._keeping:
            known |= {text: self._kept[text] for text in texts if text in self._kept}
        nothing = np.zeros(len(next(iter(known.values()))) if known else 1, dtype=np.float32)
        return np.stack([known.get(text, nothing) for text in texts]) if texts else np.zeros((0, 1), dtype=np.float32)

    def _learnt(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        if not texts or self._clock() < self._away_until or self._served.writing():
            return {}
        try:
            rows = self._served.embed(texts, seconds=SECONDS)
        except Unavailable as error:
            self._away_until = self._clock() + PAUSE
            log.warning("embeddings.away", model=self.name, reason=str(error))
            return {}
        learnt = dict(zip(texts, rows, strict=True))
        self._keep(learnt)
        return learnt

    def _keep(self, learnt: dict[str, NDArray[np.float32]]) -> None:
        with self._keeping:
            self._kept |= learnt
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
