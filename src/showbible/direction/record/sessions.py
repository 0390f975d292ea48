"""Append what was said and done about a scene; what came before is ignored, what was forgotten stays so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from showbible.direction.model import SessionMessage, ToolCall
from showbible.direction.recall import scenes, snapshots
from showbible.direction.recall.plans import MOST_SHOTS
from showbible.direction.record.scenes import announce_ready
from showbible.errors import Invalid, NotFound, TooLarge
from showbible.storage.database import Database, ProjectDatabase
from showbible.values import frozen
from showbible.vocabulary import (
    KIB,
    LOCAL_USER,
    PROSE_LIMIT,
    checked_id,
    checked_json,
    checked_text,
    new_id,
    stamp,
    utcnow,
)

CALL_LIMIT: Final = 2048 * KIB
WORD_LIMIT: Final = 256
ROLES: Final = ("user", "assistant", "system", "tool", "model", "agent", "guru", "developer", "function")


@frozen
class Appended:
    """What an append added."""

    messages: int
    calls: int


def append(
    db: ProjectDatabase,
    scene_id: str,
    messages: Sequence[SessionMessage],
    *,
    chat_session_id: str | None = None,
    user_id: str = LOCAL_USER,
    at: datetime | None = None,
) -> Appended:
    """Add to a scene's session whatever it does not hold yet."""
    session_id = checked_id("chat_session", chat_session_id) if chat_session_id is not None else scenes.NO_SESSION
    checked_id("user", user_id)
    prepared = [_checked(message) for message in messages]
    with db.transaction():
        db.hold(f"direction:{db.project_id}:{scene_id}")
        scene = scenes.scene(db, scene_id)
        if _is_forgotten(db, scene_id, session_id):
            return Appended(messages=0, calls=0)
        scope = {"project_id": db.project_id, "scene_id": scene_id}
        added = _add(db, scope, session_id, prepared)
        if added.messages or added.calls:
            now = max(stamp(at or utcnow()), stamp(scene.updated_at) + 1)
            db.run(_TOUCH, **scope, session_id=session_id, user_id=user_id, nobody=LOCAL_USER, at=now)
            db.run(_STAMP, **scope, at=now)
            if scene.ready:
                announce_ready(db, scene_id)
        return added


_TOUCH: Final = """
    INSERT INTO direction_sessions (project_id, scene_id, chat_session_id, user_id, forgotten, updated_at)
    VALUES (:project_id, :scene_id, :session_id, :user_id, 0, :at)
        ON CONFLICT (project_id, scene_id, chat_session_id)
        DO UPDATE SET user_id = CASE WHEN excluded.user_id = :nobody THEN direction_sessions.user_id
                                     ELSE excluded.user_id END,
                      updated_at = excluded.updated_at
"""
_STAMP: Final = """
    UPDATE direction_scenes SET updated_at = :at WHERE project_id = :project_id AND scene_id = :scene_id
"""


def forget_session(
    db: ProjectDatabase, scene_id: str, *, chat_session_id: str | None = None, at: datetime | None = None
) -> None:
    """Remove a session for good: it is not taken again, and the scene is harvested without it."""
    session_id = chat_session_id if chat_session_id is not None else scenes.NO_SESSION
    scope = {"project_id": db.project_id, "scene_id": scene_id, "session_id": session_id}
    with db.transaction():
        db.hold(f"direction:{db.project_id}:{scene_id}")
        scene = scenes.scene(db, scene_id)
        if not db.value(_KNOWN, **scope):
            raise NotFound("session", session_id)
        now = max(stamp(at or utcnow()), stamp(scene.updated_at) + 1)
        db.run(_FORGET_CALLS, **scope)
        db.run(
            """
            DELETE FROM direction_messages
             WHERE project_id = :project_id AND scene_id = :scene_id AND chat_session_id = :session_id
            """,
            **scope,
        )
        db.run(
            """
            UPDATE direction_sessions
               SET forgotten = 1, updated_at = :at
             WHERE project_id = :project_id AND scene_id = :scene_id AND chat_session_id = :session_id
            """,
            **scope,
            at=now,
        )
        db.run(_STAMP, scene_id=scene_id, at=now)
        if scene.ready:
            announce_ready(db, scene_id)


_KNOWN: Final = """
    SELECT 1
      FROM direction_sessions
     WHERE project_id = :project_id AND scene_id = :scene_id AND chat_session_id = :session_id
"""
_FORGET_CALLS: Final = """
    DELETE FROM direction_calls
     WHERE project_id = :project_id AND scene_id = :scene_id
       AND message_id IN (SELECT message_id
                            FROM direction_messages
                           WHERE project_id = :project_id AND scene_id = :scene_id
                             AND chat_session_id = :session_id)
"""


def _is_forgotten(db: ProjectDatabase, scene_id: str, session_id: str) -> bool:
    scope = {"project_id": db.project_id, "scene_id": scene_id, "session_id": session_id}
    return bool(db.value(_KNOWN + " AND forgotten = 1", **scope))


