"""Leave remarks on the timeline, take them away and bring them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict, Unpack

from showbible.assets.model import Note, checked_name
from showbible.assets.recall import story
from showbible.assets.recall.readings import FAILURE, note_source
from showbible.assets.record import derived, index, texts
from showbible.corrections import Correctable
from showbible.storage.database import ProjectDatabase
from showbible.values import check_names
from showbible.vocabulary import checked_id, checked_text, new_id, stamp, utcnow


class NoteFacts(TypedDict, total=False):
    """What may be said of a remark besides its kind and its words."""

    payload: Mapping[str, Any] | None
    segment_id: str | None
    asset_id: str | None


def note(
    db: ProjectDatabase, note_type: str, summary: str, *, at: datetime | None = None, **told: Unpack[NoteFacts]
) -> Note:
    """A remark on the timeline, or on the whole project when no segment is named."""
    check_names(NoteFacts, told)
    made = Note(
        note_id=new_id(),
        note_type=note_type,
        summary=summary,
        payload=told.get("payload") or {},
        segment_id=told.get("segment_id"),
        asset_id=told.get("asset_id"),
        created_at=at or utcnow(),
    )
    with db.transaction():
        row = _checked(made)
        if made.segment_id is not None:
            story.segment(db, made.segment_id)
        db.run(_PUT, **row)
        _announce(db, made)
        return story.note(db, made.note_id)


def _announce(db: ProjectDatabase, told: Note) -> None:
    """Say that there is a note to read, unless it only tells of a failure."""
    if told.note_type != FAILURE:
        index.announce_news(db)


def mark_read(db: ProjectDatabase, note_ids: Sequence[str]) -> None:
    """Say that some notes were searched for what is so in the story."""
    with db.transaction():
        db.run(
            "UPDATE notes SET is_read = 1 WHERE project_id = :project_id AND note_id IN :note_ids",
            note_ids=list(note_ids),
        )


def _take(db: ProjectDatabase, gone: Note) -> Note:
    derived.unlearn(db, note_source(gone.note_id))
    db.run("DELETE FROM notes WHERE project_id = :project_id AND note_id = :note_id", note_id=gone.note_id)
    return gone


def _put(db: ProjectDatabase, taken: Note) -> Note:
    """One that is there already stays as it is."""
    db.run(_PUT, **_checked(taken))
    _announce(db, taken)
    return story.note(db, taken.note_id)


NOTE: Final = Correctable[ProjectDatabase, Note, Note](
    name="note", read=story.note, lock=lambda found: f"note:{found.note_id}", take=_take, put=_put
)


def _checked(told: Note) -> dict[str, Any]:
    return {
        "note_id": checked_id("note", told.note_id),
        "note_type": checked_name("note_type", told.note_type),
        "summary": checked_text("summary", told.summary, empty=False),
        "payload": texts.facts("payload", told.payload),
        "segment_id": texts.optional_id("segment", told.segment_id),
        "asset_id": texts.optional_id("asset", told.asset_id),
        "is_read": int(told.note_type == FAILURE),
        "now": stamp(told.created_at),
    }


_PUT: Final = """
    INSERT INTO notes (project_id, note_id, note_type, summary, payload, segment_id, asset_id, is_read, created_at)
    VALUES (:project_id, :note_id, :note_type, :summary, :payload, :segment_id, :asset_id, :is_read, :now)
        ON CONFLICT (project_id, note_id) DO NOTHING
"""
