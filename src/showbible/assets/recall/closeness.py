"""How close texts are to a question in meaning: as wholes, and word by word."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.embeddings.pieces import WordPieces
from showbible.storage.bit_index import dots
from showbible.values import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]
    Matrix = NDArray[np.float32]

MOST_LETTERS: Final = 1200
"""A longer text is compared up to here."""
SHARED: Final = 0.5
"""How much of what the first texts have in common is left out when all are compared as wholes."""
FIRST: Final = 40

_MOST_KEPT: Final = 65_536
_ALONE: Final = 2**18  # products that the linear algebra beneath numpy leaves to one thread
_SPACE: Final = "▁"  # how the pieces write that a word begins


@dataclass(frozen=True, kw_only=True, slots=True)
class Close:
    """Three measures from about 0 to 1."""

    whole: float
    """The cosine between the whole question and the whole text."""
    apart: float
    """The same after leaving out half of what the first texts share, which tells none of them from another."""
    words: float
    """How well each word of the question is matched by its nearest word in the text, heavier words counting more."""


@frozen
class AssetQuery:
    """What is asked, and the vector of it."""

    text: str
    vector: Matrix


def closeness(
    embedder: Embedder, question: AssetQuery, texts: Mapping[str, str], known: Mapping[str, Matrix]
) -> dict[str, Close]:
    """The closeness of each text to a question; `known` are the vectors that were kept of some of them."""
    if not texts or not question.vector.any():
        return {}
    whole, apart = _as_wholes(question.vector, _vectors(embedder, question, texts, known))
    words = _by_words(embedder, question.text, list(texts.values())) if isinstance(embedder, WordPieces) else whole
    return {
        name: Close(whole=each, apart=other, words=near)
        for name, each, other, near in zip(texts, whole, apart, words, strict=True)
    }


def _vectors(embedder: Embedder, question: AssetQuery, texts: Mapping[str, str], known: Mapping[str, Matrix]) -> Matrix:
    """One row for each text: what was kept, else what costs nothing to make, else zeros."""
    import numpy as np

    lacking = [name for name in texts if name not in known] if isinstance(embedder, WordPieces) else []
    made = dict(zip(lacking, embedder.embed([texts[name] for name in lacking]), strict=True)) if lacking else {}
    nothing = np.zeros_like(question.vector)
    return np.stack([known[name] if name in known else made.get(name, nothing) for name in texts])


def _as_wholes(asked: Matrix, texts: Matrix) -> tuple[list[float], list[float]]:
    """The cosines between the question and the texts, as they are and apart from what the texts share."""
    shared = SHARED * texts[:FIRST].mean(axis=0)
    return dots(texts, asked).tolist(), dots(_units(texts - shared), _units(asked - shared)).tolist()


def _by_words(embedder: WordPieces, question: str, texts: Sequence[str]) -> list[float]:
    """How near the nearest piece of each text is to each piece of the question, heavier pieces counting more."""
    import numpy as np

    spelling = _spelling(embedder)
    asked, *told = spelling.pieces([question, *texts])
    lengths = np.array([len(each) for each in told])
    measured, filled = np.zeros(len(told)), np.flatnonzero(lengths)
    if len(filled) and asked:
        starts = np.cumsum(lengths[filled]) - lengths[filled]
        different, places = _once(np.fromiter(chain.from_iterable(told), dtype=np.int64), len(embedder.table))
        # The vectors of the question keep their lengths, which are the weights of its pieces.
        weighed = embedder.table[asked]
        products = _products(embedder.table[different], weighed) / spelling.lengths[different]
        nearness, weight = products[places], np.linalg.norm(weighed, axis=1).sum()
        measured[filled] = np.maximum.reduceat(nearness, starts, axis=0).sum(axis=1) / _safe(weight)
    return [float(each) for each in measured]


def _once(ids: Ids, most: int) -> tuple[Ids, Ids]:
    """The different ids, and where each of the given ones is among them."""
    import numpy as np

    place = np.zeros(most, dtype=np.int64)
    place[ids] = 1
    different = np.flatnonzero(place)
    place[different] = np.arange(len(different))
    return different, place[ids]


def _products(rows: Matrix, others: Matrix) -> Matrix:
    """The product of each row with each other, in parts too small to be shared with threads that may be busy."""
    import numpy as np

    step = max(_ALONE // others.size, 1)
    return np.concatenate([rows[start : start + step] @ others.T for start in range(0, len(rows), step)])


class _Spelling:
    """The pieces of the words seen lately: cutting words is what a comparison would spend most of its time on."""

    def __init__(self, embedder: WordPieces) -> None:
        import numpy as np

        self.lengths: Matrix = _safe(np.linalg.norm(embedder.table, axis=1, keepdims=True))
        self._cut = embedder.pieces
        self._begins = frozenset(each for word, each in embedder.pieces.get_vocab().items() if word.startswith(_SPACE))
        self._known: dict[str, list[int]] = {}

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """The pieces of each text."""
        if len(self._known) > _MOST_KEPT:
            self._known = {}
        known = self._known
        split = [text[:MOST_LETTERS].split() for text in texts]
        if unknown := [word for word in set(chain.from_iterable(split)) if word not in known]:
            known.update(zip(unknown, self._spelled(unknown), strict=True))
        return [list(chain.from_iterable(map(known.__getitem__, words))) for words in split]

    def _spelled(self, words: Sequence[str]) -> list[list[int]]:
        """The pieces of each word; cut as one text, which is faster, where it is plain which piece begins a word."""
        joined = " ".join(words)
        if _SPACE not in joined:
            (text,) = self._cut.encode_batch_fast([joined], add_special_tokens=False)
            ids = text.ids
            begins = [place for place, piece in enumerate(ids) if piece in self._begins]
            if len(begins) == len(words) and begins[0] == 0:
                return [ids[start:end] for start, end in pairwise([*begins, len(ids)])]
        return [each.ids for each in self._cut.encode_batch_fast(words, add_special_tokens=False)]


_SPELLINGS: Final[WeakKeyDictionary[WordPieces, _Spelling]] = WeakKeyDictionary()
_opening = threading.Lock()


def _spelling(embedder: WordPieces) -> _Spelling:
    with _opening:
        if embedder not in _SPELLINGS:
            _SPELLINGS[embedder] = _Spelling(embedder)
        return _SPELLINGS[embedder]


def _units(vectors: Matrix) -> Matrix:
    """The same directions, each of length one."""
    import numpy as np

    units: Matrix = vectors / _safe(np.linalg.norm(vectors, axis=-1, keepdims=True))
    return units


def _safe(lengths: Any) -> Any:
    import numpy as np

    return np.where(lengths > 0, lengths, 1)
