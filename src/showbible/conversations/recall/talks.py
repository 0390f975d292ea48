"""Look conversations up, and what followed from each exchange."""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any, Final

from showbible.conversations.model import (
    Beat,
    BeatType,
    Completion,
    Conversation,
    Evaluation,
    Exchange,
    Hook,
    Memory,
    Message,
    Milestone,
    Role,
    Scope,
    Visual,
)
from showbible.conversations.recall import hooks, memories
from showbible.errors import Invalid, NotFound
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.storage.rows import required, value_of
from showbible.values import frozen
from showbible.vocabulary import checked_id, stamp

TURNS_USED_UP: Final = "turn_budget"
STORY_TOLD: Final = "semantic"


@frozen
class Failure:
    """A step that did not go as asked, and what it means."""

    step: str
    error: str


@frozen
class NextSteps:
    """What the caller may do after an exchange: make a picture, offer the next episode."""

    visual: Visual | None
    suggest_next_episode: bool


@frozen
class Directed:
    """Everything that followed from an exchange."""

    session_id: str
    exchange_id: str
    turn_count: int
    is_processed: bool
    is_complete: bool
    completion_trigger: str | None
    evaluation: Evaluation
    memories: tuple[Memory, ...] = ()
    hooks: tuple[Hook, ...] = ()
    beat: Beat = field(default_factory=Beat)
    failures: tuple[Failure, ...] = ()

    @property
    def actions(self) -> NextSteps:
        """What the caller may do now."""
        seen = self.evaluation
        return NextSteps(
            visual=None if seen.visual is Visual.NONE else seen.visual,
            suggest_next_episode=seen.next_episode or self.is_complete,
        )


def conversation(db: Database, session_id: str) -> Conversation:
    """One conversation."""
    checked_id("session", session_id)
    row = db.first("SELECT * FROM conversations WHERE session_id = :session_id", session_id=session_id)
    return value_of(Conversation, required(row, "conversation", session_id))


def conversations(
    db: Database, *, user_id: str, limit: int = paging.USUAL, cursor: str | None = None
) -> Page[Conversation]:
    """A user's conversations, newest first."""
    paging.checked_limit(limit)
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    rows = db.all(
        """
        SELECT *
          FROM conversations
         WHERE user_id = :user_id AND (started_at, session_id) < (:at, :after)
         ORDER BY started_at DESC, session_id DESC
         LIMIT :limit
        """,
        user_id=checked_id("user", user_id),
        at=at,
        after=after,
        limit=limit + 1,
    )
    total = db.value("SELECT COUNT(*) FROM conversations WHERE user_id = :user_id", user_id=user_id)
    return paging.page(
        [value_of(Conversation, row) for row in rows],
        limit=limit,
        total=int(total),
        key=lambda found: (stamp(found.started_at), found.session_id),
    )


def scope(db: Database, user_id: str, *, character_id: str | None, series_id: str | None) -> Scope:
    """The scope that these ids name; a series that the user has met without this character is refused."""
    named = Scope(user_id=user_id, character_id=character_id, series_id=series_id)
    if character_id is None or series_id is None:
        return named
    row = db.first(
        """
        SELECT COUNT(*) AS known, COALESCE(SUM(CASE WHEN character_id = :character_id THEN 1 ELSE 0 END), 0) AS met
          FROM conversations
         WHERE user_id = :user_id AND series_id = :series_id
        """,
        user_id=user_id,
        series_id=series_id,
        character_id=character_id,
    )
    if row is not None and row.known and not row.met:
        raise Invalid(
            f"{character_id} has never appeared in {series_id}: begin a conversation there first, "
            "or leave one of the two out.",
            field="character_id",
        )
    return named


def exchange(db: Database, session_id: str, exchange_id: str) -> Exchange:
    """One exchange with its messages."""
    row = _exchange_row(db, session_id, exchange_id)
    return _exchange(row, messages(db, session_id, row.position))


def find_exchange(db: Database, session_id: str, exchange_id: str) -> Exchange | None:
    """One exchange, if it was recorded."""
    try:
        return exchange(db, session_id, exchange_id)
    except NotFound:
        return None


