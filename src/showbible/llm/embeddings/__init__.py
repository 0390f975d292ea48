"""Text as vectors: near in meaning is near in angle.

The default needs no model to be served: 32,000 word pieces with 256 numbers each, trained by the
wordllama project and shipped inside its wheel. A larger table of the same kind in a folder, or a
server that speaks OpenAI's protocol, can take its place.
"""

from showbible.llm.embeddings.choosing import Chosen, Find, choose, installed
from showbible.llm.embeddings.embedder import LETTERS, Embedder, Unavailable
from showbible.llm.embeddings.pieces import WordPieces, default
from showbible.llm.embeddings.questions import Questions
from showbible.llm.embeddings.served import Served

__all__ = [
    "LETTERS",
    "Chosen",
    "Embedder",
    "Find",
    "Questions",
    "Served",
    "Unavailable",
    "WordPieces",
    "choose",
    "default",
    "installed",
]
