"""Where answers lie from a question, and what a new sentence may outdate: tables that turn the rows of an encoder.

What is near a question in meaning mostly only speaks of the same: "who coaches me" is nearer to all that is said of
coaching than to "Marielle runs the club now". A table turns the row of the question to where sentences lie that answer
such questions, another the row of a new sentence to what it may put out of date. The rows of what was said stay as
they are, so both cost one small product. `scripts/toward.py` makes them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from showbible.llm.embeddings.bytewise import packed, unpacked
from showbible.llm.embeddings.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

FILE: Final = Path(__file__).with_name("toward.npz")

Turn = Callable[["Numbers"], "Numbers"]
"""Makes of the row of a text the one that is looked for."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Toward:
    """Tables for the rows of one encoder."""

    encoder: str
    answers: Numbers
    outdated: Numbers

    def to_answers(self, row: Numbers) -> Numbers:
        """The row near which answers to a question lie."""
        return self.answers @ row

    def to_outdated(self, row: Numbers) -> Numbers:
        """The row near which lies what a sentence puts out of date."""
        return self.outdated @ row


def toward(known: Embedder | None) -> Toward | None:
    """The tables, if they were made for an encoder."""
    tables = _shipped()
    return tables if tables is not None and known is not None and tables.encoder == known.name else None


@lru_cache(maxsize=1)
def _shipped() -> Toward | None:
    return read(FILE)


def read(file: Path) -> Toward | None:
    """The tables in a file; nothing where there is none."""
    import numpy as np

    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as kept:
        numbers = {name: kept[name] for name in kept.files}
    tables = unpacked(numbers)
    return Toward(encoder=str(numbers["encoder"]), answers=tables["answers"], outdated=tables["outdated"])


def write(file: Path, tables: Toward) -> None:
    """Keep them, a byte a number: only the direction of a row counts."""
    import numpy as np

    rows = {"answers": tables.answers, "outdated": tables.outdated}
    np.savez_compressed(file, encoder=np.array(tables.encoder), **packed(rows))
