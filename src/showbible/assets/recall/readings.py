"""What was read before: from which notes and scenes, and which readings people have forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from showbible.assets.model import EntityState, Note
from showbible.assets.recall import rows
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen

FAILURE: Final = "failure"
"""The type of notes that say what went wrong; they tell nothing of the story."""


@frozen
class ReadingSource:
    """What words were read from: the asset, the note or the scene of an id."""

    kind: str
    id: str

    @property
    def key(self) -> str:
        """The source as one word."""
        return f"{self.kind}:{self.id}"


def asset_source(asset_id: str) -> ReadingSource:
    """The words of an asset."""
    return ReadingSource(kind="asset", id=asset_id)


def note_source(note_id: str) -> ReadingSource:
    """A remark on the timeline."""
    return ReadingSource(kind="note", id=note_id)


def scene_source(scene_id: str) -> ReadingSource:
    """A scene with its beats, its shots and what is spoken in it."""
    return ReadingSource(kind="scene", id=scene_id)


def source_of(state: EntityState) -> ReadingSource | None:
    """What a state was read from, or is told of."""
    if state.source_note_id is not None:
        return note_source(state.source_note_id)
    if state.source_scene_id is not None:
        return scene_source(state.source_scene_id)
    return None if state.source_asset_id is None else asset_source(state.source_asset_id)


_STATES: Final = {
    "asset": "SELECT * FROM entity_states WHERE project_id = :project_id AND source_asset_id = :id",
    "note": "SELECT * FROM entity_states WHERE project_id = :project_id AND source_note_id = :id",
    "scene": "SELECT * FROM entity_states WHERE project_id = :project_id AND source_scene_id = :id",
}


def states_from(db: ProjectDatabase, source: ReadingSource) -> list[EntityState]:
    """What was read from a source or told of it, paused ones too, by name and story time."""
    found = [rows.state(row) for row in db.all(_STATES[source.kind], id=source.id)]
    return sorted(found, key=lambda each: (each.entity.casefold(), each.start_ms or -1, each.state_id))


def forgotten(db: ProjectDatabase, source: ReadingSource) -> set[tuple[str, str, str]]:
    """What people have forgotten of what a source says: entity key, field and value as JSON."""
    found = db.all(
        """
        SELECT entity_key, field, value
          FROM forgotten_readings
         WHERE project_id = :project_id AND source = :source
        """,
        source=source.key,
    )
    return {(row.entity_key, row.field, row.value) for row in found}


def unread_notes(db: ProjectDatabase, *, limit: int) -> list[Note]:
    """Notes that nobody has searched for what is so in the story, in the order of their ids."""
    found = db.all(
        "SELECT * FROM notes WHERE project_id = :project_id AND is_read = 0 ORDER BY note_id LIMIT :limit",
        limit=limit,
    )
    return [rows.note(row) for row in found]


@frozen
class SceneReading:
    """Which words of a scene were read, and where in the story it began then."""

    scene_id: str
    digest: str
    start_ms: int | None


def scene_readings(db: ProjectDatabase) -> dict[str, SceneReading]:
    """The scenes that were read, by their ids."""
    found: Sequence[Any] = db.all(
        "SELECT scene_id, digest, start_ms FROM scene_readings WHERE project_id = :project_id"
    )
    return {
        row.scene_id: SceneReading(scene_id=row.scene_id, digest=row.digest, start_ms=row.start_ms) for row in found
    }


def scene_starts(db: ProjectDatabase, scene_ids: Sequence[str]) -> dict[str, int]:
    """When scenes begin, by the segment of their id or else the first segment that an asset of theirs fills."""
    if not scene_ids:
        return {}
    made = db.all(
        """
        SELECT artifacts.scene_id, MIN(segments.start_ms) AS start_ms
          FROM artifacts
          JOIN segments ON segments.project_id = artifacts.project_id AND segments.segment_id = artifacts.segment_id
         WHERE artifacts.project_id = :project_id AND artifacts.scene_id IN :ids
         GROUP BY artifacts.scene_id
        """,
        ids=list(scene_ids),
    )
    own = db.all(
        "SELECT segment_id, start_ms FROM segments WHERE project_id = :project_id AND segment_id IN :ids",
        ids=list(scene_ids),
    )
    return {row.scene_id: row.start_ms for row in made} | {row.segment_id: row.start_ms for row in own}
