"""Story time: segments, takes, entity states and notes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from showbible.assets.model import Clip, Entity, EntityKind, EntityState, Fact, Note, Segment, entity_key
from showbible.assets.recall import rows
from showbible.assets.recall.facts.spellings import candidates
from showbible.assets.recall.in_force import facts_at
from showbible.errors import NotFound
from showbible.storage import changes, paging
from showbible.storage.changes import Change
from showbible.storage.database import ProjectDatabase, Row
from showbible.storage.paging import Page
from showbible.storage.rows import newest_first, required
from showbible.vocabulary import checked_id

MOST_HELD: Final = 200
"""How many things in people's hands are looked at."""
STATE: Final = "state"
"""What a state is called in the history of changes."""


def segment(db: ProjectDatabase, segment_id: str) -> Segment:
    """One segment."""
    return rows.segment(_row(db, "segment", segment_id))


def segments_between(db: ProjectDatabase, start_ms: int, end_ms: int) -> list[Segment]:
    """The segments that share time with a stretch of the story, in its order; touching is not sharing."""
    found = db.all(
        """
        SELECT *
          FROM segments
         WHERE project_id = :project_id AND start_ms < :end_ms AND end_ms > :start_ms
         ORDER BY start_ms, segment_id
        """,
        start_ms=start_ms,
        end_ms=end_ms,
    )
    return [rows.segment(row) for row in found]


def clip(db: ProjectDatabase, clip_id: str) -> Clip:
    """One take."""
    return rows.clip(_row(db, "clip", clip_id))


def _row(db: ProjectDatabase, kind: str, item_id: str) -> Row[Any]:
    checked_id(kind, item_id)
    sql = f"SELECT * FROM {kind}s WHERE project_id = :project_id AND {kind}_id = :item_id"  # noqa: S608
    return required(db.first(sql, item_id=item_id), kind, item_id)


def active_clips(db: ProjectDatabase, segment_ids: Sequence[str]) -> dict[str, Clip]:
    """The active take of each segment that has one."""
    sql = "SELECT * FROM clips WHERE project_id = :project_id AND segment_id IN :ids AND is_active = 1"
    found = rows.by_id(db, sql, segment_ids, key="segment_id")
    return {segment_id: rows.clip(row) for segment_id, row in found.items()}


def clips(db: ProjectDatabase, segment_id: str) -> list[Clip]:
    """The takes of a segment, oldest first."""
    found = db.all(
        """
        SELECT *
          FROM clips
         WHERE project_id = :project_id AND segment_id = :segment_id
         ORDER BY created_at, clip_id
        """,
        segment_id=segment_id,
    )
    return [rows.clip(row) for row in found]


def entities(db: ProjectDatabase, *, limit: int = paging.USUAL, cursor: str | None = None) -> Page[Entity]:
    """Everyone and everything with a state, by name."""
    paging.checked_limit(limit)
    (after,) = paging.decoded(cursor, (str,)) if cursor else ("",)
    found = db.all(
        """
        SELECT entity_key, MIN(entity) AS name, MIN(kind) AS kind, COUNT(*) AS states
          FROM entity_states
         WHERE project_id = :project_id AND entity_key > :after
         GROUP BY entity_key
         ORDER BY entity_key
         LIMIT :limit
        """,
        after=after,
        limit=limit + 1,
    )
    total = db.value("SELECT COUNT(DISTINCT entity_key) FROM entity_states WHERE project_id = :project_id")
    return paging.page(
        [Entity(name=row.name, kind=EntityKind(row.kind), states=row.states) for row in found],
        limit=limit,
        total=int(total),
        key=lambda each: (entity_key(each.name),),
    )


def kinds(db: ProjectDatabase) -> dict[str, str]:
    """The kind of every entity, by its name."""
    found = db.all(
        """
        SELECT MIN(entity) AS name, MIN(kind) AS kind
          FROM entity_states
         WHERE project_id = :project_id
         GROUP BY entity_key
        """,
    )
    return {row.name: row.kind for row in found}


