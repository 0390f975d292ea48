"""Keep what was learned, unless something newer is there already."""

from __future__ import annotations

from typing import Final

from showbible.direction.model import Profile
from showbible.direction.recall import as_json, profiles, scenes
from showbible.direction.recall.history import CARD, WORDS
from showbible.direction.recall.scenes import SceneMemory
from showbible.jobs.queue import announce
from showbible.storage import changes
from showbible.storage.database import Database, ProjectDatabase
from showbible.vocabulary import PERSON, stamp


def keep_memory(db: Database, memory: SceneMemory) -> bool:
    """Keep a scene's memory when its scene is still ready and nothing newer was learned; gives whether it was kept."""
    row = {"project_id": memory.project_id, "scene_id": memory.scene_id}
    source = stamp(memory.source_updated_at)
    with db.transaction():
        db.hold(f"direction:{memory.project_id}:{memory.scene_id}")
        if not db.value(_STILL_READY, **row):
            return False
        newest = db.value(_SOURCE, **row)
        if newest is not None and int(newest) > source:
            return False
        db.run(
            _KEEP_MEMORY,
            **row,
            memory_id=memory.memory_id,
            body=as_json.text(SceneMemory, memory),
            made_by=memory.made_by,
            source=source,
            created_at=stamp(memory.created_at),
            updated_at=stamp(memory.updated_at),
        )
        announce(db, "direction.changed", key=memory.project_id, project_id=memory.project_id)
        return True


def keep_causes(db: Database, memory: SceneMemory) -> bool:
    """Keep why the edits of a scene were made, as other scenes show it, unless the scene was learned anew meanwhile."""
    with db.transaction():
        changed = db.run(
            _KEEP_CAUSES,
            project_id=memory.project_id,
            scene_id=memory.scene_id,
            body=as_json.text(SceneMemory, memory),
            updated_at=stamp(memory.updated_at),
        )
    return bool(changed)


_KEEP_CAUSES: Final = """
    UPDATE direction_memories SET body = :body
     WHERE project_id = :project_id AND scene_id = :scene_id AND updated_at = :updated_at
"""
_STILL_READY: Final = """
    SELECT 1 FROM direction_scenes WHERE project_id = :project_id AND scene_id = :scene_id AND ready = 1
"""
_SOURCE: Final = """
    SELECT source_updated_at FROM direction_memories WHERE project_id = :project_id AND scene_id = :scene_id
"""
_KEEP_MEMORY: Final = """
    INSERT INTO direction_memories (
        project_id, scene_id, memory_id, body, made_by, source_updated_at, created_at, updated_at)
    VALUES (:project_id, :scene_id, :memory_id, :body, :made_by, :source, :created_at, :updated_at)
    ON CONFLICT (project_id, scene_id) DO UPDATE
       SET body = excluded.body, made_by = excluded.made_by, source_updated_at = excluded.source_updated_at,
           updated_at = excluded.updated_at
"""


def keep_profile(db: ProjectDatabase, profile: Profile | None, *, sources: scenes.Sources) -> bool:
    """Overwrite the profile, or remove it at zero scenes; refuses when its sources have changed meanwhile."""
    with db.transaction():
        db.hold(f"direction:{db.project_id}:profile")
        if scenes.sources(db) != sources:
            return False
        _note_rewording(db, profile)
        if profile is None:
            db.run("DELETE FROM direction_profiles WHERE project_id = :project_id")
            return True
        db.run(
            """
            INSERT INTO direction_profiles (project_id, profile_id, body, made_by, created_at, updated_at)
            VALUES (:project_id, :profile_id, :body, :made_by, :created_at, :updated_at)
                ON CONFLICT (project_id)
                DO UPDATE SET body = excluded.body, made_by = excluded.made_by, updated_at = excluded.updated_at
            """,
            profile_id=profile.profile_id,
            body=as_json.text(Profile, profile),
            made_by=profile.made_by,
            created_at=stamp(profile.created_at),
            updated_at=stamp(profile.updated_at),
        )
        return True


def _note_rewording(db: ProjectDatabase, profile: Profile | None) -> None:
    """Write down which cards the learning puts into other words; those a person worded stay as they are."""
    old = profiles.find_profile(db)
    was = {card.card_id: card for card in old.cards if card.made_by != PERSON} if old else {}
    for card in profile.cards if profile else ():
        if before := was.get(card.card_id):
            changes.note(
                db,
                kind=CARD,
                item_id=card.card_id,
                before={name: getattr(before, name) for name in WORDS},
                after={name: getattr(card, name) for name in WORDS},
                made_by=card.made_by,
            )
