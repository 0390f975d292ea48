"""Look direction up: scenes, sessions, scene memories, the profile, and what it says to a planning tool."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from showbible.direction import anticipate as anticipation
from showbible.direction import block as blocks
from showbible.direction import kept
from showbible.direction.model import (
    Block,
    Card,
    CardState,
    Edit,
    Message,
    Profile,
    Scene,
    SceneFacts,
    SceneMemory,
    Session,
    Snapshot,
    ToolCall,
)
from showbible.direction.tools import tool_named
from showbible.errors import NotFound
from showbible.storage import paging
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text, moment, stamp

NO_SESSION: Final = "-"
"""The id of a session that came without one."""

_SCENE: Final = """
    scene_id, scene_index, planning_stage, ready, user_id, facts, shots, created_at, updated_at
"""


def scene(db: Database, project_id: str, scene_id: str) -> Scene:
    """One scene as it was last put."""
    checked_id("scene", scene_id)
    row = db.first(
        f"SELECT {_SCENE} FROM direction_scenes WHERE project_id = :project_id AND scene_id = :scene_id",  # noqa: S608
        project_id=project_id,
        scene_id=scene_id,
    )
    if row is None:
        raise NotFound("scene", scene_id)
    return _scene(row)


def scenes(db: Database, project_id: str, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Scene]:
    """The scenes of a story, the one changed last first."""
    paging.checked_limit(limit)
    at, after = paging.decoded(cursor, (int, str)) if cursor else (2**62, "")
    rows = db.all(_SCENES, project_id=project_id, at=at, after=after, limit=limit + 1)
    total = db.value("SELECT COUNT(*) FROM direction_scenes WHERE project_id = :project_id", project_id=project_id)
    found = [_scene(row) for row in rows]
    return paging.page(found, limit=limit, total=int(total), key=lambda s: (stamp(s.updated_at), s.scene_id))


_SCENES: Final = f"""
    SELECT {_SCENE}
      FROM direction_scenes
     WHERE project_id = :project_id AND (updated_at, scene_id) < (:at, :after)
     ORDER BY updated_at DESC, scene_id DESC
     LIMIT :limit
"""  # noqa: S608


def session(db: Database, project_id: str, scene_id: str) -> Session:
    """Everything said and done about a scene, in order."""
    with db.snapshot():
        said = db.all(
            """
            SELECT message_id, role, content
              FROM direction_messages
             WHERE project_id = :project_id AND scene_id = :scene_id
             ORDER BY position
            """,
            project_id=project_id,
            scene_id=scene_id,
        )
        done = db.all(
            """
            SELECT call_id, message_id, name, params, data, error
              FROM direction_calls
             WHERE project_id = :project_id AND scene_id = :scene_id
             ORDER BY position
            """,
            project_id=project_id,
            scene_id=scene_id,
        )
        last = db.first(
            """
            SELECT chat_session_id, updated_at
              FROM direction_sessions
             WHERE project_id = :project_id AND scene_id = :scene_id AND forgotten = 0
             ORDER BY updated_at DESC
             LIMIT 1
            """,
            project_id=project_id,
            scene_id=scene_id,
        )
    calls: dict[str, list[ToolCall]] = {}
    for row in done:
        calls.setdefault(row.message_id, []).append(_call(row))
    return Session(
        chat_session_id=last.chat_session_id if last and last.chat_session_id != NO_SESSION else None,
        updated_at=moment(last.updated_at) if last else None,
        messages=tuple(
            Message(
                message_id=row.message_id,
                role=row.role,
                content=row.content,
                calls=tuple(calls.get(row.message_id, ())),
            )
            for row in said
        ),
    )


def memory(db: Database, project_id: str, scene_id: str) -> SceneMemory:
    """What is kept of one ready scene."""
    checked_id("scene", scene_id)
    found = find_memory(db, project_id, scene_id)
    if found is None:
        scene(db, project_id, scene_id)
        raise NotFound("memory of scene", scene_id)
    return found


def find_memory(db: Database, project_id: str, scene_id: str) -> SceneMemory | None:
    """What is kept of one scene, if it was harvested."""
    body = db.value(
        "SELECT body FROM direction_memories WHERE project_id = :project_id AND scene_id = :scene_id",
        project_id=project_id,
        scene_id=scene_id,
    )
    return kept.value(SceneMemory, body) if body is not None else None


def memories(db: Database, project_id: str) -> list[SceneMemory]:
    """What is kept of every ready scene of a story, in the story's order."""
    rows = db.all(
        """
        SELECT memory.body
          FROM direction_memories AS memory
          JOIN direction_scenes AS scene
            ON scene.project_id = memory.project_id AND scene.scene_id = memory.scene_id
         WHERE memory.project_id = :project_id AND scene.ready = 1
         ORDER BY COALESCE(scene.scene_index, 2147483647), memory.scene_id
        """,
        project_id=project_id,
    )
    return [kept.value(SceneMemory, row.body) for row in rows]


