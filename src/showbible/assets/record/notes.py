"""Leave remarks on the timeline, take them away and bring them back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from showbible.assets.model import Note, checked_name
from showbible.assets.recall import story
from showbible.assets.record import texts
from showbible.corrections import Correctable
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PROSE_LIMIT, checked_id, checked_text, new_id, stamp, utcnow


def note(
    db: ProjectDatabase,
    note_type: str,
    summary: str,
    *,
    payload: Mapping[str, Any] | None = None,
    segment_id: str | None = None,
    asset_id: str | None = None,
    at: datetime | None = None,
) -> Note:
    """A remark on the timeline, or on the whole project when no segment is named."""
    made = Note(
        note_id=new_id(),
        note_type=note_type,
        summary=summary,
        payload=payload or {},
        segment_id=segment_id,
        asset_id=asset_id,
        created_at=at or utcnow(),
    )
    with db.transaction():
        row = _checked(made)
        if segment_id is not None:
            story.segment(db, segment_id)
        db.run(_PUT, **row)
        return story.note(db, made.note_id)


def _take(db: ProjectDatabase, gone: Note) -> Note:
    db.run("DELETE FROM notes WHERE project_id = :project_id AND note_id = :note_id", note_id=gone.note_id)
    return gone


def _put(db: ProjectDatabase, taken: Note) -> Note:
    """One that is there already stays as it is."""
    db.run(_PUT, **_checked(taken))
    return story.note(db, taken.note_id)


NOTE: Final = Correctable[ProjectDatabase, Note, Note](
    name="note", read=story.note, lock=lambda found: f"note:{found.note_id}", take=_take, put=_put
)


def _checked(told: Note) -> dict[str, Any]:
    return {
        "note_id": checked_id("note", told.note_id),
        "note_type": checked_name("note_type", told.note_type),
        "summary": checked_text("summary", told.summary, limit=PROSE_LIMIT, empty=False),
        "payload": texts.facts("payload", told.payload),
        "segment_id": texts.optional_id("segment", told.segment_id),
        "asset_id": texts.optional_id("asset", told.asset_id),
        "now": stamp(told.created_at),
    }


_PUT: Final = """
    INSERT INTO notes (project_id, note_id, note_type, summary, payload, segment_id, asset_id, created_at)
    VALUES (:project_id, :note_id, :note_type, :summary, :payload, :segment_id, :asset_id, :now)
        ON CONFLICT (project_id, note_id) DO NOTHING
"""
