"""What a search had to do without."""

from __future__ import annotations

from typing import Final

from showbible.llm.embeddings.embedder import Embedder
from showbible.llm.embeddings.questions import Questions

BY_WORDS: Final = "Found by words only: the embedding server does not answer."


def missing(embedder: Embedder | None, query: str) -> tuple[str, ...]:
    """A sentence for each side that did not answer a question, none when all did.

    A served model keeps the vector of a question that was just asked, and is left alone for a while after
    it failed, so asking once more costs nothing.
    """
    if not isinstance(embedder, Questions) or not any(letter.isalnum() for letter in query):
        return ()
    (vector,) = embedder.embed([query])
    return () if vector.any() else (BY_WORDS,)
