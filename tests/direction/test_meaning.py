"""Texts are read as a whole by a sentence encoder where there is one, and by word pieces where not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from showbible.direction.recall.meaning import Space
from showbible.llm.embeddings import encoder, pieces
from showbible.llm.embeddings.embedder import DeepEmbedder

TOLD = {
    "farewell": [("They say goodbye at the station.", ("goodbye", "station"))],
    "gag": [("He slips on a banana skin.", ("slips", "banana"))],
}
TEXT, WORDS = "She packed the last suitcase and left for good.", ("packed", "suitcase", "left")


class Listener:
    """An encoder that notes what it is asked."""

    name, at_once, is_far = "listener", 64, False

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The same row for every text."""
        self.asked += [tuple(texts)] if texts else []
        return np.ones((len(texts), 2), dtype=np.float32)

    def in_depth(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The same."""
        return self.embed(texts)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.mark.parametrize("read_by", ["encoder", "pieces"])
def test_a_text_is_near_to_what_is_told_of_its_kind(read_by: str) -> None:
    whole: DeepEmbedder | None = encoder.packaged() if read_by == "encoder" else None
    reading = Space(pieces.default(), whole, TOLD).reading(TEXT, WORDS)

    assert reading.is_encoded == (whole is not None)
    assert all(mine > other for mine, other in zip(reading.ways["farewell"], reading.ways["gag"], strict=True))


def test_the_texts_of_a_scene_are_encoded_at_once(listener: Listener) -> None:
    Space(pieces.default(), listener, {}).read([TEXT, "He waves.", TEXT])

    assert listener.asked == [(TEXT, "He waves.")]


def test_another_language_is_not_handed_to_an_encoder_that_reads_english(listener: Listener) -> None:
    space = Space(pieces.default(), listener, TOLD)
    reading = space.reading("Sie nimmt ihren Koffer und geht f\u00fcr immer von ihm fort.", ("Koffer",))

    assert not reading.is_encoded
    assert not listener.asked
