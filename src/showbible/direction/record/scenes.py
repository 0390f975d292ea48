"""Put a scene, take it back, remove it; a scene that is ready announces itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from showbible.direction.model import Scene, SceneFacts, Snapshot
from showbible.direction.recall import as_json, profiles, scenes
from showbible.direction.recall.plans import WORD_LIMIT, NewScene, checked_facts, checked_shots
from showbible.direction.recall.stages import placed
from showbible.errors import Invalid, NotFound
from showbible.jobs.queue import announce
from showbible.storage import changes
from showbible.storage.database import Database, ProjectDatabase
from showbible.vocabulary import checked_id, checked_text, stamp, utcnow

_OF_A_SCENE: Final = (
    "direction_scenes",
    "direction_sessions",
    "direction_messages",
    "direction_calls",
    "direction_memories",
    "direction_uses",
)
_OF_A_PROJECT: Final = (*_OF_A_SCENE, "direction_profiles", "direction_cards", "direction_figures")


def put_scene(db: ProjectDatabase, scene_id: str, new: NewScene, *, at: datetime | None = None) -> Scene:
    """Keep a scene; a ready one is harvested, one that is no longer ready leaves the profile.

    A scene whose planning goes on asks for whatever the profile still lacks.
    """
    row = _checked(db.project_id, scene_id, new)
    with db.transaction():
        db.hold(f"direction:{db.project_id}:{scene_id}")
        old = _find(db, scene_id)
        if old is not None and _same(db, row):
            return old
        # A clock set back must not make this look older than what was learned before.
        db.run(_PUT, **row, at=max(stamp(at or utcnow()), stamp(old.updated_at) + 1 if old else 0))
        announce_told(db)
        if row["ready"]:
            announce_ready(db, scene_id)
        elif old is not None and old.ready:
            _withdraw(db, scene_id)
        else:
            catch_up(db)
        return scenes.scene(db, scene_id)


_PUT: Final = """
    INSERT INTO direction_scenes (
        project_id, scene_id, scene_index, planning_stage, ready, user_id, facts, shots, created_at, updated_at)
    VALUES (
        :project_id, :scene_id, :scene_index, :planning_stage, :ready, :user_id, :facts, :shots, :at, :at)
    ON CONFLICT (project_id, scene_id) DO UPDATE
       SET scene_index = excluded.scene_index, planning_stage = excluded.planning_stage, ready = excluded.ready,
           user_id = excluded.user_id, facts = excluded.facts, shots = excluded.shots,
           updated_at = excluded.updated_at
"""


def delete_scene(db: ProjectDatabase, scene_id: str) -> None:
    """Remove a scene with its session and its memory; the profile is rebuilt without it."""
    with db.transaction():
        db.hold(f"direction:{db.project_id}:{scene_id}")
        scenes.scene(db, scene_id)
        for table in _OF_A_SCENE:
            db.run(
                f"DELETE FROM {table} WHERE project_id = :project_id AND scene_id = :scene_id",  # noqa: S608
                scene_id=scene_id,
            )
        announce_told(db)
        announce(db, "direction.changed", key=db.project_id, project_id=db.project_id)


def forget_project(db: Database, project_id: str) -> None:
    """Remove everything that a story's direction holds."""
    with db.transaction():
        for table in _OF_A_PROJECT:
            db.run(f"DELETE FROM {table} WHERE project_id = :project_id", project_id=project_id)  # noqa: S608
        changes.drop_project(db, project_id)


def announce_ready(db: ProjectDatabase, scene_id: str) -> None:
    """Say that there is something to learn from a scene; the newest word replaces one that waits."""
    announce(db, "scene.ready", key=f"{db.project_id}:{scene_id}", project_id=db.project_id, scene_id=scene_id)


def announce_told(db: ProjectDatabase) -> None:
    """Say that the words or the order of the scenes have changed, for whoever reads what they tell."""
    announce(db, "scenes.told", key=db.project_id, project_id=db.project_id)


def rebuild(db: ProjectDatabase) -> int:
    """Announce the harvest of what is missing and a new aggregation; gives how many jobs that is."""
    with db.transaction():
        waiting = scenes.unharvested(db)
        for scene_id in waiting:
            announce_ready(db, scene_id)
        announce(db, "direction.changed", key=db.project_id, project_id=db.project_id)
    return len(waiting) + 1


def catch_up(db: ProjectDatabase) -> None:
    """Ask for the memories that ready scenes lack, and for the profile that should be there."""
    unmade = scenes.sources(db) and profiles.learned_profile(db) is None
    if unmade or scenes.unharvested(db):
        rebuild(db)


def _withdraw(db: ProjectDatabase, scene_id: str) -> None:
    db.run(
        "DELETE FROM direction_memories WHERE project_id = :project_id AND scene_id = :scene_id",
        scene_id=scene_id,
    )
    announce(db, "direction.changed", key=db.project_id, project_id=db.project_id)


def _find(db: ProjectDatabase, scene_id: str) -> Scene | None:
    try:
        return scenes.scene(db, scene_id)
    except NotFound:
        return None


def _same(db: Database, row: Mapping[str, Any]) -> bool:
    found = db.first(
        """
        SELECT scene_index, planning_stage, ready, user_id, facts, shots
          FROM direction_scenes
         WHERE project_id = :project_id AND scene_id = :scene_id
        """,
        project_id=row["project_id"],
        scene_id=row["scene_id"],
    )
    return found is not None and all(value == row[name] for name, value in found._mapping.items())


def _checked(project_id: str, scene_id: str, new: NewScene) -> dict[str, Any]:
    told = checked_text("planning_stage", new.planning_stage, limit=WORD_LIMIT, empty=False)
    stage, ready = placed(told, ready=new.ready)
    return {
        "project_id": project_id,
        "scene_id": checked_id("scene", scene_id),
        "scene_index": _checked_index(new.scene_index),
        "planning_stage": stage,
        "ready": int(ready),
        "user_id": checked_id("user", new.user_id),
        "facts": as_json.text(SceneFacts, checked_facts(new.facts)),
        "shots": as_json.text(Snapshot, checked_shots(new.shots)),
    }


def _checked_index(index: int | None) -> int | None:
    if index is not None and not -(2**31) < index < 2**31 - 1:
        raise Invalid("scene_index is far out of range.", field="scene_index")
    return index
