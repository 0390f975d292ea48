"""Scenes, what was said and done about them, and what is kept of the ready ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Final

from showbible.direction.model import (
    EditEvent,
    Learning,
    Moment,
    Observation,
    Scene,
    SceneFacts,
    SessionMessage,
    Setting,
    ShotSummary,
    Snapshot,
    ToolCall,
)
from showbible.direction.recall import as_json, snapshots
from showbible.errors import NotFound
from showbible.storage import paging
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, value_of
from showbible.values import frozen
from showbible.vocabulary import LOCAL_USER, checked_id, moment

NO_SESSION: Final = "-"
"""The id of a session that came without one."""

_SCENE: Final = """
    scene_id, scene_index, planning_stage, ready, user_id, facts, shots, created_at, updated_at
"""


@frozen
class SceneMemory:
    """What is kept of one ready scene."""

    memory_id: str
    project_id: str
    scene_id: str
    scene_index: int | None
    trigger_user_id: str
    chat_session_id: str | None
    chat_session_updated_at: datetime | None
    planning_stage: str
    harvested_at: datetime
    context_summary: str
    edit_summary: str
    events: tuple[EditEvent, ...]
    final_shots: ShotSummary
    learnings: tuple[Learning, ...]
    observations: tuple[Observation, ...]
    tally: Mapping[str, Mapping[str, int]]
    """What was changed, inserted, removed, merged and reordered, and how often."""
    names: tuple[str, ...]
    """Names of this scene, which no card may hold."""
    things: tuple[str, ...]
    """Other words of this scene, which no model may put into a card."""
    made_by: str
    source_updated_at: datetime
    created_at: datetime
    updated_at: datetime
    moments: tuple[Moment, ...] = ()
    setting: Setting = field(default_factory=Setting)


def scene(db: ProjectDatabase, scene_id: str) -> Scene:
    """One scene as it was last put."""
    checked_id("scene", scene_id)
    row = db.first(
        f"SELECT {_SCENE} FROM direction_scenes WHERE project_id = :project_id AND scene_id = :scene_id",  # noqa: S608
        scene_id=scene_id,
    )
    if row is None:
        raise NotFound("scene", scene_id)
    return _scene(row)


def scenes(db: ProjectDatabase, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Scene]:
    """The scenes of a story, the one changed last first."""
    total = int(db.value("SELECT COUNT(*) FROM direction_scenes WHERE project_id = :project_id"))
    return newest_first(db, _SCENES, _scene, key=("updated_at", "scene_id"), total=total, limit=limit, cursor=cursor)


_SCENES: Final = f"""
    SELECT {_SCENE}
      FROM direction_scenes
     WHERE project_id = :project_id AND (updated_at, scene_id) < (:at, :after)
     ORDER BY updated_at DESC, scene_id DESC
     LIMIT :limit
"""  # noqa: S608


def in_story_order(db: ProjectDatabase) -> list[Scene]:
    """Every scene of a story by its number, those without one last, as they were made."""
    found = db.all(
        f"""
        SELECT {_SCENE}
          FROM direction_scenes
         WHERE project_id = :project_id
         ORDER BY COALESCE(scene_index, 2147483647), created_at, scene_id
        """,  # noqa: S608
    )
    return [_scene(row) for row in found]


def ids(db: ProjectDatabase) -> list[str]:
    """The id of every scene of a story."""
    found = db.all("SELECT scene_id FROM direction_scenes WHERE project_id = :project_id")
    return [row.scene_id for row in found]


@frozen
class Session:
    """Everything said and done about one scene, in order."""

    chat_session_id: str | None
    updated_at: datetime | None
    messages: tuple[SessionMessage, ...]
    user_id: str | None
    """Who was named last as the one who edits, if anybody was."""

    @property
    def plans(self) -> dict[str, tuple[Snapshot, Snapshot]]:
        """What the plan was before and after each call that left one behind."""
        found: dict[str, tuple[Snapshot, Snapshot]] = {}
        before: Snapshot = ()
        for call in (call for message in self.messages for call in message.calls):
            shots = snapshots.shots_of(call.data) if call.error is None else None
            if shots is not None:
                after = snapshots.active(shots)
                found[call.call_id] = (before, after)
                before = after
        return found


def session(db: ProjectDatabase, scene_id: str) -> Session:
    """Everything said and done about a scene, in order."""
    with db.snapshot():
        said, done = db.all(_SAID, scene_id=scene_id), db.all(_DONE, scene_id=scene_id)
        last = db.first(_LAST_SESSION, scene_id=scene_id)
        editor = db.value(_LAST_EDITOR, scene_id=scene_id, nobody=LOCAL_USER)
    calls: dict[str, list[ToolCall]] = {}
    for row in done:
        calls.setdefault(row.message_id, []).append(_call(row))
    return Session(
        chat_session_id=last.chat_session_id if last and last.chat_session_id != NO_SESSION else None,
        updated_at=moment(last.updated_at) if last else None,
        messages=tuple(_message(row, calls.get(row.message_id, ())) for row in said),
        user_id=editor,
    )


_SAID: Final = """
    SELECT message_id, role, content
      FROM direction_messages
     WHERE project_id = :project_id AND scene_id = :scene_id
     ORDER BY position
