"""Text as vectors: near in meaning is near in angle.

The default needs no model to be served: 32,000 word pieces with 256 numbers each, trained by the
wordllama project and shipped inside its wheel. A text is the mean of its pieces. It knows English
best; scripts that it has only as bytes tell it little, and full text serves those better.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from showbible.errors import Damaged, Misconfigured

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

LETTERS: Final = 8 * 1024
"""A longer text is judged by this much of its beginning."""

_BATCH: Final = 256
_WEIGHTS: Final = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER: Final = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_TENSOR: Final = "embedding.weight"

_opening = threading.Lock()


class Embedder(Protocol):
    """Something that gives texts vectors; the same name always gives the same ones."""

    @property
    def name(self) -> str:
        """The model and its version, kept beside every vector it makes."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words."""


@dataclass(frozen=True, kw_only=True, eq=False)
class WordPieces:
    """The mean of the vectors of a text's pieces."""

    name: str
    pieces: Tokenizer
    table: NDArray[np.float32]

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.table.shape[1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words."""
        import numpy as np

        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            batch = [" ".join(text[:LETTERS].split()) for text in texts[start : start + _BATCH]]
            for place, found in enumerate(self.pieces.encode_batch_fast(batch, add_special_tokens=False), start):
                rows[place] = self.table[found.ids].sum(axis=0)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        rows /= np.where(lengths > 0, lengths, 1)
        return rows


def default() -> Embedder:
    """The embedder that ships with the `embeddings` extra, read once."""
    with _opening:
        return _shipped()


@lru_cache
def _shipped() -> WordPieces:
    folder = _folder()
    from tokenizers import Tokenizer

    name = f"wordllama-l2-supercat-256@{metadata.version('wordllama')}"
    return WordPieces(name=name, pieces=Tokenizer.from_file(str(folder / _TOKENIZER)), table=_table(folder / _WEIGHTS))


def _folder() -> Path:
    """Where the weights lie; the package itself is not imported, for it wants to go online."""
    found = util.find_spec("wordllama")
    if found is None or not found.origin or not util.find_spec("numpy") or not util.find_spec("tokenizers"):
        raise Misconfigured("Search by meaning needs one more package: pip install 'showbible[embeddings]'.")
    return Path(found.origin).parent


def _table(path: Path) -> NDArray[np.float32]:
    """The one tensor of a safetensors file: a length, a header in JSON, then the numbers."""
    import numpy as np

    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    tensor = json.loads(raw[8 : 8 + size])[_TENSOR]
    if tensor["dtype"] != "F16":
        raise Damaged(f"{path} does not hold half-precision numbers. Install its package anew.")
    start, end = (8 + size + offset for offset in tensor["data_offsets"])
    return np.frombuffer(raw[start:end], dtype="<f2").reshape(tensor["shape"]).astype(np.float32)
