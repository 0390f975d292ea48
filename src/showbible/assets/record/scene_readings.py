"""Note which scenes were read, move what was read of one with it, and let go of what a scene that is gone told."""

from __future__ import annotations

from datetime import datetime

from showbible.assets.recall.readings import SceneReading, scene_source
from showbible.assets.recall.script import SceneScript
from showbible.assets.record import derived
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, stamp, utcnow


def keep(db: ProjectDatabase, scene: SceneScript, *, at: datetime | None = None) -> None:
    """Note that a scene was read as it is."""
    with db.transaction():
        db.run(
            """
            INSERT INTO scene_readings (project_id, scene_id, digest, start_ms, read_at)
            VALUES (:project_id, :scene_id, :digest, :start_ms, :now)
                ON CONFLICT (project_id, scene_id) DO UPDATE
               SET digest = excluded.digest, start_ms = excluded.start_ms, read_at = excluded.read_at
            """,
            scene_id=scene.scene_id,
            digest=scene.digest,
            start_ms=scene.start_ms,
            now=stamp(at or utcnow()),
        )


def move(db: ProjectDatabase, scene: SceneScript, was: SceneReading) -> None:
    """Let what was read of a scene hold from where the scene stands now; a person's word stays where they said it."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        db.run(
            """
            UPDATE entity_states
               SET start_ms = start_ms + :by
             WHERE project_id = :project_id AND source_scene_id = :scene_id AND made_by <> :person
            """,
            scene_id=scene.scene_id,
            by=(scene.start_ms or 0) - (was.start_ms or 0),
            person=PERSON,
        )
        keep(db, scene)


def drop(db: ProjectDatabase, scene_id: str) -> None:
    """Take away what was read of a scene that is gone; a person's word stays."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        source = scene_source(scene_id)
        derived.unlearn(db, source)
        db.run("DELETE FROM forgotten_readings WHERE project_id = :project_id AND source = :source", source=source.key)
        db.run("DELETE FROM scene_readings WHERE project_id = :project_id AND scene_id = :scene_id", scene_id=scene_id)
