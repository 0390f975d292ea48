"""Write down what is so in the story, and from when; correct it, set it aside, let it go."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from showbible.assets.model import EntityState, StateInput, checked_name
from showbible.assets.recall import story
from showbible.assets.recall.spelling import spelled
from showbible.assets.record import derived, index
from showbible.assets.record.state_input import PUT, REMOVE, checked
from showbible.assets.record.summaries import renew
from showbible.corrections import AUTHOR, PAUSED, Correctable, Fields
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
        index.announce_news(db)
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


def _said(known: EntityState) -> dict[str, Any]:
    """A state as `StateInput` takes it."""
    return {
        "entity": known.entity,
        "kind": known.kind,
        "state": dict(known.state),
        "t_start": None if known.start_ms is None else known.start_ms / 1000,
        "t_end": None if known.end_ms is None else known.end_ms / 1000,
        "source_clip_id": known.source_clip_id,
        "source_asset_id": known.source_asset_id,
        "source_note_id": known.source_note_id,
        "source_scene_id": known.source_scene_id,
        "source_shot_id": known.source_shot_id,
        "words": dict(known.words),
    }


def _fields(known: EntityState) -> Fields:
    return {**_said(known), AUTHOR: known.made_by, PAUSED: known.paused}


def _check(known: EntityState, wanted: Fields) -> Fields:
    """What is said of a state is a person's word, even where it is what a model said."""
    said = {name: value for name, value in wanted.items() if name != PAUSED}
    if not said:
        return wanted
    checked(StateInput(**{**_said(known), **said}))
    return {**wanted, **_still_said(known, said), AUTHOR: PERSON}


def _still_said(known: EntityState, said: Fields) -> Fields:
    """The sentences of the fields that a correction leaves as they were; another value rests on the person alone."""
    if "state" not in said or said.get("words"):
        return {}
    return {"words": {name: each for name, each in known.words.items() if said["state"].get(name) == known.state[name]}}


def _clash(known: EntityState, wanted: Fields) -> str:
    says = f"{known.entity} was changed meanwhile: it says “{spelled(known.state, between='; ')}”"
    if "state" not in wanted:
        return f"{says} now. Read it anew."
    return f"{says}, you wrote “{spelled(wanted['state'], between='; ')}”. Read it anew."


def _write(db: ProjectDatabase, known: EntityState, wanted: Fields, at: datetime) -> None:
    after = {**_fields(known), **wanted}
    made_by, paused = after.pop(AUTHOR), after.pop(PAUSED)
    db.run(PUT, **checked(StateInput(**after)), state_id=known.state_id, made_by=made_by, now=stamp(at))
    _set_aside(db, known.state_id, paused=paused, at=at)
    _settle(db, known, story.state(db, known.state_id))


def _set_aside(db: ProjectDatabase, state_id: str, *, paused: bool, at: datetime) -> None:
    """Note when a state was set aside; one that is already stays so since then."""
    db.run(
        """
        UPDATE entity_states
           SET paused_at = CASE WHEN :paused = 1 THEN COALESCE(paused_at, :now) END, updated_at = :now
         WHERE project_id = :project_id AND state_id = :state_id
        """,
        state_id=state_id,
        paused=int(paused),
        now=stamp(at),
    )


def _take(db: ProjectDatabase, known: EntityState) -> EntityState:
    db.run(REMOVE, state_id=known.state_id)
    derived.forget(db, known)
    _settle(db, known)
    return known


def _put(db: ProjectDatabase, taken: EntityState) -> EntityState:
    """The word stays that of whoever gave it."""
    row = {**checked(StateInput(**_said(taken))), "state_id": checked_id("state", taken.state_id)}
    db.hold(f"assets:{db.project_id}")
    db.run(PUT, **row, made_by=checked_name("made_by", taken.made_by), now=stamp(taken.created_at))
    _set_aside(db, taken.state_id, paused=taken.paused, at=taken.paused_at or utcnow())
    known = story.state(db, taken.state_id)
    derived.remember(db, known)
    _settle(db, known)
    return known


def _settle(db: ProjectDatabase, *changed: EntityState) -> None:
    """Bring what assets show of a state in step with it."""
    renew(db, changed)
    index.announce_news(db)


STATE: Final = Correctable[ProjectDatabase, EntityState, EntityState](
    name=story.STATE,
    read=story.state,
    check=_check,
    fields=_fields,
    write=_write,
    lock=lambda _: "assets",
    mark=lambda known: known.mark,
    clash=_clash,
    take=_take,
    put=_put,
)
