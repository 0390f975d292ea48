"""A table of word pieces: a text is the mean of its pieces, so no model has to be served.

The packaged table knows English best; scripts that it has only as bytes tell it little, and full
text serves those better.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Final

from showbible.errors import Misconfigured
from showbible.llm.embeddings.embedder import plain
from showbible.llm.embeddings.tables import digest, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

_BATCH: Final = 256
_MOST_WORDS: Final = 8_192
"""Words whose pieces are kept; when there are more, it begins anew."""
_WEIGHTS: Final = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER: Final = Path("tokenizers", "l2_supercat_tokenizer_config.json")

_MARK: Final = "<"
"""What the marks of the packaged tokenizer begin with."""
_SPACE: Final = "▁"
"""What it writes for a space."""

_opening = threading.Lock()


class SplitWords:
    """The pieces of each word, for a tokenizer of which no piece goes on beyond the end of a word."""

    def __init__(self, pieces: Tokenizer) -> None:
        self._pieces = pieces
        self._known: dict[str, list[int]] = {}

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """What the tokenizer makes of some plain texts, each word of them split once."""
        known = self._known if len(self._known) < _MOST_WORDS else {}
        split = [_words(each) for each in texts]
        unknown = [*{word for words in split for word in words if word not in known}]
        known.update(zip(unknown, _ids(self._pieces, unknown), strict=True))
        self._known = known
        return [[place for word in words for place in known[word]] for words in split]


def _words(text: str) -> list[str]:
    """The parts of a plain text that are split by themselves: all of it where a sign of the tokenizer's own stands."""
    return [text] if _MARK in text or _SPACE in text else text.split()


def _ids(pieces: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    return [found.ids for found in pieces.encode_batch_fast(texts, add_special_tokens=False)]


@dataclass(frozen=True, kw_only=True, eq=False)
class WordPieces:
    """The mean of the vectors of a text's pieces."""

    name: str
    pieces: Tokenizer
    table: NDArray[np.float32]
    words: SplitWords | None = None
    """How the words are split by themselves, where that makes no difference."""
    at_once: int = 1000
    is_far: bool = False

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.table.shape[1])

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words."""
        import numpy as np

        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            batch = [plain(text) for text in texts[start : start + _BATCH]]
            found = self.words.ids(batch) if self.words is not None else _ids(self.pieces, batch)
            for place, ids in enumerate(found, start):
                # What `table[ids].sum(axis=0)` gives, in two thirds of its time.
                np.add.reduce(self.table.take(ids, axis=0), axis=0, out=rows[place])
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        rows /= np.where(lengths > 0, lengths, 1)
        return rows


def default() -> WordPieces:
    """The embedder that ships with the `embeddings` extra, read once."""
    with _opening:
        return _shipped()


def local(folder: Path) -> WordPieces:
    """The embedder whose table and tokenizer lie in a folder, read once."""
    with _opening:
        return _in_folder(folder)


def check_extra() -> Path:
    """Where the packaged weights lie; the package itself is not imported, for it wants to go online."""
    found = util.find_spec("wordllama")
    if found is None or not found.origin or not util.find_spec("numpy") or not util.find_spec("tokenizers"):
        raise Misconfigured("Search by meaning needs one more package: pip install 'showbible[embeddings]'.")
    return Path(found.origin).parent


@lru_cache
def _shipped() -> WordPieces:
    folder = check_extra()
    from tokenizers import Tokenizer

    name = f"wordllama-l2-supercat-256@{metadata.version('wordllama')}"
    pieces = Tokenizer.from_file(str(folder / _TOKENIZER))
    return WordPieces(name=name, pieces=pieces, table=table(folder / _WEIGHTS), words=SplitWords(pieces))


@lru_cache
def _in_folder(folder: Path) -> WordPieces:
    (weights,) = folder.glob("*.safetensors")
    numbers, pieces = table(weights), _tokenizer(folder / "tokenizer.json")
    known = pieces.get_vocab_size()
    if len(numbers) < known:
        raise Misconfigured(f"The model in {folder} has {len(numbers):,} vectors for {known:,} word pieces: too few.")
    unknown = getattr(pieces.model, "unk_token", None)
    if unknown is not None:
        numbers[pieces.token_to_id(unknown)] = 0.0
    name = f"local:{folder.name}@{digest(weights, folder / 'tokenizer.json')}"
    return WordPieces(name=name, pieces=pieces, table=numbers)


def _tokenizer(file: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    try:
        pieces = Tokenizer.from_file(str(file))
    except Exception as error:  # the library raises nothing more telling
        raise Misconfigured(f"{file} is no tokenizer: {error}") from error
    # Padding would count as words, and what is cut off would not.
    pieces.no_padding()
    pieces.no_truncation()
    return pieces
