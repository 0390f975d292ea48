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
    asked = _ids(embedder, [question])[0]
    if not len(asked) or not texts:
        return {}
    whole, words = _measured(embedder, asked, _ids(embedder, [text[:LETTERS] for text in texts.values()]))
    measured = zip(texts, whole.tolist(), words.tolist(), strict=True)
    return {name: Close(whole=one, words=other) for name, one, other in measured}


def _ids(embedder: WordPieces, texts: Sequence[str]) -> list[NDArray[np.int64]]:
    import numpy as np

    found = embedder.pieces.encode_batch_fast([" ".join(text.split()) for text in texts], add_special_tokens=False)
    return [np.array(each.ids, dtype=np.int64) for each in found]


def _measured(
    embedder: WordPieces, asked: NDArray[np.int64], told: Sequence[NDArray[np.int64]]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both measures for every text, through one small table of question pieces against all different text pieces."""
    import numpy as np

    # A text without words gets one piece, which is taken back at the end.
    filled = [ids if len(ids) else np.zeros(1, dtype=np.int64) for ids in told]
    starts = np.cumsum([0, *(len(ids) for ids in filled[:-1])])
    pieces, places = np.unique(np.concatenate(filled), return_inverse=True)
    table, question = embedder.table[pieces], embedder.table[asked]
    weights, lengths = np.linalg.norm(question, axis=1), np.linalg.norm(table, axis=1)
    cosines = (question / _safe(weights)[:, None]) @ (table / _safe(lengths)[:, None]).T
    best = np.maximum.reduceat(cosines[:, places], starts, axis=1)
    words = weights @ best / _safe(weights.sum())
    sums = np.add.reduceat(table[places], starts, axis=0)
    middle = question.sum(axis=0)
    whole = sums @ middle / _safe(np.linalg.norm(sums, axis=1) * np.linalg.norm(middle))
    empty = np.array([not len(ids) for ids in told])
    return np.where(empty, 0.0, whole), np.where(empty, 0.0, words)


def _safe(lengths: Any) -> Any:
    import numpy as np

    return np.where(lengths > 0, lengths, 1)
