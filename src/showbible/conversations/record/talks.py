"""Conversations begin, and exchanges arrive: each once, in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from showbible.conversations.model import MESSAGE_LIMIT, MOST_MESSAGES, Conversation, Exchange, Message, Role
from showbible.conversations.recall import talks
from showbible.conversations.record.said import keep_lines
from showbible.errors import Conflict, Invalid, TooLarge
from showbible.jobs.queue import announce
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, checked_text, new_id, stamp, utcnow, word

MOST_TURNS: Final = 100_000
UTC_ZONE: Final = "UTC"


class Parties(NamedTuple):
    """Who talks, and where: all that a conversation is named by."""

    character: str
    user: str | None
    session: str | None
    series: str | None
    episode: str | None


def start(db: Database, parties: Parties, *, turn_budget: int | None) -> Conversation:
    """A new conversation; without a user it is a guest's."""
    named = parties._replace(session=new_id() if parties.session is None else parties.session)
    ids = {f"{kind}_id": None if told is None else checked_id(kind, told) for kind, told in named._asdict().items()}
    row = {**ids, "turn_budget": _checked_budget(turn_budget), "timezone": UTC_ZONE, "at": stamp(utcnow())}
    with db.transaction():
        db.hold(f"conversation:{row['session_id']}")
        if db.value("SELECT 1 FROM conversations WHERE session_id = :session_id", session_id=row["session_id"]):
            raise Conflict(f"There is a conversation {row['session_id']!r} already.")
        db.run(
            """
            INSERT INTO conversations (
                session_id, user_id, character_id, series_id, episode_id, turn_budget, timezone, turn_count, processed,
                started_at, heard_at)
            VALUES (
                :session_id, :user_id, :character_id, :series_id, :episode_id, :turn_budget, :timezone, 0, 0, :at, :at)
            """,
            **row,
        )
        return talks.conversation(db, str(row["session_id"]))


def held(db: Database, session_id: str) -> Conversation:
    """A conversation that nobody else changes, and whose user nobody forgets, until the transaction ends."""
    checked_id("session", session_id)
    db.hold(f"conversation:{session_id}")
    talk = talks.conversation(db, session_id)
    if talk.user_id is None:
        return talk
    db.hold(f"user:{talk.user_id}")
    return talks.conversation(db, session_id)


def _checked_budget(turns: int | None) -> int | None:
    if turns is not None and (isinstance(turns, bool) or not 1 <= turns <= MOST_TURNS):
        raise Invalid(f"turn_budget must lie between 1 and {MOST_TURNS:,}.", field="turn_budget")
    return turns


def say(
    db: Database,
    session_id: str,
    messages: Sequence[tuple[str, str]],
    *,
    exchange_id: str | None,
    at: datetime | None,
    timezone: str | None,
) -> Exchange:
    """Keep an exchange and announce it; the same one again is the same one still.

    Messages that an earlier exchange brought already are not kept twice, so that a caller may
    send a window of the last few.
    """
    said = _checked_messages(messages)
    wanted = checked_id("exchange", exchange_id) if exchange_id is not None else None
    zone = _checked_zone(timezone) if timezone is not None else None
    if at is not None:
        stamp(at)
    with db.transaction():
        talk = held(db, session_id)
        known = _known(db, talk, said, wanted, at=at)
        if known is not None:
            return known
        return _append(db, talk, said, exchange_id=wanted or new_id(), at=at or utcnow(), zone=zone)


def _known(
    db: Database, talk: Conversation, said: Sequence[Message], wanted: str | None, *, at: datetime | None
) -> Exchange | None:
    """The exchange that this one repeats, if it does."""
    if wanted is None:
        return _repeated(db, talk, said, at)
    known = talks.find_exchange(db, talk.session_id, wanted)
    if known is None:
        return None
    if not _ends_with(said, known.messages):
        raise Conflict(f"Exchange {wanted!r} was recorded with other messages. Use a new exchange_id for these.")
    return known


