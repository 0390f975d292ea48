"""The facts behind the index entry of an asset, gathered for many assets at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from showbible.assets.model import Artifact, AssetKind, Clip, EntityState, Segment, entity_key, told_kind
from showbible.assets.recall import rows
from showbible.assets.recall.in_force import standing
from showbible.storage.database import ProjectDatabase
from showbible.values import frozen


@frozen
class Sources:
    """Everything that is recorded about one asset."""

    artifact: Artifact
    clip: Clip | None
    segment: Segment | None
    captions: tuple[Artifact, ...]
    states: tuple[EntityState, ...]


def sources(db: ProjectDatabase, asset_ids: Sequence[str]) -> list[Sources]:
    """The facts of those of the assets that exist."""
    artifacts = [rows.artifact(row) for row in _rows(db, _ARTIFACTS, asset_ids)]
    clips = {row.clip_id: rows.clip(row) for row in _rows(db, _CLIPS, _known(artifacts, "clip_id"))}
    wanted = [*_known(artifacts, "segment_id"), *_known(clips.values(), "segment_id")]
    segments = {row.segment_id: rows.segment(row) for row in _rows(db, _SEGMENTS, wanted)}
    captions: dict[str | None, list[Artifact]] = {}
    for row in _rows(db, _CAPTIONS, asset_ids):
        captions.setdefault(row.about, []).append(rows.artifact(row))
    told = _told_by(db, asset_ids, clips)
    timed = _timed(db, segments.values())
    gathered = []
    for artifact in artifacts:
        clip = clips.get(artifact.clip_id or "")
        segment = segments.get(artifact.segment_id or (clip.segment_id if clip else ""))
        gathered.append(
            Sources(
                artifact=artifact,
                clip=clip,
                segment=segment,
                captions=tuple(captions.get(artifact.artifact_id, ())),
                states=(*_linked(told, artifact), *_during(timed, segment)),
            )
        )
    return gathered


def _linked(told: Iterable[EntityState], artifact: Artifact) -> list[EntityState]:
    return [
        state
        for state in told
        if state.source_asset_id == artifact.artifact_id
        or (state.source_clip_id is not None and state.source_clip_id == artifact.clip_id)
    ]


def _during(timed: Iterable[EntityState], segment: Segment | None) -> list[EntityState]:
    """The states that hold at some time of a segment; touching it is not enough."""
    if segment is None:
        return []
    return [
        state
        for state in timed
        if (state.start_ms or 0) < segment.end_ms and (state.end_ms is None or state.end_ms > segment.start_ms)
    ]


def _told_by(db: ProjectDatabase, asset_ids: Sequence[str], clips: Iterable[str]) -> list[EntityState]:
    found = _rows(db, _STATES_OF_ASSETS, asset_ids)
    of_clips = _rows(db, _STATES_OF_CLIPS, list(clips))
    return [rows.state(row) for row in {row.state_id: row for row in (*found, *of_clips)}.values()]


def _timed(db: ProjectDatabase, segments: Iterable[Segment]) -> list[EntityState]:
    """The states without a source that hold at some time of the segments."""
    listed = list(segments)
    if not listed:
        return []
    found = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND source_asset_id IS NULL AND source_clip_id IS NULL
           AND start_ms IS NOT NULL AND start_ms < :end_ms AND (end_ms IS NULL OR end_ms > :start_ms)
           AND paused_at IS NULL
           AND (made_by = 'person' OR (source_note_id IS NULL AND source_scene_id IS NULL))
        """,
        start_ms=min(segment.start_ms for segment in listed),
        end_ms=max(segment.end_ms for segment in listed),
    )
    return _telling([rows.state(row) for row in found], listed)


def _telling(states: Sequence[EntityState], segments: Sequence[Segment]) -> list[EntityState]:
    """The states without those that never show in any of the segments.

    Where many states of an entity hold throughout, each field needs only two: the weakest, which
    gives the field its place in a summary, and the strongest, which gives its value.
    """
    start_ms, end_ms = max(each.start_ms for each in segments), min(each.end_ms for each in segments)
    needed: dict[tuple[str, str], list[EntityState]] = {}
    passing = []
    for state in sorted(states, key=standing):
        if (state.start_ms or 0) >= end_ms or (state.end_ms is not None and state.end_ms <= start_ms):
            passing.append(state)
            continue
        for field in state.state:
            told = needed.setdefault((entity_key(state.entity), field), [])
            told[1:] = [state]
    throughout = {each.state_id: each for told in needed.values() for each in told}
    return [*throughout.values(), *passing]


def _known(things: Iterable[Any], field: str) -> list[str]:
    return list({value for each in things if (value := getattr(each, field)) is not None})


def _rows(db: ProjectDatabase, sql: str, wanted: Sequence[str]) -> list[Any]:
    return db.all(sql, wanted=list(wanted)) if wanted else []


