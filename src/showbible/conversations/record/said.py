"""Keep what was said word for word, a line for each sentence, in the transaction that keeps the exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from showbible.conversations.model import Conversation, Exchange, MemoryDraft, MemoryType, Message
from showbible.conversations.recall.wording import lines
from showbible.conversations.record.memory_store import Origin, insert
from showbible.storage.database import Database

AS_SAID: Final = "said"
"""Who made a line: nobody, it is what was said."""


def keep_lines(db: Database, talk: Conversation, exchange: Exchange) -> list[str]:
    """The lines of an exchange, both sides', found by their words at once; nothing is kept of a guest's."""
    if talk.scope is None:
        return []
    return insert(db, talk.scope, _drafts(exchange.messages), Origin.of(talk, exchange, made_by=AS_SAID))


def _drafts(messages: Sequence[Message]) -> list[MemoryDraft]:
    return [
        MemoryDraft(type=MemoryType.SAID, text=line, importance=0.0, speaker=message.role)
        for message in messages
        for line in lines(message.content)
    ]
