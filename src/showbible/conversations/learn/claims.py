"""What was heard in an exchange, each claim grounded in the lines that it was heard in."""

from __future__ import annotations

from collections.abc import Sequence

from showbible.conversations.model import MEMORY_LIMIT, Memory, MemoryDraft
from showbible.conversations.prompts import MOST_MEMORIES, Heard, SomethingSaid


def drafts(heard: Heard, lines: Sequence[Memory]) -> list[MemoryDraft]:
    """What may become memories, held to what a memory may be."""
    return [_draft(each, lines) for each in heard.memories[:MOST_MEMORIES] if each.text.strip()]


def _draft(said: SomethingSaid, lines: Sequence[Memory]) -> MemoryDraft:
    quoted = _quoted(said, lines)
    verbatim = next((line.memory_id for line in quoted if line.text == said.quote and _keeps_words(said)), None)
    return MemoryDraft(
        type=said.type,
        text=" ".join(said.text.split())[: MEMORY_LIMIT // 4] if verbatim is None else said.text,
        importance=min(max(said.importance, 0.0), 1.0),
        speaker=said.speaker,
        line_id=verbatim,
        rests_on=() if verbatim else tuple(line.memory_id for line in quoted),
    )


def _keeps_words(said: SomethingSaid) -> bool:
    """Whether it is a line itself, with no more than a date beside it."""
    return said.text.startswith(said.quote.rstrip(" .!"))


def _quoted(said: SomethingSaid, lines: Sequence[Memory]) -> list[Memory]:
    """The lines that hold the words it rests on."""
    return [line for line in lines if said.quote and line.speaker == said.speaker and said.quote in line.text]