def states_of(db: ProjectDatabase, names: Sequence[str]) -> list[EntityState]:
    """The states of several entities that are not set aside, under one spelling each, in story order."""
    if not names:
        return []
    spelled = {entity_key(name): name for name in names}
    found = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND entity_key IN :keys AND paused_at IS NULL
         ORDER BY COALESCE(start_ms, -1), created_at, state_id
        """,
        keys=list(spelled),
    )
    return [replace(rows.state(row), entity=spelled[row.entity_key]) for row in found]


def held_states(db: ProjectDatabase, people: Sequence[str], *, text: str = "") -> list[EntityState]:
    """The states of the things that some people, or those whom a text names, ever held by a state of the thing."""
    if not people and not text:
        return []
    found = db.all(
        """
        SELECT entity, state
          FROM entity_states
         WHERE project_id = :project_id AND paused_at IS NULL AND state LIKE '%"holder": %'
        """,
    )
    told = [(row.entity, str(json.loads(row.state).get("holder"))) for row in found]
    holders = {*people, *candidates(text, {holder for _, holder in told})}
    things = dict.fromkeys(entity for entity, holder in told if holder in holders)
    return states_of(db, list(things)[:MOST_HELD])


def state(db: ProjectDatabase, state_id: str) -> EntityState:
    """One state."""
    found = find_state(db, state_id)
    if found is None:
        raise NotFound("state", state_id)
    return found


def find_state(db: ProjectDatabase, state_id: str) -> EntityState | None:
    """One state, or nothing when there is none."""
    row = db.first(
        "SELECT * FROM entity_states WHERE project_id = :project_id AND state_id = :state_id",
        state_id=checked_id("state", state_id),
    )
    return None if row is None else rows.state(row)


def states_of_asset(db: ProjectDatabase, asset_id: str) -> list[EntityState]:
    """What was read from an asset, or told about it, by name; paused ones too."""
    found = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND source_asset_id = :asset_id
         ORDER BY entity_key, COALESCE(start_ms, -1), state_id
        """,
        asset_id=asset_id,
    )
    return [rows.state(row) for row in found]


def state_history(db: ProjectDatabase, state_id: str) -> list[Change]:
    """What people changed in a state, newest first."""
    return changes.of(db, kind=STATE, item_id=state_id)


def states(db: ProjectDatabase, name: str, *, at_ms: int | None = None) -> list[EntityState]:
    """The states of an entity in story order, paused ones too; with a time, only those in force then."""
    found = db.all(
        f"""
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND entity_key = :entity_key AND {_HOLDS}
         ORDER BY COALESCE(start_ms, -1), created_at, state_id
        """,  # noqa: S608
        entity_key=entity_key(name),
        at_ms=at_ms,
    )
    if not found and not _is_known(db, name):
        raise NotFound("entity", name)
    return [rows.state(row) for row in found]


_HOLDS = """
    (CAST(:at_ms AS BIGINT) IS NULL
     OR (paused_at IS NULL AND (start_ms IS NULL OR start_ms <= :at_ms) AND (end_ms IS NULL OR end_ms > :at_ms)))
"""


def facts(db: ProjectDatabase, names: Sequence[str], *, at_ms: int | None = None) -> Mapping[str, list[Fact]]:
    """What is in force of each entity at a story time; without one, as each field was last told."""
    if not names:
        return {}
    found = db.all(
        f"""
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND entity_key IN :keys AND {_HOLDS}
        """,  # noqa: S608
        keys=[entity_key(name) for name in names],
        at_ms=at_ms,
    )
    held: dict[str, list[EntityState]] = {}
    for row in found:
        held.setdefault(row.entity_key, []).append(rows.state(row))
    known = ((name, held.get(entity_key(name), ())) for name in names)
    return {name: told for name, states in known if (told := facts_at(states, at_ms))}


def _is_known(db: ProjectDatabase, name: str) -> bool:
    sql = "SELECT 1 FROM entity_states WHERE project_id = :project_id AND entity_key = :entity_key LIMIT 1"
    return bool(db.value(sql, entity_key=entity_key(name)))


def note(db: ProjectDatabase, note_id: str) -> Note:
    """One note."""
    return rows.note(_row(db, "note", note_id))


def notes(
    db: ProjectDatabase,
    *,
    note_type: str | None,
    limit: int,
    cursor: str | None = None,
) -> Page[Note]:
    """Notes, newest first."""
    total = int(db.value(f"SELECT COUNT(*) FROM notes WHERE {_NOTES}", note_type=note_type))  # noqa: S608
    key = ("created_at", "note_id")
    return newest_first(
        db, _NEWEST_NOTES, rows.note, key=key, total=total, limit=limit, cursor=cursor, note_type=note_type
    )


_NOTES: Final = "project_id = :project_id AND (CAST(:note_type AS TEXT) IS NULL OR note_type = :note_type)"
_NEWEST_NOTES: Final = f"""
    SELECT *
      FROM notes
     WHERE {_NOTES} AND (created_at, note_id) < (:at, :after)
     ORDER BY created_at DESC, note_id DESC
     LIMIT :limit
"""  # noqa: S608