"""

_DONE: Final = """
    SELECT call_id, message_id, name, params, data, error
      FROM direction_calls
     WHERE project_id = :project_id AND scene_id = :scene_id
     ORDER BY position
"""

_LAST_SESSION: Final = """
    SELECT chat_session_id, updated_at
      FROM direction_sessions
     WHERE project_id = :project_id AND scene_id = :scene_id AND forgotten = 0
     ORDER BY updated_at DESC
     LIMIT 1
"""

_LAST_EDITOR: Final = """
    SELECT user_id
      FROM direction_sessions
     WHERE project_id = :project_id AND scene_id = :scene_id AND forgotten = 0 AND user_id <> :nobody
     ORDER BY updated_at DESC
     LIMIT 1
"""


def memory(db: ProjectDatabase, scene_id: str) -> SceneMemory:
    """What is kept of one ready scene."""
    checked_id("scene", scene_id)
    found = find_memory(db, scene_id)
    if found is None:
        scene(db, scene_id)
        raise NotFound("memory of scene", scene_id)
    return found


def find_memory(db: ProjectDatabase, scene_id: str) -> SceneMemory | None:
    """What is kept of one scene, if it was harvested."""
    body = db.value(
        "SELECT body FROM direction_memories WHERE project_id = :project_id AND scene_id = :scene_id",
        scene_id=scene_id,
    )
    return as_json.value(SceneMemory, body) if body is not None else None


def memories(db: ProjectDatabase) -> list[SceneMemory]:
    """What is kept of every ready scene of a story, in the story's order."""
    return [as_json.value(SceneMemory, body) for body in bodies(db)]


def bodies(db: ProjectDatabase) -> list[str]:
    """The same as it is written down."""
    rows = db.all(
        """
        SELECT memory.body
          FROM direction_memories AS memory
          JOIN direction_scenes AS scene
            ON scene.project_id = memory.project_id AND scene.scene_id = memory.scene_id
         WHERE memory.project_id = :project_id AND scene.ready = 1
         ORDER BY COALESCE(scene.scene_index, 2147483647), memory.scene_id
        """,
    )
    return [row.body for row in rows]


Sources = tuple[tuple[str, int], ...]
"""The memories a profile is made of, each with the moment it was learned."""


def sources(db: ProjectDatabase) -> Sources:
    """The memories that a profile made now would rest on."""
    rows = db.all(
        """
        SELECT memory.memory_id, memory.updated_at
          FROM direction_memories AS memory
          JOIN direction_scenes AS scene
            ON scene.project_id = memory.project_id AND scene.scene_id = memory.scene_id
         WHERE memory.project_id = :project_id AND scene.ready = 1
         ORDER BY memory.memory_id
        """,
    )
    return tuple((row.memory_id, int(row.updated_at)) for row in rows)


def unharvested(db: ProjectDatabase) -> list[str]:
    """Ready scenes without a memory, or with one that is older than the scene."""
    rows = db.all(
        """
        SELECT scene.scene_id
          FROM direction_scenes AS scene
          LEFT JOIN direction_memories AS memory
            ON memory.project_id = scene.project_id AND memory.scene_id = scene.scene_id
         WHERE scene.project_id = :project_id AND scene.ready = 1
           AND (memory.scene_id IS NULL OR memory.source_updated_at < scene.updated_at)
         ORDER BY scene.scene_id
        """,
    )
    return [row.scene_id for row in rows]


def _scene(row: Any) -> Scene:
    facts, shots = as_json.value(SceneFacts, row.facts), as_json.value(Snapshot, row.shots)
    return value_of(Scene, row, facts=facts, shots=shots)


def _message(row: Any, calls: Iterable[ToolCall]) -> SessionMessage:
    return SessionMessage(message_id=row.message_id, role=row.role, content=row.content, calls=tuple(calls))


def _call(row: Any) -> ToolCall:
    return value_of(ToolCall, row, data=json.loads(row.data))
