"""What every forked server finds done: the routes worked out, the words' vectors read."""

from __future__ import annotations

from showbible.lessons.recall.estimate import algebra
from showbible.llm.embeddings.choosing import installed
from showbible.web import app

app._shipped()
algebra.is_installed()
if (embedder := installed()) is not None:
    embedder.embed(["a pier at dusk"])