def next_exchange(db: Database, session_id: str) -> Exchange | None:
    """The first exchange that has not been processed."""
    row = db.first(
        """
        SELECT exchanges.*
          FROM exchanges
          JOIN conversations ON conversations.session_id = exchanges.session_id
         WHERE exchanges.session_id = :session_id AND exchanges.position = conversations.processed + 1
        """,
        session_id=session_id,
    )
    return _exchange(row, messages(db, session_id, row.position)) if row else None


def unfinished(db: Database, session_id: str) -> list[Exchange]:
    """The processed exchanges of which a step failed, oldest first."""
    rows = db.all(
        """
        SELECT *
          FROM exchanges
         WHERE session_id = :session_id AND missing <> '[]'
         ORDER BY position
        """,
        session_id=session_id,
    )
    return [_exchange(row, messages(db, session_id, row.position)) for row in rows]


def messages(db: Database, session_id: str, position: int) -> tuple[Message, ...]:
    """The messages of one exchange, in order."""
    rows = db.all(
        """
        SELECT role, content
          FROM messages
         WHERE session_id = :session_id AND position = :position
         ORDER BY number
        """,
        session_id=session_id,
        position=position,
    )
    return tuple(Message(role=Role(row.role), content=row.content) for row in rows)


def last_messages(db: Database, session_id: str, *, limit: int) -> tuple[Message, ...]:
    """The newest messages of a conversation, oldest first."""
    rows = db.all(
        """
        SELECT role, content
          FROM messages
         WHERE session_id = :session_id
         ORDER BY number DESC
         LIMIT :limit
        """,
        session_id=session_id,
        limit=limit,
    )
    return tuple(Message(role=Role(row.role), content=row.content) for row in reversed(rows))


def directed(db: Database, session_id: str, exchange_id: str) -> Directed:
    """Everything that followed from an exchange, as far as it has not been deleted since."""
    with db.snapshot():
        talk = conversation(db, session_id)
        row = _exchange_row(db, session_id, exchange_id)
        seen = _evaluation(row.evaluation)
        trigger = _trigger(talk, row.position, seen)
        return Directed(
            session_id=session_id,
            exchange_id=exchange_id,
            turn_count=row.position,
            is_processed=row.position <= talk.processed,
            is_complete=trigger is not None,
            completion_trigger=trigger,
            evaluation=seen,
            memories=memories.these(db, json.loads(row.memory_ids)),
            hooks=hooks.these(db, json.loads(row.hook_ids)),
            beat=_beat(row.beat),
            failures=tuple(Failure(**each) for each in json.loads(row.failures)),
        )


def _trigger(talk: Conversation, turn: int, seen: Evaluation) -> str | None:
    """Why an episode may end here: a suggestion, never a gate."""
    if seen.completion is Completion.DONE:
        return STORY_TOLD
    if talk.turn_budget is not None and turn >= talk.turn_budget:
        return TURNS_USED_UP
    return None


def _exchange_row(db: Database, session_id: str, exchange_id: str) -> Any:
    row = db.first(
        "SELECT * FROM exchanges WHERE session_id = :session_id AND exchange_id = :exchange_id",
        session_id=session_id,
        exchange_id=exchange_id,
    )
    return required(row, "exchange", exchange_id)


def _exchange(row: Any, said: tuple[Message, ...]) -> Exchange:
    return value_of(Exchange, row, messages=said)


def _evaluation(text: str | None) -> Evaluation:
    if text is None:
        return Evaluation()
    found = json.loads(text)
    return Evaluation(
        visual=Visual(found["visual"]),
        completion=Completion(found["completion"]),
        next_episode=found["next_episode"],
    )


def _beat(text: str | None) -> Beat:
    if text is None:
        return Beat()
    found = json.loads(text)
    milestone = Milestone(found["milestone"]) if found["milestone"] else None
    return Beat(type=BeatType(found["type"]), tension_change=found["tension_change"], milestone=milestone)
