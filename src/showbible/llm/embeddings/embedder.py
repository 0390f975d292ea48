"""What every embedder promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from showbible.errors import TryLater

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LETTERS: Final = 8 * 1024
"""A longer text is judged by this much of its beginning."""


class Embedder(Protocol):
    """Something that gives texts vectors; the same name always gives the same ones."""

    @property
    def name(self) -> str:
        """The model and its version, kept beside every vector it makes."""

    @property
    def at_once(self) -> int:
        """How many texts to hand over before keeping what came of them."""

    @property
    def is_far(self) -> bool:
        """Whether each question travels to a server."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length one for each text, zeros for a text without words."""


class DeepEmbedder(Embedder, Protocol):
    """One that also shows what it had read half-way."""

    def in_depth(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The rows of `embed`, each with what goes deeper behind it, if anything does."""


class Unavailable(TryLater):
    """The server of an embedding model gives no vectors now."""


def plain(text: str) -> str:
    """A text as it is embedded: its beginning, with single spaces."""
    return " ".join(text[:LETTERS].split())
