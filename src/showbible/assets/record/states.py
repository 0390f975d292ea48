"""Write down what is so in the story, and from when; correct it, set it aside, let it go."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showbible.assets.model import EntityState, checked_name
from showbible.assets.recall import story
from showbible.assets.recall.spelling import spelled
from showbible.assets.record.library import RECORDED
from showbible.assets.record.state_input import PUT, REMOVE, StateInput, checked
from showbible.assets.record.summaries import renew
from showbible.errors import Conflict, NotFound
from showbible.jobs.queue import announce
from showbible.storage import changes
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import PERSON, checked_id, new_id, stamp, utcnow


def state(db: ProjectDatabase, told: StateInput, *, made_by: str = PERSON, at: datetime | None = None) -> EntityState:
    """What is so of an entity from a story time on; without one, from when its take begins."""
    row = checked(told)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        if row["start_ms"] is None and row["source_clip_id"] is not None:
            row["start_ms"] = _start_of(db, row["source_clip_id"])
        row["state_id"] = new_id()
        db.run(PUT, **row, made_by=made_by, now=stamp(at or utcnow()))
        known = story.state(db, row["state_id"])
        renew(db, [known])
        announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
        return known


def _start_of(db: ProjectDatabase, clip_id: str) -> int | None:
    start = db.value(
        """
        SELECT segments.start_ms
          FROM clips
          JOIN segments ON segments.project_id = clips.project_id AND segments.segment_id = clips.segment_id
         WHERE clips.project_id = :project_id AND clips.clip_id = :clip_id
        """,
        clip_id=clip_id,
    )
    return None if start is None else int(start)


def change(
    db: ProjectDatabase,
    state_id: str,
    told: StateInput,
    *,
    seen: str | None = None,
    at: datetime | None = None,
) -> EntityState:
    """Correct a state; from then on it is a person's word. `seen` is the mark of what the person had before them."""
    row = checked(told)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        before = story.state(db, state_id)
        if seen is not None and seen != before.mark:
            now, yours = spelled(before.state, between="; "), spelled(told.state, between="; ")
            raise Conflict(
                f"{before.entity} was changed meanwhile: it says “{now}”, you wrote “{yours}”. Read it anew."
            )
        was = _said(before)
        db.run(PUT, **row, state_id=state_id, made_by=PERSON, now=stamp(at or utcnow()))
        return _settled(db, before, was, at=at)


def pause(
    db: ProjectDatabase,
    state_id: str,
    *,
    paused: bool = True,
    seen: str | None = None,
    at: datetime | None = None,
) -> EntityState:
    """Set a state aside, or let it count again; what it says and whose word it is stay as they are."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        before = story.state(db, state_id)
        if seen is not None and seen != before.mark:
            now = spelled(before.state, between="; ")
            raise Conflict(f"{before.entity} was changed meanwhile: it says “{now}” now. Read it anew.")
        was = _said(before)
        _set_aside(db, state_id, paused=paused, at=at)
        return _settled(db, before, was, at=at)


def _set_aside(db: ProjectDatabase, state_id: str, *, paused: bool, at: datetime | None) -> None:
    """Note when a state was set aside; one that is already stays so since then."""
    db.run(
        """
        UPDATE entity_states
           SET paused_at = CASE WHEN :paused = 1 THEN COALESCE(paused_at, :now) END, updated_at = :now
         WHERE project_id = :project_id AND state_id = :state_id
        """,
        state_id=state_id,
        paused=int(paused),
        now=stamp(at or utcnow()),
    )


def revise(
    db: ProjectDatabase,
    state_id: str,
    said: Mapping[str, Any],
    *,
    paused: bool | None = None,
    seen: str | None = None,
    at: datetime | None = None,
) -> EntityState:
    """Change only those fields of a state that are said, or set it aside; both at once are two changes."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = story.state(db, state_id)
        if said:
            known = change(db, state_id, StateInput(**{**_words(known), **said}), seen=seen, at=at)
        if paused is not None:
            known = pause(db, state_id, paused=paused, seen=None if said else seen, at=at)
        return known


def put_back(
    db: ProjectDatabase,
    state_id: str,
    told: StateInput,
    *,
    made_by: str,
    paused: bool = False,
    at: datetime | None = None,
) -> EntityState:
    """A state that was removed, or changed, as it was; the word stays that of whoever gave it."""
    row = {**checked(told), "state_id": checked_id("state", state_id), "made_by": checked_name("made_by", made_by)}
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        before = story.find_state(db, state_id)
        was = None if before is None else _said(before)
        db.run(PUT, **row, now=stamp(at or utcnow()))
        _set_aside(db, state_id, paused=paused, at=at)
        return _settled(db, before or story.state(db, state_id), was, at=at)


def take_back(db: ProjectDatabase, seq: int, *, at: datetime | None = None) -> EntityState:
    """A state as it was before one of its changes."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        found = changes.one(db, kind=story.STATE, seq=seq)
        if found is None:
            raise NotFound("change", str(seq))
        known = story.state(db, found.item_id)
        said = {**_said(known), **found.before}
        made_by, paused = said.pop("made_by"), said.pop("paused")
        told = StateInput(**said, source_clip_id=known.source_clip_id, source_asset_id=known.source_asset_id)
        return put_back(db, known.state_id, told, made_by=made_by, paused=paused, at=at)


def _settled(
    db: ProjectDatabase, before: EntityState, was: Mapping[str, Any] | None, *, at: datetime | None
) -> EntityState:
    """The state as it is now, its history and the summaries of the assets that show it in step."""
    known = story.state(db, before.state_id)
    if was is not None:
        changes.note(
            db,
            kind=story.STATE,
            item_id=known.state_id,
            before=was,
            after=_said(known),
            at=at,
        )
    renew(db, [before, known])
    announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
    return known


def _said(known: EntityState) -> dict[str, Any]:
    """A state as its history keeps it."""
    words = {name: value for name, value in _words(known).items() if not name.startswith("source_")}
    return {**words, "made_by": known.made_by, "paused": known.paused}


def _words(known: EntityState) -> dict[str, Any]:
    """A state as `Told` takes it."""
    return {
        "entity": known.entity,
        "kind": known.kind,
        "state": dict(known.state),
        "t_start": None if known.start_ms is None else known.start_ms / 1000,
        "t_end": None if known.end_ms is None else known.end_ms / 1000,
        "source_clip_id": known.source_clip_id,
        "source_asset_id": known.source_asset_id,
    }


def remove_state(db: ProjectDatabase, state_id: str) -> None:
    """Let a state hold no more."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        before = story.state(db, state_id)
        db.run(REMOVE, state_id=state_id)
        changes.drop(db, kind=story.STATE, item_id=state_id)
        renew(db, [before])
        announce(db, RECORDED, key=db.project_id, project_id=db.project_id)
