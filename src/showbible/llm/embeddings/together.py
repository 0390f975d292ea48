"""A network that reads texts together: whether a sentence answers a question, and whether a newer one outdates it.

An encoder gives each text a vector of its own, so it finds what is near, answer or not. Read together, every word of
one text looks at every word of the other. The network is the packaged encoder, taught on cases of our own; only by how
much that changed its weights ships with the product. `scripts/teach.py` makes it again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from showbible.llm.embeddings import bert, encoder
from showbible.llm.embeddings.bert import Bert
from showbible.llm.embeddings.bytewise import packed, unpacked
from showbible.llm.embeddings.embedder import Embedder, plain
from showbible.llm.embeddings.encoder import Encoder, batches
from showbible.llm.embeddings.recent import RecentRows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    Numbers = NDArray[np.float32]

FILE: Final = Path(__file__).with_name("together.npz")
_ASKED, _FIRST, _SECOND, _BEFORE = 40, 60, 60, 24
"""Tokens of a question, of a sentence, of a later one and of what stands before either that are read at most."""

_opening = threading.Lock()


class Passage(NamedTuple):
    """Texts to read together."""

    question: str
    first: str
    second: str = ""
    is_later: bool = False
    """Whether the second was said after the first; else it stands before it in the same message."""
    before_first: str = ""
    before_second: str = ""
    """What stands before each in its message, where the second was said after the first."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PairReader:
    """Gives texts that are read together a number: above zero it is likelier than not that it is so."""

    pieces: Tokenizer
    network: Bert
    heads: Numbers
    """What makes a number of a row: one column for answers, one for what is outdated."""
    bias: Numbers
    recent: RecentRows = field(default_factory=RecentRows)

    def answers(self, rows: Sequence[Passage]) -> list[float]:
        """Whether each first text answers its question, the second standing before it in its message."""
        return [float(each[0]) for each in self._read(rows)]

    def outdates(self, rows: Sequence[Passage]) -> list[float]:
        """Whether each second text puts the first one out of date as an answer, or as a fact where nothing is asked."""
        return [float(each[1]) for each in self._read([each._replace(is_later=True) for each in rows])]

    def _read(self, rows: Sequence[Passage]) -> Iterator[Numbers]:
        marks = [_mark(each) for each in rows]
        known = self.recent.of(marks)
        unread = {mark: row for mark, row in zip(marks, rows, strict=True) if mark not in known}
        if unread:
            known |= self._computed(unread)
        return (known[mark] for mark in marks)

    def _computed(self, rows: Mapping[str, Passage]) -> dict[str, Numbers]:
        import numpy as np

        tokens = [self.tokens(each) for each in rows.values()]
        found = np.empty((len(tokens), self.heads.shape[1]), dtype=np.float32)
        for batch in batches([len(ids) for ids, _ in tokens], most=self.network.at_once):
            read = self.network.together([tokens[each][0] for each in batch], [tokens[each][1] for each in batch])
            found[batch] = read @ self.heads + self.bias
        known = dict(zip(rows, found, strict=True))
        self.recent.keep(known)
        return known

    def tokens(self, row: Passage) -> tuple[list[int], list[int]]:
        """The tokens of a row, and for each of them of which side it is."""
        start, end = self.pieces.encode("").ids
        asked, first, second = (self._ids(each) for each in (row.question, row.first, row.second))
        second = second[:_SECOND] if row.is_later else second[-_BEFORE:]
        parts = [([start, *asked[:_ASKED], end], 0), (self._ids(row.before_first)[-_BEFORE:], 0)]
        parts += [([*first[:_FIRST], end], 1), (self._ids(row.before_second)[-_BEFORE:], 0)]
        parts += [([*second, end], int(row.is_later))] if second else []
        return [each for ids, _ in parts for each in ids], [side for ids, side in parts for _ in ids]

    def _ids(self, text: str) -> list[int]:
        found: list[int] = self.pieces.encode(plain(text), add_special_tokens=False).ids
        return found


def pair_reader(known: Embedder | None) -> PairReader | None:
    """Who reads together by what an encoder was taught; nobody where this one was taught nothing."""
    if not isinstance(known, Encoder) or not _is_packaged(known):
        return None
    with _opening:
        return opened(known, FILE)


@lru_cache(maxsize=2)
def _is_packaged(known: Encoder) -> bool:
    """Whether an encoder is the one that comes along; to ask which version is installed takes a millisecond."""
    return known.name == encoder.packaged_name()


@lru_cache(maxsize=1)
def opened(known: Encoder, file: Path) -> PairReader | None:
    """The network by what a file holds, if it was taught for this encoder."""
    learned = read(file)
    if learned is None or learned.encoder != known.name:
        return None
    vocabulary = known.pieces.get_vocab_size()
    network = bert.opened(encoder.packaged_files(), vocabulary=vocabulary, taught=learned.changes)
    return PairReader(pieces=known.pieces, network=network, heads=learned.heads, bias=learned.bias)


@dataclass(frozen=True, kw_only=True, eq=False)
class Taught:
    """What an encoder was taught: by how much each of its weights differs, and what makes numbers of its rows."""

    encoder: str
    heads: Numbers
    bias: Numbers
    changes: Mapping[str, Numbers]


def read(file: Path) -> Taught | None:
    """What a file holds; nothing where there is none."""
    import numpy as np

    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as kept:
        numbers = {name: kept[name] for name in kept.files}
    return Taught(
        encoder=str(numbers["encoder"]),
        heads=numbers["heads"],
        bias=numbers["bias"],
        changes=unpacked(numbers),
    )


def write(file: Path, learned: Taught) -> None:
    """Keep what was taught: a byte for each weight, in a unit of each row, which is near enough for differences."""
    import numpy as np

    kept: dict[str, Any] = {"encoder": np.array(learned.encoder), "heads": learned.heads, "bias": learned.bias}
    np.savez_compressed(file, **kept, **packed(learned.changes))


def _mark(row: Passage) -> str:
    return "\x1f".join([*row[:3], str(int(row.is_later)), *row[4:]])
