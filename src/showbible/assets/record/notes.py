"""Leave remarks on the timeline, and take them away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.assets.model import Note, checked_name
from showbible.assets.recall import story
from showbible.assets.record import texts
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
    row = _checked(note_type, summary, payload=payload, segment_id=segment_id, asset_id=asset_id)
    with db.transaction():
        if segment_id is not None:
            story.segment(db, segment_id)
        return _written(db, new_id(), row, at=at)


def remove_note(db: ProjectDatabase, note_id: str) -> Note:
    """Take a remark away; gives what it was."""
    with db.transaction():
        gone = story.note(db, note_id)
        db.run(
            "DELETE FROM notes WHERE project_id = :project_id AND note_id = :note_id",
            note_id=note_id,
        )
        return gone


def put_note_back(
    db: ProjectDatabase, note_id: str, note_type: str, summary: str, *, at: datetime, **told: Any
) -> Note:
    """A remark that was taken away, where it stood; one that is there already stays as it is."""
    row = _checked(note_type, summary, **told)
    with db.transaction():
        return _written(db, checked_id("note", note_id), row, at=at)


def _checked(
    note_type: str,
    summary: str,
    *,
    payload: Mapping[str, Any] | None = None,
    segment_id: str | None = None,
    asset_id: str | None = None,
) -> dict[str, Any]:
    return {
        "note_type": checked_name("note_type", note_type),
        "summary": checked_text("summary", summary, limit=PROSE_LIMIT, empty=False),
        "payload": texts.facts("payload", payload) or "{}",
        "segment_id": texts.optional_id("segment", segment_id),
        "asset_id": texts.optional_id("asset", asset_id),
    }


def _written(db: ProjectDatabase, note_id: str, row: Mapping[str, Any], *, at: datetime | None) -> Note:
    db.run(
        """
        INSERT INTO notes (project_id, note_id, note_type, summary, payload, segment_id, asset_id, created_at)
        VALUES (:project_id, :note_id, :note_type, :summary, :payload, :segment_id, :asset_id, :now)
            ON CONFLICT (project_id, note_id) DO NOTHING
        """,
        **row,
        note_id=note_id,
        now=stamp(at or utcnow()),
    )
    return story.note(db, note_id)
