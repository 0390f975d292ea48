"""Texts as numbers: as a whole by a sentence encoder where there is one, else by word pieces; and their words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Final, Protocol

from showbible.direction.recall.nearest import Wholes, Wordings
from showbible.llm.embeddings import anchors
from showbible.llm.embeddings.embedder import DeepEmbedder, Embedder
from showbible.reading import tokens
from showbible.values import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SHARPNESS: Final = 11.0
"""How much nearer a word has to be to one topic than to others in order to speak for it."""
_CHANCE: Final = 0.03
"""What a word leaves to every topic, so that no single word decides."""
ENGLISH: Final = "en"
"""The language that the encoder reads."""


class Topic(Protocol):
    """Something that a text may be about."""

    @property
    def words(self) -> str:
        """The words that belong to it."""

    @property
    def situations(self) -> tuple[str, ...]:
        """What happens in it, or is said for it."""


@frozen
class TopicFits:
    """How near a text is to each of some topics, and whether an encoder read it as a whole."""

    ways: Mapping[str, tuple[float, ...]]
    """As a whole, word for word, and by what sets the topics apart."""
    is_encoded: bool


class _Meaning:
    """The vectors of one topic: of its words, their middle, and what happens in it."""

    def __init__(self, embedder: Embedder, topic: Topic) -> None:
        self.words = embedder.embed(topic.words.split())
        self.middle = _unit(self.words.mean(axis=0))
        self.situations = embedder.embed(topic.situations)


class Space:
    """The vectors of texts, of their words, and of what is told of some topics."""

    def __init__(
        self, pieces: Embedder, encoder: DeepEmbedder | None, told: Mapping[str, Sequence[tuple[str, Sequence[str]]]]
    ) -> None:
        """Each topic is told in sentences, with the words that count in each."""
        self.pieces, self.encoder = pieces, encoder
        self.topics = tuple(told)
        self.sentences = [sentence for topic in told.values() for sentence, _ in topic]
        self.sizes = [len(topic) for topic in told.values()]
        words = [each or (sentence,) for topic in told.values() for sentence, each in topic]
        self.wordings = Wordings(words, self.sizes, pieces.embed)
        self.meanings: dict[Topic, _Meaning] = {}
        self.kept: dict[str, NDArray[np.float32]] = {}

    @cached_property
    def by_pieces(self) -> Wholes:
        """What is told of the topics, as word pieces have it."""
        return Wholes(self.pieces.embed(self.sentences), self.sizes)

    @cached_property
    def by_encoder(self) -> Wholes:
        """What is told of the topics, as the encoder has it."""
        assert self.encoder is not None
        rows = anchors.rows(self.encoder, self.sentences)
        return Wholes(rows, self.sizes, anchors.weights(self.encoder, self.topics))

    def read(self, texts: Iterable[str]) -> None:
        """Let the encoder, which remembers what it has read, read some texts at once."""
        english = [text for text in dict.fromkeys(texts) if tokens.language(text) == ENGLISH]
        if self.encoder is not None and english:
            self.encoder.embed(english)

    def _whole(self, text: str) -> NDArray[np.float32] | None:
        """A text as the encoder has it in depth; None where there is none, or where it does not know the language."""
        if self.encoder is None or tokens.language(text) != ENGLISH:
            return None
        row: NDArray[np.float32] = self.encoder.in_depth([text])[0]
        return row

    def reading(self, text: str, words: Sequence[str]) -> TopicFits:
        """How near a text is to what is told of each topic."""
        whole = self._whole(text)
        near, row = (self.by_pieces, self.pieces.embed([text])[0]) if whole is None else (self.by_encoder, whole)
        ways = zip(near.near(row), self.wordings.near(self._rows(words)), near.set_apart(row), strict=True)
        return TopicFits(ways=dict(zip(self.topics, ways, strict=True)), is_encoded=whole is not None)

    def ways(self, words: Sequence[str], topics: Sequence[Topic], nearest: int) -> list[list[float]]:
        """How well each topic fits some words: by its own words, on the whole, and by what happens in it."""
        found = [self._meaning(topic) for topic in topics]
        row = self.pieces.embed([" ".join(words)])[0]
        usual = [_likeness(each.situations @ row, nearest) for each in found]
        middle = [float(each.middle @ row) for each in found]
        return [self._votes(self._rows(words), found), middle, usual]

    def places(self, text: str, words: Sequence[str], kinds: Sequence[Topic], nearest: int) -> list[float]:
        """How near a text is to what is said of each kind of place, and its words to the words for it."""
        row, rows = self.pieces.embed([text])[0], self._rows(words)
        found = [self._meaning(kind) for kind in kinds]
        told = [_likeness(each.situations @ row, nearest) for each in found]
        named = [float((rows @ each.words.T).max(axis=1).mean()) / 2 for each in found]
        encoded = self._encoded(text, kinds, nearest)
        return [sum(each) for each in zip(told, named, encoded, strict=True)]

    def _encoded(self, text: str, topics: Sequence[Topic], nearest: int) -> list[float]:
        """How near a text is to what happens in each topic, as the encoder has it; all alike where it has nothing."""
        whole = self._whole(text)
        if self.encoder is None or whole is None:
            return [0.0] * len(topics)
        rows = (anchors.rows(self.encoder, topic.situations) for topic in topics)
        return [_likeness(each @ whole[: each.shape[1]], nearest) for each in rows]

    def _votes(self, rows: NDArray[np.float32], found: Sequence[_Meaning]) -> list[float]:
        """What the words say together, each for the topic whose words are nearest to it."""
        import numpy as np

        near = np.exp(_SHARPNESS * np.stack([(rows @ each.words.T).max(axis=1) for each in found]))
        votes = np.log(near / near.sum(axis=0) + _CHANCE).sum(axis=1)
        return [float(vote) for vote in votes]

    def _meaning(self, topic: Topic) -> _Meaning:
        if topic not in self.meanings:
            self.meanings[topic] = _Meaning(self.pieces, topic)
        return self.meanings[topic]

    def _rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        new = [word for word in dict.fromkeys(words) if word not in self.kept]
        if new:
            self.kept |= dict(zip(new, self.pieces.embed(new), strict=True))
        return np.stack([self.kept[word] for word in words])


def _likeness(near: NDArray[np.float32], nearest: int) -> float:
    """How near the nearest of some are together."""
    return fmean(sorted(near.tolist())[-nearest:])


def _unit(row: NDArray[np.float32]) -> NDArray[np.float32]:
    return row / (float((row @ row) ** 0.5) or 1.0)
