"""Write down what is so in the story, and from when: entity states and notes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import (
    PERSON,
    RULE,
    EntityKind,
    Note,
    State,
    checked_name,
    entity_key,
    span,
    word,
)
from showbible.assets.recall import rows as shown
from showbible.assets.recall import story
from showbible.assets.record import index, texts
from showbible.assets.record.library import RECORDED
from showbible.assets.record.repair import STALE, repair
from showbible.assets.spelling import spelled
from showbible.errors import Conflict, Invalid, NotFound
from showbible.jobs.queue import announce
from showbible.storage import changes
from showbible.storage.changes import Book
from showbible.storage.database import Database
from showbible.vocabulary import PROSE_LIMIT, ProjectId, checked_id, checked_text, new_id, stamp, utcnow

AT_ONCE: Final = 20
"""Assets whose entity summary is renewed in the transaction of a state; a job renews what is beyond."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a caller says of an entity."""

    entity: str
    kind: str
    state: Mapping[str, Any]
    t_start: float | None = None
    t_end: float | None = None
    source_clip_id: str | None = None
    source_asset_id: str | None = None


def state(
    db: Database, project_id: ProjectId, told: Told, *, made_by: str = PERSON, at: datetime | None = None
) -> State:
    """What is so of an entity from a story time on; without one, from when its take begins."""
    row = _checked(told)
    with db.transaction():
        db.hold(f"assets:{project_id}")
        if row["start_ms"] is None and row["source_clip_id"] is not None:
            row["start_ms"] = _start_of(db, project_id, row["source_clip_id"])
        row["state_id"] = new_id()
        db.run(_PUT, **row, project_id=project_id, made_by=made_by, now=stamp(at or utcnow()))
        known = story.state(db, project_id, row["state_id"])
        renew(db, project_id, [known])
        announce(db, RECORDED, key=project_id, project_id=project_id)
        return known


_PUT: Final = """
    INSERT INTO entity_states (
        project_id, state_id, entity_key, entity, kind, state, start_ms, end_ms, source_clip_id, source_asset_id,
        made_by, created_at, updated_at)
    VALUES (
        :project_id, :state_id, :entity_key, :entity, :kind, :state, :start_ms, :end_ms, :source_clip_id,
        :source_asset_id, :made_by, :now, :now)
        ON CONFLICT (project_id, state_id) DO UPDATE SET
            entity_key = excluded.entity_key, entity = excluded.entity, kind = excluded.kind, state = excluded.state,
            start_ms = excluded.start_ms, end_ms = excluded.end_ms, source_clip_id = excluded.source_clip_id,
            source_asset_id = excluded.source_asset_id, made_by = excluded.made_by, updated_at = excluded.updated_at
"""


def change(
    db: Database,
    project_id: ProjectId,
    state_id: str,
    told: Told,
    *,
    seen: str | None = None,
    at: datetime | None = None,
) -> State:
    """Correct a state; from then on it is a person's word. `seen` is the mark of what the person had before them."""
    row = _checked(told)
    with db.transaction():
        db.hold(f"assets:{project_id}")
        before = story.state(db, project_id, state_id)
        if seen is not None and seen != before.mark:
            now, yours = spelled(before.state, between="; "), spelled(told.state, between="; ")
            raise Conflict(
                f"{before.entity} was changed meanwhile: it says “{now}”, you wrote “{yours}”. Read it anew."
            )
        db.run(_PUT, **row, project_id=project_id, state_id=state_id, made_by=PERSON, now=stamp(at or utcnow()))
        known = story.state(db, project_id, state_id)
        _keep(db, project_id, before, known, at=at)
        renew(db, project_id, [before, known])
        announce(db, RECORDED, key=project_id, project_id=project_id)
        return known


def put_back(
    db: Database, project_id: ProjectId, state_id: str, told: Told, *, made_by: str, at: datetime | None = None
) -> State:
    """A state that was removed, or changed, as it was; the word stays that of whoever gave it."""
    row = {**_checked(told), "state_id": checked_id("state", state_id), "made_by": checked_name("made_by", made_by)}
    with db.transaction():
        db.hold(f"assets:{project_id}")
        before = story.find_state(db, project_id, state_id)
        db.run(_PUT, **row, project_id=project_id, now=stamp(at or utcnow()))
        known = story.state(db, project_id, state_id)
        if before is not None:
            _keep(db, project_id, before, known, at=at)
        renew(db, project_id, [known] if before is None else [before, known])
        announce(db, RECORDED, key=project_id, project_id=project_id)
        return known