def _add(db: Database, scope: dict[str, str], session_id: str, messages: list[SessionMessage]) -> Appended:
    known, calls_known, last = _known(db, scope, messages)
    fresh, calls = [], []
    for message in _worth_adding(messages, known, calls_known):
        last += 1
        if message.message_id not in known:
            fresh.append(_message_row(scope, session_id, message, last))
            known.add(message.message_id)
        for call in message.calls:
            if call.call_id not in calls_known:
                last += 1
                calls.append(_call_row(scope, message.message_id, call, last))
                calls_known.add(call.call_id)
    db.many(_ADD_MESSAGE, fresh)
    db.many(_ADD_CALL, calls)
    return Appended(messages=len(fresh), calls=len(calls))


_ADD_MESSAGE: Final = """
    INSERT INTO direction_messages (project_id, scene_id, message_id, chat_session_id, position, role, content)
    VALUES (:project_id, :scene_id, :message_id, :session_id, :position, :role, :content)
"""
_ADD_CALL: Final = """
    INSERT INTO direction_calls (project_id, scene_id, call_id, message_id, position, name, params, data, error)
    VALUES (:project_id, :scene_id, :call_id, :message_id, :position, :name, :params, :data, :error)
"""


def _known(db: Database, scope: dict[str, str], messages: list[SessionMessage]) -> tuple[set[str], set[str], int]:
    """The ids among these that are there already, and the last position taken."""
    ids = [message.message_id for message in messages if message.message_id] or [""]
    calls = [call.call_id for message in messages for call in message.calls] or [""]
    said = db.all(
        """
        SELECT message_id
          FROM direction_messages
         WHERE project_id = :project_id AND scene_id = :scene_id AND message_id IN :ids
        """,
        **scope,
        ids=ids,
    )
    done = db.all(
        """
        SELECT call_id
          FROM direction_calls
         WHERE project_id = :project_id AND scene_id = :scene_id AND call_id IN :calls
        """,
        **scope,
        calls=calls,
    )
    return {row.message_id for row in said}, {row.call_id for row in done}, _last(db, scope)


def _last(db: Database, scope: dict[str, str]) -> int:
    found = db.value(
        """
        SELECT MAX(position)
          FROM (SELECT MAX(position) AS position
                  FROM direction_messages
                 WHERE project_id = :project_id AND scene_id = :scene_id
                 UNION ALL
                SELECT MAX(position)
                  FROM direction_calls
                 WHERE project_id = :project_id AND scene_id = :scene_id) AS taken
        """,
        **scope,
    )
    return int(found or 0)


def _worth_adding(messages: list[SessionMessage], known: set[str], calls_known: set[str]) -> Iterator[SessionMessage]:
    """The messages to take: without an id, a message counts as seen when the calls that follow it were seen."""
    seen_after = False
    kept: list[SessionMessage] = []
    for message in reversed(messages):
        if message.calls:
            seen_after = all(call.call_id in calls_known for call in message.calls)
        if message.message_id or not seen_after:
            kept.append(message if message.message_id else replace(message, message_id=new_id()))
    yield from reversed(kept)


def _message_row(scope: dict[str, str], session_id: str, message: SessionMessage, position: int) -> dict[str, Any]:
    said = {"message_id": message.message_id, "role": message.role, "content": message.content}
    return {**scope, **said, "session_id": session_id, "position": position}


def _call_row(scope: dict[str, str], message_id: str, call: ToolCall, position: int) -> dict[str, Any]:
    return {
        **scope,
        "call_id": call.call_id,
        "message_id": message_id,
        "position": position,
        "name": call.name,
        "params": checked_json("params", dict(call.params), limit=CALL_LIMIT),
        "data": checked_json("data", call.data, limit=CALL_LIMIT),
        "error": call.error,
    }


def _checked(message: SessionMessage) -> SessionMessage:
    if message.message_id:
        checked_id("message", message.message_id)
    role = message.role.strip().lower()
    if role not in ROLES:
        raise Invalid(f"role must be one of {', '.join(ROLES)}.", field="role")
    checked_text("content", message.content, limit=PROSE_LIMIT)
    for call in message.calls:
        _check_call(call)
    return replace(message, role=role)


def _check_call(call: ToolCall) -> None:
    checked_id("call", call.call_id)
    checked_text("name", call.name, limit=WORD_LIMIT, empty=False)
    checked_text("error", call.error or "", limit=PROSE_LIMIT)
    checked_json("params", dict(call.params), limit=CALL_LIMIT)
    checked_json("data", call.data, limit=CALL_LIMIT)
    shots = call.data.get("shots") if isinstance(call.data, dict) else call.data
    if isinstance(shots, list) and all(isinstance(shot, dict) for shot in shots):
        if len(shots) > MOST_SHOTS:
            raise TooLarge(f"A snapshot has at most {MOST_SHOTS:,} shots.")
        snapshots.read(shots)
