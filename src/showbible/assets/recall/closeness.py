"""How close texts are to a question in meaning: as wholes, and word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from showbible.llm.embeddings import Embedder, WordPieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LETTERS: Final = 1200
PIECES: Final = 96
"""A longer text is compared word by word up to here."""


@dataclass(frozen=True, kw_only=True)
class Close:
    """Two measures from about 0 to 1."""

    whole: float
    """The cosine between the whole question and the whole text."""
    words: float
    """How well each word of the question is matched by its nearest word in the text, heavier words counting more."""


def closeness(
    embedder: Embedder, question: str, texts: Mapping[str, str], near: Mapping[str, float]
) -> dict[str, Close]:
    """The closeness of each text to a question; `near` is what the stored vectors say of some of them."""
    if not isinstance(embedder, WordPieces):
        return {name: Close(whole=near.get(name, 0.0), words=near.get(name, 0.0)) for name in texts}
    asked, *told = _ids(embedder, [question, *(text[:LETTERS] for text in texts.values())])
    if not len(asked) or not told:
        return {}
    words = _by_words(embedder, asked, told)
    far = [place for place, name in enumerate(texts) if name not in near]
    measured = _as_wholes(embedder, asked, told, far)
    names = list(texts)
    whole = {**near, **{names[place]: each for place, each in zip(far, measured, strict=True)}}
    return {name: Close(whole=whole[name], words=each) for name, each in zip(texts, words, strict=True)}


def _ids(embedder: WordPieces, texts: Sequence[str]) -> list[NDArray[np.int64]]:
    import numpy as np

    found = embedder.pieces.encode_batch_fast([" ".join(text.split()) for text in texts], add_special_tokens=False)
    return [np.array(each.ids[:PIECES], dtype=np.int64) for each in found]


def _by_words(embedder: WordPieces, asked: NDArray[np.int64], told: Sequence[NDArray[np.int64]]) -> list[float]:
    """The second measure for every text, through one small table of all different pieces."""
    import numpy as np

    # A text without words gets one piece, which is taken back at the end.
    filled = [ids if len(ids) else np.zeros(1, dtype=np.int64) for ids in told]
    starts = np.cumsum([0, *(len(ids) for ids in filled[:-1])])
    pieces, places = np.unique(np.concatenate(filled), return_inverse=True)
    table, question = embedder.table[pieces], embedder.table[asked]
    weights, lengths = np.linalg.norm(question, axis=1), np.linalg.norm(table, axis=1)
    cosines = (question / _safe(weights)[:, None]) @ (table / _safe(lengths)[:, None]).T
    best = np.maximum.reduceat(cosines[:, places], starts, axis=1)
    measured = weights @ best / _safe(weights.sum())
    return [float(each) if len(ids) else 0.0 for each, ids in zip(measured, told, strict=True)]


def _as_wholes(
    embedder: WordPieces, asked: NDArray[np.int64], told: Sequence[NDArray[np.int64]], places: Sequence[int]
) -> list[float]:
    """The first measure for those texts that no stored vector speaks of."""
    import numpy as np

    if not places:
        return []
    sums = np.stack([embedder.table[told[place]].sum(axis=0) for place in places])
    middle = embedder.table[asked].sum(axis=0)
    measured = sums @ middle / _safe(np.linalg.norm(sums, axis=1) * np.linalg.norm(middle))
    return [float(each) for each in measured]


def _safe(lengths: Any) -> Any:
    import numpy as np

    return np.where(lengths > 0, lengths, 1)