def take_back(db: Database, project_id: ProjectId, seq: int, *, at: datetime | None = None) -> State:
    """A state as it was before one of its changes."""
    with db.transaction():
        db.hold(f"assets:{project_id}")
        found = changes.one(db, Book.STORY, scope=project_id, kind=story.STATE, seq=seq)
        if found is None:
            raise NotFound("change", str(seq))
        known = story.state(db, project_id, found.item_id)
        said = {**_said(known), **found.before}
        made_by = said.pop("made_by")
        told = Told(**said, source_clip_id=known.source_clip_id, source_asset_id=known.source_asset_id)
        return put_back(db, project_id, known.state_id, told, made_by=made_by, at=at)


def _keep(db: Database, project_id: ProjectId, before: State, known: State, *, at: datetime | None) -> None:
    changes.note(
        db,
        Book.STORY,
        scope=project_id,
        kind=story.STATE,
        item_id=known.state_id,
        before=_said(before),
        after=_said(known),
        at=at,
    )


def _said(known: State) -> dict[str, Any]:
    return {
        "entity": known.entity,
        "kind": known.kind,
        "state": dict(known.state),
        "t_start": None if known.start_ms is None else known.start_ms / 1000,
        "t_end": None if known.end_ms is None else known.end_ms / 1000,
        "made_by": known.made_by,
    }


def remove_state(db: Database, project_id: ProjectId, state_id: str) -> None:
    """Let a state hold no more."""
    with db.transaction():
        db.hold(f"assets:{project_id}")
        before = story.state(db, project_id, state_id)
        db.run(
            "DELETE FROM entity_states WHERE project_id = :project_id AND state_id = :state_id",
            project_id=project_id,
            state_id=state_id,
        )
        changes.drop(db, Book.STORY, scope=project_id, kind=story.STATE, item_id=state_id)
        renew(db, project_id, [before])
        announce(db, RECORDED, key=project_id, project_id=project_id)


def derive(
    db: Database,
    project_id: ProjectId,
    asset_id: str,
    told: Sequence[Told],
    *,
    made_by: str,
    at: datetime | None = None,
) -> None:
    """Replace what was derived from an asset before; a rule replaces only what a rule said."""
    rows = [_checked(each) for each in told]
    with db.transaction():
        db.hold(f"assets:{project_id}")
        before = _of_asset(db, project_id, asset_id)
        derived = [each for each in before if each.made_by != PERSON]
        if made_by == RULE and any(each.made_by != RULE for each in derived):
            return
        if _says(rows) == [(entity_key(each.entity), dict(each.state), each.start_ms) for each in derived]:
            return
        for each in derived:
            db.run(
                "DELETE FROM entity_states WHERE project_id = :project_id AND state_id = :state_id",
                project_id=project_id,
                state_id=each.state_id,
            )
        now = stamp(at or utcnow())
        db.many(
            _PUT,
            [{**row, "project_id": project_id, "state_id": new_id(), "made_by": made_by, "now": now} for row in rows],
        )
        index.refresh(db, project_id, [asset_id])


def _of_asset(db: Database, project_id: ProjectId, asset_id: str) -> list[State]:
    found = db.all(
        """
        SELECT *
          FROM entity_states
         WHERE project_id = :project_id AND source_asset_id = :asset_id
         ORDER BY entity_key, state_id
        """,
        project_id=project_id,
        asset_id=asset_id,
    )
    return [shown.state(row) for row in found]


def _says(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, dict[str, Any], int | None]]:
    said = [(row["entity_key"], json.loads(row["state"]), row["start_ms"]) for row in rows]
    return sorted(said, key=lambda each: each[0])


def _checked(told: Told) -> dict[str, Any]:
    if not told.state:
        raise Invalid("state must say something: at least one field and its value.", field="state")
    start_ms, end_ms = span(told.t_start, told.t_end)
    entity = checked_name("name", told.entity)
    return {
        "entity_key": entity_key(entity),
        "entity": entity,
        "kind": word(EntityKind, "kind", told.kind),
        "state": texts.facts("state", told.state, limit=PROSE_LIMIT),
        "start_ms": start_ms,
        "end_ms": end_ms,
        "source_clip_id": texts.optional_id("clip", told.source_clip_id),
        "source_asset_id": texts.optional_id("asset", told.source_asset_id),
    }


def _start_of(db: Database, project_id: ProjectId, clip_id: str) -> int | None:
    start = db.value(
        """
        SELECT segments.start_ms
          FROM clips
          JOIN segments ON segments.project_id = clips.project_id AND segments.segment_id = clips.segment_id
         WHERE clips.project_id = :project_id AND clips.clip_id = :clip_id
        """,
        project_id=project_id,
        clip_id=clip_id,
    )
    return None if start is None else int(start)