_ARTIFACTS = """
    SELECT *
      FROM artifacts
     WHERE project_id = :project_id AND artifact_id IN :wanted AND about IS NULL
       AND kind IN ('video', 'image', 'audio', 'last_frame', 'keyframe')
"""
_CLIPS = "SELECT * FROM clips WHERE project_id = :project_id AND clip_id IN :wanted"
_SEGMENTS = "SELECT * FROM segments WHERE project_id = :project_id AND segment_id IN :wanted"
_CAPTIONS = """
    SELECT *
      FROM artifacts
     WHERE project_id = :project_id AND about IN :wanted AND kind = 'caption'
     ORDER BY created_at, artifact_id
"""
_STATES_OF_ASSETS = """
    SELECT * FROM entity_states WHERE project_id = :project_id AND source_asset_id IN :wanted AND paused_at IS NULL
"""
_STATES_OF_CLIPS = """
    SELECT * FROM entity_states WHERE project_id = :project_id AND source_clip_id IN :wanted AND paused_at IS NULL
"""


def asset_ids_after(db: ProjectDatabase, after: str, *, limit: int) -> list[str]:
    """The next assets in the order of their ids, for who goes through all of them."""
    found = db.all(
        """
        SELECT artifact_id
          FROM artifacts
         WHERE project_id = :project_id AND artifact_id > :after AND about IS NULL
           AND kind IN ('video', 'image', 'audio', 'last_frame', 'keyframe')
         ORDER BY artifact_id
         LIMIT :limit
        """,
        after=after,
        limit=limit,
    )
    return [row.artifact_id for row in found]


def misfiled(db: ProjectDatabase, asset_ids: Sequence[str]) -> dict[str, str]:
    """Those of some assets that a run delivered as what their kind does not say, with the kind they are of."""
    found = db.all(
        """
        SELECT artifact_id, kind, metadata
          FROM artifacts
         WHERE project_id = :project_id AND artifact_id IN :wanted AND run_id IS NOT NULL AND kind = 'image'
        """,
        wanted=list(asset_ids),
    )
    kinds = {row.artifact_id: told_kind(row.kind, json.loads(row.metadata)) for row in found}
    return {asset_id: kind for asset_id, kind in kinds.items() if kind != AssetKind.IMAGE}


def indexable(db: ProjectDatabase, asset_ids: Sequence[str]) -> list[str]:
    """Those of some artifacts that are assets."""
    return [row.artifact_id for row in _rows(db, _ARTIFACTS, asset_ids)]


def clips_without_asset(db: ProjectDatabase, *, limit: int) -> list[Clip]:
    """Takes whose output nobody recorded as an asset."""
    found = db.all(
        """
        SELECT *
          FROM clips
         WHERE project_id = :project_id
           AND NOT EXISTS (SELECT 1
                             FROM artifacts
                            WHERE artifacts.project_id = clips.project_id AND artifacts.clip_id = clips.clip_id
                              AND artifacts.about IS NULL AND artifacts.kind IN ('video', 'image', 'audio'))
         ORDER BY clip_id
         LIMIT :limit
        """,
        limit=limit,
    )
    return [rows.clip(row) for row in found]


def is_used(db: ProjectDatabase, path: str) -> bool:
    """Whether some asset has its file at a path."""
    sql = "SELECT 1 FROM asset_index WHERE project_id = :project_id AND path = :path LIMIT 1"
    return bool(db.value(sql, path=path))


def used_among(db: ProjectDatabase, paths: Sequence[str]) -> set[str]:
    """Which of some paths are the file of an asset."""
    sql = "SELECT DISTINCT path FROM asset_index WHERE project_id = :project_id AND path IN :paths"
    return {row.path for row in db.all(sql, paths=list(paths) or [""])}


def paths_under(db: ProjectDatabase, prefix: str) -> list[str]:
    """The files of assets whose path begins so."""
    sql = """
        SELECT DISTINCT path
          FROM asset_index
         WHERE project_id = :project_id AND substr(path, 1, length(:prefix)) = :prefix
         ORDER BY path
    """
    return [row.path for row in db.all(sql, prefix=prefix)]


def to_repair(db: ProjectDatabase, *, limit: int) -> list[str]:
    """Assets whose search entry could not be written."""
    sql = "SELECT asset_id FROM asset_index WHERE project_id = :project_id AND needs_reindex = 1 LIMIT :limit"
    return [row.asset_id for row in db.all(sql, limit=limit)]


def to_look_at(db: ProjectDatabase, *, limit: int) -> list[str]:
    """Thin assets that wait for a look."""
    sql = """
        SELECT asset_id
          FROM asset_index
         WHERE project_id = :project_id AND look = 'waiting'
         ORDER BY asset_id
         LIMIT :limit
    """
    return [row.asset_id for row in db.all(sql, limit=limit)]


def to_read(db: ProjectDatabase, *, limit: int) -> list[str]:
    """Assets whose present words nobody has searched for entities."""
    sql = """
        SELECT asset_id
          FROM asset_index
         WHERE project_id = :project_id AND is_read = 0
         ORDER BY asset_id
         LIMIT :limit
    """
    return [row.asset_id for row in db.all(sql, limit=limit)]


def to_embed(db: ProjectDatabase, *, model: str, limit: int) -> list[str]:
    """Assets without a vector of this model for their present words."""
    sql = """
        SELECT asset_id
          FROM (SELECT asset_id FROM asset_index WHERE project_id = :project_id AND embedded_by IS NULL
                 UNION ALL
                SELECT asset_id FROM asset_index WHERE project_id = :project_id AND embedded_by < :model
                 UNION ALL
                SELECT asset_id FROM asset_index WHERE project_id = :project_id AND embedded_by > :model) AS waiting
         LIMIT :limit
    """
    return [row.asset_id for row in db.all(sql, model=model, limit=limit)]