def _repeated(db: Database, talk: Conversation, said: Sequence[Message], at: datetime | None) -> Exchange | None:
    """The last exchange, when a caller without ids sends it again."""
    row = db.first(
        "SELECT exchange_id FROM exchanges WHERE session_id = :session_id AND position = :position",
        session_id=talk.session_id,
        position=talk.turn_count,
    )
    if row is None:
        return None
    last = talks.exchange(db, talk.session_id, row.exchange_id)
    same = _ends_with(said, last.messages) and not _new_part(db, talk, said)
    return last if same and at in (None, last.at) else None


def _append(
    db: Database, talk: Conversation, said: Sequence[Message], *, exchange_id: str, at: datetime, zone: str | None
) -> Exchange:
    position = talk.turn_count + 1
    row = {
        "session_id": talk.session_id,
        "position": position,
        "exchange_id": exchange_id,
        "timezone": zone or talk.timezone,
        "at": stamp(at),
        "recorded_at": stamp(utcnow()),
    }
    db.run(
        """
        INSERT INTO exchanges (
            session_id, position, exchange_id, timezone, at, recorded_at, memory_ids, hook_ids, missing, failures)
        VALUES (:session_id, :position, :exchange_id, :timezone, :at, :recorded_at, '[]', '[]', '[]', '[]')
        """,
        **row,
    )
    _keep_messages(db, talk.session_id, position, _new_part(db, talk, said) or said)
    db.run(
        """
        UPDATE conversations
           SET turn_count = :position, timezone = :timezone, heard_at = :recorded_at
         WHERE session_id = :session_id
        """,
        position=position,
        timezone=row["timezone"],
        recorded_at=row["recorded_at"],
        session_id=talk.session_id,
    )
    announce(db, "exchange.recorded", key=talk.session_id, session_id=talk.session_id)
    kept = talks.exchange(db, talk.session_id, exchange_id)
    keep_lines(db, talk, kept)
    return kept


def _keep_messages(db: Database, session_id: str, position: int, said: Sequence[Message]) -> None:
    last = db.value(
        "SELECT COALESCE(MAX(number), 0) FROM messages WHERE session_id = :session_id", session_id=session_id
    )
    rows: list[dict[str, Any]] = [
        {
            "session_id": session_id,
            "number": int(last) + step,
            "position": position,
            "role": each.role,
            "content": each.content,
        }
        for step, each in enumerate(said, 1)
    ]
    db.many(
        """
        INSERT INTO messages (session_id, number, position, role, content)
        VALUES (:session_id, :number, :position, :role, :content)
        """,
        rows,
    )


def _new_part(db: Database, talk: Conversation, said: Sequence[Message]) -> Sequence[Message]:
    """What is left of the messages after those that end the conversation so far; a lone one is no overlap."""
    before = talks.last_messages(db, talk.session_id, limit=len(said))
    for size in range(min(len(before), len(said)), 1, -1):
        if tuple(said[:size]) == before[-size:]:
            return said[size:]
    return said


def _ends_with(said: Sequence[Message], end: Sequence[Message]) -> bool:
    return len(end) <= len(said) and tuple(said[len(said) - len(end) :]) == tuple(end)


def _checked_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Invalid(f"There is no time zone {name!r}; use a name such as Europe/Oslo.", field="timezone") from None
    return name


def _checked_messages(messages: Sequence[tuple[str, str]]) -> list[Message]:
    if not messages:
        raise Invalid("An exchange has at least one message.", field="messages")
    if len(messages) > MOST_MESSAGES:
        raise TooLarge(f"An exchange has {len(messages)} messages; the limit is {MOST_MESSAGES}.")
    return [
        Message(
            role=word(Role, "role", role),
            content=checked_text("content", content, limit=MESSAGE_LIMIT, empty=False),
        )
        for role, content in messages
    ]