def renew(db: Database, project_id: ProjectId, states: Sequence[State]) -> None:
    """Bring the entity summaries of the assets that show these states in step.

    The assets nearest to where a state begins are renewed here, so that a search finds at once what
    was just told. An open-ended state is shown by the whole rest of the story, too: those assets are
    marked by one statement, and one job renews them, each once for all the states told meanwhile.
    """
    first = list(dict.fromkeys(asset_id for each in states for asset_id in showing(db, project_id, each)))
    waiting = sum(_mark(db, project_id, each, but=first) for each in states)
    index.renew(db, project_id, first)
    if waiting:
        announce(db, STALE, key=project_id, project_id=project_id)


def _mark(db: Database, project_id: ProjectId, known: State, *, but: Sequence[str]) -> int:
    """Let the assets of a state's time wait for the job; gives how many did not wait yet."""
    if not _is_timed(known) or len(but) < AT_ONCE:
        return 0
    return db.run(
        """
        UPDATE asset_index
           SET needs_reindex = 1
         WHERE project_id = :project_id AND needs_reindex = 0 AND asset_id NOT IN :but
           AND segment_id IN (SELECT segment_id
                                FROM segments
                               WHERE project_id = :project_id AND end_ms > :start_ms AND start_ms < :end_ms)
        """,
        project_id=project_id,
        but=list(but),
        start_ms=known.start_ms,
        end_ms=_end(known),
    )


def renew_these(db: Database, project_id: ProjectId, asset_ids: Sequence[str]) -> None:
    """Bring the entity summaries of some assets, and of all that wait, in step, apart from the change that asked."""
    repair(db, project_id)
    with db.transaction():
        db.hold(f"assets:{project_id}")
        index.renew(db, project_id, asset_ids)
        announce(db, RECORDED, key=project_id, project_id=project_id)


def _is_timed(known: State) -> bool:
    """Whether a state is linked to assets by its story time alone."""
    return known.start_ms is not None and known.source_asset_id is None and known.source_clip_id is None


def _end(known: State) -> int:
    return 2**62 if known.end_ms is None else known.end_ms


def showing(db: Database, project_id: ProjectId, known: State) -> list[str]:
    """The assets that a state is linked to: its own, those of its take, or the first ones of its time."""
    if known.source_asset_id is not None or known.source_clip_id is not None:
        found = db.all(
            """
            SELECT asset_id
              FROM asset_index
             WHERE project_id = :project_id AND (asset_id = :asset_id OR clip_id = :clip_id)
            """,
            project_id=project_id,
            asset_id=known.source_asset_id,
            clip_id=known.source_clip_id,
        )
    elif _is_timed(known):
        found = db.all(
            """
            SELECT asset_index.asset_id
              FROM segments
              JOIN asset_index ON asset_index.project_id = segments.project_id
                              AND asset_index.segment_id = segments.segment_id
             WHERE segments.project_id = :project_id AND segments.end_ms > :start_ms AND segments.start_ms < :end_ms
             ORDER BY segments.start_ms, asset_index.asset_id
             LIMIT :most
            """,
            project_id=project_id,
            start_ms=known.start_ms,
            end_ms=_end(known),
            most=AT_ONCE,
        )
    else:
        found = []
    return [row.asset_id for row in found]


# Notes


def note(
    db: Database,
    project_id: ProjectId,
    note_type: str,
    summary: str,
    *,
    payload: Mapping[str, Any] | None = None,
    segment_id: str | None = None,
    asset_id: str | None = None,
    at: datetime | None = None,
) -> Note:
    """A remark on the timeline, or on the whole project when no segment is named."""
    row = {
        "note_id": new_id(),
        "note_type": checked_name("note_type", note_type),
        "summary": checked_text("summary", summary, limit=PROSE_LIMIT, empty=False),
        "payload": texts.facts("payload", payload) or "{}",
        "segment_id": texts.optional_id("segment", segment_id),
        "asset_id": texts.optional_id("asset", asset_id),
    }
    with db.transaction():
        if segment_id is not None:
            story.segment(db, project_id, segment_id)
        db.run(
            """
            INSERT INTO notes (project_id, note_id, note_type, summary, payload, segment_id, asset_id, created_at)
            VALUES (:project_id, :note_id, :note_type, :summary, :payload, :segment_id, :asset_id, :now)
            """,
            **row,
            project_id=project_id,
            now=stamp(at or utcnow()),
        )
        found = db.first(
            "SELECT * FROM notes WHERE project_id = :project_id AND note_id = :note_id",
            project_id=project_id,
            note_id=row["note_id"],
        )
        if found is None:
            raise NotFound("note", str(row["note_id"]))
        return shown.note(found)