Sources = tuple[tuple[str, int], ...]
"""The memories a profile is made of, each with the moment it was learned."""


def sources(db: Database, project_id: str) -> Sources:
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
        project_id=project_id,
    )
    return tuple((row.memory_id, int(row.updated_at)) for row in rows)


def unharvested(db: Database, project_id: str) -> list[str]:
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
        project_id=project_id,
    )
    return [row.scene_id for row in rows]


def profile(db: Database, project_id: str) -> Profile:
    """What is known of the story's director."""
    found = find_profile(db, project_id)
    if found is None:
        raise NotFound("profile of project", project_id)
    return found


def find_profile(db: Database, project_id: str) -> Profile | None:
    """The profile, if there is one, with a person's word on its cards."""
    with db.snapshot():
        body = db.value("SELECT body FROM direction_profiles WHERE project_id = :project_id", project_id=project_id)
        if body is None:
            return None
        said = _said(db, project_id)
    found = kept.value(Profile, body)
    return replace(found, cards=tuple(_as_said(card, said.get(card.card_id)) for card in found.cards))


def card(db: Database, project_id: str, card_id: str) -> Card:
    """One card of the profile."""
    checked_id("card", card_id)
    for each in profile(db, project_id).cards:
        if each.card_id == card_id:
            return each
    raise NotFound("card", card_id)


def block(
    db: Database,
    project_id: str,
    tool: str,
    *,
    scene_id: str | None = None,
    steering: str | None = None,
    max_cards: int | None = None,
) -> Block | None:
    """What a planning tool is told of the director; None while there is no profile."""
    wanted = tool_named(tool)
    if steering is not None:
        checked_text("steering", steering, limit=PROSE_LIMIT)
    facts = scene(db, project_id, scene_id).facts if scene_id is not None else None
    found = find_profile(db, project_id)
    if found is None:
        return None
    return blocks.built(found, wanted, facts=facts, steering=steering, most=max_cards)


def anticipate(
    db: Database, project_id: str, facts: SceneFacts, shots: Snapshot, *, steering: str | None = None
) -> list[Edit]:
    """The edits this director would probably make; none while there is no profile."""
    found = find_profile(db, project_id)
    return anticipation.edits(facts, shots, found.cards, steering=steering) if found else []


def proposed(db: Database, project_id: str, scene_id: str) -> list[Mapping[str, Any]]:
    """The edits that were proposed for a scene."""
    rows = db.all(
        """
        SELECT edits
          FROM direction_uses
         WHERE project_id = :project_id AND scene_id = :scene_id AND edits <> '[]'
         ORDER BY used_at
        """,
        project_id=project_id,
        scene_id=scene_id,
    )
    return [edit for row in rows for edit in json.loads(row.edits)]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """How often something happened, and how long it took in all."""

    number: int = 0
    milliseconds: int = 0


def figures(db: Database, project_id: str) -> dict[str, Figure]:
    """How harvests, aggregations and uses of a story went."""
    rows = db.all(
        "SELECT name, number, milliseconds FROM direction_figures WHERE project_id = :project_id", project_id=project_id
    )
    return {row.name: Figure(number=int(row.number), milliseconds=int(row.milliseconds)) for row in rows}


def was_used_for(db: Database, project_id: str, scene_id: str) -> bool:
    """Whether the profile was ever used while a scene was planned."""
    return bool(
        db.value(
            "SELECT 1 FROM direction_uses WHERE project_id = :project_id AND scene_id = :scene_id LIMIT 1",
            project_id=project_id,
            scene_id=scene_id,
        )
    )


def _said(db: Database, project_id: str) -> dict[str, Any]:
    rows: Iterable[Any] = db.all(
        """
        SELECT card_id, state, preference, applies_to, avoid_applying_to
          FROM direction_cards
         WHERE project_id = :project_id
        """,
        project_id=project_id,
    )
    return {row.card_id: row for row in rows}


def _as_said(found: Card, said: Any) -> Card:
    """A card with what a person made of it."""
    if said is None:
        return found
    words = {name: getattr(said, name) for name in ("preference", "applies_to", "avoid_applying_to")}
    given = {name: value for name, value in words.items() if value is not None}
    made_by = "person" if given else found.made_by
    return replace(found, **given, state=CardState(said.state or found.state), made_by=made_by)


def _scene(row: Any) -> Scene:
    return Scene(
        scene_id=row.scene_id,
        scene_index=row.scene_index,
        planning_stage=row.planning_stage,
        ready=bool(row.ready),
        user_id=row.user_id,
        facts=kept.value(SceneFacts, row.facts),
        shots=kept.value(Snapshot, row.shots),
        created_at=moment(row.created_at),
        updated_at=moment(row.updated_at),
    )


def _call(row: Any) -> ToolCall:
    return ToolCall(
        call_id=row.call_id,
        name=row.name,
        params=json.loads(row.params),
        data=json.loads(row.data),
        error=row.error,
    )
