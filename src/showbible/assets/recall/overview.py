"""What pages about a project show at once: counts, stretches of the story, takes with their films, states in lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from showbible.assets.model import Asset, AssetKind, Clip, EntityState, Segment, entity_key
from showbible.assets.recall import rows, story
from showbible.storage import paging
from showbible.storage.database import ProjectDatabase
from showbible.storage.paging import Page
from showbible.values import frozen

MOST_STATES: Final = 2000
"""How many states one page of lanes draws."""


@frozen
class ShotSegment:
    """A segment with how often it was shot."""

    segment: Segment
    takes: int


def kinds(db: ProjectDatabase) -> dict[AssetKind, int]:
    """How many assets there are of each kind that has any."""
    found = db.all("SELECT kind, number FROM asset_counts WHERE project_id = :project_id AND number > 0")
    numbers = {row.kind: row.number for row in found}
    return {kind: numbers[kind] for kind in AssetKind if kind in numbers}


def cover(db: ProjectDatabase) -> Asset | None:
    """The newest film in a store of ours, else the newest picture."""
    for kind in (AssetKind.VIDEO, AssetKind.IMAGE, AssetKind.KEYFRAME, AssetKind.LAST_FRAME):
        found = (rows.asset(row) for row in db.all(_NEWEST_OF_KIND, kind=kind))
        near = next((each for each in found if each.url), None)
        if near is not None:
            return near
    return None


_NEWEST_OF_KIND: Final = f"""
    SELECT {rows.ASSET}
      FROM asset_index
     WHERE project_id = :project_id AND kind = :kind
     ORDER BY created_at DESC, asset_id DESC
     LIMIT 20
"""  # noqa: S608


def stretches(db: ProjectDatabase, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[ShotSegment]:
    """Segments in the order of the story."""
    paging.checked_limit(limit)
    start_ms, after = paging.decoded(cursor, (int, str)) if cursor else (-1, "")
    found = db.all(
        """
        SELECT segments.*,
               (SELECT COUNT(*) FROM clips
                 WHERE clips.project_id = segments.project_id AND clips.segment_id = segments.segment_id) AS takes
          FROM segments
         WHERE project_id = :project_id AND (start_ms, segment_id) > (:start_ms, :after)
         ORDER BY start_ms, segment_id
         LIMIT :limit
        """,
        start_ms=start_ms,
        after=after,
        limit=limit + 1,
    )
    total = db.value("SELECT COUNT(*) FROM segments WHERE project_id = :project_id")
    return paging.page(
        [ShotSegment(segment=rows.segment(row), takes=row.takes) for row in found],
        limit=limit,
        total=int(total),
        key=lambda each: (each.segment.start_ms, each.segment.segment_id),
    )


def neighbours(db: ProjectDatabase, around: Segment) -> tuple[Segment | None, Segment | None]:
    """The segments before and after one, in the order of the story."""
    place = {"project_id": db.project_id, "start_ms": around.start_ms, "segment_id": around.segment_id}
    before, after = db.first(_BEFORE, **place), db.first(_AFTER, **place)
    return (rows.segment(before) if before else None, rows.segment(after) if after else None)


_BEFORE: Final = """
    SELECT * FROM segments WHERE project_id = :project_id AND (start_ms, segment_id) < (:start_ms, :segment_id)
     ORDER BY start_ms DESC, segment_id DESC LIMIT 1
"""
_AFTER: Final = """
    SELECT * FROM segments WHERE project_id = :project_id AND (start_ms, segment_id) > (:start_ms, :segment_id)
     ORDER BY start_ms, segment_id LIMIT 1
"""


def end_of_story(db: ProjectDatabase) -> int:
    """The last millisecond that a segment or a state speaks of; 0 in a story without time."""
    last = db.value(
        """
        SELECT MAX(at) FROM (
            SELECT MAX(end_ms) AS at FROM segments WHERE project_id = :project_id
             UNION ALL
            SELECT MAX(COALESCE(end_ms, start_ms)) AS at FROM entity_states WHERE project_id = :project_id) AS ends
        """,
    )
    return int(last or 0)


def outputs(db: ProjectDatabase, clip_ids: Sequence[str]) -> dict[str, Asset]:
    """What each take made: its film before its picture before its frames."""
    found: dict[str, Asset] = {}
    for each in _of_clips(db, clip_ids):
        best = found.get(each.clip_id or "")
        if best is None or _ORDER.index(each.kind) < _ORDER.index(best.kind):
            found[each.clip_id or ""] = each
    return found


_ORDER: Final = (AssetKind.VIDEO, AssetKind.IMAGE, AssetKind.KEYFRAME, AssetKind.LAST_FRAME, AssetKind.AUDIO)


def frames(db: ProjectDatabase, clip_id: str) -> list[Asset]:
    """The single frames kept of a take, first to last."""
    return [each for each in _of_clips(db, [clip_id]) if each.kind in (AssetKind.KEYFRAME, AssetKind.LAST_FRAME)]


def _of_clips(db: ProjectDatabase, clip_ids: Sequence[str]) -> list[Asset]:
    if not clip_ids:
        return []
    found = db.all(_OF_CLIPS, clip_ids=list(clip_ids))
    return [rows.asset(row) for row in found]


_OF_CLIPS: Final = f"""
    SELECT {rows.ASSET}
      FROM asset_index
     WHERE project_id = :project_id AND clip_id IN :clip_ids
     ORDER BY created_at, asset_id
"""  # noqa: S608


def standing(db: ProjectDatabase, segment_ids: Sequence[str]) -> dict[str, tuple[Clip, Asset | None]]:
    """The take that stands in each of some segments, where one does, with what it made."""
    active = story.active_clips(db, segment_ids)
    made = outputs(db, [clip.clip_id for clip in active.values()])
    return {segment_id: (clip, made.get(clip.clip_id)) for segment_id, clip in active.items()}


def films(db: ProjectDatabase, found: Sequence[Clip]) -> list[tuple[Clip, Asset | None]]:
    """Takes, each with what it made."""
    made = outputs(db, [clip.clip_id for clip in found])
    return [(clip, made.get(clip.clip_id)) for clip in found]


def segments(db: ProjectDatabase, segment_ids: Sequence[str]) -> dict[str, Segment]:
    """Those of some segments that exist."""
    sql = "SELECT * FROM segments WHERE project_id = :project_id AND segment_id IN :ids"
    found = rows.by_id(db, sql, segment_ids, key="segment_id")
    return {segment_id: rows.segment(row) for segment_id, row in found.items()}


def states(db: ProjectDatabase, names: Sequence[str]) -> dict[str, list[EntityState]]:
    """The states of each of some entities, in the order of the story."""
    if not names:
        return {}
    found: list[Any] = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND entity_key IN :keys
         ORDER BY COALESCE(start_ms, -1), created_at, state_id
         LIMIT :most
        """,
        keys=[entity_key(name) for name in names],
        most=MOST_STATES,
    )
    held: dict[str, list[EntityState]] = {entity_key(name): [] for name in names}
    for row in found:
        held[row.entity_key].append(rows.state(row))
    return {name: held[entity_key(name)] for name in names}
