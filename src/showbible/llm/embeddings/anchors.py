"""Rows of the sentences that ship with the product, and weights: computed where it is made, not by all who start it.

They are good for one encoder only. A sentence that was changed or added since is embedded when it is asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from showbible.llm.embeddings.embedder import Embedder
from showbible.values import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE: Final = Path(__file__).with_name("anchors.npz")


@frozen
class Anchors:
    """Rows by the marks of their sentences, and the name of the encoder that gave them."""

    encoder: str
    places: Mapping[int, int]
    """Where the row of each mark stands."""
    rows: NDArray[np.int8]
    """Each in its own unit: a byte a number is near enough to compare sentences."""
    told: int = 0
    """The mark of all that is told of the topics."""
    topics: tuple[str, ...] = ()
    weights: NDArray[np.float32] | None = None
    """What tells the topics of the sentences apart, by what the encoder reads in depth: a column for each."""


def rows(encoder: Embedder, sentences: Sequence[str]) -> NDArray[np.float32]:
    """One row of length one for each sentence: read where it ships with the product, else embedded."""
    import numpy as np

    shipped = read(FILE)
    known = shipped.places if shipped.encoder == encoder.name else {}
    marks = [mark(sentence) for sentence in sentences]
    others = {each: text for each, text in zip(marks, sentences, strict=True) if each not in known}
    embedded = encoder.embed(list(others.values()))
    found = np.empty((len(marks), embedded.shape[1]), dtype=np.float32)
    places = {each: place for place, each in enumerate(others)}
    new = [at for at, each in enumerate(marks) if each in places]
    kept = [at for at, each in enumerate(marks) if each in known]
    found[new] = embedded[[places[marks[at]] for at in new]]
    if kept:
        found[kept] = _units(shipped.rows[[known[marks[at]] for at in kept]])
    return found


def weights(encoder: Embedder, topics: Sequence[str]) -> NDArray[np.float32] | None:
    """The weights that tell topics apart, if they ship for these and for this encoder."""
    shipped = read(FILE)
    return shipped.weights if (shipped.encoder, shipped.topics) == (encoder.name, tuple(topics)) else None


@lru_cache(maxsize=1)
def read(file: Path) -> Anchors:
    """What a file holds; nothing where there is none."""
    import numpy as np

    if not file.is_file():
        return Anchors(encoder="", places={}, rows=np.zeros((0, 0), dtype=np.int8))
    with np.load(file, allow_pickle=False) as kept:
        places = {int(each): place for place, each in enumerate(kept["marks"])}
        return Anchors(
            encoder=str(kept["encoder"]),
            places=places,
            rows=kept["rows"],
            told=int(kept["told"]),
            topics=tuple(map(str, kept["topics"])),
            weights=kept["weights"],
        )


def write(file: Path, encoder: Embedder, topics: Mapping[str, Sequence[str]], weights: NDArray[np.float32]) -> None:
    """Keep the rows of what is told of some topics and of nothing else, and the weights that tell them apart.

    Not compressed: such numbers hardly shrink, and a few new sentences change only a part of the file.
    """
    import numpy as np

    every = {mark(sentence): sentence for told in topics.values() for sentence in told}
    marks = sorted(every)
    found = rows(encoder, [every[each] for each in marks])
    kept = np.rint(found * (np.iinfo(np.int8).max / np.abs(found).max(axis=1, keepdims=True)))
    np.savez(
        file,
        encoder=np.array(encoder.name),
        marks=np.array(marks, dtype=np.uint64),
        rows=kept.astype(np.int8),
        told=np.uint64(mark_of_all(topics)),
        topics=np.array(list(topics)),
        weights=weights,
    )


def mark_of_all(topics: Mapping[str, Sequence[str]]) -> int:
    """A number that changes with whatever is told of some topics."""
    return mark("\n".join(line for name, told in topics.items() for line in (f"# {name}", *told)))


def mark(sentence: str) -> int:
    """A number that changes with the text of a sentence."""
    return int.from_bytes(hashlib.sha256(sentence.encode()).digest()[:8], "little")


def _units(rows: NDArray[np.int8]) -> NDArray[np.float32]:
    """The same rows, each of length one."""
    import numpy as np

    numbers = rows.astype(np.float32)
    found: NDArray[np.float32] = numbers / np.linalg.norm(numbers, axis=1, keepdims=True)
    return found
