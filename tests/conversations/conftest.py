"""What tests of conversations may ask for: a studio, talks made in one line, and a caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from showbible.bible import Bible
from showbible.conversations.model import Conversation, Memory, MemoryType
from showbible.conversations.recall.brief import ReplyBrief
from showbible.conversations.recall.talks import Directed
from tests.web.conftest import Caller, calling

SUNDAY = datetime(2026, 11, 15, 10, 0, tzinfo=UTC)

Talk = Callable[..., Directed]


@pytest.fixture
def small_call(small: Bible) -> Iterator[Caller]:
    """A caller of that studio's API."""
    with calling(small) as caller:
        yield caller


@pytest.fixture
def call(bible: Bible) -> Iterator[Caller]:
    """A caller of the studio's API."""
    with calling(bible) as caller:
        yield caller


def a_talk(bible: Bible, *, series: str | None = None, user: str = "lena", character: str = "emma") -> Conversation:
    """A new conversation of Lena with Emma."""
    return bible.conversations.start(character, user_id=user, series_id=series)


def a_line(text: str, speaker: str = "user") -> Memory:
    """Something that Lena or Emma said."""
    return Memory(
        memory_id="m1",
        pool="lena/character/emma",
        seq=1,
        sitting=1,
        user_id="lena",
        character_id="emma",
        series_id=None,
        session_id="s1",
        exchange_id="x1",
        type=MemoryType.SAID,
        text=text,
        importance=0.0,
        speaker=speaker,
        pinned=False,
        made_by="said",
        reference_count=1,
        superseded_by=None,
        said_at=SUNDAY,
        referenced_at=SUNDAY,
        created_at=SUNDAY,
    )


@pytest.fixture
def tell(bible: Bible) -> Talk:
    """Say one thing in a conversation and let the director follow up."""

    def told(talk: Conversation, text: str, reply: str = "I see.", **extra: Any) -> Directed:
        said = [("user", text), ("assistant", reply)]
        exchange = bible.conversations.say(talk.session_id, said, **{"at": SUNDAY, **extra})
        return bible.conversations.direct(talk.session_id, exchange.exchange_id)

    return told


def offered(bible: Bible, talk: Conversation) -> ReplyBrief:
    """What a conversation is told before a reply that is really made."""
    return bible.conversations.offered(talk.session_id, bible.conversations.brief(talk.session_id))


def texts(bible: Bible, **ids: str) -> list[str]:
    """Every memory of a scope, sorted."""
    scope = bible.conversations.scope(ids.pop("user_id", "lena"), **ids)
    return sorted(each.memory.text for each in bible.conversations.strongest(scope, limit=200, per_type=200))
